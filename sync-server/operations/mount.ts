import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { refusals } from '#shared/kernel/refusal.ts'
import { version } from '../../package.json' with { type: 'json' }
import type { Disk } from '../store/disk.ts'
import type { Store } from '../store/store.ts'
import type { Metrics } from './metrics.ts'

export interface OperationsOptions {
  /** The file whose size is watched; none in memory. */
  databasePath?: string
  /** Who sends it may read the metrics from anywhere, and nobody may without it. */
  metricsToken?: string | undefined
  /** Of the process, where several organisations share it. */
  metrics?: Metrics
}

/** For those who run the server: is the process alive, can it work, and what is it doing. */
export function mountOperations<E extends object>(
  app: Hono<E>,
  { store, disk, isLeaving }: { store: Store; disk: Disk; isLeaving: () => boolean },
  metrics: Metrics,
  options: OperationsOptions,
): void {
  app.get('/health', (c) => c.json({ status: 'ok', version, uptime: Math.round(process.uptime()) }))

  const canWrite = atMostEvery(LOOK_MS, () =>
    store.probe().then(
      () => true,
      () => false,
    ),
  )
  app.get('/ready', async (c) => {
    if (isLeaving()) return c.json({ status: 'leaving' }, 503, { 'retry-after': '5' })
    const wasWritten = await canWrite()
    // What went wrong since that look is known already.
    const trouble = store.trouble()
    const database = trouble === 'damaged' ? 'damaged' : trouble || !wasWritten ? 'cannot write' : 'ok'
    const space = (await disk.isNearlyFull()) ? 'nearly full' : 'ok'
    const isReady = database === 'ok' && space === 'ok'
    if (!isReady) c.header('retry-after', '5')
    return c.json({ status: isReady ? 'ready' : 'unavailable', database, disk: space }, isReady ? 200 : 503)
  })

  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(c, options.metricsToken))
      throw new HTTPException(404, { message: refusals['not-found'].sentence })
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })
}

/** Anybody may ask, and each look writes to the disk: not more often than this. */
const LOOK_MS = 5_000

function atMostEvery<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let since = 0
  return () => {
    if (last && Date.now() - since < ms) return last
    since = Date.now()
    return (last = work())
  }
}

/**
 * With a token set: whoever sends it. Without: only who asks on this machine directly. What came through a proxy also
 * comes from this machine, so anything that looks forwarded is refused.
 */
function mayReadMetrics(c: Context, token: string | undefined): boolean {
  if (token) return isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  const address = incoming?.socket?.remoteAddress?.replace('::ffff:', '') ?? ''
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via'].some((name) =>
    c.req.header(name),
  )
  return (address === '::1' || address.startsWith('127.')) && !isForwarded
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
