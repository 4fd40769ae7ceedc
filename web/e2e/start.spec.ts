import { expect, test } from '@playwright/test'
import { aDevice } from './support/device.ts'
import type { Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

/**
 * What a start asks of IndexedDB until it asks no more: a slow phone needs some 30 ms for each transaction. 50 today; 81 while what one
 * question needs of queue, files and state was read store by store.
 */
const MOST_TRANSACTIONS = 58
/** Of them those before the first row: what goes on behind the pages, and what the menu counts, comes after it. Some 50 when all came at once. */
const MOST_BEFORE_ROWS = 26

let server: RunningServer
let mia: Person

test.beforeEach(async () => {
  server = await startServer()
  mia = await aDevice(server, 'mia', 'desk')
})
test.afterEach(async () => {
  await mia.close()
  await server.dispose()
})

test('a start reads what it needs together', async () => {
  await mia.page.addInitScript(countTransactions)
  await mia.page.goto('/')
  await expect(mia.page.locator('#main a[href*="/project"]').first()).toBeVisible({ timeout: 60_000 })
  const before = await mia.page.evaluate(() => (globalThis as unknown as { before: string[] }).before)
  expect(before.length, before.join('\n')).toBeLessThanOrEqual(MOST_BEFORE_ROWS)
  await mia.page.waitForTimeout(5_000)
  const completed = await mia.page.evaluate(() => (globalThis as unknown as { completed: string[] }).completed)
  expect(completed.length).toBeGreaterThan(0)
  expect(completed, 'a number that is not known yet is not shown as none').not.toContain('0')
  const stores = await mia.page.evaluate(() => (globalThis as unknown as { transactions: string[] }).transactions)
  expect(stores.length, stores.join('\n')).toBeLessThanOrEqual(MOST_TRANSACTIONS)
  expect(stores.length).toBeGreaterThan(10)
})

test('what has come is shown at once: React holds back no part of a start, and no page that is opened', async () => {
  await mia.page.addInitScript(countHeld)
  await mia.page.goto('/')
  await expect(mia.page.locator('#main a[href*="/project"]').first()).toBeVisible({ timeout: 60_000 })
  await mia.page.getByRole('link', { name: 'Queue' }).first().click()
  await expect(mia.page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible()
  const { held, timers } = await mia.page.evaluate(() => {
    const { held, timers } = globalThis as unknown as { held: string[]; timers: number }
    return { held, timers }
  })
  expect(timers, 'timers are counted').toBeGreaterThan(0)
  expect(held, 'what React held though it had come').toEqual([])
})

test('what lies on the device is asked for once: no link is made for it', async () => {
  await mia.page.goto('/')
  await expect(mia.page.locator('#main a[href*="/project"]').first()).toBeVisible({ timeout: 60_000 })
  const { links, given } = await mia.page.evaluate(async () => ({
    links: document.querySelectorAll('link[rel=modulepreload]').length,
    given: (await (await fetch('/')).text()).split('rel="modulepreload"').length - 1,
  }))
  expect(links, 'those of the page, and none that a part of the app made').toBe(given)
})

test('both ways to know the clock of a place show the same, all over the world', async () => {
  const different = await mia.page.evaluate(() => {
    interface Local {
      toPlainDateTime: () => { toString: (options: { smallestUnit: 'second' }) => string }
    }
    const { Temporal } = globalThis as unknown as {
      Temporal: { Instant: { fromEpochMilliseconds: (at: number) => { toZonedDateTimeISO: (zone: string) => Local } } }
    }
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    const instants = Array.from({ length: 80 }, (_, n) => Date.UTC(2005, 0, 1) + n * 137.3 * 86_400_000)
    return Intl.supportedValuesOf('timeZone').filter((timeZone) => {
      const clock = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...parts })
      return instants.some((instant) => {
        const at = Math.floor(instant)
        const p = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
        return (
          local.toPlainDateTime().toString({ smallestUnit: 'second' }) !==
          `${p['year']}-${p['month']}-${p['day']}T${p['hour']}:${p['minute']}:${p['second']}`
        )
      })
    })
  })
  expect(different).toEqual([])
})

/** React waits with a bound function of its own, at most 300 ms; nobody else gives a timer one. What changes the page when that ends had been held. */
function countHeld(): void {
  const counted = Object.assign(globalThis, { held: [] as string[], timers: 0 })
  const changes = new MutationObserver(() => undefined)
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const own = globalThis.setTimeout
  globalThis.setTimeout = ((work: () => void, ms?: number, ...given: unknown[]) => {
    counted.timers++
    if (!work.name.startsWith('bound ') || !ms) return own(work, ms, ...given)
    return own(() => {
      changes.takeRecords()
      work()
      for (const { target } of changes.takeRecords()) counted.held.push(`${Math.round(ms)} ms: ${target.textContent}`)
    }, ms)
  }) as typeof globalThis.setTimeout
}

function countTransactions(): void {
  const transactions: string[] = []
  Object.assign(globalThis, { transactions })
  const completed = new Set<string>()
  new MutationObserver(() => {
    const card = [...document.querySelectorAll('#main a')].find(({ textContent }) =>
      textContent.startsWith('Completed YTD'),
    )
    const [number] = /\d[\d,]*/.exec(card?.textContent ?? '') ?? []
    if (number) completed.add(number)
    Object.assign(globalThis, { completed: [...completed] })
    if ('before' in globalThis || !document.querySelector('#main a[href*="/project"]')) return
    Object.assign(globalThis, { before: [...transactions] })
  }).observe(document, { childList: true, subtree: true })
  const { prototype } = IDBDatabase
  const own = prototype.transaction
  prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
    transactions.push(`${mode ?? ''} ${typeof stores === 'string' ? stores : [...stores].slice(0, 6).join(' ')}`)
    return own.call(this, stores, mode, options)
  }
}
