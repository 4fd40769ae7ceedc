import { expect, test } from 'vitest'
import { createIds } from './ids.ts'
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
