import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { ask, atSpeed, fillApp, launch, median, thousands, until } from './browser.ts'
import { buildReadable, profiled } from './profile.ts'
import type { Report } from './report.ts'
import { startServer } from './server-process.ts'

const SLOW = 4
const COUNT = 50_000
const RUNS = 3
/** Most devices hold closed work; a busy organisation's hold five times as much that is open. */
const MANY_OPEN = 10_000
const OPEN = [2_000, MANY_OPEN]
const app = join(resolve(import.meta.dirname, '../..'), 'dist/web')
const firstRow = `document.querySelector('#main a[href*="/project"]') !== null`
/** Until a start has asked all it asks (ms). */
const SETTLED = 6_000
/** A person takes longer than this to look up; only what blocks the tab is felt while it works. */
const LONGEST = 200

/** One thing a person does: what to run, and when what they asked for can be seen. */
interface Step {
  what: string
  /** First rows on a slow phone (ms). */
  most: number
  palette?: true
  act: string
  seen: string
}

const rows = (label: string) =>
  `[...document.querySelectorAll('#main [aria-label^="${label}"] a[href*="/project"]')].some((row) => row.getClientRects().length > 0)`
const found = `${rows('Results')} && /tasking/.test(document.querySelector('#main')?.innerText ?? '')`
const goTo = (path: string) => `screens.go(${JSON.stringify(path)})`

const steps: Step[] = [
  {
    what: 'dashboard: pictures',
    most: 1_500,
    act: goTo('/'),
    seen: `document.querySelector('#main svg[role="img"], #main figure') !== null`,
  },
  {
    what: 'queue: first rows',
    most: 1_500,
    act: goTo('/queue'),
    seen: `document.querySelectorAll('#main li, #main tr').length > 3`,
  },
  { what: 'Find: in progress', most: 1_500, act: goTo('/find?status=3'), seen: found },
  { what: 'Find: completed', most: 1_500, act: goTo('/find?status=5'), seen: found },
  { what: 'Find: one team', most: 1_500, act: goTo('/find?teams=3'), seen: found },
  { what: 'Find: one country', most: 1_500, act: goTo('/find?countries=5'), seen: found },
  { what: 'Find: one person, overdue', most: 1_500, act: goTo('/find?assignees=4&status=4'), seen: found },
  { what: 'Find: words', most: 1_500, act: goTo('/find?type=search&term=driver'), seen: found },
  { what: 'Find: a reference', most: 1_500, act: goTo('/find?type=search&term=T-27-1'), seen: found },
  { what: 'Find: in progress, as cards', most: 1_500, act: goTo('/find?status=3&view=cards'), seen: found },
  {
    what: 'Calendar: in progress',
    most: 1_500,
    act: goTo('/find?status=3&view=calendar'),
    seen: `/due in/.test(document.querySelector('#main')?.innerText ?? '')`,
  },
  {
    what: 'Calendar: one country',
    most: 1_500,
    act: goTo('/find?countries=5&view=calendar'),
    seen: `/due in/.test(document.querySelector('#main')?.innerText ?? '')`,
  },
  {
    what: 'palette: a word',
    most: 1_500,
    palette: true,
    act: `screens.type('driver')`,
    seen: `/driver/i.test(document.querySelector('[role="listbox"]')?.textContent ?? '')`,
  },
  {
    what: 'palette: a reference',
    most: 1_500,
    palette: true,
    act: `screens.type('T-27-1')`,
    seen: `/T-27-1/.test(document.querySelector('[role="listbox"]')?.textContent ?? '')`,
  },
]

interface Measured {
  ms: number
  /** Until the device asks no more. */
  quiet: number
  longest: number
  blocked: number
  requests: number
  read: number
}

/** The built app, offline, on a slow phone: how long each screen takes, how long the tab stands still, and what is read of IndexedDB. */
export async function measureScreens(report: Report, only: string): Promise<void> {
  if (!existsSync(join(app, 'service-worker.js'))) return report('screens', 'run `npm run build` first', '')
  for (const open of OPEN)
    await onDevice(open, async (page) => {
      report(`50,000 taskings, ${thousands(open)} of them open; slow phone`, '', '')
      for (const step of steps.filter(({ what }) => what.includes(only))) {
        const runs: Measured[] = []
        for (let n = 0; n < RUNS; n++) runs.push(await atSpeed(page, SLOW, () => measure(page, step)))
        tell(report, step, runs)
      }
    })
}

