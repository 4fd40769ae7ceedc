import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { BrokenFiles } from './support/broken-files.ts'
import { aDevice } from './support/device.ts'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { chooseInterpretation, describe, fillStart, next } from './support/wizard.ts'

let server: RunningServer
let link: BadNetwork
let pete: Person

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
})
test.afterEach(async () => {
  await pete.close()
  await link.close()
  await server.dispose()
})

test('a lost answer to Finish gives exactly one request, and nobody is told that it failed', async () => {
  pete = await aDevice(server, 'pete', 'phone', { at: link, path: '/requests' })
  await fillStart(pete.page)
  await next(pete.page, 'Tasks')
  await chooseInterpretation(pete.page)
  await next(pete.page, 'Details')
  await describe(pete.page, 'Pete', 'Only once, please')
  await next(pete.page, 'Complete')
  const before = await countCompleted()
  const lost = link.dropNextResponse('POST /api/sync')
  await pete.page.getByRole('button', { name: 'Finish', exact: true }).click()
  await lost
  await expect(pete.page.getByRole('heading', { name: /is now complete/ })).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => stored(pete.page, 'outbox')).toEqual([])
  expect(await countCompleted()).toBe(before + 1)
  expect(await stored(pete.page, 'attention')).toEqual([])
  await expect(pete.page.getByRole('alert')).toHaveCount(0)

  async function countCompleted(): Promise<number> {
    const requests = await stored(pete.page, 'requests')
    return requests.filter(
      (request) => request['createdById'] && request['taskDetails'] === 'Only once, please' && request['complete'],
    ).length
  }
})

test('the app is killed and opens again without a connection, on any page', async () => {
  pete = await aDevice(server, 'pete', 'phone', { at: link })
  const [project] = await stored(pete.page, 'projects')
  link.online = false
  pete.kill()
  for (const path of [
    '/dashboard/team',
    `/projects/${String(project?.['id'])}`,
    '/requests/drafts',
    '/outbox',
    '/requests',
    '/find?status=3',
  ]) {
    await pete.open(path)
    await pete.setOffline(true)
    await pete.page.reload()
    await expect(pete.page.locator('main h1, header h1').first()).toBeVisible()
    await expect(pete.page.getByText(/Offline/).first()).toBeVisible({ timeout: 20_000 })
    pete.kill()
  }
  await pete.open()
  expect(pete.complaints).toEqual([])
})

test('a captive portal at every address is not taken for the server, and work waits for the real one', async () => {
  const hotel = new BrokenFiles(server.port)
  await hotel.listen()
  pete = await aDevice(server, 'pete', 'phone', { at: hotel })
  await pete.isInstalled()
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  hotel.isPortal = true
  // The app opens from this device, and does not take the portal's page for a newer one of its own.
  await pete.page.goto(`/projects/${String(project?.['id'])}`)
  await pete.page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => undefined))
  await pete.page.getByLabel('Comment', { exact: true }).fill('Written behind a hotel portal')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  const bar = pete.page.getByRole('link', { name: /Can't reach the server · 1 saved on this device/ })
  await expect(bar.first()).toBeVisible({ timeout: 20_000 })
  await pete.page.reload()
  await expect(bar.first()).toBeVisible({ timeout: 20_000 })
  expect(await stored(pete.page, 'outbox')).toHaveLength(1)
  hotel.isPortal = false
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await hotel.close()
})

test('a first sync that is cut goes on where it was', async () => {
  pete = new Person(link, 'phone')
  await pete.open()
  link.bytesPerSecondDown = 40_000
  await pete.signIn('pete')
  await expect(pete.page.getByText(/\d+ of \d+ taskings/).first()).toBeVisible({ timeout: 60_000 })
  link.online = false
  await expect(pete.page.getByRole('alert')).toBeVisible({ timeout: 30_000 })
  const kept = (await stored(pete.page, 'projects')).length
  expect(kept).toBeGreaterThan(0)
  link.online = true
  link.bytesPerSecondDown = undefined
  await pete.page.getByRole('button', { name: 'Try again' }).click()
  await expect(pete.page.getByRole('heading', { name: /Ready to work offline/ })).toBeVisible({ timeout: 60_000 })
})
