import { expect, test } from '@playwright/test'
import type { IncomingMessage } from 'node:http'
import { BrokenFiles } from './support/broken-files.ts'
import { serves } from './support/built-files.ts'
import { Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let files: BrokenFiles
let pete: Person

test.beforeEach(async () => {
  server = await startServer()
  files = new BrokenFiles(server.port)
  await files.listen()
  pete = new Person(files, 'phone')
})
test.afterEach(async () => {
  await pete.close()
  await files.close()
  await server.dispose()
})

/** How many files are in the worker's cache. */
const kept = () =>
  pete.page.evaluate(async () => (await (await caches.open('fieldpost-files')).keys()).map(({ url }) => url))

/** Screens and their parts are asked for as what they are; only a worker that keeps files asks for them as plain data. */
const isWorkers = (path: string, { headers }: IncomingMessage) =>
  headers['sec-fetch-dest'] === 'empty' && path !== '/' && !path.startsWith('/api/')

test('ready is only said when the app is kept too: 22 files of the worker are refused, then the server heals', async () => {
  const lost = new Set<string>()
  files.lose = (path, incoming) => {
    if (!isWorkers(path, incoming)) return undefined
    if (lost.size < 22) lost.add(path)
    return lost.has(path) ? 503 : undefined
  }
  await pete.open()
  await pete.signIn('pete')
  await expect(heading('Almost ready to work offline')).toBeVisible({ timeout: 60_000 })
  const line = pete.page.getByText(/The app is still being kept: \d+ of \d+ files/)
  const counts = async () => (/(\d+) of (\d+)/.exec(await line.innerText()) ?? []).slice(1).map(Number)
  // Until every file has been asked for once.
  await expect.poll(async () => counts().then(([here = 0, total = 0]) => total - here), { timeout: 30_000 }).toBe(22)
  const [, total] = await counts()
  expect(await activeWorker()).toBe(false)

  // Whoever goes on to work is told the same there.
  await pete.page.getByRole('button', { name: 'Start now' }).click()
  await pete.page.getByRole('button', { name: 'Pete Okafor', exact: true }).click()
  await pete.page.getByRole('menuitem', { name: 'This device' }).click()
  await expect(pete.page.getByText('Almost ready for offline')).toBeVisible()

  files.lose = () => undefined
  files.answers.length = 0
  await pete.page.getByRole('button', { name: 'Fetch the rest now' }).click()
  await expect(pete.page.getByText('Ready for offline', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect((await kept()).length).toBe(total)
  const fetched = files.answers
    .map(({ path }) => path)
    .filter((path) => /\.\w+$/.test(path) && path !== '/service-worker.js')
  expect(fetched.sort()).toEqual([...lost].sort())

  await opensWithoutServer()
})

test('the files come by themselves, without a touch and without a reload', async () => {
  let refusals = 0
  files.lose = (path, incoming) => (isWorkers(path, incoming) && refusals++ < 200 ? 503 : undefined)
  await pete.open()
  await pete.signIn('pete')
  await expect(pete.page.locator('#main')).toBeVisible({ timeout: 120_000 })
  expect(await activeWorker()).toBe(true)
  await opensWithoutServer()
})

test('a worker that cannot be fetched is asked for again', async () => {
  let refusals = 0
  files.lose = (path) => (path === '/service-worker.js' && refusals++ < 3 ? 503 : undefined)
  await pete.open()
  await pete.signIn('pete')
  await expect(pete.page.locator('#main')).toBeVisible({ timeout: 90_000 })
  expect(await activeWorker()).toBe(true)
  expect(refusals).toBeGreaterThanOrEqual(3)
})

test('a file that the browser has thrown away is fetched at the next start', async () => {
  await pete.open()
  await pete.signInAndPrepare('pete')
  const all = await kept()
  const dropped = all.filter((url) => serves(new URL(url).pathname, 'outbox-page', '/index.html'))
  expect(dropped.length).toBe(2)
  await pete.page.evaluate(async (urls) => {
    const cache = await caches.open('fieldpost-files')
    for (const url of urls) await cache.delete(url)
  }, dropped)
  await pete.page.reload()
  await expect.poll(kept, { timeout: 30_000 }).toHaveLength(all.length)
  await opensWithoutServer('/outbox')
})

test('a lost part is a sentence with Try again, and comes by itself when the link comes back', async () => {
  files.lose = (path, incoming) =>
    serves(path, 'landing-page', '/service-worker.js') || isWorkers(path, incoming) ? 503 : undefined
  await pete.open()
  await expect(heading('This page is not here yet')).toBeVisible({ timeout: 30_000 })
  await pete.page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading('This page is not here yet')).toBeVisible()
  files.lose = (path) => (serves(path, 'outbox-page', '/service-worker.js') ? 503 : undefined)
  // Unless it has come by itself a moment before.
  await pete.page
    .getByRole('button', { name: 'Try again' })
    .evaluateAll((all) => (all as HTMLElement[]).forEach((one) => one.click()))
  await expect(pete.page.getByLabel('Email')).toBeVisible({ timeout: 10_000 })

  await pete.signIn('pete')
  await pete.page.getByRole('button', { name: 'Start now' }).click()
  await pete.page.getByRole('link', { name: 'Up to date' }).click()
  await expect(heading('This page is not here yet')).toBeVisible({ timeout: 30_000 })
  files.lose = (path) => (path === '/service-worker.js' ? 503 : undefined)
  await pete.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(pete.page.getByText(/Nothing waits on this device/)).toBeVisible({ timeout: 10_000 })
})

test('a lost part in the middle of a page says so in its place, with Try again, and the rest of the page works', async () => {
  // From the beginning, so that neither the worker nor the browser has it.
  files.lose = (path) => (serves(path, 'picker-list', '/service-worker.js') ? 503 : undefined)
  await pete.open()
  await pete.signIn('pete')
  await pete.page.getByRole('button', { name: 'Start now' }).click()
  await pete.page.goto('/requests')
  await pete.page.getByRole('button', { name: /Pool code/ }).click()
  const dialog = pete.page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'This part is not here yet' })).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading', { name: 'This part is not here yet' })).toBeVisible()
  files.lose = () => undefined
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('BK-100').first().click()
  await expect(pete.page.getByRole('button', { name: /Pool code: BK-100/ })).toBeVisible()
})

