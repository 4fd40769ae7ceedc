import { expect, test, type Page } from '@playwright/test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { aSmallDisk, type SmallDisk } from './support/small-disk.ts'

/**
 * A browser whose profile lies on a real file system of its own, which is filled to the last byte. Texts are long: a short one
 * fits into what is left of the last page of a log.
 */
test.setTimeout(600_000)

let server: RunningServer
let disk: SmallDisk
let pete: Person

test.beforeEach(async () => {
  server = await startServer()
  disk = aSmallDisk()
  pete = new Person(server.url, 'phone', disk.folder)
  await pete.open()
  await pete.signInAndPrepare('pete')
  await pete.isInstalled()
})
test.afterEach(async () => {
  await pete.close()
  disk.remove()
  await server.dispose()
})

const comment = (page: Page) => page.getByLabel('Comment', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Comment', exact: true }).click()

async function openTasking(): Promise<string> {
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  const path = `/projects/${String(project?.['id'])}`
  await pete.page.goto(server.url + path)
  await expect(comment(pete.page)).toBeEnabled()
  return path
}

/** On the server, as somebody else's device gets it. */
async function commentsOnServer(path: string, text: string): Promise<number> {
  const mia = new Person(server.url, 'desk')
  await mia.open()
  await mia.signInAndPrepare('mia')
  await mia.page.goto(server.url + path)
  await expect(comment(mia.page)).toBeEnabled()
  const found = (await stored(mia.page, 'comments')).filter((row) => row['comment'] === text).length
  await mia.close()
  return found
}

test('a browser that threw everything away gets the unsent comment back, delivers it once, and says so', async () => {
  const path = await openTasking()
  await pete.setOffline(true)
  await comment(pete.page).fill('On the device, and nowhere else')
  await send(pete.page)
  await expect(pete.page.getByText(/Saved on this device\. It will be sent/)).toBeVisible()
  await pete.page.waitForTimeout(1_000)
  await pete.stop()
  wipeDatabases()

  await pete.open()
  await expect(
    pete.page.getByText(/removed Fieldpost's data from this device\. 1 of 1 unsent item can be put back/),
  ).toBeVisible()
  await pete.signInAndPrepare('pete')
  await expect(
    pete.page.getByText(/removed Fieldpost's data from this device\. 1 of 1 unsent item was put back/),
  ).toBeVisible()
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  expect(await commentsOnServer(path, 'On the device, and nowhere else')).toBe(1)
  await pete.page.getByRole('button', { name: 'OK', exact: true }).click()
  await pete.page.reload()
  await expect(pete.page.getByRole('link', { name: /Find/ }).first()).toBeVisible()
  await expect(pete.page.getByText(/removed Fieldpost's data/)).toHaveCount(0)
})

/** What Chromium does with a database it cannot read, and a browser that runs short of room. */
function wipeDatabases(): void {
  const folder = join(disk.folder, 'Default/IndexedDB')
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
}
