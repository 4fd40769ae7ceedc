import { randomBytes } from 'node:crypto'
import { copyFileSync, constants, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL, versionOf, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'
import { TOLD, toldLine } from '#shared/protocol/told.ts'
import { nextPageSize } from '#web/sync/round.ts'
import { thousands } from './browser.ts'
import { teamOf } from './history.ts'
import { madePath, makeDatabase } from './make.ts'
import { token } from './organisation.ts'
import type { Report } from './report.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Answered {
  up: number
  down: number
  body: Partial<RoundResponse>
}

/** Bytes and requests of rounds, as a device on a fast link plays them, against a real server over HTTP. */
export async function measureWire(report: Report, keep: string): Promise<void> {
  await measureHistory(report, keep)
  const server = await startServer(':memory:', 10_000, 1)
  const agent = new Agent({ keepAlive: true })
  const send = (round: RoundRequest) => sendRound(server.port, agent, round)
  const { pages, down, device, cursor } = await firstSync(send)
  const first = must(pages[0]).down
  report(
    'first sync of 10,000 taskings',
    `${kb(down)} in ${pages.length} requests`,
    '≤ 1.45 MB, ≤ 8',
    down <= 1_450_000 && pages.length <= 8,
  )
  report(
    '  its first page on 2G (bytes at 50 kbit/s + one round trip)',
    `${on2g(first, 1).toFixed(1)} s for ${kb(first)}`,
    '≤ 4 s',
    on2g(first, 1) <= 4,
  )
  report('  all of it on 2G (likewise)', `${on2g(down, pages.length).toFixed(0)} s`, '')

  const quiet = await send({ ...idle, device, cursor, from: 1, limit: FIRST_PAGE })
  report('nothing new', `${quiet.up} B up, ${quiet.down} B down`, '≤ 120 B, 0', quiet.up <= 120 && quiet.down === 0)

  const at = new Date().toISOString()
  const id = (n: number) => device * 1_000_000 + n
  const approve = {
    seq: 1,
    id: 'aGk3bDkTn2kQx81_',
    name: 'approveProject',
    at,
    input: { id: 20_000_001, approvalId: id(1), seen: '1k2l3m4n5o6p7' },
  }
  const one = await send({ ...idle, device, cursor, from: 1, limit: FIRST_PAGE, calls: [approve] })
  report(
    'one command, up and down',
    `${one.up} B up, ${one.down} B down`,
    '≤ 250 B + ≤ 700 B',
    one.up <= 250 && one.down <= 700 && one.body.outcomes?.length === 1,
  )

  const calls = Array.from({ length: 50 }, (_, n) => ({
    seq: n + 2,
    id: randomBytes(12).toString('base64url'),
    name: 'addComment',
    at,
    input: {
      id: id(n + 2),
      projectId: 20_000_001 + (n % 9),
      comment: `Comment ${n}: the driver waits at gate ${n % 7}`,
    },
  }))
  const fifty = await send({ ...idle, device, cursor: one.body.cursor ?? null, from: 2, limit: FIRST_PAGE, calls })
  const total = fifty.up + fifty.down + HEADERS
  const whole = fifty.body.outcomes?.length === 50 && !fifty.body.more
  report('50 queued comments, both ways with headers', `${total} B in one request`, '≤ 12 kB', total <= 12_000 && whole)
  agent.destroy()
  server.stop()
}

/** Eight years of an organisation, each tasking with what belongs to it (history.ts). */
async function measureHistory(report: Report, keep: string): Promise<void> {
  const path = join(process.env['BENCH_DIR'] ?? keep, 'wire.sqlite')
  await makeDatabase(madePath(keep, 10_000), 10_000)
  copyFileSync(madePath(keep, 10_000), path)
  const server = await startServer(path, 10_000, 0)
  const agent = new Agent({ keepAlive: true })
  const { pages, down } = await firstSync((round) => sendRound(server.port, agent, round))
  const rows = new Map<string, number>()
  for (const { body } of pages)
    for (const [table, columns] of Object.entries(body.changes ?? {}))
      rows.set(table, (rows.get(table) ?? 0) + (columns as { rows: number }).rows)
  report(
    'first sync of 10,000 taskings with a real history',
    `${kb(down)} in ${pages.length} requests`,
    '≤ 1.30 MB',
    down <= 1_300_000,
  )
  report(`  ${[...rows].map(([table, n]) => `${thousands(n)} ${table}`).join(', ')}`, '', '')
  agent.destroy()
  server.stop()
}

const idle = { protocol: PROTOCOL, calls: [] }

