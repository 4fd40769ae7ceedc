import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { openStore, prepareHome } from '../store/open.ts'
import { startPostgres } from '../testing/postgres.ts'
import {
  buildServer,
  expectedComments,
  freePort,
  notApplied,
  sendTo,
  startLoad,
  startProcess,
  writePeople,
  type ServerProcess,
} from '../testing/process.ts'
import { startProxy, type Proxy } from '../testing/proxy.ts'
import { createQueue, type Send } from '../testing/queue.ts'
import { removeFolder } from '../testing/remove-folder.ts'

/**
 * Real processes over one PostgreSQL under the load of sixteen clients. Whatever becomes of one of them: each acknowledged call is there once
 * with its effects, each reader has all of it, and the others go on. `KILLS=20 AWAY_SECONDS=30` is the full length.
 */
const KILLS = Number(process.env['KILLS'] ?? 5)
/** Longer than a flight may take: what is sent has been given up before it arrives. */
const AWAY_MS = Number(process.env['AWAY_SECONDS'] ?? 12) * 1_000
const FROZEN_MS = 5_000
const PROCESSES = 3
const CLIENTS = 16
const READERS = 4

const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-many-'))
let built: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  built = await buildServer('many')
})
afterAll(async () => {
  await postgres.stop()
  built.remove()
  await removeFolder(folder)
})

/** Somebody who only reads: the comments as their device has them. */
function createReader(send: Send) {
  const comments = new Map<number, string>()
  const queue = createQueue(async (request) => {
    const answer = await send(request)
    const { comments: columns } = answer?.changes ?? {}
    for (const { id, comment } of columns ? columnsToRows(columns) : []) comments.set(Number(id), String(comment))
    return answer
  })
  return { comments, round: queue.round }
}

/** Processes, each with a wire of its own to the database, and clients that ask any of them. */
async function underLoad(name: string) {
  const url = await postgres.database()
  const home = { url, org: 1, requireReplica: false }
  await prepareHome(home)
  const store = await openStore(home, {})
  const tokens = await writePeople(store, CLIENTS + READERS)
  const places = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, n) => {
      const [proxy, port] = [await startProxy(url), await freePort()]
      const settings = { DATABASE_URL: proxy.url, FILES_URL: pathToFileURL(join(folder, name)).toString() }
      return { proxy, port, start: () => startProcess(built.script, join(folder, `${name}${n}`), port, settings) }
    }),
  )
  const processes = await Promise.all(places.map(({ start }) => start()))

  const sends = tokens.map((token): Send => {
    const to = places.map(({ port }) => sendTo(port, token))
    return (request) => must(to[Math.floor(Math.random() * PROCESSES)])(request)
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
      const at = Math.floor(Math.random() * PROCESSES)
      return { at, process: must(processes[at]), proxy: must(places[at]).proxy }
    },
    async startAnew(at: number): Promise<void> {
      processes[at] = await must(places[at]).start()
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
      for (const reader of readers) expect(reader.comments).toEqual(newest)
      return load.acknowledged()
    },
  }
}

test(
  `of ${PROCESSES} processes one is killed ${KILLS} times, and the others go on`,
  async () => {
    const world = await underLoad('killed')
    for (let kill = 0; kill < KILLS; kill++) {
      const { at, process } = await world.oneAtWork()
      await process.end('SIGKILL')
      await world.progress()
      await world.startAnew(at)
    }
    console.info(`${await world.end()} calls under ${KILLS} kills`)
  },
  120_000 + KILLS * 120_000,
)

test(
  'a process that stands still for five seconds while it writes goes on as if nothing had been, and so do the others',
  { timeout: 600_000 },
  async () => {
    const world = await underLoad('frozen')
    const { process } = await world.oneAtWork()
    process.signal('SIGSTOP')
    const over = new Promise((later) => setTimeout(later, FROZEN_MS))
    await world.progress()
    await over
    process.signal('SIGCONT')
    await world.progress()
    console.info(`${await world.end()} calls around ${FROZEN_MS} ms of standing still`)
  },
)

test.each([
  ['what a process and its database say to each other arrives late', 'late'],
  ['a process is parted from its database, and nothing of what it sent meanwhile arrives', 'never'],
] as const)('%s', { timeout: 600_000 }, async (_, arrives) => {
  const world = await underLoad(arrives)
  const { proxy } = await world.oneAtWork()
  proxy.hold()
  const over = new Promise((later) => setTimeout(later, AWAY_MS))
  await world.progress()
  await over
  if (arrives === 'never') proxy.cut()
  proxy.goOn()
  await world.progress()
  console.info(`${await world.end()} calls around ${AWAY_MS} ms`)
})
