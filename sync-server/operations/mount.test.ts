import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { put } from '#shared/kernel/change.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { createApp } from '../app.ts'
import { openDisk, type Disk } from '../store/disk.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { aBareProject, putsOf, references } from '#shared/testing/samples.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import type { OperationsOptions } from './mount.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-operations-'))
let open: TestServer | undefined
afterEach(async () => {
  vi.useRealTimers()
  await open?.close()
  open = undefined
  rmSync(folder, { recursive: true, force: true })
})

const TOKEN = 'a-token-for-the-metrics'
const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

async function aServer(operations: OperationsOptions = {}, disk?: Disk) {
  const server = (open = await testServer())
  const { passwords, blobs } = server
  const { app, stop } = createApp({ ...server.server, passwords, blobs, operations, ...(disk ? { disk } : {}) })
  const ask = async (path: string, headers: Record<string, string> = {}, from: object = here) =>
    app.request(path, { headers }, from)
  return { ...server, app, ask, stop }
}

test('alive is who answers; ready is who can write', async () => {
  const { ask, store } = await aServer()
  const health = (await (await ask('/api/health')).json()) as object
  expect(health).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string })
  const before = (await store.position()).version
  expect(await (await ask('/api/ready')).json()).toEqual({ status: 'ready', database: 'ok', disk: 'ok' })
  expect((await store.position()).version).toBe(before)
})

test('who cannot write is not ready, says so at most every five seconds, and is ready again by itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { ask, store } = await aServer()
  const probe = vi.spyOn(store, 'probe').mockRejectedValue(new StoreUnavailable('The disk is full.'))
  const answer = await ask('/api/ready')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toEqual({ status: 'unavailable', database: 'cannot write', disk: 'ok' })
  await ask('/api/ready')
  expect(probe).toHaveBeenCalledTimes(1)
  probe.mockRestore()
  vi.advanceTimersByTime(5_001)
  expect((await ask('/api/ready')).status).toBe(200)
})

test('a disk that is nearly full is not ready', async () => {
  const { ask } = await aServer({}, openDisk({ folders: [tmpdir()], reserve: 1e18 }))
  const answer = await ask('/api/ready')
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'unavailable', database: 'ok', disk: 'nearly full' },
  ])
})

test.each([
  ['on this machine', {}, here, undefined, 200],
  ['on this machine, over IPv6', {}, { incoming: { socket: { remoteAddress: '::1' } } }, undefined, 200],
  ['on this machine, mapped', {}, { incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } }, undefined, 200],
  ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }, here, undefined, 404],
  ['from elsewhere', {}, { incoming: { socket: { remoteAddress: '203.0.113.7' } } }, undefined, 404],
  ['from nowhere', {}, {}, undefined, 404],
  ['with the token, from elsewhere', { authorization: `Bearer ${TOKEN}` }, {}, TOKEN, 200],
  ['without the token that is asked for', {}, here, TOKEN, 404],
  ['with another token', { authorization: 'Bearer another' }, here, TOKEN, 404],
])('metrics %s', async (_, headers, from, metricsToken, status) => {
  const { ask } = await aServer({ metricsToken })
  expect((await ask('/api/metrics', headers, from)).status).toBe(status)
})

