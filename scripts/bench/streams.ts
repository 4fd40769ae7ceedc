import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL, type RoundResponse } from '#shared/protocol/sync.ts'
import { token } from './organisation.ts'
import type { Report } from './report.ts'
import { startServer, type ServerProcess } from './server-process.ts'

const COUNTS = [5_000, 10_000]
/** The first ones are told apart: everything is new in them. */
const CHANGES = { warm: 2, counted: 8 }
/** One news a second at most: what comes sooner is said together. */
const APART_MS = 1_500
const OPENING_AT_ONCE = 200

/** Very many people who look at once: what a news stream takes of the server's memory, and how long after a commit they are told. */
export async function measureStreams(report: Report): Promise<void> {
  for (const count of COUNTS) await measureStreamsOver(report, [await startServer(':memory:', 1_000, 1)], count)
}

/** Over one process, or spread over several: all but those of the first hear of another process's commit. */
export async function measureStreamsOver(report: Report, servers: ServerProcess[], count: number): Promise<void> {
  const sum = (of: 'memoryMb' | 'cpuSeconds') => servers.reduce((total, server) => total + server[of](), 0)
  const server = must(servers[0])
  const call = async (body: object) => {
    const headers = { authorization: `Bearer ${token(4)}`, 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${server.port}/api/sync`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (answer.status === 204 ? {} : await answer.json()) as Partial<RoundResponse>
  }
  const granted = await call({ protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 1 })
  const device = must(granted.device)
  const before = sum('memoryMb')
  // Where a device stands that has everything: what is new comes by the stream itself.
  const cursor = must(granted.cursor).split('.').slice(0, 2).join('.')
  let heard: number[] = []
  const streams: Socket[] = []
  while (streams.length < count)
    streams.push(
      ...(await Promise.all(
        Array.from({ length: OPENING_AT_ONCE }, (_, n) =>
          openStream(
            must(servers[n % servers.length]).port,
            { bearer: token(1 + ((streams.length + n) % 40)), cursor },
            () => heard.push(performance.now()),
          ),
        ),
      )),
    )
  await pause(2_000)
  const each = ((sum('memoryMb') - before) * 1_024) / count
  const took = { warm: [] as number[], counted: [] as number[] }
  let busy = 0
  for (let seq = 1; seq <= CHANGES.warm + CHANGES.counted; seq++) {
    const kind = seq <= CHANGES.warm ? 'warm' : 'counted'
    if (seq === CHANGES.warm + 1) busy = sum('cpuSeconds')
    heard = []
    const input = { id: device * 1_000_000 + seq, projectId: 20_000_001, comment: `Told to everybody, ${seq}` }
    const id = `streams-${String(seq).padStart(8, '0')}`
    const at = new Date().toISOString()
    const sent = performance.now()
    await call({
      ...{ protocol: PROTOCOL, device, cursor: granted.cursor, from: seq, limit: 1 },
      calls: [{ seq, id, name: 'addComment', input, at }],
    })
    await pause(APART_MS)
    if (heard.length < count) throw new Error(`${heard.length} of ${count} streams heard of it`)
    took[kind].push(...heard.map((time) => Math.max(0, time - sent)))
  }
  const at = (times: number[], share: number) => must(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)])
  const p99 = at(took.counted, 0.99)
  const processor = ((sum('cpuSeconds') - busy) / CHANGES.counted) * 1_000
  const over = servers.length === 1 ? '' : ` over ${servers.length} processes`
  const what = `${count.toLocaleString('en')} news streams${over}`
  // Over two processes: 200 MB together for ten thousand.
  const most = servers.length === 1 ? 12 : 20
  report(`${what}: memory of each`, `${each.toFixed(1)} kB`, `≤ ${most} kB`, each <= most)
  report(
    '  a comment is told, from when it was sent',
    `p50 ${at(took.counted, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (the first two after a start ${at(took.warm, 0.99).toFixed(0)}), ${processor.toFixed(0)} ms of processor`,
    count === 5_000 ? 'p99 ≤ 250 ms' : 'p99 ≤ 300 ms',
    p99 <= (count === 5_000 ? 250 : 300),
  )
  for (const stream of streams) stream.destroy()
  for (const one of servers) one.stop()
}

/** Resolves once the stream has begun; told of each news after the first. */
function openStream(
  port: number,
  { bearer, cursor }: { bearer: string; cursor: string },
  onNews: () => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /api/sync/live?protocol=${PROTOCOL}&cursor=${cursor} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\n\r\n`,
      ),
    )
    let begun = false
    socket.on('data', (bytes) => {
      if (!bytes.includes('event: ')) return
      if (begun) onNews()
      begun = true
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
