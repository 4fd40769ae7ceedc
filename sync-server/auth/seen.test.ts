import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { SessionSeen } from '#shared/protocol/session.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { restServer } from '../testing/rest.ts'
import { testServer, type TestServer } from '../testing/server.ts'

const MINUTES_MS = 5 * 60_000
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  vi.useRealTimers()
})
const rowsOf = async ({ store }: Pick<TestServer, 'store'>) =>
  (await store.read({ reads: { sessions: many('sessions', {}) } })).sessions
const asks = (server: TestServer, token: string, path = 'session', method = 'GET') =>
  server.fetch(`/api/${path}`, { method, headers: { authorization: `Bearer ${token}` } })

test('when a session was last heard of is written down together every five minutes, and wakes no device', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const server = await testServer()
  closing.push(() => server.close())
  const tokens = await Promise.all(Array.from({ length: 600 }, () => server.signIn('pete')))
  const news: boolean[] = []
  server.store.onCommit((_, newsOf) => news.push(newsOf === 'all' || newsOf.size > 0))
  for (const token of tokens) await asks(server, token)
  await vi.advanceTimersByTimeAsync(MINUTES_MS - 1)
  expect((await rowsOf(server)).map((row) => row.seenDate)).toEqual(tokens.map(() => null))
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(
    async () => expect((await rowsOf(server)).every((row) => row.seenDate === server.clock.now())).toBe(true),
    20_000,
  )
  expect(new Set(news)).toEqual(new Set([false]))
})

test('a stop writes down what is not written yet, and after it people still see when they were where', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-seen-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'fieldpost.sqlite')
  const before = await testServer({ store: openSqlite({ path, mode: 'demo' }) })
  const [first, second] = [await before.signIn('pete'), await before.signIn('pete')]
  await asks(before, first)
  const heard = before.clock.now()
  await before.close()

  const store = openSqlite({ path, mode: 'demo' })
  const after = await testServer({ store, seed: 'none' })
  closing.push(() => after.close())
  after.clock.advance(60_000)
  const list = (await (await asks(after, second, 'sessions')).json()) as SessionSeen[]
  expect(list.map(({ seenDate }) => seenDate)).toEqual([after.clock.now(), heard])
})

test('who ended a session, when and why stands in its row', async () => {
  const server = await restServer()
  closing.push(() => server.close())
  const [ada, mia] = [await server.signIn('ada'), await server.signIn('mia')]
  const endingOf = async (end: (token: string) => Promise<unknown>) => {
    const token = await server.signIn('pete')
    const id = Math.max(...(await rowsOf(server)).map((row) => row.id))
    server.clock.advance(1_000)
    await end(token)
    const row = must((await rowsOf(server)).find((one) => one.id === id))
    expect([row.ended, row.endedDate]).toEqual([true, server.clock.now()])
    return [row.endedById, row.endedWhy]
  }
  const save = (change: object) => server.patch('ada', 'resources/users', { id: 5, ...change })
  const [ADA, PETE] = [7, 5]
  expect(await endingOf((token) => asks(server, token, 'logout', 'POST'))).toEqual([PETE, 'signed out'])
  expect(await endingOf(() => asks(server, ada, 'resources/users/5/sessions', 'DELETE'))).toEqual([ADA, 'ended'])
  const elsewhere = await server.signIn('pete')
  expect(await endingOf(() => asks(server, elsewhere, 'sessions', 'DELETE'))).toEqual([PETE, 'ended'])
  expect(await endingOf(() => save({ password: 'seven brown owls' }))).toEqual([ADA, 'password'])
  expect(await endingOf(() => save({ active: false }))).toEqual([ADA, 'account'])
  const going = (await rowsOf(server)).filter((row) => !row.ended)
  expect(going.map((row) => [row.endedById, row.endedDate, row.endedWhy])).toEqual(going.map(() => [0, null, '']))
  expect((await asks(server, mia)).status).toBe(200)
})