/** As a device plays it on a fast link. */
async function firstSync(send: (round: RoundRequest) => Promise<Answered>) {
  const pages: Answered[] = []
  let { device, cursor } = { device: 0, cursor: null as string | null }
  for (let more = true, limit = FIRST_PAGE; more; limit = nextPageSize(limit, 500)) {
    const page = await send({ ...idle, device, cursor, from: 1, limit })
    pages.push(page)
    device = page.body.device ?? device
    cursor = page.body.cursor ?? cursor
    more = page.body.more ?? false
  }
  return { pages, device, cursor, down: pages.reduce((sum, page) => sum + page.down, 0) }
}

const FIRST_PAGE = 100
/** Request and response headers of a browser, roughly. */
const HEADERS = 1_500
const on2g = (bytes: number, trips: number): number => (bytes * 8) / 50_000 + trips * 1.6

/** Node's own fetch hides how many bytes an answer took; this one counts bodies as they travel. */
function sendRound(port: number, agent: Agent, round: RoundRequest): Promise<Answered> {
  const plain = Buffer.from(JSON.stringify(round))
  const packed = plain.length >= 200
  const body = packed ? gzipSync(plain) : plain
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token(4)}`,
      'content-type': 'application/json',
      'accept-encoding': 'br',
      [TOLD]: toldLine({ appVersion: '1.0.0', unsent: 0, unsentSince: null }, !versionOf(round.cursor)),
      'content-length': body.length,
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    }
    const outgoing = httpRequest({ port, agent, path: '/api/sync', method: 'POST', headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const raw = Buffer.concat(chunks)
        if ((incoming.statusCode ?? 500) >= 300) return reject(new Error(`${incoming.statusCode}: ${raw.toString()}`))
        const text = incoming.headers['content-encoding'] === 'br' ? brotliDecompressSync(raw) : raw
        resolve({
          up: body.length,
          down: raw.length,
          body: (text.length ? JSON.parse(text.toString()) : {}) as Partial<RoundResponse>,
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * Quiet rounds and durable commands a second beside `taskings` taskings, over HTTP from `clients` connections, each with a
 * device of its own. The database is a copy: measuring writes.
 */
export async function measureRates(report: Report, taskings: number, keep: string): Promise<void> {
  const made = madePath(keep, taskings)
  await makeDatabase(made, taskings)
  const path = join(process.env['BENCH_DIR'] ?? keep, `rates-${taskings}.sqlite`)
  copyFileSync(made, path, constants.COPYFILE_FICLONE)
  const server = await startServer(path, taskings, 0)
  const clients = 16
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const call = <T>(user: number, body: unknown): Promise<T> => postJson(server.port, agent, token(user), body)
  const devices = await Promise.all(
    Array.from({ length: clients }, (_, n) =>
      call<{ device: number; cursor: string }>(aCor(n), {
        protocol: PROTOCOL,
        device: 0,
        cursor: null,
        from: 1,
        calls: [],
        limit: 1,
      }),
    ),
  )
  const latest = await latestCursor(call, must(devices[0]))
  const beside = `, ${taskings.toLocaleString('en')} taskings`

  const quiet = await perSecond(server, 4_000, clients, async (n) => {
    const { device } = must(devices[n])
    await call(aCor(n), { protocol: PROTOCOL, device, cursor: latest, from: 1, calls: [], limit: 1 })
  })
  report(`rounds with nothing new${beside}`, ratesOf(quiet), '≥ 5,000/s per core', quiet.perCore >= 5_000)

  const queues = devices.map(({ device }) => ({ device, seq: 0, ids: 0, taskings: [] as number[] }))
  /** Sends commands as one round, and waits until they are durable. */
  const send = async (n: number, commands: [name: string, input: object][]): Promise<void> => {
    const queue = must(queues[n])
    const from = queue.seq + 1
    const calls = commands.map(([name, input]) => {
      const id = `bench${String(queue.device * 1_000_000 + ++queue.seq).padStart(14, '0')}`
      return { seq: queue.seq, id, name, input, at: new Date().toISOString() }
    })
    const round = { protocol: PROTOCOL, device: queue.device, cursor: latest, from, calls, limit: 1 }
    const { outcomes = [] } = await call<Partial<RoundResponse>>(aCor(n), round)
    // What a round says about its calls can wait for later pages; what it says must be good.
    if (outcomes.some(({ verdict }) => verdict !== 'applied')) throw new Error(JSON.stringify(outcomes))
  }
  const newId = (n: number): number => {
    const queue = must(queues[n])
    return queue.device * 1_000_000 + ++queue.ids
  }

  const finished = await perSecond(server, 5_000, clients, async (n) => {
    const [requestId, tasking] = [newId(n), newId(n)]
    await send(
      n,
      aWholeRequest(requestId, tasking, () => newId(n)),
    )
    must(queues[n]).taskings.push(tasking)
  })
  report(`requests finished, four commands each${beside}`, ratesOf(finished), '')
  const waiting = queues.map((queue) => [...queue.taskings])
  const approved = await perSecond(server, 5_000, clients, async (n) => {
    const id = waiting[n]?.pop()
    if (id === undefined) return false
    return send(n, [['approveProject', { id, approvalId: newId(n) }]])
  })
  report(`taskings approved${beside}`, ratesOf(approved), '≥ 1,000/s per core', approved.perCore >= 1_000)
  const commented = await perSecond(server, 5_000, clients, async (n) => {
    const projectId = must(must(queues[n]).taskings[0])
    await send(n, [['addComment', { id: newId(n), projectId, comment: 'Measured, not guessed' }]])
  })
  report(`comments written${beside}`, ratesOf(commented), '≥ 1,000/s per core', commented.perCore >= 1_000)
  report(`  the server's memory`, `${Math.round(server.memoryMb())} MB`, '')
  agent.destroy()
  server.stop()
  for (const ending of ['', '-wal', '-shm', '-owner']) rmSync(path + ending, { force: true })
}

