import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_CALL_BYTES } from '#shared/model/limits.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { restServer, type RestServer } from '../testing/rest.ts'
import { pathBelow } from './json-body.ts'
import { listen, type Listening } from './listen.ts'

let server: RestServer
let log: Record<string, unknown>[]
beforeEach(async () => {
  log = []
  server = await restServer({ log: (entry) => log.push(entry) })
})
afterEach(() => server.close())

type Init = { type?: string; encoding?: string; path?: string; who?: string }
const send = async (
  body: string | Buffer,
  { type = 'application/json', encoding, path = 'sync', who = 'pete' }: Init = {},
) => {
  const answer = await server.fetch(`/api/${path}`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${await server.signIn(who)}`, 'content-type': type },
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const aCall = (seq: number, input: unknown) => ({
  ...{ seq, id: `call-of-this-test-${seq}`, name: 'addComment', input, at: '2026-03-10T13:00:00.000Z' },
})
const aRound = (inputs: unknown[] = []) => ({
  ...{ protocol: PROTOCOL, device: 0, cursor: null, from: 1, limit: 100 },
  calls: inputs.map((input, index) => aCall(index + 1, input)),
})
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe.each([
  ['a round', 'sync', 1_000_000, 'Send fewer calls'],
  ['a call over REST', 'projects/core', 64_000, 'Shorten the texts'],
  ['a sign-in', 'login', 64_000, 'Shorten the texts'],
])('%s', (_, path, most, advice) => {
  const ofSize = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`

  test('takes so much and not a byte more, plain or unzipped', async () => {
    expect((await send(ofSize(most), { path })).status).not.toBe(413)
    expect((await send(gzipSync(ofSize(most)), { path, encoding: 'gzip' })).status).not.toBe(413)
    for (const answer of [
      await send(ofSize(most + 1), { path }),
      await send(gzipSync(ofSize(most + 1)), { path, encoding: 'gzip' }),
      await send(gzipSync(ofSize(most * 200)), { path, encoding: 'gzip' }),
    ])
      expect(answer).toMatchObject({
        status: 413,
        body: { code: 'TOO_LARGE', message: expect.stringContaining(advice) as string },
      })
  })

  test('is JSON that says so', async () => {
    expect((await send('{}', { path, type: 'text/plain' })).status).toBe(415)
    expect((await send('{}', { path, type: 'application/jsonp' })).status).toBe(415)
    expect((await send('{}', { path, encoding: 'br' })).status).toBe(415)
    expect((await send('{"a":', { path })).body.message).toBe('This is not JSON.')
    expect((await send('\ufeff{}', { path })).body.message).not.toBe('This is not JSON.')
    expect((await send('{}\ufeff', { path })).body.message).toBe('This is not JSON.')
    expect((await send('{}', { path, encoding: 'gzip' })).body.message).toBe('This is not gzip.')
    expect((await send(gzipSync('{}').subarray(0, 12), { path, encoding: 'gzip' })).body.message).toBe(
      'This is not gzip.',
    )
  })

  test('goes twenty levels deep, and nothing is made of what goes further', async () => {
    expect((await send(nested(20), { path })).body.message).not.toContain('deep')
    for (const levels of [21, 5_000, 30_000])
      expect(await send(nested(levels), { path })).toMatchObject({
        status: 400,
        body: { message: 'This is nested too deeply: at most 20 levels.' },
      })
  })
})

test('brackets inside texts are no levels, whatever stands before their quotes', () => {
  expect(pathBelow(2, JSON.stringify([['[[[', '\\', '\\"[{', '"', 'ends with \\']]))).toBeNull()
  expect(pathBelow(2, '{"a":[1,2,{"b":1}]}')).toEqual([0, 2])
  expect(pathBelow(2, '[[],[],{"x":[[1]],"y":2}]')).toEqual([2, 0])
  expect(pathBelow(2, ']]]],,,"unfinished [[[[')).toBeNull()
})

