import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { buildServer, freePort, sendTo, startProcess, writeDatabase, type ServerProcess } from '../testing/process.ts'
import { createQueue } from '../testing/queue.ts'

/** What strangers and one's own people can do to the process with bare sockets. It is the real one, in its own process. */
const MB = 1_000_000
const CONNECTIONS = 2_000

let built: Awaited<ReturnType<typeof buildServer>>
let folder: string
let port: number
let tokens: string[]
let server: ServerProcess
beforeAll(async () => {
  built = await buildServer('wire')
}, 60_000)
afterAll(() => built.remove())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldpost-wire-'))
  tokens = await writeDatabase(join(folder, 'fieldpost.sqlite'), 6)
  port = await freePort()
  server = await startProcess(built.script, folder, port, { MAX_CONNECTIONS: String(CONNECTIONS) })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const sockets: Socket[] = []
interface Line {
  socket: Socket
  /** All that the server has said. */
  said: () => string
  isClosed: () => boolean
}
/** A bare connection that says something, or nothing. */
function dial(from: string, words = ''): Promise<Line> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    sockets.push(socket)
    let [said, isClosed] = ['', false]
    const line = { socket, said: () => said, isClosed: () => isClosed }
    socket.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)))
    socket.on('error', () => undefined)
    socket.on('close', () => ((isClosed = true), resolve(line)))
    socket.on('connect', () => (words === '' ? resolve(line) : socket.write(words, () => resolve(line))))
  })
}
const open = (lines: Line[]) => lines.filter((line) => !line.isClosed()).length
const everyone = async <T>(items: T[], atOnce: number, work: (item: T) => Promise<void>) => {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** Somebody who works on, from an address and with a device of their own; `stop` tells how many rounds were answered. */
function honest(token: string) {
  const client = createQueue(sendTo(port, token))
  const failures: string[] = []
  let [rounds, isWorking] = [0, true]
  const running = (async () => {
    while (isWorking) {
      await client.round().then(
        () => rounds++,
        (error: Error) => failures.push(error.message),
      )
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  })()
  return { rounds: () => rounds, stop: async () => ((isWorking = false), await running, { rounds, failures }) }
}

type Kind = 'announced' | 'not announced' | 'bomb'
const bomb = gzipSync(Buffer.alloc(100 * MB, ' '))
const chunk = Buffer.alloc(64_000, 'a')

/** Sends a body that is too large; the status of the answer. */
function sendTooLarge(kind: Kind, token: string, path: string): Promise<number> {
  return new Promise((resolve) => {
    const call = request({
      ...{ port, method: 'POST', path },
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(kind === 'announced' ? { 'content-length': 400 * MB } : {}),
        ...(kind === 'bomb' ? { 'content-encoding': 'gzip', 'content-length': bomb.length } : {}),
      },
    })
    let isAnswered = false
    call.on('response', (answer) => {
      isAnswered = true
      answer.resume().on('close', () => (call.destroy(), resolve(answer.statusCode ?? 0)))
    })
    call.on('error', () => (isAnswered ? undefined : resolve(0)))
    if (kind === 'bomb') return void call.end(bomb)
    let sent = 0
    const more = () => {
      while (!isAnswered && sent < 20 * MB) {
        sent += chunk.length
        if (!call.write(chunk)) return void call.once('drain', more)
      }
      if (!isAnswered) call.end()
    }
    more()
  })
}

test(
  'a thousand bodies that are too large are refused, leave the process as small as it was, and others work meanwhile',
  { timeout: 120_000 },
  async () => {
    const kinds: Kind[] = ['announced', 'not announced', 'bomb']
    const crowd = tokens.slice(1)
    const bodies = (count: number) =>
      times(count, (n) => ({
        kind: must(kinds[n % 3]),
        token: must(crowd[n % crowd.length]),
        path: n % 10 === 0 ? '/api/login' : n % 10 === 1 ? '/api/projects/core' : '/api/sync',
      }))
    const seen = new Map<string, number>()
    const send = ({ kind, token, path }: ReturnType<typeof bodies>[number]) =>
      sendTooLarge(kind, token, path).then((status) => {
        const what = `${kind} ${status}`
        seen.set(what, (seen.get(what) ?? 0) + 1)
      })

    const worker = honest(must(tokens[0]))
    // Before it is measured, so that the code is compiled and the heap has found its size.
    await everyone(bodies(400), 32, send)
    const before = server.memory()
    await everyone(bodies(1_000), 32, send)
    const after = server.memory()
    const { rounds, failures } = await worker.stop()

    // 0: who goes on sending is cut off after half a second, and may lose the answer with it.
    expect([...seen.keys()].filter((what) => !/ (413|429|0)$/.test(what))).toEqual([])
    for (const kind of kinds)
      expect(seen.get(`${kind} 413`), `${kind} ${JSON.stringify([...seen])}`).toBeGreaterThan(300)
    expect(failures).toEqual([])
    expect(rounds).toBeGreaterThan(10)
    expect((after.now - before.now) / MB).toBeLessThan(32)
    expect((after.most - before.most) / MB).toBeLessThan(32)
  },
)

test(
  'three thousand idle and half-sent requests of nobody leave others served, and are cut',
  { timeout: 90_000 },
  async () => {
    const worker = honest(must(tokens[0]))
    const words = ['', 'POST /api/login HTTP/1.1\r\nHost: x\r\n', 'GET /api/ping HTTP/1.1\r\nHost: x\r\nX-Slow: ']
    const lines: Line[] = []
    await everyone(
      times(3_000, (n) => must(words[n % 3])),
      100,
      async (text) => void lines.push(await dial('127.0.0.2', text)),
    )
    // Some go on saying a little, as a slow client would.
    const drip = setInterval(
      () => lines.forEach(({ socket }, n) => n % 3 === 2 && socket.writable && socket.write('x')),
      1_000,
    )

    const other = await dial('127.0.0.3', 'GET /api/ping HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(other.said, { timeout: 5_000 }).toContain('{"fieldpost":"pong"}')
    const soFar = worker.rounds()
    await expect.poll(worker.rounds, { timeout: 10_000 }).toBeGreaterThan(soFar + 5)
    expect(open(lines)).toBeLessThanOrEqual(CONNECTIONS / 4)
    await expect.poll(() => open(lines), { timeout: 40_000, interval: 500 }).toBe(0)
    clearInterval(drip)
    expect((await worker.stop()).failures).toEqual([])
  },
)

test(
  'two thousand news streams of one person leave another one served, and ten of them open',
  { timeout: 90_000 },
  async () => {
    const worker = honest(must(tokens[0]))
    const live = (token: string) => `GET /api/sync/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const own = live(must(tokens[1]))
    const lines: Line[] = []
    const from = (n: number) => `127.0.0.${2 + (n % 8)}`
    await everyone(times(2_000, from), 50, async (address) => void lines.push(await dial(address, own)))

    const other = await dial('127.0.0.20', live(must(tokens[2])))
    await expect.poll(other.said, { timeout: 10_000 }).toContain('event: news')
    await expect.poll(() => open(lines), { timeout: 20_000, interval: 200 }).toBeLessThanOrEqual(10)
    expect(lines.filter((line) => !line.isClosed() && line.said().includes('event: news'))).toHaveLength(10)
    expect(other.isClosed()).toBe(false)
    const { rounds, failures } = await worker.stop()
    expect([rounds > 5, failures]).toEqual([true, []])
  },
)
