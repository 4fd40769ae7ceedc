import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'

// S21: what a tab holds, and which one is open.
const { signedIn, speaking } = crowd()

const rowsOf = (page: Page, tab: string, size: 'desk' | 'phone') =>
  size === 'desk'
    ? page.getByRole('table', { name: tab }).locator('tbody tr')
    : page.getByRole('list', { name: tab }).locator('> li')

for (const size of ['desk', 'phone'] as const)
  test(`a tab has its first eight rows, and all the others where one asks for them, in the order that is chosen (C-061, ${size})`, async () => {
    const told = await (await speaking('pete')).get<{ name: string; description: string }[]>('dashboard/team/3')
    expect(told.length).toBeGreaterThan(24)
    const { page } = await signedIn('pete', size, '/dashboard/team')
    const rows = rowsOf(page, 'Team Taskings', size)
    await expect(rows).toHaveCount(8)
    await expect(page.getByText(`8 of ${told.length}`)).toBeVisible()
    // A table shows by itself how it is sorted.
    await expect(page.getByText(', earliest due first', { exact: true })).toBeVisible({ visible: size === 'phone' })
    await expect(page.getByRole('link', { name: `Show all ${told.length} in Find` })).toBeVisible()
    if (size === 'desk') {
      await page.getByRole('table', { name: 'Team Taskings' }).getByRole('button', { name: 'Description' }).click()
      await expect(rows).toHaveCount(8)
    }
    const more = page.getByRole('button', { name: `Show ${told.length - 8} more` })
    if (size === 'phone') expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(told.length)
    await expect(more).toHaveCount(0)
    // The keyboard goes on where the new ones begin.
    expect(await page.evaluate(() => document.activeElement?.closest('tr, li')?.matches(':nth-child(9)'))).toBe(true)
    if (size === 'desk') {
      const words = told.map(({ description }) => description).sort((a, b) => a.localeCompare(b))
      await expect(rows.last()).toContainText(words.at(-1) ?? '')
    } else await expect(rows.last()).toContainText(told.at(-1)?.name ?? '')
    await expect(page.getByText(`${told.length} of ${told.length}`)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Show all/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Open in Find' }).click()
    await expect(page.getByText(new RegExp(`^${told.length} taskings?`)).first()).toBeVisible()
  })

test('the open tab is remembered until the window is closed, for its person and dashboard alone; an address that names one wins (C-053)', async () => {
  const ada = await signedIn('ada', 'desk', '/dashboard/manager')
  const { page } = ada
  const open = page.getByRole('tab', { selected: true })
  const to = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await expect(open).toHaveText(/^My Taskings/)
  await page.getByRole('tab', { name: /^Due Soon/ }).click()
  await expect(open).toHaveText(/^Due Soon/)
  await to('Find')
  await page.getByRole('button', { name: 'Dashboard' }).click()
  await to('Manager')
  await expect(open).toHaveText(/^Due Soon/)
  await expect(page).toHaveURL(/tab=4/)
  await to('Operations')
  await expect(open).toHaveText(/^My Taskings/)
  await page.goto('/dashboard/manager?tab=2')
  await expect(open).toHaveText(/^Needs Acceptance/)
  await page.goto('/dashboard/manager?tab=4')

  await page.getByRole('banner').getByRole('button', { name: 'Ada Novak' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await ada.signIn('ada')
  await expect(open).toHaveText(/^Due Soon/, { timeout: 60_000 })
  await page.getByRole('banner').getByRole('button', { name: 'Ada Novak' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await ada.signIn('mia')
  await expect(open).toHaveText(/^My Taskings/, { timeout: 60_000 })
})
