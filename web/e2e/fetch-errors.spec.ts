import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { beyondTheScreen } from './support/screen.ts'

const { signedIn, server } = crowd()
const why = 'the server cannot be reached'

/** What is on a device whose first sync begins anew: nothing of these tables. A cursor of other days makes the server send everything. */
const forget = (page: Page, tables: string[]) =>
  page.evaluate(async (names) => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('fieldpost-user-'))?.name ?? ''
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(own)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('The database does not open'))
    })
    const change = database.transaction(['meta', ...names], 'readwrite')
    for (const name of names) change.objectStore(name).clear()
    const value = { cursor: 'other.1', judged: 0, sweeping: false, ready: false, progress: null }
    change.objectStore('meta').put({ key: 'position', value })
    await new Promise((resolve, reject) => {
      change.oncomplete = resolve
      change.onerror = () => reject(new Error('The database does not write'))
    })
    database.close()
  }, tables)

const places: [path: string, sentences: string[]][] = [
  ['/dashboard/manager', [`Error fetching project data - ${why}`, 'Error loading projects']],
  ['/find?status=0', ['error fetching project data...']],
  ['/find?status=0&view=calendar', ['error fetching project data...']],
  ['/queue', [`Error fetching project data - ${why}`]],
  ['/resources/countries', [`Error fetching resource data - ${why}`]],
  ['/resources/funding', [`Error fetching resource data - ${why}`]],
  ['/settings/services', [`Error fetching resource data - ${why}`]],
  ['/requests/mine', [`Error fetching data - ${why}`]],
  ['/inbox', [`Error fetching data - ${why}`]],
]

for (const size of ['desk', 'phone'] as const)
  test(`what could not be fetched says so in its place, and Try again fetches it: ${size}`, async () => {
    const link = new BadNetwork(server().port)
    await link.listen()
    const { page } = await signedIn('mia', size, '/', link)
    const project = (await stored(page, 'comments')).at(-1)?.['projectId']
    // A tab whose stream was not open yet notices with its next round, a minute later.
    link.online = false
    await expect(page.getByText(/Can't reach the server/).first()).toBeVisible({ timeout: 90_000 })
    const main = page.locator('#main')
    const opens = async (path: string, sentences: string[]) => {
      await page.goto(path)
      for (const sentence of sentences) {
        const place = main
          .getByRole('status')
          .filter({ has: page.getByRole('heading', { name: sentence, exact: true }) })
        await expect(place).toBeVisible({ timeout: 30_000 })
        await expect(place.getByRole('button', { name: 'Try again' })).toBeVisible()
      }
      expect.soft(await beyondTheScreen(page), path).toEqual([])
    }

    await opens('/device', [])
    await forget(page, ['comments'])
    await opens(`/projects/${String(project)}`, [`Error fetching comments - ${why}`])

    await forget(page, ['projects', 'requests', 'notifications', 'countries', 'teams', 'services', 'projectTypes'])
    for (const [path, sentences] of places) await test.step(path, () => opens(path, sentences))

    await test.step('the filters of Find', async () => {
      await page.goto('/find')
      if (size === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
      await expect(page.getByRole('heading', { name: 'error fetching resource data...' })).toBeVisible()
      await expect(page.getByText(/^Error|^error/)).toHaveCount(1)
    })

    await page.goto('/resources/countries')
    await expect(main.getByText(/^Error fetching/)).toBeVisible()
    link.online = true
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText('Kenya').first()).toBeVisible({ timeout: 30_000 })
    await page.goto('/find?status=0')
    await expect(
      main
        .getByText(/^T-\d+-\d+/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible({ timeout: 30_000 })
    await expect(main.getByText(/^Error|^error/)).toHaveCount(0)
    await link.close()
  })

test('where somebody is signed in only the server knows: when it fails, that is said, and it is asked again', async () => {
  const { page } = await signedIn('ada', 'phone')
  let answers = 0
  await page.route('**/api/resources/users/5/sessions', async (route) => {
    answers++
    await (answers <= 4 ? route.fulfill({ status: 500, json: {} }) : route.continue())
  })
  await page.goto('/resources/users/5')
  const panel = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(panel.getByText(/^Error fetching data/)).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => answers, { timeout: 30_000 }).toBe(4)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText(/^Error fetching data/)).toHaveCount(0, { timeout: 30_000 })
  await expect(panel.getByText(/Last contact|Signed in/).first()).toBeVisible()
})
