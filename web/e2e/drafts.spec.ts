import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { Person, stored } from './support/people.ts'
import { chooseInterpretation, describe, fillStart, next, toLastStep } from './support/wizard.ts'

// S07, S08, S09: requests that are begun and not finished, the rules of the categories, and one request after another.
const { signedIn, speaking, server } = crowd()
const draftsButton = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^\d+ drafts?$/ })
const idIn = (page: Page) => Number(/requests\/(\d+)/.exec(page.url())?.[1])

async function begin(page: Page): Promise<number> {
  await page.goto('/requests')
  await fillStart(page)
  await next(page, 'Tasks')
  await expect(page).toHaveURL(/\/requests\/\d+\/tasks$/)
  return idIn(page)
}

test('drafts are counted, lead to where they were left, and are on another device of the same person; without any there is no button (S07)', async () => {
  const pete = await signedIn('pete')
  const { page } = pete
  await page.goto('/requests/drafts')
  const rows = page.getByRole('table', { name: 'Drafts' })
  await expect(rows.or(page.getByText('Requests you have not finished appear here.'))).toBeVisible()
  for (const before = page.getByRole('button', { name: /^Discard / }); (await before.count()) > 0;) {
    const left = await before.count()
    await before.first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    // What is behind a dialog is not there for a reader.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(before).toHaveCount(left - 1)
  }
  await expect(draftsButton(page)).toHaveCount(0)

  const atTasks = await begin(page)
  const atDetails = await begin(page)
  await chooseInterpretation(page)
  await next(page, 'Details')
  await expect(page).toHaveURL(/\/details$/)
  const atComplete = await begin(page)
  await chooseInterpretation(page)
  await next(page, 'Details')
  await describe(page, 'Pete, Nairobi office', 'Interpreters for the audit')
  await next(page, 'Complete')
  await expect(page).toHaveURL(/\/complete$/)

  await expect(draftsButton(page)).toHaveText('3 Drafts')
  await draftsButton(page).click()
  await expect(page).toHaveURL('/requests/drafts')
  await expect(rows.locator(`a[href="/requests/${atTasks}/tasks"]`)).toHaveText('(no category yet)')
  await expect(rows.locator(`a[href="/requests/${atDetails}/details"]`)).toHaveText('Language Support')
  await expect(rows.locator(`a[href="/requests/${atComplete}/complete"]`)).toHaveText('Language Support')

  const laptop = new Person(server(), 'desk')
  await laptop.open()
  await laptop.signInAndPrepare('pete')
  await expect(draftsButton(laptop.page)).toHaveText('3 Drafts', { timeout: 30_000 })
  await laptop.page.goto(`/requests/${atComplete}/details`)
  await expect(laptop.page.getByLabel('Request Details')).toHaveValue('Interpreters for the audit')
  await laptop.close()

  await pete.setOffline(true)
  await begin(page)
  await expect(draftsButton(page)).toHaveText('4 Drafts')
  await draftsButton(page).click()
  await expect(rows.getByText('On this device')).toHaveCount(1)
  await pete.setOffline(false)
  const ana = await speaking('ana')
  await expect(ana.get('dashboard/requests/5/drafts')).rejects.toThrow(/403/)
})

test('a start that is only half typed is counted and listed, one that says an earlier request again too', async () => {
  const { page } = await signedIn('pete', 'desk', '/requests/drafts')
  const rows = page.getByRole('table', { name: 'Drafts' }).locator('tbody tr')
  await expect(rows.first().or(page.getByText('Requests you have not finished appear here.'))).toBeVisible()
  const before = await rows.count()
  const counted = async (count: number) => {
    await expect(rows).toHaveCount(count)
    await expect(draftsButton(page)).toHaveText(`${count} Drafts`)
  }
  await page.goto('/requests')
  await page.getByLabel('Due date', { exact: true }).fill(`${new Date().getFullYear() + 1}-05-04`)
  await expect(draftsButton(page)).toHaveText(`${before + 1} Drafts`)
  await page.goto('/requests/mine')
  await page
    .getByRole('link', { name: /^Same again/ })
    .first()
    .click()
  await page.getByLabel('Due date', { exact: true }).fill(`${new Date().getFullYear() + 1}-05-05`)
  await expect(draftsButton(page)).toHaveText(`${before + 2} Drafts`)
  await draftsButton(page).click()
  await counted(before + 2)
  await expect(rows.nth(0)).toContainText('Same again')
  await expect(rows.nth(1)).toContainText('Not started yet')
  await rows.nth(0).getByRole('link').click()
  await expect(page).toHaveURL(/\/requests\?again=\d+$/)
  await expect(page.getByLabel('Due date', { exact: true })).toHaveValue(/-05-05$/)
  await page.goBack()
  for (const left of [before + 1, before]) {
    await rows
      .first()
      .getByRole('button', { name: /^Discard / })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    if (left > 0) await counted(left)
    else await expect(page.getByText('Requests you have not finished appear here.')).toBeVisible()
  }
})

