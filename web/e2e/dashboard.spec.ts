import { expect, test, type Page } from '@playwright/test'
import { formatDay } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import { crowd } from './support/crowd.ts'
import { shifts, watchShifts } from './support/shifts.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

const isWhole = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/since Monday|as on Monday/).first()).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
}

for (const size of ['desk', 'phone'] as const)
  test(`nothing moves while the dashboard fills: ${size}`, async () => {
    const { page } = await signedIn('mia', size, '/dashboard/manager')
    await isWhole(page)
    await watchShifts(page)
    await page.reload()
    await isWhole(page)
    expect(await shifts(page)).toEqual([])
  })

test('the first 900 pixels tell the day: four numbers and how they moved, what waits for me, the tab and its rows', async () => {
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager?tab=2')
  await isWhole(page)
  const ends = async (what: ReturnType<Page['locator']>) => {
    const box = await what.boundingBox()
    return (box?.y ?? Infinity) + (box?.height ?? 0)
  }
  const waiting = (await (await speaking('mia')).get<unknown[]>('dashboard/status/2')).length
  const line = page.getByRole('status').filter({ hasText: `${waiting} wait for your acceptance` })
  await expect(line).toBeVisible()
  const rows = page.getByRole('table', { name: 'Needs Acceptance' }).locator('tbody tr')
  await expect(rows).toHaveCount(8)
  expect(await ends(rows.last())).toBeLessThanOrEqual(900)
  await page.getByRole('link', { name: `Show all ${waiting}` }).click()
  await expect(page.getByText(new RegExp(`^${waiting} taskings?`)).first()).toBeVisible()
  await page.goBack()
  await line.getByRole('link', { name: 'Open queue' }).click()
  await expect(page.getByText(`1 of ${waiting}`)).toBeVisible()
})

