import { expect, test, type Page } from '@playwright/test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { aDevice } from './support/device.ts'
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

// Nothing here takes so long; a browser on a full disk may stand still. One after the other: beside each other they stand still too long.
test.describe.configure({ timeout: 240_000, mode: 'default' })

test.beforeEach(async () => {
  server = await startServer()
  disk = aSmallDisk()
  pete = new Person(server, 'phone', disk.folder)
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
const notKept = (page: Page) => page.getByRole('alert').filter({ hasText: 'This device is full. Not saved yet.' })

async function openTasking(): Promise<string> {
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  const path = `/projects/${String(project?.['id'])}`
  await pete.page.goto(path)
  await expect(comment(pete.page)).toBeEnabled()
  return path
}

const contactOf = async (page: Page) =>
  (await stored(page, 'meta')).find(({ key }) => key === 'contact')?.['value'] as { lastOk: number }

/** On the server, as somebody else's device gets it. */
async function commentsOnServer(path: string, text: string): Promise<number> {
  const opened = Date.now()
  const mia = await aDevice(server, 'mia', 'desk', { path })
  // Its rows are there before its first round is.
  await expect.poll(async () => (await contactOf(mia.page)).lastOk, { timeout: 60_000 }).toBeGreaterThan(opened)
  const found = (await stored(mia.page, 'comments')).filter((row) => row['comment'] === text).length
  await mia.close()
  return found
}

test('on a full disk a comment is not kept, that is said, and it can be sent from the same page once there is room', async () => {
  const path = await openTasking()
  await pete.setOffline(true)
  await comment(pete.page).fill('Typed before the disk was full')
  await expect(pete.page.getByText(/Saved on this device · \d/).filter({ visible: true })).toBeVisible()
  disk.fill()
  const text = 'Typed on a full disk. '.repeat(400).trim()
  await comment(pete.page).fill(text)
  await expect(pete.page.getByText('Not saved: this device is full')).toBeVisible({ timeout: 60_000 })
  await expect(pete.page.getByText(/Saved on this device · \d/)).toHaveCount(0)

  const kept = await sendUntilNotKept(text)
  await expect(pete.page.getByRole('link', { name: 'This device is full' }).first()).toBeVisible()
  const [download] = await Promise.all([
    pete.page.waitForEvent('download'),
    notKept(pete.page).getByRole('button', { name: 'Save a copy' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^fieldpost-outbox-/)
  await expect(pete.page.getByText(/Saved on this device\. It will be sent/)).toHaveCount(0)

  disk.makeRoom()
  const again = (await goesOn()) ? await sentFromHere() : await openedAnew()
  if (again) {
    await expect(comment(pete.page)).toHaveValue('')
    await expect(pete.page.getByText(/Saved on this device\. It will be sent/)).toBeVisible()
    expect(await stored(pete.page, 'outbox')).toHaveLength(kept + 1)
  }
  await pete.setOffline(false)
  if (!again) await pete.signInAndPrepare('pete')
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  expect(await commentsOnServer(path, text)).toBe(kept + (again ? 1 : 0))
  expect(pete.complaints).toEqual([])
})

/** Each try may wait twice for a browser that does not answer at all. */
const goesOn = () =>
  expect(pete.page.getByText('This device is full', { exact: true }))
    .toHaveCount(0, { timeout: 60_000 })
    .then(
      () => true,
      () => false,
    )

/**
 * Once in some tries a full disk ends all that Chromium keeps for this address, for as long as its process lives: it opens no database, not even a
 * new one, and says nothing but "Internal error". The page says what helps then, and it does; what was said to be kept must come back.
 */
async function openedAnew(): Promise<false> {
  const opening = () =>
    new Promise<string>((done) => {
      const request = indexedDB.open('another')
      request.onsuccess = () => done('opens')
      request.onerror = () => done('does not open')
      setTimeout(() => done('does not answer'), 10_000)
    })
  expect(await pete.page.evaluate(opening)).toMatch(/^does not/)
  await expect(pete.page.getByText(/close the browser and open it again/)).toBeVisible()
  await pete.stop()
  await pete.open()
  await expect(pete.page.getByLabel('Email')).toBeVisible()
  return false
}

/**
 * Once in some tries Chromium can no longer read its databases after a full disk, and drops them, the session among them: false then.
 * What was said to be kept must come back all the same, after signing in.
 */
async function sentFromHere(): Promise<boolean> {
  const { page } = pete
  const isSent = await page
    .getByRole('button', { name: 'Comment', exact: true })
    .click({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    )
  // Where the app's own files are gone as well, the page says so and asks for them again once there is a connection.
  const partGone = page.getByRole('heading', { name: 'This page is not here yet' })
  if (!isSent) await expect(page.getByLabel('Email').or(partGone)).toBeVisible()
  return isSent
}

// Chromium ends a database at the first write that fails, and does not open it again while the disk is full: what the page had read by then it shows.
test('an app that is opened on a full disk shows its page or says why not, and works when there is room, without another reload', async () => {
  await openTasking()
  await pete.setOffline(true)
  disk.fill()
  await pete.page.reload()
  const whyNot = pete.page.getByText('This device is full, and so what is kept on it cannot be opened.')
  await expect(comment(pete.page).or(whyNot).first()).toBeVisible({ timeout: 60_000 })
  disk.makeRoom()
  await expect(comment(pete.page)).toBeVisible({ timeout: 60_000 })
  await expect(whyNot).toHaveCount(0, { timeout: 60_000 })
  await expect(pete.page.getByText('This device is full', { exact: true })).toHaveCount(0, { timeout: 60_000 })
  const text = 'Typed after a reload on a full disk. '.repeat(400).trim()
  await comment(pete.page).fill(text)
  await send(pete.page)
  await expect(comment(pete.page)).toHaveValue('')
  await expect(pete.page.getByText(text).first()).toBeVisible()
})

test('a comment that waits while the disk is full for long arrives once, and a half-typed one is there, also where the browser threw all away', async () => {
  await pete.mayKeepStorage()
  const path = await openTasking()
  await pete.setOffline(true)
  const text = 'Waits while the disk is full'
  await comment(pete.page).fill(text)
  await send(pete.page)
  await expect(pete.page.getByText(/Saved on this device\. It will be sent/)).toBeVisible()
  await comment(pete.page).fill('Half-typed when the disk was full')
  await expect(pete.page.getByText(/Saved on this device · \d/).filter({ visible: true })).toBeVisible()
  await pete.page.waitForTimeout(1_000)
  disk.fill()
  await pete.page.reload()
  // Chromium writes what it knows of its own stores every thirty seconds.
  await pete.page.waitForTimeout(32_000)
  disk.makeRoom()
  await pete.stop()

  await pete.open()
  const email = pete.page.getByLabel('Email')
  await expect(email.or(pete.page.getByRole('link', { name: /Find/ })).first()).toBeVisible({ timeout: 60_000 })
  if (await email.isVisible()) await pete.signInAndPrepare('pete')
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await pete.page.goto(path)
  await expect(comment(pete.page)).toHaveValue('Half-typed when the disk was full')
  expect(await commentsOnServer(path, text)).toBe(1)
})

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

/**
 * Chromium makes room by itself when it opens a database anew, and for a moment a comment may fit: what is said to be kept is
 * counted, and has to arrive.
 */
async function sendUntilNotKept(text: string): Promise<number> {
  const { page } = pete
  for (let kept = 0; ; kept += 1) {
    await comment(page).fill(text)
    await send(page)
    await expect(
      notKept(page)
        .or(page.getByText(/Saved on this device\. It will be sent/))
        .first(),
    ).toBeVisible({
      timeout: 60_000,
    })
    if (await notKept(page).isVisible()) {
      await expect(comment(page)).toHaveValue(text)
      return kept
    }
    await expect(page.getByText(/Saved on this device\. It will be sent/)).toHaveCount(0, { timeout: 60_000 })
  }
}

/** What Chromium does with a database it cannot read, and a browser that runs short of room. */
function wipeDatabases(): void {
  const folder = join(disk.folder, 'Default/IndexedDB')
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
}
