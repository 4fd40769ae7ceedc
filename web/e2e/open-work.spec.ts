import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

// What is said to be open is what is shown behind it: among them what was denied, and nothing that is closed.
const { signedIn } = crowd()

const isClosed = ({ phase }: Record<string, unknown>) => phase === 'completed' || phase === 'canceled'
const idIn = (row: Record<string, unknown>, column: string) => Number(row[column])

/** Whoever has taskings of all three kinds in this column: open, denied and closed ones; and how many are open. */
async function namedByAll(page: Page, column: string): Promise<{ id: number; open: number }> {
  const rows = await stored(page, 'projects')
  const denied = rows.filter(({ phase }) => phase === 'denied').map((row) => idIn(row, column))
  const own = (id: number) => rows.filter((row) => idIn(row, column) === id)
  const id = denied.find(
    (one) => one > 0 && own(one).some(isClosed) && own(one).some(({ phase }) => phase === 'progress'),
  )
  return { id: must(id, column), open: own(must(id)).filter((row) => !isClosed(row)).length }
}

/** As many rows as Find shows, once the server has answered. */
async function rowsFound(page: Page): Promise<number> {
  const line = page.getByText(/^\d[\d,]* taskings? · (Live|As of)/).first()
  await expect(line).toBeVisible({ timeout: 60_000 })
  return Number(/^[\d,]+/.exec((await line.textContent()) ?? '')?.[0].replaceAll(',', ''))
}

/** The number that a form says. */
async function used(page: Page): Promise<number> {
  const words = page.getByText(/^Used by \d+ open taskings?$/)
  await expect(words).toBeVisible()
  return Number(/\d+/.exec((await words.textContent()) ?? '')?.[0])
}

const forms = [
  ['a country', '/resources/countries', 'countryId'],
  ['an advisor', '/resources/advisors', 'advisorId'],
  ['a team', '/resources/teams', 'teamId'],
  ['a service', '/settings/services', 'bocId'],
] as const

for (const size of ['desk', 'phone'] as const)
  test(`before something is deactivated its form counts the open taskings, and leads to exactly those (${size})`, async () => {
    const { page } = await signedIn('mia', size)
    for (const [what, path, column] of forms)
      await test.step(what, async () => {
        const { id, open } = await namedByAll(page, column)
        await page.goto(`${path}/${id}`)
        expect(await used(page)).toBe(open)
        await page.getByRole('switch', { name: 'Active' }).click()
        await expect(page.getByText(/no longer offered for new ones/).first()).toBeVisible()
        await page.getByRole('switch', { name: 'Active' }).click()
        await page.getByRole('link', { name: 'Show', exact: true }).click()
        expect(await rowsFound(page)).toBe(open)
      })
    await test.step('a pool code', async () => {
      await page.goto('/resources/funding/codes/2')
      const open = await used(page)
      expect(open).toBeGreaterThan(1)
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: /^Open taskings of/ })
      const rows = sheet.getByRole('link', { name: /T-\d+-\d+/ })
      await expect(rows).toHaveCount(Math.min(open, 20))
      if (open > 20) await expect(sheet.getByText(`1–20 of ${open}`)).toBeVisible()
    })
    await test.step('a person', async () => {
      const { id, open } = await namedByAll(page, 'assigneeId')
      await page.goto(`/resources/users/${id}`)
      const panel = page.getByRole('region', { name: new RegExp(`^${open} open taskings wait for`) })
      await panel.getByRole('link', { name: 'Show', exact: true }).click()
      expect(await rowsFound(page)).toBe(open)
    })
  })

test('what the dashboard counts as open or due Find shows, no more and no less', async () => {
  const { page } = await signedIn('mia')
  const { id, open } = await namedByAll(page, 'teamId')
  const team = must((await stored(page, 'teams')).find((row) => row['id'] === id))
  await page.goto('/dashboard/manager')
  const work = page.getByRole('region', { name: 'Assignees and teams' })
  await work.getByRole('radio', { name: 'Teams' }).click()
  // The busiest is chosen on arrival, and a press on it would let go of it.
  const item = work.getByTitle(new RegExp(`^${String(team['name'])}:`))
  if ((await item.getAttribute('aria-pressed')) === 'false') await item.click()
  await expect(work.getByText(`${open} open`).first()).toBeVisible()
  await work.getByRole('link', { name: 'Show in Find' }).first().click()
  expect(await rowsFound(page)).toBe(open)

  await page.goto('/dashboard/manager')
  const posts = page.getByRole('region', { name: 'Posts', exact: true })
  await posts.getByRole('button', { name: 'Table' }).click()
  const country = await namedByAll(page, 'countryId')
  const title = String(must((await stored(page, 'countries')).find((row) => row['id'] === country.id))['title'])
  await expect(
    posts
      .getByRole('row', { name: new RegExp(`^${title} `) })
      .locator('td')
      .first(),
  ).toHaveText(String(country.open))
  await posts.getByRole('link', { name: title, exact: true }).click()
  expect(await rowsFound(page)).toBe(country.open)
})
