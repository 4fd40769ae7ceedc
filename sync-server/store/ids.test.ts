import { expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { referenceOf } from '#shared/model/project.ts'
import { idOfReference } from '#shared/model/reference-ids.ts'
import { createIds, FIRST_DEVICE, ID_COUNTER, isServers } from './ids.ts'
import { openSqlite } from './sqlite/sqlite.ts'

test('ids are unique among many at once and after a restart', async () => {
  const store = openSqlite({ path: ':memory:' })
  const [before, after] = [createIds(store), createIds(store)]
  const ids = await Promise.all(Array.from({ length: 450 }, (_, n) => (n % 2 ? before() : after())))
  expect(new Set(ids).size).toBe(450)
  expect(Math.min(...ids)).toBe(1_000_001)
  expect(ids.every((id) => Math.floor(id / 1_000_000) === 1)).toBe(true)
  await store.close()
})

test.each([
  ['the first number', 1_000_000],
  ['all numbers below the first device', (FIRST_DEVICE - 1) * 1_000_000],
])('when the ids of %s are used up the next ones are the server’s too, and nobody else’s', async (_, used) => {
  const store = openSqlite({ path: ':memory:' })
  const counter = put('counters', { id: ID_COUNTER, name: 'ids', value: used - 150 })
  await store.transact({ reads: {} }, () => ({ changes: [counter], value: 0 }))
  const [one, other] = [createIds(store), createIds(store)]
  const ids = await Promise.all(Array.from({ length: 500 }, (_, n) => (n % 2 ? one() : other())))
  expect(new Set(ids).size).toBe(500)
  const numbers = [...new Set(ids.map((id) => Math.floor(id / 1_000_000)))]
  expect(numbers).toHaveLength(2)
  expect(numbers.every(isServers)).toBe(true)
  // A reference that begins with the number still finds it.
  for (const id of ids) expect(idOfReference(referenceOf(id))).toBe(id)
  await store.close()
})
