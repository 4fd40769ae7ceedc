import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
import { stored, type Person, type Size } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let link: BadNetwork
let pete: Person

test.beforeEach(async () => {
  test.setTimeout(400_000)
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
})
test.afterEach(async () => {
  await pete.close()
  await link.close()
  await server.dispose()
})

async function begin(size: Size): Promise<void> {
  pete = await aDevice(server, 'pete', size, { at: link })
}

/** No event, no end of a connection: nothing comes through any more, either way. */
function silence(isSilent: boolean): void {
  link.bytesPerSecondUp = isSilent ? 0 : undefined
  link.bytesPerSecondDown = isSilent ? 0 : undefined
}
const asked = (what: string) => link.requests.filter((request) => request.startsWith(what)).length
const contact = async () => (await stored(pete.page, 'meta')).find(({ key }) => key === 'contact')?.['value']
const comments = async (text: string) => (await stored(pete.page, 'comments')).filter((row) => row['comment'] === text)

async function openTasking(): Promise<void> {
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  await pete.page.goto(`/projects/${String(project?.['id'])}`)
  await expect(pete.page.getByLabel('Comment', { exact: true })).toBeVisible()
}
async function comment(text: string): Promise<void> {
  await pete.page.getByLabel('Comment', { exact: true }).fill(text)
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(pete.page, 'outbox')).toHaveLength(1)
}

test('a link that falls silent without an event is told of in the middle of a round, which is not cut; what was sent arrives once', async () => {
  await begin('phone')
  await openTasking()
  await pete.page.waitForTimeout(3_000)
  link.requests.length = 0
  silence(true)
  await comment('Sent into silence')
  await expect(pete.page.getByText(/Can't reach the server · 1 saved on this device/).first()).toBeVisible({
    timeout: 30_000,
  })
  await expect(pete.page.getByRole('button', { name: 'Try now' })).toBeVisible()
  await pete.page.waitForTimeout(15_000)
  expect([asked('POST /api/sync '), asked('GET /api/ping') >= 2]).toEqual([1, true])
  silence(false)
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 60_000 }).toEqual([])
  expect(await comments('Sent into silence')).toHaveLength(1)
  await expect(pete.page.getByText(/Can't reach the server/)).toHaveCount(0, { timeout: 60_000 })
})

test('a link that stays silent is asked three times a minute at least, each time with 600 bytes at most', async () => {
  await begin('desk')
  await openTasking()
  silence(true)
  await comment('For a minute')
  await expect(pete.page.getByText(/Can't reach the server/).first()).toBeVisible({ timeout: 30_000 })
  const before = asked('GET /api/ping')
  await pete.page.waitForTimeout(61_000)
  expect(asked('GET /api/ping') - before).toBeGreaterThanOrEqual(3)
  link.requests.length = 0
  link.bytesBy.clear()
  link.online = false
  silence(false)
  link.online = true
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 60_000 }).toEqual([])
  const weight = [...link.bytesBy].filter(([line]) => line.startsWith('GET /api/ping'))
  expect(weight.length).toBeGreaterThan(0)
  for (const [, bytes] of weight) expect(bytes).toBeLessThanOrEqual(600)
  expect(await comments('For a minute')).toHaveLength(1)
})

test('a stream that is open and dead is not called live, and an idle browser that goes offline says so', async () => {
  await begin('desk')
  await pete.page.goto('/dashboard/team')
  await expect(pete.page.getByText(/^Live ·/).first()).toBeVisible({ timeout: 30_000 })
  silence(true)
  await expect(pete.page.getByText(/^Live ·/)).toHaveCount(0, { timeout: 75_000 })
  await expect(pete.page.getByText(/Can't reach the server/).first()).toBeVisible({ timeout: 30_000 })
  silence(false)
  await expect(pete.page.getByText(/^Live ·/).first()).toBeVisible({ timeout: 90_000 })
  await pete.setOffline(true)
  await expect(pete.page.getByText(/^Live ·/)).toHaveCount(0, { timeout: 15_000 })
  await expect(pete.page.getByText('Offline').first()).toBeVisible({ timeout: 15_000 })
})

test('a call that the wire does not take goes to the person, and the one behind it to the server', async () => {
  await begin('phone')
  await openTasking()
  link.online = false
  await comment('Not of this version')
  await pete.page.evaluate(async () => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('fieldpost-user-'))
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(own?.name ?? '')
      request.onsuccess = () => resolve(request.result)
    })
    const outbox = opened.transaction('outbox', 'readwrite').objectStore('outbox')
    const [call] = await new Promise<object[]>((resolve) => {
      const request = outbox.getAll() as IDBRequest<object[]>
      request.onsuccess = () => resolve(request.result)
    })
    await new Promise((resolve) => {
      outbox.put({ ...call, name: 'n'.repeat(61) }).onsuccess = resolve
    })
    opened.close()
  })
  await pete.page.getByLabel('Comment', { exact: true }).fill('Behind it')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  link.online = true
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 120_000 }).toEqual([])
  expect(await stored(pete.page, 'attention')).toMatchObject([{ call: { input: { comment: 'Not of this version' } } }])
  expect(await comments('Behind it')).toHaveLength(1)
  expect(await contact()).toMatchObject({ problem: null })
  await expect(pete.page.getByText(/1 item needs you/).first()).toBeAttached()
})
