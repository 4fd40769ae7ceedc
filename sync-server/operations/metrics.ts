import { statSync } from 'node:fs'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Store } from '../store/store.ts'

export type Metrics = ReturnType<typeof createMetrics>

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface MetricsOptions {
  /** The file whose size is watched; none where the rows are on no disk of this machine, and in tests. */
  databasePath?: string | undefined
  /** Memory, event loop and processor, too. */
  ofProcess?: boolean
}

/** What a process counts, of all organisations together. Labels are routes as they are written in the code, never addresses as they were asked for. */
export function createMetrics({ databasePath, ofProcess = false }: MetricsOptions = {}) {
  const register = new Registry()
  const registers = [register]
  const requests = new Histogram({
    name: 'fieldpost_request_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const rounds = new Counter({
    name: 'fieldpost_rounds_total',
    help: 'Rounds of sync: answered, quiet (nothing either way), refused (the request was wrong), failed (asked again later)',
    labelNames: ['result'],
    registers,
  })
  const calls = new Counter({
    name: 'fieldpost_calls_total',
    help: 'Commands judged, by verdict; a call that is sent again is not counted again',
    labelNames: ['verdict'],
    registers,
  })
  const commits = new Histogram({
    name: 'fieldpost_commit_transactions',
    help: 'Transactions that shared one commit to the disk',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  })

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const streams = new Set<() => number>()
  gauge('fieldpost_open_streams', 'News streams that are open', () =>
    [...streams].reduce((sum, count) => sum + count(), 0),
  )
  if (ofProcess) collectDefaultMetrics({ register })
  if (databasePath) {
    gauge('fieldpost_database_bytes', 'Size of the database file', () => sizeOf(databasePath))
    gauge('fieldpost_database_wal_bytes', 'Size of its write-ahead log', () => sizeOf(`${databasePath}-wal`))
  }

  /** Of the only process that commits: where others do, versions do not tell what shared a commit. */
  function watchCommits(store: Store): void {
    let version: number | undefined
    store.onCommit((newest) => {
      if (version !== undefined) commits.observe(newest - version)
      version = newest
    })
    void store.position().then((current) => (version ??= current.version))
  }

  /** Looked up once for each kind of request, not for each request. */
  const observers = new Map<string, (seconds: number) => void>()
  function observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`
    let observer = observers.get(key)
    if (!observer) {
      // `/projects/:id{[0-9]+}` is told as `/projects/:id`.
      const labelled = requests.labels({ method, route: route.replace(/\{.*?\}/g, ''), status })
      observers.set(key, (observer = (value) => labelled.observe(value)))
    }
    observer(seconds)
  }

  return {
    measure: createMiddleware(async (c, next) => {
      const start = performance.now()
      await next()
      const route = routePath(c)
      const { status } = c.res
      observe(methodOf(c.req.method), route, status, (performance.now() - start) / 1_000)
      if (route === '/api/sync') rounds.inc({ result: resultOf(status) })
    }),
    judged: ({ verdict }: { verdict: string }) => calls.inc({ verdict }),
    watchCommits,
    watchStreams: (count: () => number) => void streams.add(count),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Anybody can send a method of their own making. */
const methodOf = (method: string): string => (methods.includes(method) ? method : 'other')

function resultOf(status: number): string {
  if (status === 204) return 'quiet'
  if (status === 200) return 'answered'
  return status >= 500 ? 'failed' : 'refused'
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