test('in a round the call that goes too deep is named, and so is one that is too large; nothing is judged', async () => {
  const fine = { id: 1, projectId: 1, comment: '[[[{{{' }
  const round = JSON.stringify(aRound([fine, fine, fine, 'DEEP', fine]))
  const deep = await send(round.replace('"DEEP"', nested(5_000)))
  expect(deep).toMatchObject({ status: 400, body: { code: 'MALFORMED', errors: [{ field: 'calls.3' }] } })

  const largest = 'a'.repeat(MAX_CALL_BYTES - 2)
  const large = await send(JSON.stringify(aRound([fine, `${largest}a`, largest, { text: largest }])))
  expect(large).toMatchObject({
    status: 413,
    body: { code: 'TOO_LARGE', errors: [{ field: 'calls.1' }, { field: 'calls.3' }] },
  })
  expect((large.body.errors as { message: string }[])[0]?.message).toMatch(/64001 characters of at most 64000/)
  expect((await send(JSON.stringify(aRound([largest])))).status).toBe(200)
})

describe('over a socket', () => {
  let listening: Listening
  const open: Socket[] = []
  beforeEach(async () => void (listening = await listen(server.app, { port: 0, host: '127.0.0.1' })))
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await listening.stop()
  })

  const head = (token: string, more: string) =>
    `POST /api/sync HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`
  /** Writes, and keeps the connection without ending the body. */
  function dial(words: string | Buffer) {
    const socket = connect(listening.port, '127.0.0.1')
    open.push(socket)
    const line = { socket, said: '', isClosed: false }
    socket.on('data', (chunk: Buffer) => (line.said += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => (line.isClosed = true))
    socket.write(words)
    return line
  }
  const piece = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`

  test('what announces too much is refused before a byte of it has come', async () => {
    const line = dial(head(await server.signIn('pete'), 'Content-Length: 400000000'))
    await expect.poll(() => line.said).toContain('413 Payload Too Large')
    await expect.poll(() => line.isClosed, { timeout: 5_000 }).toBe(true)
  })

  test('what does not announce it is refused while it comes, and its connection is let go', async () => {
    const line = dial(head(await server.signIn('pete'), 'Transfer-Encoding: chunked') + piece(600_000))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(line.said).toBe('')
    line.socket.write(piece(600_000))
    await expect.poll(() => line.said).toContain('413 Payload Too Large')
    await expect.poll(() => line.isClosed, { timeout: 5_000 }).toBe(true)
  })

  test('who leaves in the middle of a body leaves no fault in the log and nothing under way', async () => {
    const token = await server.signIn('pete')
    for (let n = 0; n < 12; n++) {
      const line = dial(head(token, 'Content-Length: 900000') + 'a'.repeat(1_000))
      await new Promise((resolve) => line.socket.once('connect', () => setTimeout(resolve, 20)))
      line.socket.destroy()
    }
    await expect.poll(async () => (await send(JSON.stringify(aRound()))).status, { timeout: 5_000 }).toBe(200)
    expect(log.filter((entry) => entry.level === 'error')).toEqual([])
    expect(log.filter((entry) => entry.status === 400).length).toBeGreaterThan(0)
  })

  test('one person has four megabytes on the way at once; who sends more is asked to wait, and others are not', async () => {
    const token = await server.signIn('pete')
    const stuck = Array.from({ length: 8 }, () => dial(head(token, 'Transfer-Encoding: chunked') + piece(900_000)))
    await expect.poll(() => stuck.filter(({ said }) => said.includes('429')).length, { timeout: 5_000 }).toBe(4)
    expect(stuck.filter(({ said }) => said === '')).toHaveLength(4)
    expect(stuck.find(({ said }) => said !== '')?.said.toLowerCase()).toContain('retry-after: 2')

    const status = (who: string) =>
      server.signIn(who).then(
        (own) =>
          new Promise<number | undefined>((resolve, reject) => {
            const call = request({
              ...{ port: listening.port, method: 'POST', path: '/api/sync' },
              headers: {
                authorization: `Bearer ${own}`,
                'content-type': 'application/json',
                'transfer-encoding': 'chunked',
              },
            })
            call.on('response', (answer) => (answer.resume(), resolve(answer.statusCode)))
            call.on('error', reject)
            call.end(JSON.stringify(aRound()))
          }),
      )
    expect([await status('ana'), await status('pete')]).toEqual([200, 429])
    for (const { socket } of stuck) socket.destroy()
    await expect.poll(() => status('pete'), { timeout: 5_000 }).toBe(200)
  })
})
