import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { anAskedTasking, aTasking as aNewTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

type Tasking = { id: number; phase: string; taskingCostEstimate: number; poolCode: string; requestId: number } & Record<
  string,
  unknown
>
async function aTasking(page: Page, fits: (row: Tasking) => boolean): Promise<Tasking> {
  const found = ((await stored(page, 'projects')) as Tasking[]).find(fits)
  if (!found) throw new Error('The demonstration has no such tasking')
  return found
}
const money = (page: Page) => page.getByRole('region', { name: 'Funding' })
const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`^${field}:`) }).click()
  await page.getByRole('dialog').getByRole('option', { name: option }).first().click()
}

/** A new project with all it needs, but for its costs. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Description' }).fill('Field visits in Cusco, second round')
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Local Transportation' })
  await page.getByLabel('Sub-service').selectOption({ label: 'Driver with Vehicle' })
  await choose(page, 'Country', 'Kenya')
  await page.getByLabel('Team').selectOption({ label: 'Banking' })
  await choose(page, 'Advisor', /./)

  await page.getByRole('tab', { name: /^Details/ }).click()
  await choose(page, 'Assignee', /Pete/)
  await page.getByLabel('Project type').selectOption({ index: 1 })
  await choose(page, 'Pool code', /left/)
  await expect(page.getByLabel('Ship number', { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: '+30 d' }).click()
}
const isSent = (page: Page) =>
  expect.poll(async () => (await stored(page, 'outbox')).length, { timeout: 30_000 }).toBe(0)

test('a project is added: every fault in one list that leads to its tab, the money moves with each keystroke', async () => {
  const mia = await speaking('mia')
  await mia.post('settings/subservices', { id: 202, active: false })
  const { page } = await signedIn('ana', 'desk', '/projects/add')
  await page.getByRole('button', { name: 'Save' }).click()
  const list = page.getByRole('alert').filter({ hasText: 'All Errors' })
  await expect(list).toBeFocused()
  await expect(list.getByRole('listitem')).toHaveText([
    'Please enter a description',
    'Please select a service',
    'Please select a sub service',
    'Please select a team',
    'Please select an advisor',
    'Please select a country',
    'Please select an assignee',
    'Please select a project',
    'Please select a pool code',
    'Please enter a due date',
  ])
  await expect(page.getByRole('tab', { name: 'Core 6' })).toHaveAttribute('aria-selected', 'true')
  await list.getByRole('button', { name: 'Please select an assignee' }).click()
  await expect(page).toHaveURL(/#details$/)
  await expect(page.getByRole('button', { name: /^Assignee:/ })).toBeFocused()
  await list.getByRole('button', { name: 'Please enter a description' }).click()
  await expect(page).toHaveURL(/#core$/)
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()

  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Local Transportation' })
  await expect(page.getByLabel('Sub-service').locator('option')).toHaveText([
    ...['Select', 'Driver with Vehicle', 'Group Transport', 'In-country Flight', 'Vehicle Rental'],
  ])
  await fillIn(page)
  await test.step('Ctrl with Enter in a picker chooses there, and saves nothing under it', async () => {
    await page.getByRole('button', { name: /^Pool code:/ }).click()
    await page.getByRole('dialog').getByRole('combobox').press('Control+Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(/\/projects\/add/)
  })
  const before = await money(page).innerText()
  await page.getByLabel('Cost estimate', { exact: true }).pressSequentially('8,400')
  await expect(money(page)).toContainText('$8,400')
  expect(await money(page).innerText()).not.toBe(before)
  await expect(page.getByRole('alert').filter({ hasText: 'All Errors' })).toHaveCount(0)

  // What is typed is on the disk of this device: a reload finds it.
  await expect(page.getByText(/Saved on this device · /)).toBeVisible()
  await page.waitForTimeout(600)
  await page.reload()
  await expect(page.getByLabel('Cost estimate', { exact: true })).toHaveValue('8,400')

  // Work that is written down afterwards may have been due before.
  await page.getByLabel('Due date').fill('2026-01-31')
  await expect(page.getByText('Before today: overdue as soon as it is saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/projects\/\d{5,}$/)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Internal' })).toContainText('Ana Whitfield')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByText('Cost estimate')).toBeVisible()
  for (const cost of ['Initial estimate', 'Actual cost', '$0']) await expect(details.getByText(cost)).toHaveCount(0)
  await expect(page.getByText('Overdue', { exact: true }).first()).toBeVisible()
  await isSent(page)
  expect(await stored(page, 'attention')).toEqual([])
  expect((await stored(page, 'forms')).filter((form) => String(form['key']).startsWith('project:'))).toEqual([])
})

for (const size of ['phone', 'desk'] as const) {
  test(`nothing moves when what is typed is saved on the device (${size})`, async () => {
    const id = await aNewTasking(await speaking('mia'))
    const { page } = await signedIn('mia', size, `/projects/${id}/edit#core`)
    const text = page.getByRole('textbox', { name: 'Description' })
    await expect(text).toBeVisible()
    const at = async () => (await text.boundingBox())?.y
    const before = await at()
    await text.fill('Four interpreters, from eight')
    await expect(page.getByText(/^Saved on this device · /)).toBeVisible()
    expect(await at()).toBe(before)
  })
}

test('an edit tells before it is saved that it voids the approvals; the due date is the COR’s', async () => {
  const [ana, cora] = await Promise.all([signedIn('ana'), signedIn('cora', 'phone')])
  const tasking = await aTasking(ana.page, (row) => row.phase === 'acceptance' && row.taskingCostEstimate > 0)
  const edit = `/projects/${tasking.id}/edit#details`
  await ana.page.goto(`/projects/${tasking.id}`)
  await ana.page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(ana.page).toHaveURL(/\/edit#details$/)
  await expect(ana.page.getByLabel('Due date')).toHaveAttribute('readonly', '')
  await expect(ana.page.getByText('Only a contracting officer can change the due date')).toBeVisible()
  const api = await speaking('ana')
  await expect(api.post('projects/details', { id: tasking.id, dueDate: '2031-05-20' })).rejects.toThrow(/ 422/)
  const typed = ana.page.getByLabel('Cost estimate', { exact: true })
  const was = await typed.inputValue()
  const at = async () => (await typed.boundingBox())?.y
  for (const width of [1440, 1000, 390]) {
    await ana.page.setViewportSize({ width, height: 900 })
    await typed.scrollIntoViewIfNeeded()
    const before = await at()
    await typed.fill(String(tasking.taskingCostEstimate / 100 + 1_800))
    await expect(ana.page.getByText(/^Saving voids the approvals? of /)).toBeVisible()
    expect(await at(), `typed into at ${width} px`).toBe(before)
    await typed.fill(was)
    await expect(ana.page.getByText(/^Saving voids the approvals? of /)).toHaveCount(0)
  }
  await ana.page.setViewportSize({ width: 1440, height: 900 })
  await typed.fill(String(tasking.taskingCostEstimate / 100 + 1_800))
  await expect(ana.page.getByText(/^Saving voids the approvals? of /)).toBeVisible()
  await ana.page.getByRole('button', { name: `Keep $${was}` }).click()
  await expect(typed).toHaveValue(was)
  await expect(ana.page.getByText(/^Saving voids the approvals? of /)).toHaveCount(0)
  await typed.fill(String(tasking.taskingCostEstimate / 100 + 1_800))
  await ana.page.getByRole('button', { name: /^Save and void/ }).click()
  await expect(ana.page.getByText('Needs Interim Approval', { exact: true }).first()).toBeVisible()

  await cora.page.goto(edit)
  await cora.page.getByLabel('Due date').fill('2031-05-20')
  await cora.page.getByRole('button', { name: /^Save/ }).click()
  await expect(cora.page.getByText('May 20, 2031').first()).toBeVisible()
  await expect(ana.page.getByText('May 20, 2031').first()).toBeVisible({ timeout: 30_000 })
})

test('each hash opens its tab; the link to edit goes from who asked once it is approved, and the page says why (S15)', async () => {
  const [pete, cora] = await Promise.all([speaking('pete'), speaking('cora')])
  const path = `/projects/${await anAskedTasking(pete)}`
  const { page } = await signedIn('pete', 'desk', `${path}/edit#core`)
  await expect(page.getByRole('tab', { name: 'Core' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await page.goto(`${path}/edit#details`)
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: /^Assignee:/ })).toBeVisible()
  await page.goto(path)
  const edit = page.getByRole('link', { name: 'Edit', exact: true })
  await expect(edit).toBeVisible()
  await page.goto(`${path}/edit#core`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Three interpreters, from nine')
  await expect(page.getByText(/Saved on this device · /)).toBeVisible()
  await page.waitForTimeout(600)
  await page.goto(path)
  await expect(page.getByText('You have begun to edit this tasking')).toBeVisible()
  await cora.post(`${path.slice(1)}/approve`, {})
  await expect(edit).toHaveCount(0, { timeout: 30_000 })
  await page
    .getByRole('status')
    .filter({ hasText: 'You had begun to edit' })
    .getByRole('link', { name: 'Look at it' })
    .click()
  await expect(page.getByRole('heading', { name: /cannot be edited$/ })).toBeVisible()
  const typed = page.getByRole('region', { name: 'What you typed' })
  await expect(typed).toContainText('Three interpreters, from nine')
  await expect(typed.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await typed.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByText('You had begun to edit this tasking')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('You had begun to edit this tasking')).toBeVisible()
})

test('edited on a phone without a connection: kept over a kill, saved here, sent later, and both edits are there', async () => {
  const [ana, mia] = await Promise.all([signedIn('ana', 'phone'), signedIn('mia')])
  const tasking = await aTasking(ana.page, (row) => row.phase === 'progress' && row.requestId > 0)
  const path = `/projects/${tasking.id}`
  await ana.page.goto(`${path}/edit#core`)
  await expect(ana.page.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await ana.setOffline(true)
  await ana.page.getByRole('textbox', { name: 'Description' }).fill('Typed at the post, without a link')
  await expect(ana.page.getByText(/Saved on this device · /)).toBeVisible()
  await ana.page.waitForTimeout(600)
  await ana.page.reload()
  await expect(ana.page.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed at the post, without a link')
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ana.page).toHaveURL(path)
  await expect(ana.page.getByText('Typed at the post, without a link').first()).toBeVisible()

  await mia.page.goto(`${path}/edit#details`)
  await mia.page.getByLabel('Actual cost').fill('777')
  await mia.page.getByRole('button', { name: /^Save/ }).click()
  await expect(mia.page).toHaveURL(path)
  await isSent(mia.page)

  await ana.setOffline(false)
  await isSent(ana.page)
  for (const { page } of [ana, mia]) {
    await expect(page.getByText('Typed at the post, without a link').first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('$777', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  }
})

test('two people edit the same field: nothing typed is lost, and whoever is late is told and chooses', async () => {
  const [ana, mia] = await Promise.all([signedIn('ana'), signedIn('mia', 'phone')])
  const tasking = await aTasking(ana.page, (row) => row.phase === 'progress' && row.requestId > 0)
  const path = `/projects/${tasking.id}`
  await ana.page.goto(`${path}/edit#core`)
  await ana.page.getByRole('textbox', { name: 'Description' }).fill('What Ana makes of it')

  // While it is typed: theirs stands beside it, and nothing is saved before one is chosen.
  await mia.page.goto(`${path}/edit#core`)
  await mia.page.getByRole('textbox', { name: 'Description' }).fill('What Mia makes of it')
  await mia.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mia.page).toHaveURL(path)
  const both = ana.page.getByRole('list', { name: 'Changed by both' })
  await expect(both).toContainText('What Mia makes of it', { timeout: 30_000 })
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ana.page.getByRole('alert').filter({ hasText: 'All Errors' })).toContainText('Choose theirs or yours')
  await expect(ana.page.getByRole('textbox', { name: 'Description' })).toHaveValue('What Ana makes of it')
  await both.getByRole('button', { name: 'Keep mine: Description' }).click()
  await expect(both).toHaveCount(0)
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ana.page).toHaveURL(path)
  await expect(mia.page.getByText('What Ana makes of it').first()).toBeVisible({ timeout: 30_000 })

  // Saved while cut off, and somebody was first: it lies in the Outbox, and its form has it.
  await mia.setOffline(true)
  await mia.page.goto(`${path}/edit#core`)
  await mia.page.getByRole('textbox', { name: 'Description' }).fill('Mia again, cut off')
  await mia.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mia.page).toHaveURL(path)
  await ana.page.goto(`${path}/edit#core`)
  await ana.page.getByRole('textbox', { name: 'Description' }).fill('Ana was first')
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await isSent(ana.page)
  await mia.setOffline(false)
  await isSent(mia.page)
  await mia.page.goto(path)
  await mia.page.getByRole('link', { name: 'Look at it' }).click()
  await expect(mia.page.getByRole('textbox', { name: 'Description' })).toHaveValue('Mia again, cut off')
  const theirs = mia.page.getByRole('list', { name: 'Changed by both' })
  await expect(theirs).toContainText('Ana was first')
  await theirs.getByRole('button', { name: 'Take theirs: Description' }).click()
  await mia.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mia.page).toHaveURL(path)
  await expect(mia.page.getByText('Ana was first').first()).toBeVisible()
  await expect.poll(async () => (await stored(mia.page, 'attention')).length).toBe(0)
})

test('what takes a pool below zero is said on the button, and goes into the call', async () => {
  const { page } = await signedIn('mia', 'phone')
  const tasking = await aTasking(page, (row) => row.phase === 'progress' && row.taskingCostEstimate > 0)
  await page.goto(`/projects/${tasking.id}/edit#details`)
  await page.getByLabel('Cost estimate', { exact: true }).fill('99,000,000')
  await expect(page.getByText(/ below zero\. Saving writes that down\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Save below zero' }).click()
  await expect(page).toHaveURL(`/projects/${tasking.id}`)
  await expect(page.getByText('Changed after approval')).toBeVisible()
  await isSent(page)
  const [call] = (await stored(page, 'judged')).filter((one) => one['name'] === 'editProject')
  expect(call).toMatchObject({ verdict: 'applied' })
  expect((call?.['input'] as { exceeds: number }).exceeds).toBeGreaterThan(0)
})

test('a new project that is refused comes back with all that was typed, and goes again under its own reference', async () => {
  const ana = await signedIn('ana', 'phone', '/projects/add')
  await expect(ana.page.getByRole('textbox', { name: 'Description' })).toBeVisible()
  const mia = await speaking('mia')
  await fillIn(ana.page)
  await ana.setOffline(true)
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ana.page).toHaveURL(/\/projects\/\d{5,}$/)
  const path = new URL(ana.page.url()).pathname
  const [call] = await stored(ana.page, 'outbox')
  await mia.post('resources/advisors', { id: (call?.['input'] as { advisorId: number }).advisorId, active: false })

  await ana.setOffline(false)
  await isSent(ana.page)
  await ana.page.goto('/outbox')
  await ana.page
    .getByRole('button', { name: /^Add a Project, T-/ })
    .first()
    .click()
  await ana.page.getByRole('link', { name: 'Edit', exact: true }).click()
  const list = ana.page.getByRole('alert').filter({ hasText: 'All Errors' })
  await expect(list).toContainText('Please select an advisor. The chosen one is no longer active')
  await expect(ana.page.getByRole('textbox', { name: 'Description' })).toHaveValue(/^Field visits/)
  await choose(ana.page, 'Advisor', /^(?!.*inactive)./)
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ana.page).toHaveURL(path)
  await isSent(ana.page)
  await expect(ana.page.getByText('In Progress', { exact: true }).first()).toBeVisible()
  expect(await stored(ana.page, 'attention')).toEqual([])
})

test('a pool type of no team is offered whatever the team and stays when it changes; one of another team goes with its pool', async () => {
  const mia = await speaking('mia')
  const { id: projectTypeId } = await mia.post('resources/pools/types', { name: 'Means of all', teamId: 0 })
  await mia.post('resources/pools/codes', { projectTypeId, poolCode: 'ALL-1', shipNumber: 3, funds: 1000 })
  const { page } = await signedIn('ana', 'desk', '/projects/add')
  const types = page.getByLabel('Project type').locator('option')
  await page.getByLabel('Team').selectOption({ label: 'Banking' })
  await page.getByRole('tab', { name: /^Details/ }).click()
  await expect(types.filter({ hasText: 'Banking TA' })).toHaveCount(1)
  await expect(types.filter({ hasText: 'Means of all' })).toHaveCount(1, { timeout: 30_000 })
  await expect(types.filter({ hasText: 'Revenue' })).toHaveCount(0)
  await page.getByLabel('Project type').selectOption({ label: 'Means of all' })
  await choose(page, 'Pool code', /ALL-1/)
  const moveTo = async (label: string) => {
    await page.getByRole('tab', { name: /^Core/ }).click()
    await page.getByLabel('Team').selectOption({ label })
    await page.getByRole('tab', { name: /^Details/ }).click()
  }
  await moveTo('Revenue')
  await expect(page.getByRole('button', { name: /^Pool code:/ })).toContainText('ALL-1')
  await page.getByLabel('Project type').selectOption({ label: 'Revenue TA' })
  await choose(page, 'Pool code', /left/)
  await moveTo('Banking')
  await expect(page.getByLabel('Project type')).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Pool code:/ })).toContainText('Select a pool code')
})
