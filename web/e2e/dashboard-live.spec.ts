import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { aTasking } from './support/speaker.ts'

// S21, S22: what moves on a dashboard, whose it is, and what it says without a connection.
const { signedIn, speaking } = crowd()
interface Row {
  id: number
  name: string
  dueDate: string
  team: string
  country: string
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const rowsOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true }).locator('tbody tr')
const referencesOf = async (page: Page, name: string) =>
  (await rowsOf(page, name).locator('td:first-child').allInnerTexts()).map((text) => text.split('\n')[0])

test('a column sorts up, and down when it is pressed again; no other column says that it does', async () => {
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager?tab=2')
  const told = await (await speaking('mia')).get<Row[]>('dashboard/status/2')
  const table = page.getByRole('table', { name: 'Needs Acceptance' })
  const header = (name: string) => table.getByRole('columnheader', { name, exact: true })
  const press = (name: string) => header(name).getByRole('button').click()
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(rowsOf(page, 'Needs Acceptance')).toHaveCount(told.length)
  const byDue = told.map(({ name }) => name)
  expect(await referencesOf(page, 'Needs Acceptance')).toEqual(byDue)
  await expect(header('Due')).toHaveAttribute('aria-sort', 'ascending')
  await press('Due')
  await expect(header('Due')).toHaveAttribute('aria-sort', 'descending')
  const dueOf = new Map(told.map(({ name, dueDate }) => [name, dueDate]))
  const days = (await referencesOf(page, 'Needs Acceptance')).map((name) => dueOf.get(name ?? ''))
  expect(days).toEqual([...days].sort().reverse())
  await press('Country')
  await expect(header('Country')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('Due')).toHaveAttribute('aria-sort', 'none')
  const posts = await rowsOf(page, 'Needs Acceptance').locator('td:nth-child(4)').allInnerTexts()
  expect(posts).toEqual([...posts].sort((a, b) => a.localeCompare(b)))
})

test('due today is not overdue and due in a week is due soon, in eight days no more; an empty tab says so', async () => {
  const mia = await speaking('mia')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
  const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  const due = async (days: number) => {
    const id = await aTasking(mia, { dueDate: inDays(days), description: `Due in ${days} days` })
    return (await mia.get<Row>(`projects/${id}`)).name
  }
  const [now = '', week = '', later = ''] = [await due(0), await due(7), await due(8)]
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager?tab=4')
  const soon = page.getByRole('table', { name: 'Due Soon' })
  // They were made elsewhere: they wait to be asked for.
  await page.getByRole('button', { name: '2 updates' }).click()
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(soon.getByRole('link', { name: now, exact: true })).toBeVisible()
  await expect(soon.getByRole('link', { name: week, exact: true })).toBeVisible()
  await expect(soon.getByRole('link', { name: later, exact: true })).toHaveCount(0)
  await page.goto('/find?status=4')
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible()
  for (const name of [now, week, later]) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)

  const { page: adas } = await signedIn('ada', 'desk', '/dashboard/manager')
  await expect(tab(adas, 'My Taskings')).toHaveText('My Taskings0')
  await expect(adas.getByRole('tabpanel').getByText('No data received')).toBeVisible()
})

test('the first person and team are chosen on arrival, and given up when they are pressed again; the panels have the numbers of the server', async () => {
  const mia = await speaking('mia')
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager')
  const work = page.getByRole('region', { name: 'Assignees and teams' })
  for (const kind of ['Assignees', 'Teams']) {
    await work.getByRole('radio', { name: kind }).click()
    const first = work.getByRole('listitem').first().getByRole('button')
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await expect(work.getByRole('region', { name: 'Statistics' })).toBeVisible()
    await first.click()
    await expect(first).toHaveAttribute('aria-pressed', 'false')
    await expect(work.getByText('Nobody chosen')).toBeVisible()
  }
  const teams = await mia.get<{ name: string; count: number }[]>('dashboard/teams')
  const busy = teams.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  const lines = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await expect(lines).toHaveText(busy.map(({ name, count }) => `${name}${count} · ${Math.ceil((count * 100) / 500)}%`))
  const completed = await mia.get<Row[]>('dashboard/completed')
  const recently = page.getByRole('region', { name: 'Recently Completed' }).getByRole('listitem')
  await expect(recently).toHaveCount(completed.length)
  for (const [at, { name }] of completed.entries()) await expect(recently.nth(at)).toContainText(name)
})