test('without the file that starts the app a sentence stands there, and Try again opens it', async () => {
  files.lose = (path) => (serves(path, 'index') ? 503 : undefined)
  await pete.open()
  // Until then the page is not white.
  const mark = pete.page.locator('#mark')
  await expect(mark).toBeVisible({ timeout: 3_000 })
  await expect(heading('Fieldpost is not here yet')).toBeVisible({ timeout: 20_000 })
  await expect(mark).toHaveCSS('opacity', '0')
  files.lose = () => undefined
  await pete.page.getByRole('link', { name: 'Try again' }).click()
  await expect(pete.page.getByLabel('Email')).toBeVisible({ timeout: 20_000 })
  expect(pete.complaints).toEqual([])
})

test('a version whose files are gone reloads once into the new one, and never in a circle', async () => {
  files.lose = (path) => (serves(path, 'landing-page', '/service-worker.js') ? 404 : undefined)
  await pete.open()
  // As if this page were from before an update.
  await pete.page.evaluate(() => document.querySelector('meta[name="build"]')?.setAttribute('content', 'an older one'))
  await expect(heading('This page is not here yet')).toBeVisible({ timeout: 30_000 })
  await pete.page.waitForEvent('load', { timeout: 60_000 })
  await expect(heading('This page is not here yet')).toBeVisible({ timeout: 30_000 })
  files.lose = () => undefined
  await pete.page.getByRole('button', { name: 'Try again' }).click()
  await expect(pete.page.getByLabel('Email')).toBeVisible({ timeout: 10_000 })
})

const heading = (name: string | RegExp) => pete.page.getByRole('heading', { name })

const activeWorker = () =>
  pete.page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))

/** The browser is started anew while nothing answers. */
async function opensWithoutServer(path = '/dashboard/team'): Promise<void> {
  pete.kill()
  files.lose = () => 0
  await pete.open(path)
  await expect(pete.page.locator('main h1, header h1').first()).toBeVisible({ timeout: 20_000 })
}
