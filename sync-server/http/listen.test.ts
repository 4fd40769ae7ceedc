import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing/server.ts'
import { listen, type Listening } from './listen.ts'
import { networkOf } from './network.ts'

let server: TestServer
let listening: Listening
beforeEach(async () => {
  server = await testServer()
  listening = await listen(server.app, { port: 0, host: '127.0.0.1', maxConnections: 40 })
})
afterEach(async () => {
  for (const { socket } of lines.splice(0)) socket.destroy()
  await listening.stop()
  await server.close()
})

interface Line {
  socket: Socket
  said: string
  isClosed: boolean
}
const lines: Line[] = []
function dial(words: string, { from = '127.0.0.1' } = {}): Line {
  const socket = connect({ port: listening.port, host: '127.0.0.1', localAddress: from })
  const line = { socket, said: '', isClosed: false }
  socket.on('data', (chunk: Buffer) => (line.said += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => (line.isClosed = true))
  if (words) socket.write(words)
  lines.push(line)
  return line
}
const asking = (start: string, more = '') => `${start} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const live = (token: string) => asking('GET /api/sync/live', `Authorization: Bearer ${token}\r\n`)
const connections = () =>
  new Promise<number>((resolve) => setImmediate(() => resolve(lines.filter((line) => !line.isClosed).length)))

test.each([
  ['TRACE /api/ping', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ['TRACE /', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ['PROPFIND /api/projects/1', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ['BREW /api/ping', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ['get /api/ping', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ['DELETE /api/ping', 'GET, HEAD'],
  ['GET /api/login', 'POST'],
  ['GET /api/sync', 'POST'],
  ['PUT /api/sessions', 'GET, HEAD, DELETE'],
  ['GET /api/files/tus', 'POST, OPTIONS'],
])('%s is 405, and says what is taken instead', async (start, allow) => {
  const line = dial(asking(start, 'Connection: close\r\n'))
  await expect.poll(() => line.isClosed).toBe(true)
  const [head = '', body = ''] = line.said.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 405 /)
  expect(/^allow: (.*)$/im.exec(head)?.[1]?.trim()).toBe(allow)
  expect(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))).toMatchObject({
    code: 'METHOD_NOT_ALLOWED',
    message: expect.stringContaining(allow) as string,
  })
})

test('a probe is at most 600 bytes on the wire, heads both ways and a name of 30 letters included', async () => {
  // As Chromium sends it for `isReachable`; a browser asks for it in web/e2e/silent.spec.ts.
  const asked =
    'GET /api/ping?x7k2p9 HTTP/1.1\r\nHost: fieldpost.organisation.example\r\nConnection: keep-alive\r\naccept: */*\r\n' +
    'accept-language: *\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/140.0.0.0 Safari/537.36\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n' +
    'Accept-Encoding: gzip, deflate, br, zstd\r\n\r\n'
  const line = dial(asked)
  await expect.poll(() => line.said).toMatch(/"pong"/)
  expect(line.said).toMatch(/^HTTP\/1\.1 200 [^]*cache-control: no-store/)
  expect(asked.length + line.said.length).toBeLessThanOrEqual(600)
})

test('an address that nobody answers stays unknown, whatever the method', async () => {
  const headers = { authorization: `Bearer ${await server.signIn('ana')}` }
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
    expect((await server.fetch('/api/nothing/here', { method, headers })).status, method).toBe(404)
  expect((await server.fetch('/api/nothing/here', { method: 'POST' })).status).toBe(401)
})

test('what is no request at all is answered, and its connection closed', async () => {
  const line = dial('GET /api/ping HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n')
  await expect.poll(() => line.isClosed).toBe(true)
  expect(line.said).toMatch(/^HTTP\/1\.1 400 [^]*"code":"MALFORMED"/)
  const large = dial(asking('GET /api/ping', `X-Large: ${'a'.repeat(100_000)}\r\n`))
  await expect.poll(() => large.isClosed).toBe(true)
})

test('one address has a quarter of the connections, others have theirs, and what it gives back it has again', async () => {
  const greedy = Array.from({ length: 30 }, () => dial('', { from: '127.0.0.2' }))
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed).length).toBe(20)
  const other = dial(asking('GET /api/ping'))
  await expect.poll(() => other.said).toContain('pong')
  for (const { socket } of greedy) socket.destroy()
  await expect.poll(connections).toBe(1)
  const again = dial(asking('GET /api/ping'), { from: '127.0.0.2' })
  await expect.poll(() => again.said).toContain('pong')
})

test('behind a proxy, which has one address for all, only the number of all counts', async () => {
  await listening.stop()
  listening = await listen(server.app, { port: 0, host: '127.0.0.1', maxConnections: 40, trustProxy: true })
  const all = Array.from({ length: 39 }, () => dial(''))
  const last = dial(asking('GET /api/ping'))
  await expect.poll(() => last.said).toContain('pong')
  expect(all.filter(({ isClosed }) => isClosed)).toEqual([])
})

test('when all connections are taken, those that only wait for another request make room', async () => {
  for (let n = 0; n < 40; n++) {
    const idle = dial(asking('GET /api/ping'), { from: `127.0.0.${2 + (n % 5)}` })
    await expect.poll(() => idle.said).toContain('pong')
  }
  dial(asking('GET /api/ping'))
  await expect.poll(async () => (await connections()) < 40).toBe(true)
  const next = dial(asking('GET /api/ping'))
  await expect.poll(() => next.said).toContain('pong')
})

test('a stream that ends closes its socket', { timeout: 30_000 }, async () => {
  const [ana, mia] = [await server.signIn('ana'), await server.signIn('mia')]
  const [over, other] = [dial(live(ana)), dial(live(mia))]
  await expect.poll(() => over.said + other.said).toMatch(/news[^]*news/)
  // The client is told, so that it sends nothing more on it.
  expect(over.said.toLowerCase()).toContain('connection: close')
  await server.fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${ana}` } })
  await expect.poll(() => over.isClosed, { timeout: 15_000 }).toBe(true)
  expect(other.isClosed).toBe(false)
})

test('of more than ten streams of a person the oldest is closed, and other people keep theirs', async () => {
  const [pete, mia] = [await server.signIn('pete'), await server.signIn('mia')]
  await listening.stop()
  listening = await listen(server.app, { port: 0, host: '127.0.0.1', maxConnections: 100, trustProxy: true })
  const other = dial(live(mia))
  await expect.poll(() => other.said).toContain('event: news')
  const own: Line[] = []
  for (let n = 0; n < 13; n++) {
    const line = dial(live(pete))
    own.push(line)
    await expect.poll(() => line.said).toContain('event: news')
  }
  await expect.poll(() => own.map(({ isClosed }) => isClosed)).toEqual(own.map((_, n) => n < 3))
  expect(other.isClosed).toBe(false)
})

test('an IPv6 subscriber counts as one, and IPv4 is the same in both spellings', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8:1:2::9')).not.toBe(networkOf('2001:db8:1:3::9'))
  expect(networkOf('2001:db8::9')).toBe(networkOf('2001:db8:0:0:1::'))
  expect([networkOf('::1'), networkOf('::ffff:10.0.0.7'), networkOf('10.0.0.7')]).toEqual([
    '0:0:0:0',
    '10.0.0.7',
    '10.0.0.7',
  ])
})
