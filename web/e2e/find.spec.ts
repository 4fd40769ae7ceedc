import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
import { stored, type Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let link: BadNetwork
let mia: Person

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
  mia = await aDevice(server, 'mia', 'desk', { at: link })
})
test.afterEach(async () => {
  server.thaw()
  await mia.close()
  await link.close()
  await server.dispose()
})

const line = (page: Page) => page.locator('main').getByText(/Live · |As of |Asking the server|Results on this device/)
const numberIn = (text: string, pattern: RegExp): number =>
  Number((pattern.exec(text)?.[1] ?? 'NaN').replaceAll(',', ''))
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Results' }).getByRole('row')

/** Of the server's answer; before it there is a line without a number. */
async function total(page: Page): Promise<number> {
  let found = NaN
  await expect(async () => {
    found = numberIn((await line(page).textContent()) ?? '', /([\d,]+) taskings?\b.*Live/)
    await expect(pager(page)).toContainText(`of ${found.toLocaleString('en-US')}`, { timeout: 1 })
  }).toPass({ timeout: 15_000 })
  return found
}

/** Opens the list of a card; its number. */
async function openCard(page: Page, label: string): Promise<number> {
  await page.goto('/dashboard/manager')
  const card = page.getByRole('link', { name: label })
  await expect(card).not.toContainText('on this device')
  // On a line of its own: how it moved may begin with a number too.
  const numberOn = async () => numberIn(await card.innerText(), /^([\d,]+)$/m)
  await expect.poll(numberOn, label).toBeGreaterThan(0)
  const counted = await numberOn()
  await card.click()
  return counted
}

const yearsIn = (page: Page) => page.getByRole('heading', { level: 2, name: /completed$/ })
const year = new Date().getFullYear()

const isCompleted = (row: Record<string, unknown>) => row['phase'] === 'completed'

test('each card of the dashboard leads to a list of its number, with more closed taskings than the device holds', async () => {
  const { page } = mia
  for (const label of ['In Progress', 'Overdue', 'Requests']) {
    const counted = await openCard(page, label)
    expect(await total(page), label).toBe(counted)
  }
  const thisYear = await openCard(page, 'Completed YTD')
  await expect(yearsIn(page).first()).toHaveText(`${year} · ${thisYear.toLocaleString('en-US')} completed`)
  const onDevice = (await stored(page, 'projects')).filter(isCompleted).length
  const everywhere = await total(page)
  expect(everywhere).toBeGreaterThan(onDevice)

  // Page by page the list is as long as it says, and its last tasking opens though the device does not hold it.
  await page.goto('/find?status=5&page=9999')
  expect(await total(page)).toBe(everywhere)
  await expect(pager(page)).toContainText(`–${everywhere.toLocaleString('en-US')} of`)
  const reference = rowsOf(page).last().getByRole('link')
  const name = (await reference.textContent()) ?? ''
  expect((await stored(page, 'projects')).map((row) => row['name'])).not.toContain(name)
  await reference.click()
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  expect(mia.complaints).toEqual([])
})

test('what is completed stands under its years, on every page, as a table and as cards, from the server and from the device (C-040)', async () => {
  const { page } = mia
  const thisYear = await openCard(page, 'Completed YTD')
  const words = `${year} · ${thisYear.toLocaleString('en-US')} completed`
  await expect(page.getByRole('table', { name: `Results of ${year}` })).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(yearsIn(page)).toHaveText([words])
  await page.goto('/find?status=5&view=cards')
  await expect(yearsIn(page)).toHaveText([words])
  await expect(page.getByRole('list', { name: `Results of ${year}` })).toBeVisible()
  // Where one year ends and the one before begins on the same page, and on its last page.
  await page.goto(`/find?status=5&page=${Math.floor(thisYear / 20) + 1}`)
  await expect(yearsIn(page)).toHaveText([words, new RegExp(`^${year - 1} · `)])
  await page.goto('/find?status=5&page=9999')
  await expect(yearsIn(page).last()).toHaveText(/^\d{4} · [\d,]+ completed$/)
  await page.goto('/find?status=5,6')
  await expect(line(page)).toHaveText(/Live/)
  await expect(yearsIn(page)).toHaveCount(0)

  await mia.setOffline(true)
  const onDevice = (await stored(page, 'projects')).filter(isCompleted)
  const ofThisYear = onDevice.filter(({ completedDate }) => String(completedDate) >= `${year}-01-01T05:00`).length
  await page.goto('/dashboard/manager')
  const card = page.getByRole('link', { name: 'Completed YTD' })
  await expect(card).toContainText('on this device')
  await expect(card).toContainText(String(ofThisYear))
  await card.click()
  await expect(line(page)).toContainText('Results on this device')
  await expect(yearsIn(page).first()).toHaveText(`${year} · ${ofThisYear} completed`)
  await mia.setOffline(false)
  expect(mia.complaints).toEqual([])
})

test('a term and filters in the address narrow each other, and the box keeps the term', async () => {
  const { page } = mia
  await page.goto('/find?type=search&term=kenya')
  const kenya = await total(page)
  await page.goto('/find?type=search&term=kenya&status=5')
  const completed = await total(page)
  await page.goto('/find?type=search&term=kenya&status=0,1,2,3,6,7')
  expect(completed + (await total(page))).toBe(kenya)
  await expect(page.getByRole('searchbox', { name: 'Search taskings, pool codes, people' })).toHaveValue('kenya')
  await page.getByRole('group', { name: 'Status' }).getByLabel('Completed').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/term=kenya.*status=/)
  // For a moment the old answer still stands.
  await expect.poll(() => total(page)).toBe(kenya)
})