test('Other Support takes one task, gives back what it cleared, and asks which of several before it goes on (S08)', async () => {
  const { page } = await signedIn('pete')
  await begin(page)
  await page.getByRole('button', { name: /^Freight/ }).click()
  const household = page.getByRole('checkbox', { name: /^Household Goods/ })
  const air = page.getByRole('checkbox', { name: /^Air Freight/ })
  await household.check()
  await air.check()
  const other = page.getByRole('button', { name: /^Other Support/ })
  await other.click()
  await expect(page.getByText('Your Freight Forwarding tasks were cleared.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(household).toBeChecked()
  await expect(air).toBeChecked()

  await other.click()
  await expect(page.getByRole('checkbox', { name: /^Medical Support/ })).toHaveCount(0)
  await page.getByRole('radio', { name: /^Medical Support/ }).check()
  await page.getByRole('radio', { name: /^Housing/ }).check()
  await expect(page.getByRole('radio', { name: /^Medical Support/ })).not.toBeChecked()
  await next(page, 'Details')
  const which = page.getByRole('radiogroup', { name: /^Housing: which task\?/ })
  await expect(which).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next: Complete' })).toBeDisabled()
  await expect(page.getByText('Choose which Housing task first.')).toBeVisible()
  await which.getByRole('radio').first().check()
  await expect(page.getByRole('button', { name: 'Next: Complete' })).toBeEnabled()

  const helps = page.getByRole('button', { name: 'Help', exact: true })
  await expect(helps).toHaveCount(3)
  await helps.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Hide help' })).toHaveAttribute('aria-expanded', 'true')
  const described = page.getByLabel('Contact Details')
  await expect(described).toHaveAccessibleDescription(/\w{3}/)
})

for (const link of ['connected', 'without a connection'])
  test(`one request after another: the first is finished, or waits in Drafts; the next begins with what both share (S09, ${link})`, async () => {
    const pete = await signedIn('pete')
    const { page } = pete
    await page.goto('/requests')
    if (link !== 'connected') await pete.setOffline(true)
    await toLastStep(page)
    const first = idIn(page)
    const addAnother = async (answer: string) => {
      await page.getByRole('button', { name: 'Add to Request' }).click()
      await page.getByRole('dialog', { name: 'Finish this one too?' }).getByRole('button', { name: answer }).click()
      await expect(page).toHaveURL(/\/requests\/\d+\/tasks$/)
    }
    await addAnother('Finish and add another')
    const second = idIn(page)
    expect(second).not.toBe(first)
    await expect(page.getByText(/BK-100/).first()).toBeVisible()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await chooseInterpretation(page)
    await next(page, 'Details')
    await expect(page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
    await expect(page.getByLabel('Request Details')).toHaveValue('')
    await describe(page, 'Pete, Nairobi office', 'A second room for the workshop')
    await next(page, 'Complete')
    await addAnother('Finish this one later')
    expect(idIn(page)).not.toBe(second)

    await page.goto('/requests/drafts')
    const rows = page.getByRole('table', { name: 'Drafts' })
    await expect(rows.locator(`a[href="/requests/${second}/complete"]`)).toHaveText('Language Support')
    await expect(rows.locator(`a[href^="/requests/${first}/"]`)).toHaveCount(0)
    await page.goto(`/requests/${first}/details`)
    await expect(page).toHaveURL(`/requests/${first}/projects`)
  })

test('a copy whose pool code was closed since says so at its Start, also without a connection', async () => {
  const pete = await signedIn('pete')
  const { page } = pete
  await page.goto('/requests')
  await toLastStep(page)
  await page.getByRole('button', { name: 'Add to Request' }).click()
  await page.getByRole('button', { name: 'Finish this one later' }).click()
  await expect(page).toHaveURL(/\/requests\/\d+\/tasks$/)
  const copy = idIn(page)
  const pool = async () => (await stored(page, 'poolCodes')).find(({ poolCode }) => poolCode === 'BK-100')
  await (await speaking('mia')).post('resources/pools/codes', { id: (await pool())?.['id'], active: false })
  await expect.poll(async () => (await pool())?.['active'], { timeout: 30_000 }).toBe(false)
  await pete.setOffline(true)
  await page.goto(`/requests?draft=${copy}`)
  await page.getByRole('button', { name: /^Next/ }).click()
  const field = page.getByRole('button', { name: /^Pool code: BK-100/ })
  await expect(field).toHaveAccessibleDescription('Please select a pool code. The chosen one is no longer active')
  await field.click()
  await page.getByRole('dialog').getByRole('option').filter({ hasNotText: 'BK-100' }).first().click()
  await next(page, 'Tasks')
  await expect(page).toHaveURL(`/requests/${copy}/tasks`)
})

test('words typed in a step that was said already go into the request, or are left out, before it is finished', async () => {
  const pete = await signedIn('pete')
  const { page } = pete
  await page.goto('/requests')
  await toLastStep(page)
  await page.getByRole('link', { name: 'Change details' }).click()
  const details = page.getByLabel('Request Details')
  await details.fill('Interpreters for the workshop, and a second room')
  await page.goBack()

  const notice = page.getByRole('status').filter({ hasText: 'What you typed last in Details' })
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Request' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText('What you typed last in Details')

  pete.kill()
  await pete.open('/requests/drafts')
  await pete.page.getByRole('link', { name: 'Language Support' }).first().click()
  await expect(pete.page).toHaveURL(/\/details$/)
  await expect(pete.page.getByLabel('Request Details')).toHaveValue(/ and a second room$/)
  await next(pete.page, 'Complete')
  await expect(pete.page.getByText('Interpreters for the workshop, and a second room')).toBeVisible()

  await pete.page.getByRole('link', { name: 'Change details' }).click()
  await pete.page.getByLabel('Request Details').fill('Never mind')
  await pete.page.goBack()
  const leave = pete.page.getByRole('button', { name: 'Leave it out' })
  await leave.click()
  await expect(leave).toHaveCount(0)
  await pete.page.getByRole('button', { name: 'Undo' }).click()
  await leave.click()
  await expect(leave).toHaveCount(0)
  await pete.page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(pete.page.getByRole('heading', { name: /is now complete/ })).toBeVisible({ timeout: 20_000 })
  expect(await stored(pete.page, 'forms')).toEqual([])
})

test('what is somebody else’s draft nobody opens, and what the page says is the same for a number that nobody has; without a connection it does not know (C-084)', async () => {
  const [pete, ana] = await Promise.all([signedIn('pete'), signedIn('ana')])
  const draft = await begin(pete.page)
  await expect.poll(() => stored(pete.page, 'outbox')).toEqual([])
  await ana.isInstalled()
  const said = () => ana.page.locator('#main').innerText()
  const open = async (id: number, step: string, words: string) => {
    await ana.page.goto(`/requests/${id}/${step}`)
    await expect(ana.page.getByText(words)).toBeVisible({ timeout: 20_000 })
    await expect(ana.page).toHaveURL(`/requests/${id}/${step}`)
  }
  for (const step of ['tasks', 'details', 'complete']) {
    await open(draft, step, 'You do not have access to that page.')
    const ofDraft = await said()
    await open(draft + 777, step, 'You do not have access to that page.')
    expect(await said()).toBe(ofDraft)
  }
  await ana.setOffline(true)
  await expect(ana.page.getByRole('link', { name: /^Offline/ }).first()).toBeVisible({ timeout: 30_000 })
  await open(draft, 'tasks', 'Not on this device yet. Connect once to load it.')

  // One's own that is gone is nobody's secret.
  await pete.page.goto('/requests/drafts')
  await pete.page
    .getByRole('row')
    .filter({ has: pete.page.locator(`a[href^="/requests/${draft}/"]`) })
    .getByRole('button', { name: /^Discard / })
    .click()
  await pete.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(pete.page.locator(`a[href^="/requests/${draft}/"]`)).toHaveCount(0)
  await expect.poll(() => stored(pete.page, 'outbox')).toEqual([])
  await pete.page.goto(`/requests/${draft}/tasks`)
  await expect(pete.page.getByText('This request does not exist any more, or never did.')).toBeVisible()
})