/** A device that holds all of it, in a new process of the browser, without a connection. */
async function onDevice(open: number, work: (page: Page, origin: string) => Promise<void>): Promise<void> {
  const server = await startServer(':memory:', COUNT, open / COUNT, app)
  const profile = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'profile-'))
  const origin = `http://localhost:${server.port}`
  await fillApp(await launch(profile), origin)
  server.stop()
  const context = await launch(profile)
  await context.setOffline(true)
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto(origin)
  await until(page, firstRow, 60)
  await work(page, origin)
  await context.close()
}

/** Where the time of each screen, and of the start, goes: the functions that took most, and a profile to open in a browser's tools. */
export async function profileScreens(report: Report, only: string): Promise<void> {
  await buildReadable()
  await onDevice(MANY_OPEN, async (page, origin) => {
    const tools = await page.context().newCDPSession(page)
    const keep = async (what: string, work: () => Promise<unknown>) => {
      if (!what.includes(only)) return
      report(what, '', '')
      await atSpeed(page, SLOW, () => profiled(tools, report, what, work))
    }
    await keep('start', async () => {
      await page.goto(origin)
      await until(page, firstRow, 60)
      await page.waitForTimeout(SETTLED)
    })
    for (const step of steps) await keep(step.what, () => measure(page, step))
  })
}

async function measure(page: Page, { palette, act, seen }: Step): Promise<Measured> {
  await ask(page, goTo('/nowhere'))
  await until(page, `/no page here/.test(document.body.innerText)`, 60)
  if (palette) await page.keyboard.press('Control+k')
  const measured = await ask<Measured>(page, `screens.measure(() => ${act}, () => ${seen})`)
  if (palette) await page.keyboard.press('Escape')
  return measured
}

function tell(report: Report, { what, most }: Step, runs: Measured[]): void {
  const of = (key: keyof Measured) => median(runs.map((run) => run[key]))
  const told = `${thousands(Math.round(of('ms')))} ms, quiet ${thousands(Math.round(of('quiet')))} ms, longest ${of('longest')} ms, blocked ${of('blocked')} ms, ${of('requests')} requests, ${thousands(of('read'))} rows`
  report(
    `  ${what}`,
    told,
    `≤ ${thousands(most)} ms, longest ≤ ${LONGEST} ms`,
    of('ms') <= most && of('longest') <= LONGEST,
  )
}

/** In the page: counts what IndexedDB is asked and gives, and how long the tab stands still. As text, because tsx would put helpers into it. */
const watch = `(() => {
  const told = { pending: 0, requests: 0, read: 0, tasks: [] }
  const asked = (request) => {
    told.requests++
    told.pending++
    request.addEventListener('error', () => told.pending--)
    request.addEventListener('success', () => {
      const { result } = request
      told.pending--
      told.last = performance.now()
      told.read += Array.isArray(result) ? result.length : result && typeof result === 'object' ? 1 : 0
    })
    return request
  }
  for (const { prototype } of [IDBObjectStore, IDBIndex])
    for (const name of ['get', 'getAll', 'getAllKeys', 'count']) {
      const own = prototype[name]
      if (own) prototype[name] = function (...given) { return asked(own.apply(this, given)) }
    }
  new PerformanceObserver((list) => told.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const pause = (ms) => new Promise((done) => setTimeout(done, ms))
  globalThis.screens = {
    go(path) {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    },
    type(text) {
      const input = document.querySelector('[role="combobox"]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async measure(act, seen) {
      await pause(700)
      Object.assign(told, { requests: 0, read: 0, tasks: [], last: performance.now() })
      const start = performance.now()
      act()
      await frame()
      while (!seen()) {
        if (performance.now() - start > 60000) throw new Error('Not seen within a minute: ' + location.href + '\\n' + document.querySelector('#main')?.innerText)
        await frame()
      }
      const ms = performance.now() - start
      while (told.pending > 0 || performance.now() - told.last < 800) await pause(50)
      await pause(300)
      return {
        ms,
        quiet: told.last - start,
        longest: Math.round(Math.max(0, ...told.tasks)),
        blocked: Math.round(told.tasks.reduce((sum, task) => sum + task - 50, 0)),
        requests: told.requests,
        read: told.read,
      }
    },
  }
})()`
