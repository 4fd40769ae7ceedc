import { expect, test } from '@playwright/test'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { speaker } from './support/speaker.ts'

let server: RunningServer
let mia: Person

/** The demonstration is small: it would come whole. */
test.beforeEach(async () => {
  server = await startServer({ env: { WHOLE_HISTORY: '0' } })
  mia = new Person(server, 'desk')
  await mia.open()
  await mia.signInAndPrepare('mia')
  await mia.isInstalled()
})
test.afterEach(async () => {
  await mia.close()
  await server.dispose()
})

const MISSING = 'Not on this device yet. Connect once to load it.'
const DAY = 86_400_000

interface Found {
  items: { id: number }[]
}

/** Two completed taskings of the demonstration that were closed more than a month ago and have comments, with the first words of one. */
async function closedLongAgo() {
  const { get } = await speaker(server, 'mia')
  const found: { id: number; words: string }[] = []
  for (let page = 1; page < 30 && found.length < 2; page++) {
    const { items } = await get<Found>(`find?status=5&page=${page}`)
    for (const { id } of items) {
      const { completedDate } = await get<{ completedDate: string }>(`projects/${id}`)
      const age = Date.now() - Date.parse(completedDate)
      if (found.length === 2 || age < 35 * DAY || age > 150 * DAY) continue
      const [first] = await get<{ comment: string }[]>(`projects/${id}/comments`)
      if (first) found.push({ id, words: first.comment.slice(0, 40) })
    }
  }
  return found
}

test('an old completed tasking shows its comments when it is opened; offline it says what is not here, and what was opened stays', async () => {
  const [seen, unseen] = await closedLongAgo()
  if (!seen || !unseen) throw new Error('The demonstration has no old closed taskings with comments')
  const { page } = mia
  await page.goto(`/projects/${seen.id}`)
  await expect(page.getByText(seen.words).first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible()
  await expect(page.getByText(MISSING)).toHaveCount(0)

  await mia.setOffline(true)
  await page.goto(`/projects/${unseen.id}`)
  await expect(page.getByText(MISSING)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(unseen.words)).toHaveCount(0)
  await expect(page.getByText('Completed').first()).toBeVisible()
  // What is written is shown with what is there.
  await page.getByLabel('Comment', { exact: true }).fill('Asked for once more')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Asked for once more').first()).toBeVisible()
  await expect(page.getByText(MISSING)).toBeVisible()

  await page.goto(`/projects/${seen.id}`)
  await expect(page.getByText(seen.words).first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(MISSING)).toHaveCount(0)

  await page.goto(`/projects/${unseen.id}`)
  await expect(page.getByText(MISSING)).toBeVisible({ timeout: 20_000 })
  await mia.setOffline(false)
  await expect(page.getByText(unseen.words).first()).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText('Asked for once more').first()).toBeVisible()
  expect(mia.complaints).toEqual([])
})

test('a request of before what this device keeps leads to what it became, from every step of the wizard (C-084)', async () => {
  const { get } = await speaker(server, 'mia')
  const { totalPages } = await get<{ totalPages: number }>('find?status=5')
  const { items } = await get<Found>(`find?status=5&page=${totalPages}`)
  const asked = await Promise.all(
    items.map(({ id }) => get<{ request: { id: number; createdBy: string } | null }>(`projects/${id}/request`)),
  )
  const request = asked.find((one) => one.request && one.request.createdBy !== 'Mia Lindqvist')?.request
  if (!request) throw new Error('The demonstration has no old request')
  const { page } = mia
  expect((await stored(page, 'requests')).filter(({ id }) => id === request.id)).toEqual([])
  for (const step of ['complete', 'details', 'tasks']) {
    await page.goto(`/requests/${request.id}/${step}`)
    await expect(page).toHaveURL(`/requests/${request.id}/projects`, { timeout: 20_000 })
    await expect(page.getByRole('table', { name: 'Taskings of this request' }).getByRole('link').first()).toBeVisible()
  }
  expect(mia.complaints).toEqual([])
})

test('a tasking whose fetch fails while there is a connection says so, and Try again fetches it', async () => {
  const { get } = await speaker(server, 'mia')
  const { page } = mia
  const held = (await stored(page, 'projects')).map(({ id }) => id)
  let missing: number | undefined
  for (let number = 1; number < 40 && missing === undefined; number++)
    missing = (await get<Found>(`find?status=5&page=${number}`)).items.find(({ id }) => !held.includes(id))?.id
  const address = `**/api/sync/taskings/${missing}`
  await page.route(address, (route) => route.abort())
  await page.goto(`/projects/${missing}`)
  await expect(page.getByText('Not on this device yet. It could not be fetched.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(MISSING)).toHaveCount(0)
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('#main')).toBeFocused()
})
