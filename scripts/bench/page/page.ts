import { addComment } from '#shared/commands/comments.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { dashboardTabs } from '#shared/model/status.ts'
import { PROTOCOL, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import type { User } from '#shared/model/reference.ts'
import { dashboardTab, overview, recentlyCompleted, tabCounts } from '#shared/queries/dashboard.ts'
import { Device } from '#web/data/device.ts'
import { askDevice } from '#web/data/use-query.ts'
import { callApi } from '#web/net/api.ts'
import { perform, type Actor } from '#web/sync/perform.ts'
import { rebase } from '#web/sync/rebase.ts'
import { nextPageSize, round, type Line } from '#web/sync/round.ts'
import { actBare, firstSyncBare, writeBare, type ByHand } from './bare.ts'

/**
 * What runs in the browser while it is measured: the app's own modules over a real IndexedDB, without its screens. The
 * driver (`browser.ts`) calls `bench.…` and gets plain numbers back.
 */
const scriptStart = performance.now()

interface Page {
  request: RoundRequest
  response: RoundResponse
}
let pages: Page[] = []
let actor: Actor = { user: { id: 4 } as User, organisation: defaultOrganisation }
let device: Device | undefined

const answers = () => pages.map(({ response }) => response)
const opened = () => must(device, 'an opened device')
const longTasks: number[] = []
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
  type: 'longtask',
})

/** Long tasks are told some time after they happened. */
async function longestTask<T>(work: () => Promise<T>): Promise<{ value: T; longest: number }> {
  await pause(300)
  longTasks.length = 0
  const value = await work()
  await pause(300)
  return { value, longest: Math.round(Math.max(0, ...longTasks)) }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const quantile = (sorted: number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 15; n++) {
    const start = performance.now()
    await work()
    took.push(performance.now() - start)
  }
  return quantile(
    took.sort((a, b) => a - b),
    0.5,
  )
}

async function fresh(name: string): Promise<Device> {
  device?.close()
  const made = new Device(name)
  await made.delete()
  device = new Device(name)
  await device.open()
  return device
}

const rowsIn = ({ changes }: RoundResponse) => Object.values(changes).reduce((sum, columns) => sum + columns.rows, 0)

/** A queue of `count` comments, each on another tasking. */
async function addComments(count: number): Promise<number[]> {
  const ids = await opened().rows('projects').limit(count).primaryKeys()
  const took: number[] = []
  for (const projectId of ids) {
    const start = performance.now()
    const comment = 'The driver waits at the north gate until noon'
    const { refusal } = await perform(opened(), actor, addComment, (newId) => ({ id: newId(), projectId, comment }))
    took.push(performance.now() - start)
    if (refusal) throw new Error(JSON.stringify(refusal))
  }
  return took.sort((a, b) => a - b)
}

