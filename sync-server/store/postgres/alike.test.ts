import { afterAll, expect, test } from 'vitest'
import { add, put, remove, type Change } from '#shared/kernel/change.ts'
import { count, many, one, type Plan, type Reads } from '#shared/kernel/reads.ts'
import { fc } from '#shared/testing/random.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import type { Decided, Store } from '../store.ts'
import { openPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

const ids = fc.integer({ min: 1, max: 6 })
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
/** One call: what it looks at, what it asks then, and what it writes of what it found. */
const call = fc.record({
  one: some(ids),
  many: some(ids),
  first: some(ids),
  count: some(ids),
  follow: fc.boolean(),
  puts: fc.array(ids, { maxLength: 2 }),
  adds: some(fc.integer({ min: 1, max: 12 })),
  removes: some(ids),
  throws: fc.boolean(),
})
type Asked = typeof call extends fc.Arbitrary<infer T> ? T : never

const counter = (id: number, value: number) => ({ id, name: `c${id}`, value })

function planOf({ one: id, many: value, first, count: from, follow }: Asked): Plan {
  const reads: Record<string, Reads[string]> = {
    ...(id === undefined ? {} : { row: one('counters', id) }),
    ...(value === undefined ? {} : { rows: many('counters', { value: { to: value } }) }),
    ...(first === undefined ? {} : { first: many('counters', {}, { order: 'value', descending: true, limit: first }) }),
    ...(from === undefined ? {} : { count: count('counters', { value: { from } }) }),
  }
  return follow && id !== undefined
    ? {
        reads,
        follow: (found) => ({
          then: one('counters', ((found['row'] as { value: number } | undefined)?.value ?? 0) % 7),
        }),
      }
    : { reads }
}

function run(store: Store, asked: Asked): Promise<string> {
  return store.transact(planOf(asked), (found): Decided<string> => {
    const value = JSON.stringify(found)
    const total = [...value].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 11, 0)
    if (asked.throws && total % 3 === 0) throw new Error('A bug')
    const changes: Change[] = [
      ...asked.puts.map((id, at) => put('counters', counter(id, (total + at) % 8))),
      ...(asked.adds === undefined ? [] : [add('counters', counter(asked.adds + 6, total))]),
      ...(asked.removes === undefined ? [] : [remove('counters', asked.removes)]),
    ]
    return { changes, value }
  })
}

/** Whatever is handed over in one go, and then the next. */
async function tell(store: Store, bursts: Asked[][]) {
  const told: string[][] = []
  for (const burst of bursts) {
    const settled = await Promise.allSettled(burst.map((asked) => run(store, asked)))
    told.push(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'thrown')))
  }
  const { rows } = await store.read({ reads: { rows: many('counters', {}) } })
  return { told, rows, version: (await store.position()).version }
}

test('whatever calls are handed over together, PostgreSQL answers each as SQLite does, and both end with the same rows', async () => {
  const bursts = fc.array(fc.array(call, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  const url = await postgres.database()
  let org = 0
  await fc.assert(
    fc.asyncProperty(bursts, async (asked) => {
      const stores = [openSqlite({ path: ':memory:' }), await openPostgres({ url, org: ++org })] as const
      const [expected, found] = [await tell(stores[0], asked), await tell(stores[1], asked)]
      await stores[0].close()
      await stores[1].close()
      expect(found).toEqual(expected)
    }),
    { numRuns: 60 },
  )
}, 120_000)
