import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { openStore, prepareHome } from '../store/open.ts'
import {
  expectedComments,
  freePort,
  notApplied,
  sendTo,
  startLoad,
  startProcess,
  writePeople,
  type ServerProcess,
} from './process.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { createQueue, type Send } from './queue.ts'

const CLIENTS = 16
const READERS = 4

interface Options {
  /** Of a database with nobody in it. */
  url: string
  folder: string
  /** What each process runs. */
  scripts: readonly string[]
}

/** Processes, each with a wire of its own to the database, and clients that ask any of them. */
export async function underLoad({ url, folder, scripts }: Options) {
  const home = { url, org: 1, requireReplica: false }
  await prepareHome(home)
  const store = await openStore(home, {})
  const tokens = await writePeople(store, CLIENTS + READERS)
  const places = await Promise.all(
    scripts.map(async (_, n) => {
      const [proxy, port] = [await startProxy(url), await freePort()]
      const settings = { DATABASE_URL: proxy.url, FILES_URL: pathToFileURL(join(folder, 'files')).toString() }
      return { proxy, port, start: (script: string) => startProcess(script, join(folder, `${n}`), port, settings) }
    }),
  )
  const processes = await Promise.all(places.map(({ start }, n) => start(must(scripts[n]))))

  const wayTo = (at: number, token: string): Send => sendTo(must(places[at]).port, token)
  const sends = tokens.map((token): Send => {
    const to = places.map((_, at) => wayTo(at, token))
    return (request) => must(to[Math.floor(Math.random() * to.length)])(request)
  })
  const load = startLoad(sends.slice(0, CLIENTS))
  const readers = sends.slice(CLIENTS).map(createReader)
  let isReading = true
  const reading = Promise.all(
    readers.map(async ({ round }) => {
      while (isReading) await round().catch(() => new Promise((later) => setTimeout(later, 20)))
    }),
  )

  /** As many calls more as there are clients are acknowledged: it works, however busy the machine is. */
  const progress = async () => {
    const before = load.acknowledged()
    await expect.poll(() => load.acknowledged(), { timeout: 120_000, interval: 20 }).toBeGreaterThan(before + CLIENTS)
  }

  return {
    progress,
    /** One of them, in the middle of its work. */
    async oneAtWork(): Promise<{ at: number; process: ServerProcess; proxy: Proxy }> {
      await progress()
      await new Promise((later) => setTimeout(later, Math.random() * 300))
      const at = Math.floor(Math.random() * processes.length)
      return { at, process: must(processes[at]), proxy: must(places[at]).proxy }
    },
    /** The comments as a new device has them that knows only one of the processes. */
    async commentsOf(at: number) {
      const { comments, round } = createReader(wayTo(at, must(tokens.at(-1))))
      while (await round());
      return comments
    },
    /** Of the release that was there, or of another. */
    async startAnew(at: number, script = must(scripts[at])): Promise<void> {
      processes[at] = await must(places[at]).start(script)
    },
    /** As a rolling update does it: it is told to leave, and one of another release takes its place. */
    async replace(at: number, script: string): Promise<void> {
      expect(await must(processes[at]).end('SIGTERM')).toBe(0)
      processes[at] = await must(places[at]).start(script)
    },
    /** All that was made is judged; returns what is not as it should be. */
    async end() {
      await load.finish()
      isReading = false
      await reading
      const alive = processes.map((process) => process.isAlive())
      for (const { round } of readers) while (await round());
      const ends = await Promise.all(processes.map((process) => process.end('SIGTERM')))
      const { comments, calls } = await store.read({
        reads: { comments: many('comments', {}), calls: many('calls', {}) },
      })
      await store.close()
      await Promise.all(places.map(({ proxy }) => proxy.close()))

      expect([alive, ends]).toEqual([processes.map(() => true), processes.map(() => 0)])
      expect(load.clients.map((client) => client.forgotten())).toEqual(load.clients.map(() => 0))
      expect(notApplied(load.clients)).toEqual([])
      expect(calls.map(({ verdict }) => verdict)).toEqual(Array.from({ length: load.acknowledged() }, () => 'applied'))
      expect(new Set(calls.map(({ callId }) => callId)).size).toBe(calls.length)
      const expected = expectedComments(load.clients)
      expect(new Map(comments.map((row) => [row.id, [...row.history, row.comment]]))).toEqual(expected)
      const newest = new Map([...expected].map(([id, texts]) => [id, texts.at(-1)]))
      for (const reader of readers)
        expect(new Map([...reader.comments].map(([id, row]) => [id, row['comment']]))).toEqual(newest)
      return load.acknowledged()
    },
  }
}

/** Somebody who only reads: the comments as their device has them. */
function createReader(send: Send) {
  const comments = new Map<number, Record<string, unknown>>()
  const queue = createQueue(async (request) => {
    const answer = await send(request)
    const { comments: columns } = answer?.changes ?? {}
    for (const row of columns ? columnsToRows(columns) : []) comments.set(Number(row['id']), row)
    return answer
  })
  return { comments, round: queue.round }
}
