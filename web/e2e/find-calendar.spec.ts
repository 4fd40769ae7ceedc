import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { formatDay, formatMonth } from '#shared/lib/day.ts'
import { monthFrom } from '../features/find/calendar-layout.ts'
import { crowd } from './support/crowd.ts'
import { findings } from './support/findings.ts'
import { aTasking } from './support/speaker.ts'

// Issue 10: what Find finds, by due date.
const { signedIn, speaking } = crowd()
const open = 'status=0,1,2,3'

interface Listed {
  name: string
  dueDate: string
}

/** The rows of the table, page by page. */
async function listed(search: string): Promise<Listed[]> {
  const mia = await speaking('mia')
  const rows: Listed[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await mia.get<{ items: Listed[]; totalPages: number }>(`find?${search}&page=${page}`)
    pages = answer.totalPages
    rows.push(...answer.items)
  }
  return rows
}

const dueIn = (rows: Listed[], month: string) => rows.filter(({ dueDate }) => dueDate.startsWith(month))
const told = (page: Page, count: number, month: string) =>
  expect(page.getByText(`${count} due in ${formatMonth(month)}`, { exact: true })).toBeVisible()
const grid = (page: Page) => page.getByRole('table', { name: /^Due in/ })
const dayOf = (page: Page, day: string) =>
  grid(page)
    .getByRole('cell')
    .filter({ has: page.getByRole('heading', { name: must(formatDay(day).split(',')[0]) }) })
const axe = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page, 'all')).toEqual([])
  }
}

test('the months of the desk hold what the table lists, and a day of many opens', async () => {
  const mia = await speaking('mia')
  for (let n = 0; n < 5; n++) await aTasking(mia, { dueDate: '2030-03-16', description: `Late harvest ${n}` })
  const rows = await listed(open)
  const { page } = await signedIn('mia', 'desk', `/find?${open}`)
  await page.getByRole('radio', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/view=calendar$/)
  await page.goto(`/find?${open}&view=calendar&month=2030-03`)
  await told(page, dueIn(rows, '2030-03').length, '2030-03')

  // Beyond the demonstration: a Saturday, which has room because something is due on it.
  const saturday = dayOf(page, '2030-03-16')
  await expect(saturday.getByRole('link', { name: /Late harvest/ })).toHaveCount(2)
  expect((await saturday.boundingBox())?.width).toBeGreaterThan(80)
  expect((await dayOf(page, '2030-03-17').boundingBox())?.width).toBe(44)
  const more = saturday.getByRole('link', { name: /^3 more\W+Saturday, March 16$/ })
  await more.focus()
  await more.press('Enter')
  await expect(page).toHaveURL(/month=2030-03&day=2030-03-16$/)
  await expect(saturday.getByRole('link', { name: /Late harvest/ })).toHaveCount(5)
  await expect(saturday.getByRole('link', { name: 'Show fewer' })).toBeFocused()
  await axe(page)
  await saturday.getByRole('link', { name: /Late harvest 4\W+In Progress$/ }).click()
  await expect(page).toHaveURL(/\/projects\/\d+$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(grid(page).locator('[aria-current=date]')).toBeVisible()
  const here = must(/day=(\d{4}-\d{2})/.exec(page.url())?.[1])
  for (let month = here, n = 0; n < 3; n++, month = monthFrom(month, 1)) {
    await told(page, dueIn(rows, month).length, month)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Next month', exact: true }).click()
  }
  for (let n = 0; n < 4; n++) await page.getByRole('link', { name: 'Previous month', exact: true }).click()
  await told(page, dueIn(rows, monthFrom(here, -1)).length, monthFrom(here, -1))
})

test('a day of the dashboard’s strip opens chosen, in view and with all that is due on it', async () => {
  const { page } = await signedIn('mia', 'desk', '/dashboard/manager')
  const strip = page.getByRole('region', { name: 'Next 30 days' }).getByRole('link', { name: /: \d+ due$/ })
  const last = strip.last()
  const words = must(await last.getAttribute('aria-label'))
  const count = Number(/: (\d+) due$/.exec(words)?.[1])
  await last.click()
  await expect(page).toHaveURL(/view=calendar&day=\d{4}-\d{2}-\d{2}$/)
  const chosen = grid(page).getByRole('cell').filter({ hasText: ', chosen' })
  await expect(chosen.getByRole('heading', { name: must(words.split(',')[0]) })).toBeInViewport()
  await expect(chosen.getByRole('listitem')).toHaveCount(count)
})

test('the phone has the week, the day and what is overdue, and stays within the smallest screen', async () => {
  const rows = await listed(open)
  const today = must(/\d{4}-\d{2}-\d{2}/.exec(new Date().toISOString())?.[0])
  const next = must(
    rows
      .map(({ dueDate }) => dueDate)
      .sort()
      .find((day) => day > today),
  )
  const late = must(
    await speaking('mia')
      .then((mia) => mia.get<{ items: Listed[] }>('find?status=4'))
      .then(({ items }) => items[0]),
  )
  const { page } = await signedIn('mia', 'phone', `/find?${open}&view=calendar&day=${next}`)
  await told(page, dueIn(rows, next.slice(0, 7)).length, next.slice(0, 7))
  const day = page.getByRole('heading', { level: 3, name: must(formatDay(next).split(',')[0]) })
  await expect(day).toBeInViewport()
  const due = rows.filter(({ dueDate }) => dueDate === next)
  const cards = (name: RegExp) => page.getByRole('list', { name }).getByRole('listitem')
  await expect(cards(new RegExp(must(formatDay(next).split(',')[0])))).toHaveCount(due.length)
  await expect(page.getByRole('list', { name: 'Days of the week' }).locator('[aria-current=date]')).toContainText(
    `${due.length} due`,
  )
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page).toHaveURL(/day=/)
  await expect(day).toHaveCount(0)

  const month = late.dueDate.slice(0, 7)
  await page.goto(`/find?${open}&view=calendar&month=${month}`)
  const overdue = page.getByRole('button', { name: /overdue this month$/ })
  await overdue.click()
  await expect(overdue).toHaveAttribute('aria-expanded', 'true')
  const number = Number(/^\d+/.exec((await overdue.textContent()) ?? '')?.[0])
  await expect(cards(/^Overdue this month$/)).toHaveCount(number)
  await axe(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('heading', { level: 2, name: formatMonth(month) })).toBeVisible()
  const beyond = await page
    .locator('#main *')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > 321).map((one) => one.outerHTML.slice(0, 90)),
    )
  expect(beyond).toEqual([])
})

test('what the device does not hold is said in one line', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?status=5&view=calendar')
  await expect(
    page.getByText('Only what is on this device · without those closed more than 180 days ago'),
  ).toBeVisible()
  await page.goto(`/find?${open}&view=calendar`)
  await expect(page.getByText(/taskings · Live/)).toBeVisible()
  await expect(page.getByText(/Only what is on this device/)).toHaveCount(0)
})
