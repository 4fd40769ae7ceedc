import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

const { signedIn } = crowd()
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or do anything' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Go to or do anything' })
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })
/** The row that Enter would take, as a reader hears it. */
const chosen = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute('aria-activedescendant')
    return (id && document.getElementById(id)?.textContent) || ''
  })
const open = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused({ timeout: 30_000 })
}

test('what is typed before the palette has come is in it, and none of it is a shortcut', async () => {
  const { page } = await signedIn('mia', 'desk', '/find')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
  // All in one go, before anything can be fetched: `n` alone would open Add a Project.
  await page.evaluate(() => {
    for (const [key, ctrlKey] of [
      ['k', true],
      ['n', false],
      ['a', false],
      ['i', false],
    ] as const)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  })
  await expect(field(page)).toHaveValue('nai', { timeout: 30_000 })
  await expect(page).toHaveURL(/\/find/)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  // Who has given up on it, or gone on elsewhere, has the keyboard back.
  const taken = await page.evaluate(() => {
    const fire = (name: string, key: string, ctrlKey = false) =>
      !document.body.dispatchEvent(
        name === 'keydown'
          ? new KeyboardEvent(name, { key, ctrlKey, bubbles: true, cancelable: true })
          : new PointerEvent(name, { bubbles: true }),
      )
    return ['keydown', 'pointerdown'].map((way) => {
      fire('keydown', 'k', true)
      const before = fire('keydown', 'q')
      fire(way, 'Escape')
      return [before, fire('keydown', 'q')]
    })
  })
  expect(taken).toEqual([
    [true, false],
    [true, false],
  ])
  await expect(palette(page)).toHaveCount(0)
})

test('by keyboard alone, and without a connection, one goes to a tasking, a place, a pool and an action', async () => {
  const mia = await signedIn('mia', 'desk', '/dashboard/manager')
  const { page } = mia
  const tasking = (await stored(page, 'projects')).find(({ phase }) => phase === 'progress') as {
    id: number
    name: string
  }
  await open(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await mia.setOffline(true)

  await open(page)
  await expect(palette(page).getByText('searches this device')).toBeVisible()
  // Enter comes before the device has looked: it means what was typed.
  await page.keyboard.insertText(tasking.name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${tasking.id}`)

  // Without a word it leads back to where one was, once one was there for two seconds.
  const looked = async () => (await stored(page, 'meta')).find(({ key }) => key === 'looked')?.['value'] ?? {}
  await expect.poll(async () => Object.keys(await looked()), { timeout: 30_000 }).toContain(String(tasking.id))
  await page.goto('/find')
  await open(page)
  await expect.poll(() => chosen(page)).toContain(tasking.name)
  await page.keyboard.type('kenya')
  await expect(option(page, /^Kenya Country/)).toBeVisible()
  await expect(palette(page).getByText(/^5 of [\d,]+$/)).toBeVisible()
  await expect.poll(() => chosen(page)).toMatch(/^T-\d+-\d+/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page)).toMatch(/^T-\d+-\d+/)
  for (let steps = 0; steps < 12 && !(await chosen(page)).startsWith('Kenya'); steps++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/find\?countries=\d+/)

  await open(page)
  await page.keyboard.type('bk-100')
  await expect(option(page, /^BK-100 Ship \d+ · \$/)).toBeVisible()
  await page.keyboard.press('Escape')

  await open(page)
  await page.keyboard.type('>start a req')
  await expect.poll(() => chosen(page)).toMatch(/^Start a Request/)
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/requests')
})

test('on a tasking it offers what its buttons do, and nothing to whoever has none of them', async () => {
  const mia = await signedIn('mia', 'desk', '/dashboard/manager')
  const tasking = (await stored(mia.page, 'projects')).find(({ phase }) => phase === 'acceptance') as {
    id: number
    name: string
  }
  await mia.page.goto(`/projects/${tasking.id}`)
  await expect(mia.page.getByRole('button', { name: /^Deny/ }).first()).toBeVisible({ timeout: 30_000 })
  await open(mia.page)
  await mia.page.keyboard.type('>deny')
  await expect(option(mia.page, new RegExp(`^Deny ${tasking.name}`))).toBeVisible()
  await mia.page.keyboard.press('Enter')
  await expect(palette(mia.page)).toHaveCount(0)
  await expect(mia.page.getByRole('dialog', { name: `Deny ${tasking.name}` })).toBeVisible()

  const fin = await signedIn('fin', 'desk', `/projects/${tasking.id}`)
  await open(fin.page)
  await fin.page.keyboard.type('>')
  await expect(option(fin.page, /^Drafts page/)).toBeVisible()
  await expect(option(fin.page, /^(Deny|Accept|Cancel)/)).toHaveCount(0)
})

test('the phone has it under More', async () => {
  const { page } = await signedIn('pete', 'phone', '/dashboard/team')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Search this device' }).click()
  await expect(field(page)).toBeFocused()
  await field(page).fill('drafts')
  await option(page, /^Drafts page/).click()
  await expect(page).toHaveURL('/requests/drafts')
})

test('? lists the shortcuts; one that is switched off is silent here and for as long as its person wants, the others are not', async () => {
  const mia = await signedIn('mia', 'desk', '/dashboard/manager')
  const { page } = mia
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(sheet.getByText('Approve, authorize or accept')).toBeVisible()
  await expect(sheet.getByText('Next tasking')).toBeVisible()
  // While it stands, nothing else is pressed by chance.
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/dashboard/manager')
  await sheet.getByRole('switch', { name: /^Start a Request/ }).click()
  await expect(sheet.getByRole('switch', { name: /^Start a Request/ })).not.toBeChecked()
  await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL('/outbox')
  // A page that comes takes the focus.
  await expect(page.locator('#main')).toBeFocused()

  // Nor is anything while one types, but for what needs Ctrl.
  const search = page.getByLabel('Search taskings, pool codes, people')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('n?gd')
  await expect(search).toHaveValue('n?gd')
  await expect(page).toHaveURL('/outbox')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})