test('what is authorized elsewhere is counted within five seconds, and its row waits to be asked for', async () => {
  const cora = await speaking('cora')
  const [waiting] = await cora.get<Row[]>('dashboard/status/1')
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager?tab=1')
  await expect(page.getByText(/^Live · /)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  const count = Number(/\d+$/.exec(await tab(page, 'Needs COR Authorization').innerText())?.[0])
  await expect(rowsOf(page, 'Needs COR Authorization')).toHaveCount(count)
  const before = await referencesOf(page, 'Needs COR Authorization')
  await cora.post(`projects/${waiting?.id}/approve`, true)
  const since = Date.now()
  const pill = page.getByRole('button', { name: '1 update', exact: true })
  await expect(pill).toBeVisible()
  await expect(tab(page, 'Needs COR Authorization')).toHaveText(new RegExp(`${count - 1}$`))
  expect(Date.now() - since).toBeLessThan(5_000)
  expect(await referencesOf(page, 'Needs COR Authorization')).toEqual(before)
  await pill.click()
  await expect(rowsOf(page, 'Needs COR Authorization')).toHaveCount(count - 1)
  expect(await referencesOf(page, 'Needs COR Authorization')).not.toContain(waiting?.name)
  await expect(pill).toHaveCount(0)
})

for (const size of ['desk', 'phone'] as const)
  test(`without a connection each card says as of when its number is (${size})`, async () => {
    const mia = await signedIn('mia', size, '/dashboard/manager')
    const cards = ['In Progress', 'Overdue', 'Completed YTD', 'Requests'].map((name) =>
      mia.page.getByRole('link', { name: new RegExp(`^${name}`) }),
    )
    for (const card of cards) await expect(card).toContainText(/\d/)
    await expect(mia.page.getByText(/^Live · /)).toBeVisible({ timeout: 30_000 })
    for (const card of cards) await expect(card).not.toContainText('as of')
    await mia.setOffline(true)
    for (const card of cards) await expect(card).toContainText(/as of \d/, { timeout: 30_000 })
    for (const card of cards) {
      const [isCut, isOver] = await card.evaluate((link) => [
        link.scrollWidth > link.clientWidth,
        link.scrollHeight > link.clientHeight,
      ])
      expect([isCut, isOver]).toEqual([false, false])
    }
    await mia.setOffline(false)
    for (const card of cards) await expect(card).not.toContainText('as of', { timeout: 60_000 })
  })

test('a team’s dashboard has its own taskings and people in every tab; who has no team picks one', async () => {
  const pete = await speaking('pete')
  const { page } = await signedIn('pete', 'desk', '/dashboard/team')
  const tabs: [name: string, path: string][] = [
    ['Team Taskings', 'dashboard/team/3'],
    ...(
      [
        ['Needs COR Authorization', 1],
        ['Needs Acceptance', 2],
        ['Recently Denied', 3],
        ['Due Soon', 4],
        ['Recently Accepted', 5],
      ] as const
    ).map(([name, code]): [string, string] => [name, `dashboard/team/3/status/${code}`]),
  ]
  for (const [name, path] of tabs) {
    const told = await pete.get<Row[]>(path)
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveText(new RegExp(`${told.length}$`))
    if (told.length === 0) {
      await expect(page.getByRole('tabpanel').getByText('No data received')).toBeVisible()
      continue
    }
    await expect(rowsOf(page, name)).toHaveCount(Math.min(8, told.length))
    const teams = await rowsOf(page, name).locator('td:nth-child(5)').allInnerTexts()
    expect(new Set(teams)).toEqual(new Set(['Banking']))
    expect((await referencesOf(page, name)).toSorted()).toEqual(
      told
        .slice(0, 8)
        .map((row) => row.name)
        .toSorted(),
    )
  }
  const people = await pete.get<{ name: string }[]>('dashboard/teams/3')
  const work = page.getByRole('region', { name: 'Assignees', exact: true })
  await expect(work.locator('li button[aria-pressed]')).toHaveCount(people.length)
  for (const { name } of people) await expect(work.getByTitle(new RegExp(`^${name}:`))).toBeVisible()

  const { page: adas } = await signedIn('ada', 'desk', '/dashboard/team')
  await adas.getByRole('combobox', { name: 'Team' }).selectOption({ label: 'Revenue' })
  await expect(adas).toHaveURL(/team=2/)
  await expect(rowsOf(adas, 'Team Taskings').first()).toContainText('Revenue')
  await expect(adas.getByRole('link', { name: /^In Progress/ })).toHaveAttribute('href', /teams=2/)
})

for (const [who, own] of [
  ['adam', 'Needs Interim Approval'],
  ['cora', 'Needs COR Authorization'],
] as const)
  test(`${who} at operations has their own queue first, with its count, and the panels beside`, async () => {
    const { page } = await signedIn(who, 'desk', '/dashboard/operations')
    const code = who === 'adam' ? 0 : 1
    const told = await (await speaking(who)).get<Row[]>(`dashboard/status/${code}`)
    await expect(page.getByRole('tablist', { name: 'Taskings by status' }).getByRole('tab').first()).toHaveText(
      new RegExp(`^${own}${told.length}$`),
    )
    await tab(page, own).click()
    await expect(rowsOf(page, own)).toHaveCount(Math.min(8, told.length))
    const work = page.getByRole('region', { name: 'Assignees and teams' })
    await expect(work.getByRole('listitem').first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await work.getByRole('radio', { name: 'Teams' }).click()
    await expect(work.getByRole('table', { name: /^Open taskings of / })).toBeVisible()
  })
