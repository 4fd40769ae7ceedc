import { afterAll, describe, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { count, many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { putsOf, references } from '#shared/testing/samples.ts'
import { engineContract } from '../../testing/engine-contract.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { storeContract } from '../../testing/store-contract.ts'
import { openPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

describe('PostgreSQL', () => {
  const aStore = async () => openPostgres({ url: await postgres.database() })

  engineContract('PostgreSQL', async () => {
    const store = await aStore()
    return {
      read: (plan) => store.read(plan),
      write: async (changes) => void (await store.transact({ reads: {} }, () => ({ changes, value: 0 }))),
      close: () => store.close(),
    }
  })
  storeContract('PostgreSQL', aStore)

  test('of two processes one has a lease, until it has not asked for it for so long; the other one then', async () => {
    const url = await postgres.database()
    const [first, second] = await Promise.all([1, 2].map(() => openPostgres({ url, leaseMs: 300 })))
    const took = await Promise.all([first?.lease('letters'), second?.lease('letters')])
    expect(took.filter(Boolean)).toHaveLength(1)
    const [holder, other] = took[0] ? [first, second] : [second, first]
    await vi.waitFor(async () => expect(await other?.lease('letters')).toBe(true), { timeout: 5_000, interval: 50 })
    expect(await holder?.lease('letters')).toBe(false)
    await Promise.all([first?.close(), second?.close()])
  })

  test('what another process commits is news here, and is read', async () => {
    const url = await postgres.database()
    const [writer, reader] = [await openPostgres({ url }), await openPostgres({ url })]
    const heard: number[] = []
    reader.onCommit((version, newsOf) => newsOf === 'all' && heard.push(version))
    await writer.transact({ reads: {} }, () => ({ changes: putsOf(references), value: 0 }))
    await vi.waitFor(() => expect(heard).toEqual([1]), { timeout: 5_000, interval: 20 })
    const { rows } = await reader.read({ reads: { rows: many('countries', {}) } })
    expect(rows.length).toBeGreaterThan(0)
    await Promise.all([writer.close(), reader.close()])
  })

  test('of four processes that count at once none loses a count, and versions are without gaps', async () => {
    const url = await postgres.database()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgres({ url })))
    const counted = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        must(stores[n % 4]).transact({ reads: { counter: one('counters', 1) } }, ({ counter }) => {
          const value = (counter?.value ?? 0) + 1
          return { changes: [put('counters', { id: 1, name: 'devices', value })], value }
        }),
      ),
    )
    expect([...counted].sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1))
    expect((await must(stores[0]).position()).version).toBe(80)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('two organisations in one database see nothing of each other, and each has versions of its own', async () => {
    const url = await postgres.database()
    const [one, other] = [await openPostgres({ url }), await openPostgres({ url, org: 2 })]
    await one.transact({ reads: {} }, () => ({ changes: putsOf(references), value: 0 }))
    const plan = { reads: { rows: many('countries', {}), count: count('countries', {}) } }
    expect(await other.read(plan)).toEqual({ rows: [], count: 0 })
    expect((await other.changesSince({ after: 0, sight: () => [], limit: 50 }))?.rows).toEqual({})
    expect([(await one.position()).version, (await other.position()).version]).toEqual([1, 0])
    await Promise.all([one.close(), other.close()])
  })
})