const bench = {
  /** Fetches the pages of a first sync, as a fast link gets them, and keeps them in memory. */
  async fetchPages(token: string): Promise<number> {
    pages = []
    let { from, more, limit } = { from: { device: 0, cursor: null as string | null }, more: true, limit: 100 }
    while (more) {
      const request: RoundRequest = { protocol: PROTOCOL, ...from, from: 1, calls: [], limit }
      const answer = await callApi<RoundResponse>('sync', { method: 'POST', token, body: request })
      if (answer.kind !== 'ok') throw new Error(`No page: ${answer.kind}`)
      if (answer.status === 204) break
      pages.push({ request, response: answer.body })
      from = { device: answer.body.device, cursor: answer.body.cursor }
      more = answer.body.more ?? false
      limit = nextPageSize(limit, 500)
    }
    const users = pages.flatMap(({ response }) => (response.changes.users ? columnsToRows(response.changes.users) : []))
    actor = { ...actor, user: must(users.find((row) => row['id'] === 4)) as unknown as User }
    return pages.reduce((sum, { response }) => sum + rowsIn(response), 0)
  },

  /** Applies the kept pages to a new database: rows a second and the longest task. */
  async intoDevice() {
    const into = await fresh('bench-into')
    const { value: ms, longest } = await longestTask(async () => {
      const start = performance.now()
      for (const { request, response } of pages) {
        const { applied } = await rebase(into, actor, request, response, Date.now())
        if (!applied) throw new Error('A page was not applied')
      }
      return performance.now() - start
    })
    const rows = pages.reduce((sum, { response }) => sum + rowsIn(response), 0)
    return {
      rowsPerSecond: Math.round((rows / ms) * 1_000),
      longest,
      ms: Math.round(ms),
      projects: await into.rows('projects').count(),
    }
  },

  /** A first sync over the network into a new database, until the last page is durable. */
  async firstSync(token: string, ahead = true) {
    const into = await fresh('bench-first')
    let rounds = 0
    const line: Line = {
      device: into,
      actor,
      token: () => Promise.resolve(token),
      fetch: (...asked) => (rounds++, fetch(...asked)),
      exclusively: (work) => work(() => ahead),
    }
    const { value: ms, longest } = await longestTask(async () => {
      const start = performance.now()
      for (let more = true; more;) {
        const result = await round(line)
        if (result.kind !== 'done') throw new Error(`No round: ${JSON.stringify(result)}`)
        more = result.more
      }
      return performance.now() - start
    })
    return { ms: Math.round(ms), rounds, longest, projects: await into.rows('projects').count() }
  },

  /** The same rows, and the same first sync, by a client written by hand (`bare.ts`), in ms. */
  bareInto: (kind: ByHand) => writeBare(answers(), kind),
  async bareFirstSync(token: string, kind: ByHand) {
    let limit = 100
    return firstSyncBare(async (from, before) => {
      if (before !== null) limit = nextPageSize(limit, 500)
      const body: RoundRequest = { protocol: PROTOCOL, ...from, from: 1, calls: [], limit }
      const answer = await callApi<RoundResponse>('sync', { method: 'POST', token, body })
      if (answer.kind !== 'ok') throw new Error(`No page: ${answer.kind}`)
      return answer.status === 204 ? null : answer.body
    }, kind)
  },
  async bareAct(kind: ByHand) {
    const took = await actBare(answers(), 200, kind)
    return { p50: quantile(took, 0.5), p95: quantile(took, 0.95) }
  },

  /** From fifty comments that wait until the server has judged all of them and this device knows. */
  async fiftyAcknowledged(token: string) {
    const own = opened()
    const line: Line = { device: own, actor, token: () => Promise.resolve(token) }
    const drain = async () => {
      let rounds = 0
      while ((await own.outbox.count()) > 0) {
        const result = await round(line)
        if (result.kind !== 'done') throw new Error(`No round: ${JSON.stringify(result)}`)
        rounds += 1
      }
      return rounds
    }
    await drain()
    await addComments(50)
    const start = performance.now()
    const rounds = await drain()
    return { ms: performance.now() - start, rounds }
  },

  /** Each dashboard tab: how many rows, and how long it takes. */
  async tabs() {
    const open = { device: opened(), ...actor }
    const results: { label: string; rows: number; ms: number }[] = []
    for (const { name, label } of dashboardTabs) {
      let rows = 0
      const ms = await medianMs(async () => {
        rows = (await askDevice(open, dashboardTab, { teamId: 0, tab: name, userId: actor.user.id })).length
      })
      results.push({ label, rows, ms })
    }
    return results
  },

  /** The other questions of the dashboard, each alone. */
  async numbers() {
    const open = { device: opened(), ...actor }
    const scope = { teamId: 0, userId: actor.user.id }
    return {
      overview: await medianMs(() => askDevice(open, overview, { teamId: 0 })),
      tabCounts: await medianMs(() => askDevice(open, tabCounts, scope)),
      recentlyCompleted: await medianMs(() => askDevice(open, recentlyCompleted, { teamId: 0 })),
    }
  },

  async act() {
    const took = await addComments(200)
    return { p50: quantile(took, 0.5), p95: quantile(took, 0.95) }
  },

  /** The time an answer takes that judges none of 100 queued calls. */
  async rebaseQueued() {
    const own = opened()
    const queued = await own.outbox.count()
    if (queued < 100) await addComments(100 - queued)
    const first = must(await own.outbox.orderBy('seq').first(), 'a call')
    await own.outbox
      .where('seq')
      .above(first.seq + 99)
      .delete()
    const took: number[] = []
    let longest = 0
    for (let n = 0; n < 9; n++) {
      const { cursor, judged } = await own.get('position')
      const { number } = await own.get('identity')
      const request: RoundRequest = {
        protocol: PROTOCOL,
        device: number,
        cursor,
        from: judged + 1,
        calls: [],
        limit: 100,
      }
      const response = { cursor: `${cursor}`, device: number, lastSeq: judged, outcomes: [], changes: {}, removed: {} }
      const measured = await longestTask(async () => {
        const start = performance.now()
        await rebase(own, actor, request, response, Date.now())
        return performance.now() - start
      })
      took.push(measured.value)
      longest = Math.max(longest, measured.longest)
    }
    return {
      ms: quantile(
        took.sort((a, b) => a - b),
        0.5,
      ),
      longest,
      queued: await own.outbox.count(),
    }
  },

  /** From the start of this script to the first list, over a database that is there. */
  async firstList() {
    device = new Device('bench-first')
    actor = { ...actor, user: must(await device.rows('users').get(4)) }
    const rows = await askDevice({ device, ...actor }, dashboardTab, { teamId: 0, tab: 'mine', userId: 4 })
    return { ms: performance.now() - scriptStart, rows: rows.length }
  },

  async storageMb() {
    device?.close()
    await Device.delete('bench-into')
    const { usage = 0 } = await navigator.storage.estimate()
    return usage / 1_000_000
  },
}

Object.assign(globalThis, { bench })
if (location.hash === '#first-list') Object.assign(globalThis, { firstList: bench.firstList() })
