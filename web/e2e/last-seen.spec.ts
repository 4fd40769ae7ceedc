import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
import { Person, type Size } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { shifts, watchShifts } from './support/shifts.ts'

let server: RunningServer
let link: BadNetwork
let person: Person

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
})
test.afterEach(async () => {
  const { complaints } = person
  await person.close()
  await link.close()
  await server.dispose()
  expect(complaints).toEqual([])
})

const picture = (page: Page) => page.locator('#last-seen')
const firstRow = (page: Page) => page.locator('#taskings-panel a[href^="/projects/"]').first()

/** The session as it lies on this device, with the list that was last seen. */
const keptSession = (page: Page) =>
  page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('fieldpost-session')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('The session does not open'))
    })
    const read = opened.transaction('session').objectStore('session').get('session')
    const session = await new Promise<{ seen?: object } | null>((resolve) => {
      read.onsuccess = () => resolve(read.result as { seen?: object } | null)
    })
    opened.close()
    return session
  })
async function listIsKept(page: Page): Promise<void> {
  await expect(firstRow(page)).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => Object.keys((await keptSession(page))?.seen ?? {}).length, { timeout: 30_000 })
    .toBeGreaterThan(0)
}

/** What an earlier step took out comes back behind the first screen. */
async function appIsKept(): Promise<boolean> {
  const app = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]')?.href ?? ''
  return (await (await caches.open('fieldpost-files')).match(app, { ignoreVary: true })) !== undefined
}

/** Takes the app itself out of this browser's keeping, so that it must come over the link. What runs before it stays. */
async function losesTheApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const app = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]')?.href ?? ''
    const files = await caches.open('fieldpost-files')
    if (!(await files.delete(app))) throw new Error('The app was not kept')
  })
}
/** Loads the page with the app held back; resolves when what runs before it has had its time. */
async function opensHeld(page: Page, path = '/'): Promise<void> {
  await expect.poll(() => page.evaluate(appIsKept), { timeout: 60_000 }).toBe(true)
  // First, or the worker would fetch what it misses.
  link.bytesPerSecondDown = 0
  await losesTheApp(page)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('#not-here')).toBeAttached()
  await page.waitForTimeout(1_500)
  // Nothing of React has run.
  await expect(page.locator('#not-here')).toBeAttached()
}
function releases(): void {
  link.bytesPerSecondDown = undefined
}

for (const size of ['desk', 'phone'] satisfies Size[])
  test(`the list that was last seen stands there before the app, and the app takes it over where it stands: ${size}`, async () => {
    person = await aDevice(server, 'mia', size, { at: link })
    const { page } = person
    await page.goto('/')
    await listIsKept(page)
    const name = must(/T-\d+-\d+/.exec(must(await firstRow(page).textContent())))[0]
    const before = must(await firstRow(page).getByText(name, { exact: true }).or(firstRow(page)).last().boundingBox())
    await watchShifts(page)
    await opensHeld(page)
    const drawn = picture(page).getByText(name, { exact: true })
    await expect(drawn).toBeVisible()
    await expect(picture(page).getByText('As last seen on this device')).toBeVisible()
    const there = must(await drawn.boundingBox())
    for (const edge of ['x', 'y'] as const) expect(Math.abs(there[edge] - before[edge]), edge).toBeLessThan(3)
    // From here on the words are there in every frame, of one or of the other.
    await page.evaluate(watchWords, name)
    releases()
    await expect(firstRow(page)).toBeVisible({ timeout: 60_000 })
    await expect(picture(page)).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { gaps: number }).gaps)).toBe(0)
    expect(await shifts(page)).toEqual([])
    expect(JSON.stringify((await keptSession(page))?.seen).length).toBeLessThan(12_000)
  })

function watchWords(name: string): void {
  const watched = Object.assign(window, { gaps: 0 })
  const look = () => {
    if (!document.body.textContent?.includes(name)) watched.gaps++
    requestAnimationFrame(look)
  }
  look()
}

test('nothing is drawn behind the lock, on another page, after logging out, or for somebody else', async () => {
  person = new Person(link, 'desk')
  const page = await person.open()
  await person.signInAndPrepare('mia')
  await person.isInstalled()
  await page.goto('/')
  await listIsKept(page)

  await opensHeld(page)
  await expect(picture(page)).toHaveCount(1)
  releases()
  await expect(firstRow(page)).toBeVisible({ timeout: 60_000 })

  await opensHeld(page, '/find')
  await expect(picture(page)).toHaveCount(0)
  releases()
  await expect(page.locator('#main h1').first()).toBeVisible({ timeout: 60_000 })

  await page.evaluate(() => localStorage.setItem('fieldpost-touched', String(Date.now() - 16 * 60_000)))
  await opensHeld(page)
  await expect(picture(page)).toHaveCount(0)
  releases()
  await expect(page).toHaveTitle(/^Locked/, { timeout: 60_000 })
  await page.getByLabel('Password', { exact: true }).fill('fieldpost-demo')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(firstRow(page)).toBeVisible({ timeout: 60_000 })

  await page.getByRole('button', { name: /Mia/ }).first().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await keptSession(page)).toBeNull()
  await opensHeld(page)
  await expect(picture(page)).toHaveCount(0)
  releases()
  await person.signIn('ana')
  await expect.poll(() => keptSession(page), { timeout: 60_000 }).not.toBeNull()
  expect(await keptSession(page)).not.toHaveProperty('seen')
})
