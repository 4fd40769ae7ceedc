import { createServer, request, Agent, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BadNetwork } from './bad-network.ts'

let server: Server
let network: BadNetwork
let agent: Agent
let received: string[]

beforeEach(async () => {
  received = []
  server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      received.push(`${incoming.method} ${incoming.url} ${Buffer.concat(chunks).length}`)
      answer.end('x'.repeat(Number(incoming.url?.split('/').at(-1)) || 2))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  network = new BadNetwork((server.address() as AddressInfo).port)
  await network.listen()
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
})

afterEach(async () => {
  agent.destroy()
  await network.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a good network changes nothing', async () => {
  expect(await get('/200000')).toHaveLength(200_000)
  expect(await post('/api/sync', 'y'.repeat(300_000))).toBe('xx')
  expect(received).toEqual(['GET /200000 0', 'POST /api/sync 300000'])
  expect(network.counters.connections).toBe(1)
  expect(network.counters.bytesDown).toBeGreaterThan(200_000)
  expect(network.counters.bytesUp).toBeGreaterThan(300_000)
})

test('a server that closes after its answer is heard to the end', async () => {
  network.latencyMs = 20
  agent = new Agent({ keepAlive: false })
  expect(await get('/100000')).toHaveLength(100_000)
})

test('latency is paid each way', async () => {
  await get('/2')
  network.latencyMs = 100
  expectBetween(195, 1500, await milliseconds(() => get('/2')))
  network.latencyMs = 0
  expectBetween(0, 190, await milliseconds(() => get('/2')))
})

test('bandwidth limits what comes down', async () => {
  network.bytesPerSecondDown = 50_000
  expectBetween(380, 2000, await milliseconds(() => get('/20000')))
})

test('bandwidth limits what goes up, and an idle link saves up no speed', async () => {
  network.bytesPerSecondUp = 50_000
  await new Promise((resolve) => setTimeout(resolve, 300))
  expectBetween(380, 2000, await milliseconds(() => post('/api/sync', 'y'.repeat(20_000))))
})

test('connections share the bandwidth', async () => {
  network.bytesPerSecondDown = 50_000
  agent.maxSockets = 4
  expectBetween(380, 2000, await milliseconds(() => Promise.all([get('/10000'), get('/10000')])))
})

test('a stalled network keeps everybody waiting, and a faster one counts at once', async () => {
  network.bytesPerSecondDown = 0
  let isDone = false
  const answer = get('/5000').then((text) => ((isDone = true), text))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(isDone).toBe(false)
  network.bytesPerSecondDown = undefined
  expect(await answer).toHaveLength(5000)
})

test('going offline cuts what is open and refuses what is new', async () => {
  network.bytesPerSecondDown = 1000
  const running = get('/100000')
  setTimeout(() => (network.online = false), 100)
  await expect(running).rejects.toThrow()
  await expect(get('/2')).rejects.toThrow()
  network.bytesPerSecondDown = undefined
  network.online = true
  expect(await get('/2')).toBe('xx')
})

test('a cut comes after exactly so many bytes', async () => {
  await get('/2')
  const before = network.counters.bytesDown
  const cut = network.cutAfter(1000)
  await expect(get('/50000')).rejects.toThrow()
  await cut
  expect(network.counters.bytesDown - before).toBe(1000)
  expect(await get('/50000')).toHaveLength(50_000)
})

test('a lost answer: the server has done its work, the client hears nothing, the next try is answered', async () => {
  await get('/2')
  const lost = network.dropNextResponse('POST /api/sync')
  expect(await get('/api/sync/2')).toBe('xx')
  await post('/api/other', '{}')
  await expect(post('/api/sync', '{"call":1}')).rejects.toThrow()
  await lost
  expect(await post('/api/sync', '{"call":1}')).toBe('xx')
  expect(received.filter((line) => line.startsWith('POST /api/sync'))).toHaveLength(2)
})

test('a request line that arrives in pieces is still seen', async () => {
  network.bytesPerSecondUp = 3000
  const lost = network.dropNextResponse('POST /api/sync')
  await expect(post('/api/sync', 'y'.repeat(500))).rejects.toThrow()
  await lost
})

test('a server that is down looks like a broken connection', async () => {
  await new Promise((resolve) => server.close(resolve))
  await expect(get('/2')).rejects.toThrow()
})

const get = (path: string) => send('GET', path, '')
const post = (path: string, body: string) => send('POST', path, body)

function send(method: string, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: network.port, host: '127.0.0.1', method, path, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(text))
      answer.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

function expectBetween(least: number, most: number, actual: number): void {
  expect(actual).toBeGreaterThanOrEqual(least)
  expect(actual).toBeLessThanOrEqual(most)
}