test('while the server stands still the device answers and says so; when it goes on its answer comes', async () => {
  const { page } = mia
  await page.goto('/find')
  await expect(line(page)).toHaveText(/Live/)
  const onDevice = (await stored(page, 'projects')).filter(isCompleted).length
  server.freeze()
  await page.getByRole('group', { name: 'Status' }).getByLabel('Completed').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(line(page)).toHaveText(`${onDevice} taskings on this device · Asking the server\u00a0…`)
  await expect(rowsOf(page)).toHaveCount(21)
  await expect(line(page)).toHaveText(
    new RegExp(
      `^${onDevice} taskings · Results on this device · as of .* · without those closed more than 180 days ago$`,
    ),
    { timeout: 20_000 },
  )
  server.thaw()
  await expect(line(page)).toHaveText(/Live/, { timeout: 40_000 })
  expect(await total(page)).toBeGreaterThan(onDevice)
})

test('without a connection the list is the device’s and says what it covers, on every page', async () => {
  const { page } = mia
  await page.goto('/find?status=5')
  const everywhere = await total(page)
  const onDevice = (await stored(page, 'projects')).filter(isCompleted).length
  link.online = false
  const covered = new RegExp(`^${onDevice} taskings · Results on this device · as of .*180 days ago$`)
  await expect(line(page)).toHaveText(covered, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Page 3', exact: true }).click()
  await expect(page).toHaveURL(/page=3/)
  await expect(pager(page)).toContainText(`41–60 of ${onDevice}`)
  await expect(line(page)).toHaveText(covered)
  await page.goto('/find?status=3')
  await expect(line(page)).toHaveText(/^\d+ taskings · Results on this device · as of [^·]*$/)
  link.online = true
  await page.goto('/find?status=5')
  await expect(line(page)).toHaveText(/Live/, { timeout: 60_000 })
  expect(await total(page)).toBe(everywhere)
})

test('what was done here stays in the list while the server does not know it yet', async () => {
  const { page } = mia
  await page.goto('/find?status=3')
  const before = await total(page)
  const [first, second] = await Promise.all(
    [0, 1].map((n) =>
      rowsOf(page)
        .nth(n + 1)
        .getByRole('link')
        .textContent(),
    ),
  )
  await page.goto('/favicon.svg')
  await holdWork(page, String(first), { description: 'Written here', dueDate: '2020-01-01' })
  await page.goto('/find?status=3')
  expect(await total(page)).toBe(before)
  await expect(rowsOf(page).filter({ hasText: String(first) })).toContainText('Written here')
  await expect(rowsOf(page).filter({ hasText: String(second) })).not.toContainText('Written here')
})

/** Work that the server has not judged: the row painted over, and a call that another tab holds. */
async function holdWork(page: Page, name: string, painted: object): Promise<void> {
  const holder = await page.context().newPage()
  await holder.goto('/favicon.svg')
  await holder.evaluate(
    () =>
      new Promise<void>((isHeld) => {
        const forEver = () => (isHeld(), new Promise(() => undefined))
        void navigator.locks.request('fieldpost-hold-heldByAJourney01', forEver)
      }),
  )
  await page.evaluate(
    async ({ name, painted }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(new Error('The database refuses'))
        })
      const databases = await indexedDB.databases()
      const own = databases.find((database) => database.name?.startsWith('fieldpost-user-'))
      const device = await done(indexedDB.open(own?.name ?? ''))
      const write = device.transaction(['projects', 'kept', 'outbox', 'meta'], 'readwrite')
      const rows = (await done(write.objectStore('projects').getAll())) as { id: number; name: string }[]
      const row = rows.find((each) => each.name === name)
      if (!row) throw new Error(`${name} is not on this device`)
      const { value } = (await done(write.objectStore('meta').get('position'))) as { value: { judged: number } }
      const key = `projects:${row.id}`
      write.objectStore('kept').put({ key, table: 'projects', id: row.id, row })
      write.objectStore('projects').put({ ...row, ...painted })
      write.objectStore('outbox').put({
        ...{ seq: value.judged + 1, id: 'heldByAJourney01', name: 'editProject', input: { id: row.id, fields: {} } },
        ...{
          at: new Date().toISOString(),
          touches: [key],
          held: true,
          firstSent: 0,
          attempts: 0,
        },
      })
      await new Promise((resolve) => (write.oncomplete = resolve))
      device.close()
    },
    { name, painted },
  )
}

test('what is ticked stays while words are searched and a chip is taken away; Apply keeps the keyboard', async () => {
  const { page } = mia
  await page.goto('/find?status=0')
  const panel = page.getByRole('form', { name: 'Filters' })
  const status = (name: string) => panel.getByRole('checkbox', { name })
  await status('Completed').check()
  await status('Denied').check()
  await page.getByLabel('Search taskings', { exact: true }).fill('workshop')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/term=workshop/)
  await expect(status('Completed')).toBeChecked()
  await page.getByRole('button', { name: /^Remove .*Interim/ }).click()
  await expect(page).not.toHaveURL(/status=0/)
  await expect(status('Denied')).toBeChecked()
  const apply = panel.getByRole('button', { name: 'Apply' })
  await apply.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=/)
  await expect(apply).toBeFocused()
})