test('metrics count requests by route, rounds, calls by verdict, streams and commits, and name no address', async () => {
  const path = join(folder, 'some.sqlite')
  const { app, ask, signIn, stop } = await aServer({ databasePath: path })
  const headers = { authorization: `Bearer ${await signIn('ana')}`, 'content-type': 'application/json' }
  const post = async (body: object) => {
    const answer = await app.request('/api/sync', {
      method: 'POST',
      headers,
      body: JSON.stringify({ protocol: PROTOCOL, limit: 5_000, from: 1, calls: [], ...body }),
    })
    return answer.status === 204 ? null : ((await answer.json()) as { cursor: string; device: number; more?: boolean })
  }
  let position = { device: 0, cursor: null as string | null }
  for (let more = true; more;) {
    const answer = await post(position)
    position = { device: answer?.device ?? 0, cursor: answer?.cursor ?? null }
    more = answer?.more ?? false
  }
  await post(position)
  const calls = [{ seq: 1, id: 'a-call-of-this-test', name: 'addComment', input: {}, at: '2026-03-10T14:00:00.000Z' }]
  await post({ ...position, calls })
  await post({ ...position, calls })
  await ask('/api/projects/4711', { authorization: headers.authorization })
  await app.request('/api/projects/secret', { method: 'MADE-UP', headers })
  const stream = await ask('/api/sync/live', { authorization: headers.authorization })

  const text = await (await ask('/api/metrics')).text()
  expect(text).toMatch(/fieldpost_request_seconds_count\{method="GET",route="\/api\/projects\/:id",status="404"\} 1/)
  expect(text).toMatch(/fieldpost_request_seconds_bucket\{le="10",method="POST",route="\/api\/sync",status="204"\} 1/)
  expect(text).toContain('fieldpost_rounds_total{result="quiet"} 1')
  expect(text).toContain('fieldpost_calls_total{verdict="refused"} 1')
  expect(text).toContain('fieldpost_open_streams 1')
  expect(text).toMatch(/fieldpost_commit_transactions_count [1-9]/)
  expect(text).toContain('fieldpost_database_bytes 0')
  expect(text).toContain('process_cpu_seconds_total')
  // Figures may hold any digits; names and labels none of an address.
  expect(text.replace(/ [^ ]+$/gm, '')).not.toMatch(/4711|secret|MADE-UP/)
  await stream.body?.cancel()
  stop()
})

test('when the disk is full nothing acknowledged is lost, the device is asked to come back, and writing goes on', async () => {
  const store = openSqlite({ path: join(mkdtempSync(join(tmpdir(), 'fieldpost-full-')), 'full.sqlite'), mode: 'demo' })
  const server = (open = await testServer({ store, seed: 'none' }))
  await store.transact({ reads: {} }, () => ({
    changes: [...putsOf(references), put('projects', aBareProject())],
    value: 0,
  }))
  const headers = {
    authorization: `Bearer ${await server.signIn('user1@fieldpost.example')}`,
    'content-type': 'application/json',
  }
  const post = (path: string, body: unknown) =>
    server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const first = await post('/api/sync', {
    protocol: PROTOCOL,
    device: 0,
    cursor: null,
    from: 1,
    calls: [],
    limit: 5_000,
  })
  const { device } = (await first.json()) as { device: number }
  const comment = (seq: number) => ({
    seq,
    id: `comment-of-this-test-${seq}`,
    name: 'addComment',
    input: { id: device * 1_000_000 + seq, projectId: 40_000_001, comment: 'Long enough to fill pages. '.repeat(20) },
    at: server.clock.now(),
  })
  const send = (seq: number) =>
    post('/api/sync', { protocol: PROTOCOL, device, cursor: null, from: seq, calls: [comment(seq)], limit: 1 })
  const judged = async () => (await store.read({ reads: { calls: many('calls', { device }) } })).calls.length

  store.limitPages(store.pages() + 3)
  let seq = 1
  let answer = await send(seq)
  while (answer.status === 200 && seq < 500) answer = await send(++seq)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await judged()).toBe(seq - 1)
  // A little can still be written, and that is not enough for a call.
  const ready = await server.fetch('/api/ready')
  expect([ready.status, await ready.json()]).toMatchObject([503, { database: 'cannot write', disk: 'ok' }])
  expect((await server.fetch('/api/session', { headers })).status).toBe(200)
  for (let n = 0; n < 6; n++) expect((await send(seq)).status).toBe(503)

  store.limitPages(1_000_000)
  expect((await send(seq)).status).toBe(200)
  expect(await judged()).toBe(seq)
  const { calls } = await store.read({ reads: { calls: many('calls', { device }, { order: 'seq' }) } })
  expect(calls.map((call) => call.seq)).toEqual(Array.from({ length: seq }, (_, n) => n + 1))
  expect(new Set(calls.map((call) => call.verdict))).toEqual(new Set(['applied']))
})
