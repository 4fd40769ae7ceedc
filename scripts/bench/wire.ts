import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL, versionOf, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'
import { TOLD, toldLine } from '#shared/protocol/told.ts'
import { nextPageSize } from '#web/sync/round.ts'
import { thousands } from './browser.ts'
import { madePath, makeDatabase } from './make.ts'
import { token } from './organisation.ts'
import type { Report } from './report.ts'
import { startServer } from './server-process.ts'

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

const kb = (bytes: number): string =>
  bytes > 1_000_000 ? `${(bytes / 1_000_000).toFixed(2)} MB` : `${(bytes / 1_000).toFixed(1)} kB`