test('a team that is only just known has no news, and the answer to a tab left in haste is not shown under the next', async () => {
  const { page } = await signedIn('ada', 'desk', '/dashboard/team')
  await isWhole(page)
  await page.addInitScript(() => {
    const told: (string | null)[] = []
    Object.assign(window, { told })
    new MutationObserver(() => {
      const pill = [...document.querySelectorAll('button')].find((one) => /^\d+ updates?$/.test(one.textContent ?? ''))
      if (pill) told.push(pill.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await isWhole(page)
  const tabs = page.getByRole('tablist').first().getByRole('tab')
  const names = await tabs.allTextContents()
  expect(names.length).toBeGreaterThan(4)
  const at = names.findIndex((name) => name.startsWith('Needs Acceptance'))
  const inHaste = [...names.keys(), ...names.keys(), at]
  await tabs.evaluateAll((all, order) => order.forEach((n) => (all[n] as HTMLElement).click()), inHaste)
  const counted = await page.getByRole('link', { name: /^In Progress/ }).getAttribute('href')
  const team = new URLSearchParams(counted?.split('?')[1]).get('teams')
  const waiting = await (await speaking('ada')).get<{ name: string }[]>(`dashboard/team/${team}/status/2`)
  const table = page.getByRole('table', { name: 'Needs Acceptance' })
  await expect(table.locator('tbody tr').first()).toContainText(waiting[0]?.name ?? '')
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([])
})

test('behind each drawing stands a table with the same numbers, and its rows open what they count', async () => {
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager')
  await isWhole(page)
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const months = panel('Twelve months')
  await months.getByRole('button', { name: 'Table' }).click()
  await expect(months.locator('tbody tr')).toHaveCount(12)
  const told = await (await speaking('mia')).get<{ created: number; completed: number }[]>('dashboard/months')
  const last = told.at(-1)
  await expect(months.locator('tbody tr').last().locator('td')).toHaveText([
    String(last?.completed),
    String(last?.created),
  ])

  const days = panel('Next 30 days')
  const dayLinks = days.getByRole('link', { name: /due$/ })
  expect(await dayLinks.count()).toBeGreaterThan(0)
  await days.getByRole('button', { name: 'Table' }).click()
  await expect(days.locator('tbody tr')).toHaveCount(30)

  const posts = panel('Posts')
  await posts.getByRole('button', { name: 'Table' }).click()
  const first = posts.locator('tbody tr').first()
  const [open = '', late = ''] = await first.locator('td').allTextContents()
  expect(Number(open)).toBeGreaterThan(0)
  await first.getByRole('link').last().click()
  await expect(page.getByText(new RegExp(`^${late} taskings?`)).first()).toBeVisible()
})

for (const size of ['desk', 'phone'] as const)
  test(`what a number counts can be read without pointing at it: ${size}`, async () => {
    const { page } = await signedIn('mia', size, '/dashboard/manager')
    await isWhole(page)
    const help = page.getByText('What these numbers count')
    await help.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Taskings in progress whose due date is before today.', { exact: false })).toBeVisible()
    await expect(page.getByText(/^Open taskings at any stage, .* due today or in the next 7 days\.$/)).toBeVisible()
  })

test('choosing a person or a team shows their open taskings and their numbers', async () => {
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager')
  await isWhole(page)
  const work = page.getByRole('region', { name: 'Assignees and teams' })
  // Not the busiest, who is chosen at first.
  await work
    .getByRole('button', { name: /^Claire Dubois/ })
    .or(work.getByTitle(/^Claire Dubois:/))
    .first()
    .click()
  await expect(work.getByRole('table', { name: 'Open taskings of Claire Dubois' })).toBeVisible()
  const mia = await speaking('mia')
  const begun = work.getByRole('region', { name: 'Statistics' })
  const isTold = async (whose: string) => {
    type Groups = Record<'countries' | 'users' | 'teams' | 'advisors', { name: string }[]> & { count: number }
    const { countries, users, teams, advisors, count } = await mia.get<Groups>(`dashboard/${whose}/stats`)
    await expect(
      begun.getByText(`${count} taskings created since ${formatDay(`${new Date().getFullYear()}-01-01`)}`),
    ).toBeVisible()
    await expect(begun.locator('summary')).toHaveText([
      `Countries${countries.length}`,
      `Assignees${users.length}`,
      `Teams${teams.length}`,
      `Advisors${advisors.length}`,
    ])
    await expect(begun.getByRole('link', { name: users[0]?.name }).first()).toHaveAttribute('href', /\?assignees=\d+$/)
  }
  const people = await mia.get<{ id: number; name: string }[]>('dashboard/users')
  await isTold(`user/${people.find(({ name }) => name === 'Claire Dubois')?.id}`)
  await work.getByRole('radio', { name: 'Teams' }).click()
  await work.getByTitle(/^Banking:/).click()
  await expect(work.getByRole('table', { name: 'Open taskings of Banking' })).toBeVisible()
  await isTold('team/3')
  const counts = await mia.get<{ completed: { count: number }[] }>('dashboard/overview?team=3')
  await expect(work.getByText(`${counts.completed[0]?.count} completed this year`)).toBeVisible()
})

test('who is overtaken stays first and chosen under the finger; the numbers are those of now (C-234)', async () => {
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager')
  await isWhole(page)
  const work = page.getByRole('region', { name: 'Assignees and teams' })
  const listed = async () =>
    (
      await work.locator('li button[aria-pressed]').evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    ).map((title) => ({
      name: (title ?? '').split(':')[0] ?? '',
      open: parseInt((title ?? '').split(': ')[1] ?? '', 10),
    }))
  await expect.poll(async () => (await listed()).length).toBeGreaterThan(1)
  const before = await listed()
  const [first, second] = [must(before[0]), must(before[1])]
  const mia = await speaking('mia')
  const people = await mia.get<{ id: number; fullName: string }[]>('resources/active/users')
  const assigneeId = must(people.find(({ fullName }) => fullName === second.name)).id
  const more = first.open - second.open + 1
  for (let n = 0; n < more; n++) await aTasking(mia, { assigneeId })
  await expect.poll(async () => (await listed())[1]?.open, { timeout: 60_000 }).toBe(second.open + more)
  expect((await listed()).map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  await expect(work.locator('li button').first()).toHaveAttribute('aria-pressed', 'true')
  await expect(work.getByRole('heading', { name: first.name })).toBeVisible()
})

for (const width of [390, 320])
  test(`a name of eighty letters cuts no number, and what is selected can be read, at ${width} pixels`, async () => {
    const mia = await speaking('mia')
    await mia.post('resources/teams', {
      id: 3,
      name: `Banking ${'and the Supervision of Banks '.repeat(3)}`.slice(0, 80),
    })
    const { page } = await signedIn('mia', 'phone', '/dashboard/manager')
    await page.setViewportSize({ width, height: 700 })
    const activity = page.getByRole('region', { name: 'Activity' })
    await expect(activity.getByText(/^Banking and the/)).toBeVisible({ timeout: 30_000 })
    const rights = await activity
      .locator('li i')
      .evaluateAll((numbers) => numbers.map((number) => number.getBoundingClientRect().right))
    expect(rights.length).toBeGreaterThan(3)
    expect(Math.max(...rights)).toBeLessThanOrEqual(width - 12)

    await page.goto('/queue')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .click()
    const bar = page.getByRole('region', { name: 'Selected taskings' })
    await expect(bar.getByRole('button', { name: /^Accept 1/ })).toBeVisible()
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('#main li button > span:first-of-type, [aria-label="Selected taskings"] button')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    )
    expect(cut).toEqual([])
  })
