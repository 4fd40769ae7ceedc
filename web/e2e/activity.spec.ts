import { expect, test, type Locator, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored, type Size } from './support/people.ts'
import { mostLinesOf } from './support/screen.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()
const panel = (page: Page) => page.getByRole('region', { name: 'Activity' })

for (const size of ['desk', 'phone'] satisfies Size[]) {
  test(`after two people worked, whoever comes back on the ${size} reads what changed, by whom and how`, async () => {
    const [mia, pete] = await Promise.all([speaking('mia'), speaking('pete')])
    const id = await aTasking(mia)
    const ana = await signedIn('ana', size)
    const { page } = ana
    await page.goto(`/projects/${id}`)
    await expect(panel(page)).toContainText('Mia Lindqvist added T-')
    await page.getByLabel('Comment', { exact: true }).fill('My own word')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(panel(page)).toContainText('Ana Whitfield commented')
    const kept = async () => (await stored(page, 'meta')).find((row) => row['key'] === 'looked')?.['value'] ?? {}
    await expect.poll(async () => Object.keys(await kept())).toEqual([String(id)])
    await page.goBack()
    await expect(panel(page)).toHaveCount(0)

    await mia.post('projects/details', { id, assigneeId: 5, actualCost: 3200 })
    await pete.post(`projects/${id}/comments`, { comment: 'The booth is up in hall 2.' })
    await page.goForward()
    const line = page.getByRole('status').filter({ hasText: 'Since you last looked' })
    await expect(line).toContainText('2 changes', { timeout: 30_000 })
    await expect(line).toContainText('Pete Okafor commented')
    await expect(line).toContainText('Mia Lindqvist edited T-')
    expect(await mostLinesOf(line, 'T-\\d+-\\d+')).toBe(1)
    const fields = page.getByRole('list', { name: 'Changed fields' })
    await expect(fields).toContainText('Assignee: Mia Lindqvist Pete Okafor')
    await expect(fields).toContainText('Actual cost: $0 $3,200')
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'new' })).toHaveCount(2)
    await panel(page).getByRole('radio', { name: 'Comments' }).click()
    await expect(panel(page)).not.toContainText('added T-')
    await line.getByRole('button', { name: 'Close' }).click()
    await expect(line).toHaveCount(0)
  })
}

/** The sheet of a tasking, as it stands on paper. */
async function onPaper(page: Page): Promise<Locator> {
  const sheet = page.locator('[data-print-sheet]')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      return sheet.count()
    })
    .toBe(1)
  await page.emulateMedia({ media: 'print' })
  return sheet
}

test('each edit is told with its fields before and after, also of long ago and without a connection', async () => {
  const mia = await speaking('mia')
  const id = await aTasking(mia)
  await mia.post('projects/details', { id, assigneeId: 5 })
  await mia.post('projects/core', { id, countryId: 2 })
  const { id: deliverable } = await mia.post('projects/deliverables', { projectTaskId: id, name: 'Glossary' })
  await mia.post('projects/deliverables', { id: deliverable, startDate: '2026-11-20' })
  const pete = await signedIn('pete', 'phone', `/projects/${id}`)
  const { page } = pete
  const isTold = async () => {
    await expect(panel(page)).toContainText('Assignee: Mia Lindqvist Pete Okafor', { timeout: 30_000 })
    await expect(panel(page)).toContainText('Country: Kenya Peru')
    await expect(panel(page)).toContainText('Mia Lindqvist started the deliverable Glossary')
    await expect(panel(page).getByText(/edited T-/)).toHaveCount(2)
  }
  await isTold()
  await pete.isInstalled()
  await pete.setOffline(true)
  await page.reload()
  await isTold()
})

