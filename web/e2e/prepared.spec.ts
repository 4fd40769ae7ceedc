import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
import { stored, type Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

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

test('a prepared device is a true one: it opens and works where nothing answers, sends what it did, and is the only one of its kind', async () => {
  link.online = false
  pete = await aDevice(server, 'pete', 'phone', { at: link })
  expect(link.requests).toEqual([])
  await expect(pete.page.getByText(/Can't reach the server|Offline/).first()).toBeVisible({ timeout: 30_000 })
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  await pete.page.goto(`/projects/${String(project?.['id'])}`)
  await pete.page.getByLabel('Comment', { exact: true }).fill('Written where nothing answers')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(pete.page, 'outbox')).toHaveLength(1)

  link.online = true
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 60_000 }).toEqual([])
  expect(await stored(pete.page, 'attention')).toEqual([])
  const mia = await aDevice(server, 'mia', 'desk')
  const arrived = async () =>
    (await stored(mia.page, 'comments')).filter((row) => row['comment'] === 'Written where nothing answers')
  await expect.poll(arrived, { timeout: 30_000 }).toHaveLength(1)
  await mia.close()
  await expect(aDevice(server, 'mia', 'phone')).rejects.toThrow('is in use')
})
