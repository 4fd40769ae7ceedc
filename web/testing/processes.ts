import pg from 'pg'
import { must } from '#shared/lib/must.ts'
import { openPostgres } from '#server/store/postgres/postgres.ts'
import type { Store } from '#server/store/store.ts'
import { StoreUnavailable } from '#server/store/unavailable.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { startProxy, type Proxy } from '#server/testing/proxy.ts'
import type { Fault } from '#server/testing/wire.ts'

const PROCESSES = 4
/** Enough to read beside one that stands still; each costs its database some milliseconds whenever a process is cut off. */
const READERS = 2

/** What runs over a store of its own. */
interface Running {
  server: { store: Store }
  stop: () => void
}
interface World<R extends Running> {
  now: () => string
  /** Says which of them answers. */
  seed: number
  run: (store: Store) => R
}

/** At a statement its connections end, and it goes on; it is gone as well, and starts anew; or it stands still. */
export const faultFates = ['cut', 'dies', 'stalls'] as const
export type FaultFate = (typeof faultFates)[number]

/** One database and four processes on it, for all worlds of a run: each world is an organisation of its own. */
export type Processes = Awaited<ReturnType<typeof openProcesses>>

export async function openProcesses() {
  const postgres = await startPostgres()
  const url = await postgres.database()
  const proxies = await Promise.all(Array.from({ length: PROCESSES }, () => startProxy(url)))
  const open = (to: string, more = {}) => openPostgres({ url: to, readers: READERS, ...more })
  // A process keeps its connections, whatever organisations come and go.
  const kept = await Promise.all([url, ...proxies.map((proxy) => proxy.url)].map((to) => open(to)))
  const watch = await watchLocks(url)
  let org = 1
  const met: Record<FaultFate, number> = { cut: 0, dies: 0, stalls: 0 }
  return {
    /** How often each has happened. */
    met,
    /** A store that nothing happens to, of an organisation that nobody else has, and the processes that serve it. */
    async start<R extends Running>({ now, seed, run }: World<R>) {
      org += 1
      const mine = { org, now }
      const store = await open(url, mine)
      const start = (proxy: Proxy) => startOne(proxy, watch, met, async () => run(await open(proxy.url, mine)))
      return { store, ...together(await Promise.all(proxies.map(start)), seed) }
    },
    async close() {
      await watch.close()
      await Promise.all(kept.map((store) => store.close()))
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await postgres.stop()
    },
  }
}

/** Whoever stands still within its turn lets nobody else write: once somebody waits for it, it goes on. */
async function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const text =
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND pid <> pg_backend_pid()"
  return {
    untilWaitedFor: (isOver: () => boolean, goOn: () => void) => {
      const look = async () => {
        if (isOver()) return
        if ((await client.query(text)).rowCount) return goOn()
        setTimeout(() => void look(), 10)
      }
      void look()
    },
    close: () => client.end(),
  }
}
type Watch = Awaited<ReturnType<typeof watchLocks>>

function together<R extends Running>(all: readonly Process<R>[], seed: number) {
  const random = randomFrom(seed)
  let next: number | null = null
  const at = (process: number) => must(all[process % all.length])
  return {
    /** Any of them does it. @throws TypeError when it is gone, or stands still, before it has an answer */
    ask<T>(work: (running: R) => Promise<T>): Promise<T> {
      const process = next ?? random(all.length)
      next = null
      return at(process).ask(work)
    },
    /** The next that is asked. */
    choose: (process: number) => void (next = process),
    meet: (process: number, fate: FaultFate, fault: Pick<Fault, 'at' | 'last'>) => at(process).meet(fate, fault),
    restart: (process: number) => at(process).restart(),
    goOn: (process: number) => at(process).goOn(),
    /** Nothing happens to anybody any more, and what was under way is done. */
    calm: () => Promise.all(all.map((process) => process.goOn())).then(() => undefined),
    stop: () => Promise.all(all.map((process) => process.stop())),
  }
}
type Process<R extends Running> = Awaited<ReturnType<typeof startOne<R>>>

/** The same numbers from the same seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const never = new Promise<never>(() => undefined)

/** What a device hears of a process that is gone, or stands still. */
class Unreachable extends TypeError {}

/** Whoever asked by hand asks another time. */
export function unlessUnreachable(error: unknown): null {
  if (error instanceof Unreachable || error instanceof StoreUnavailable) return null
  throw error
}

async function startOne<R extends Running>(
  proxy: Proxy,
  watch: Watch,
  counted: Record<FaultFate, number>,
  begin: () => Promise<R>,
) {
  /** Whatever becomes of a start, somebody starts it again. */
  const start = (): Promise<R> => begin().catch((error: unknown) => (unlessUnreachable(error), start()))
  let running = start()
  /** Fails when nobody hears of this process any more. */
  let gone: Promise<never> = never
  const busy = new Set<Promise<unknown>>()

  /** As it is killed: what it has in memory is written by nobody. */
  async function die(): Promise<void> {
    const { server, stop } = await running
    const closed = server.store.close()
    stop()
    running = closed.then(start)
    await running
  }

  async function goOn(): Promise<void> {
    gone = never
    proxy.goOn()
    while (busy.size > 0) await Promise.allSettled(busy)
    await running
  }

  await running
  return {
    goOn,
    ask<T>(work: (running: R) => Promise<T>): Promise<T> {
      const answer = running.then(work)
      busy.add(answer)
      answer.catch(() => undefined).finally(() => busy.delete(answer))
      return Promise.race([answer, gone])
    },
    async meet(fate: FaultFate, fault: Pick<Fault, 'at' | 'last'>): Promise<void> {
      await goOn()
      const met = proxy.meet({ ...fault, then: fate === 'stalls' ? 'hold' : 'cut' }).then(() => (counted[fate] += 1))
      if (fate === 'cut') return
      const mine = met.then((): never => {
        if (fate === 'dies') void die().then(() => gone === mine && (gone = never))
        else
          watch.untilWaitedFor(
            () => gone !== mine,
            () => void goOn(),
          )
        throw new Unreachable('the process does not answer')
      })
      mine.catch(() => undefined)
      gone = mine
    },
    /** It ends what is under way, and starts again. */
    async restart(): Promise<void> {
      await goOn()
      const { server, stop } = await running
      stop()
      running = server.store.close().then(start)
      await running
    },
    async stop(): Promise<void> {
      await goOn()
      const { server, stop } = await running
      stop()
      await server.store.close()
    },
  }
}