test('a list prints as a list: a table with its title, no button and no filter', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?teams=3&page=1')
  await expect(page.getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Find' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(21)
  await expect(page.getByText(/^1–20 of \d+$/)).toBeVisible()
  await expect(page.getByText(/taskings · As of \w+ \d\d, \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveCount(0)
  // What it was filtered by stays.
  await expect(page.getByText('Banking').first()).toBeVisible()
  for (const name of ['Save view', 'Export', 'Apply', 'Hide filters', 'Clear all'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.locator('input:visible')).toHaveCount(0)
  const cut = await page.evaluate(
    () => [...document.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
  )
  expect(cut).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('every list says on paper as of which day and time it is, and none that it is live', async () => {
  const { page } = await signedIn('mia', 'desk')
  for (const [path, title] of [
    ['/dashboard/manager', 'Dashboard'],
    ['/queue', 'Queue'],
    ['/resources/countries', 'Countries'],
    ['/resources/funding', 'Funding'],
  ] as const) {
    await page.goto(path)
    const main = page.locator('#main')
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(main.getByText(/^Live · \d\d:\d\d:\d\d$/)).toBeVisible({ timeout: 30_000 })
    await page.emulateMedia({ media: 'print' })
    await expect(main.getByText(/^As of \w+ \d\d, \d{4}, \d\d:\d\d$/)).toBeVisible()
    await expect(main.getByText(/Live ·/)).toHaveCount(0)
    await page.emulateMedia({ media: null })
  }
})

test('a tasking prints on one page: its reference, its address as a code, when it was printed, no button and no form', async () => {
  const mia = await speaking('mia')
  const id = await aTasking(mia)
  for (const name of ['Glossary', 'Interpreting', 'Invoices'])
    await mia.post('projects/deliverables', { projectTaskId: id, name })
  await mia.post(`projects/${id}/comments`, { comment: 'The booth is up in hall 2.' })
  const { page } = await signedIn('mia', 'desk', `/projects/${id}`)
  await expect(page.getByText('The booth is up in hall 2.').first()).toBeVisible({ timeout: 30_000 })
  const sheet = await onPaper(page)
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(/^T-\d+-\d+ · Interpretation$/)
  await expect(sheet.getByRole('img')).toHaveAttribute('aria-label', `${new URL(page.url()).origin}/projects/${id}`)
  await expect(sheet).toContainText(/printed .+ by Mia Lindqvist/)
  await expect(sheet).toContainText('Deliverables, 0 of 3 done')
  // The money is of when the server was last heard, not of when somebody last changed the pool.
  await expect(sheet.getByRole('heading', { name: /^Funding, as of/ })).not.toContainText('2024')
  await expect(page.locator('button:visible, form:visible, input:visible, textarea:visible, nav:visible')).toHaveCount(
    0,
  )
  await page.emulateMedia({ media: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)

  const paper = await page.pdf({ preferCSSPageSize: true })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('on paper stands why a tasking was canceled, and of its approvals what the screen says (S28)', async () => {
  const mia = await speaking('mia')
  const id = await aTasking(mia)
  await mia.post(`projects/${id}/cancel`, { id, reason: 'The conference was moved to next year.' })
  const { page } = await signedIn('mia', 'desk', `/projects/${id}`)
  await expect(page.getByText('The conference was moved to next year.').first()).toBeVisible({ timeout: 30_000 })
  const sheet = await onPaper(page)
  const canceled = sheet.getByRole('listitem').filter({ hasText: 'Canceled' })
  await expect(canceled).toContainText('✕ Canceled')
  await expect(canceled).toContainText('The conference was moved to next year.')
  await expect(sheet).not.toContainText(', open')
})

test('on paper names and money stand as on the screen: what is no longer offered, what is for another team, and no cost of nothing', async () => {
  const mia = await speaking('mia')
  const { id: advisorId } = await mia.post('resources/advisors', { name: 'Jonas Retired', teamId: 2 })
  const [code] = (
    await mia.get<{ items: { teamId: number; codes: { poolCode: string; projectTypeId: number }[] }[] }>(
      'resources/funding?team=2',
    )
  ).items.flatMap(({ codes }) => codes)
  const id = await aTasking(mia, {
    ...{ advisorId, teamId: 2, projectTypeId: code?.projectTypeId, poolCode: code?.poolCode, shipNumber: 0 },
    initialCostEstimate: 5200,
  })
  await mia.post('resources/advisors', { id: advisorId, active: false })
  const { page } = await signedIn('pete', 'desk', `/projects/${id}`)
  await expect(page.getByText('Jonas Retired (inactive)').first()).toBeVisible({ timeout: 30_000 })
  const sheet = await onPaper(page)
  await expect(sheet).toContainText('Jonas Retired (inactive)')
  await expect(sheet).toContainText('Of another team')
  await expect(sheet).toContainText('Initial estimate$5,200')
  await expect(sheet).not.toContainText('$0')
})
