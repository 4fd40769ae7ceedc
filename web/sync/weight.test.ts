import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { listen, type Listening } from '#server/http/listen.ts'
import { testServer, type TestServer } from '#server/testing/server.ts'
import { many } from '#shared/kernel/reads.ts'
import { Device } from '../data/device.ts'
import type { Fetch } from '../net/api.ts'
import { round } from './round.ts'

/** What a round weighs on a real socket, heads both ways included. */
let server: TestServer
let listening: Listening
let device: Device
beforeEach(async () => {
  server = await testServer()
  listening = await listen(server.app, { port: 0, host: '127.0.0.1' })
  device = new Device('weight', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(async () => {
  device.close()
  await listening.stop()
  await server.close()
})

/** What Chromium adds to a request of a page, measured with one (its hints about itself our pages forbid). */
const byChromium = (port: number, { method = 'GET', cache }: RequestInit, own: Headers): [string, string][] => [
  ['Host', `localhost:${port}`],
  ['Connection', 'keep-alive'],
  ...(cache === 'no-store'
    ? ([
        ['Pragma', 'no-cache'],
        ['Cache-Control', 'no-cache'],
      ] as [string, string][])
    : []),
  [
    'User-Agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  ...(own.has('accept') ? [] : ([['Accept', '*/*']] as [string, string][])),
  ...(method === 'GET' ? [] : ([['Origin', `http://localhost:${port}`]] as [string, string][])),
  ['Sec-Fetch-Site', 'same-origin'],
  ['Sec-Fetch-Mode', 'cors'],
  ['Sec-Fetch-Dest', 'empty'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
  ...(own.has('accept-language') ? [] : ([['Accept-Language', 'en-US,en;q=0.9']] as [string, string][])),
]

interface Weighed {
  status: number
  up: number
  down: number
  head: string
}
/** Sends as Chromium would, over a connection that stays, and counts what travels. */
function weighing(port: number, weighed: Weighed[]): Fetch {
  return async (input, init = {}) => {
    const own = new Headers(init.headers)
    const body = Buffer.from(await new Response(init.body ?? '').arrayBuffer())
    const heads = [...byChromium(port, init, own), ...own]
    if (body.length > 0) heads.push(['Content-Length', String(body.length)])
    const head = `${init.method ?? 'GET'} ${input as string} HTTP/1.1\r\n${heads.map((each) => `${each.join(': ')}\r\n`).join('')}\r\n`
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(Buffer.concat([Buffer.from(head), body]))
    let said = Buffer.alloc(0)
    for await (const piece of socket) {
      said = Buffer.concat([said, piece as Buffer])
      const end = said.indexOf('\r\n\r\n') + 4
      const length = Number(/^content-length: (\d+)/im.exec(said.subarray(0, end).toString())?.[1] ?? 0)
      if (end > 3 && said.length >= end + length) break
    }
    const end = said.indexOf('\r\n\r\n') + 4
    const [first = '', ...lines] = said.subarray(0, end).toString().trim().split('\r\n')
    const status = Number(first.split(' ')[1])
    weighed.push({ status, up: head.length + body.length, down: said.length, head: said.subarray(0, end).toString() })
    const headers = lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 2),
    ])
    return new Response(status === 204 ? null : said.subarray(end), { status, headers })
  }
}

test('a round that brings nothing is at most 700 bytes, heads both ways included', async () => {
  const token = await server.signIn('ana')
  const { users } = await server.store.read({ reads: { users: many('users', { email: 'ana@fieldpost.example' }) } })
  const line = {
    device,
    actor: { user: must(users[0]), organisation: defaultOrganisation },
    token: () => Promise.resolve(token),
  }
  const inMemory: Fetch = (input, init = {}) => server.fetch(input as string, { ...init, signal: null })
  for (let more = true; more;) {
    const result = await round({ ...line, fetch: inMemory })
    more = result.kind === 'done' && result.more
  }
  const weighed: Weighed[] = []
  await round({ ...line, fetch: weighing(listening.port, weighed) })
  const quiet = must(weighed[0])
  expect([weighed.length, quiet.status]).toEqual([1, 204])
  expect(quiet.head).toContain('nosniff')
  expect(quiet.up + quiet.down, `${quiet.up} up, ${quiet.down} down\n${quiet.head}`).toBeLessThanOrEqual(700)
})
