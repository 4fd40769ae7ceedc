import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { ownPostgres } from '../../testing/postgres.ts'
import { CannotStart, StoreUnavailable } from '../unavailable.ts'
import { openPostgres } from './postgres.ts'

const postgres = await ownPostgres()
afterAll(() => postgres.stop())
afterEach(async () => {
  for (const name of ['synchronous_commit', 'full_page_writes', 'fsync']) await postgres.set(name, null)
})

test.each([
  ['fsync', 'off', /may lose what it has acknowledged/],
  ['full_page_writes', 'off', /may lose what it has acknowledged/],
  ['synchronous_commit', 'local', /acknowledges what is not on a disk/],
  ['synchronous_commit', 'off', /acknowledges what is not on a disk/],
])(
  'a database whose %s is %s is told what to change, and nothing is acknowledged on its word',
  async (name, value, sentence) => {
    await postgres.set(name, value)
    const url = await postgres.database()
    await expect(openPostgres({ url })).rejects.toThrow(CannotStart)
    await expect(openPostgres({ url })).rejects.toThrow(sentence)
  },
)

test('where a replica is demanded and none follows, it does not start', async () => {
  const url = await postgres.database()
  await expect(openPostgres({ url, requireReplica: true })).rejects.toThrow(/No replica has what is acknowledged/)
})

test('a promise that is taken back later is asked for on every new connection', async () => {
  const url = await postgres.database()
  const store = await openPostgres({ url })
  const write = () =>
    store.transact({ reads: {} }, () => ({ changes: [put('counters', { id: 1, name: 'n', value: 1 })], value: 1 }))
  expect(await write()).toBe(1)
  await postgres.set('synchronous_commit', 'off')
  await postgres.ask(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
  )
  await expect(write()).rejects.toThrow(StoreUnavailable)
  // Connections that have ended are met one after the other.
  await vi.waitFor(() => expect(write()).rejects.toThrow(/not on a disk/), { timeout: 10_000 })
  await postgres.set('synchronous_commit', null)
  await vi.waitFor(async () => expect(await write()).toBe(1), { timeout: 10_000 })
  await store.close()
})

test('tables that are there are left as they are, and a database for the demonstration is not one for work', async () => {
  const url = await postgres.database()
  const [first, second] = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  expect(await first.position()).toEqual(await second.position())
  await expect(openPostgres({ url, mode: 'demo' })).rejects.toThrow(/never mixed/)
  await Promise.all([first.close(), second.close()])
})