/** Contracting officers may write and approve; organisation.ts makes every fifth person one. */
const aCor = (n: number): number => 4 + 5 * n

function aWholeRequest(requestId: number, tasking: number, newId: () => number): [name: string, input: object][] {
  const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const pool = requestId % 500
  const projectTypeId = 1 + (pool % 7)
  const start = {
    countryId: 1,
    teamId: teamOf(projectTypeId),
    advisorId: 1,
    projectTypeId,
    poolCode: `PC-${100 + pool}`,
  }
  const tasks = [{ taskId: 101, name: 'Interpretation', description: 'An interpreter for the workshop.' }]
  const texts = { contactDetails: { to: 'Grace, at the ministry' }, taskDetails: { to: 'Three days, two languages' } }
  return [
    ['startRequest', { id: requestId, ...start, dueDate, blanketTasking: null }],
    ['chooseTasks', { requestId, revisionId: newId(), fields: { category: { to: 1 }, tasks: { to: tasks } } }],
    ['describeRequest', { requestId, revisionId: newId(), fields: texts }],
    ['completeRequest', { requestId, recipients: '', approval: '', taskings: [{ taskId: 101, id: tasking }] }],
  ]
}

/** A cursor that is up to date, without fetching a million taskings: first sync states its base version. */
async function latestCursor(
  call: <T>(user: number, body: unknown) => Promise<T>,
  { device, cursor }: { device: number; cursor: string },
): Promise<string> {
  const [epoch, base] = cursor.split('.')
  const start = { device, cursor: `${epoch}.${base}` }
  for (let at = start.cursor; ;) {
    const page = await call<{ cursor?: string; more?: boolean }>(aCor(0), {
      protocol: PROTOCOL,
      device: start.device,
      cursor: at,
      from: 1,
      calls: [],
      limit: 20_000,
    })
    at = page.cursor ?? at
    if (!page.more) return at
  }
}

function postJson<T>(port: number, agent: Agent, bearer: string, body: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }
    const outgoing = httpRequest({ port, agent, path: '/api/sync', method: 'POST', headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        if ((incoming.statusCode ?? 500) >= 300) reject(new Error(`${incoming.statusCode}: ${answer.slice(0, 200)}`))
        else resolve((answer ? JSON.parse(answer) : {}) as T)
      })
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

interface Rate {
  rate: number
  /** By the server's own processor time, so that it says the same on a busy machine. */
  perCore: number
  p99: number
}
const ratesOf = ({ rate, perCore, p99 }: Rate) => `${rate}/s, ${perCore}/s per core (p99 ${p99} ms)`

async function perSecond(
  server: ServerProcess,
  ms: number,
  clients: number,
  /** Once; false when there is nothing left to do. */
  work: (client: number) => Promise<void | false>,
): Promise<Rate> {
  const took: number[] = []
  const start = performance.now()
  const cpuBefore = server.cpuSeconds()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() - start < ms) {
        const before = performance.now()
        if ((await work(client)) === false) break
        took.push(performance.now() - before)
      }
    }),
  )
  took.sort((a, b) => a - b)
  return {
    rate: Math.round((took.length / (performance.now() - start)) * 1_000),
    perCore: Math.round(took.length / (server.cpuSeconds() - cpuBefore)),
    p99: Math.round(took[Math.floor(took.length * 0.99)] ?? 0),
  }
}

const kb = (bytes: number): string =>
  bytes > 1_000_000 ? `${(bytes / 1_000_000).toFixed(2)} MB` : `${(bytes / 1_000).toFixed(1)} kB`
