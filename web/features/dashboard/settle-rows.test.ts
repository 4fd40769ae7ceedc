import { expect, test } from 'vitest'
import { settleRows } from './settle-rows.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id, status: 'old' }))
const nobody = new Set<number>()

test('a row that somebody else adds waits and is counted', () => {
  const settled = settleRows(rows(1, 2), rows(3, 1, 2), nobody)
  expect(settled.rows.map((row) => row.id)).toEqual([1, 2])
  expect(settled.updates).toBe(1)
})

test('a row that somebody else takes away stays until the update is applied', () => {
  const settled = settleRows(rows(1, 2), rows(2), nobody)
  expect(settled.rows.map((row) => row.id)).toEqual([1, 2])
  expect(settled.updates).toBe(1)
})

test('what a row says is renewed in its place, even when the order changed', () => {
  const settled = settleRows(
    rows(1, 2),
    [
      { id: 2, status: 'new' },
      { id: 1, status: 'old' },
    ],
    nobody,
  )
  expect(settled.rows).toEqual([
    { id: 1, status: 'old' },
    { id: 2, status: 'new' },
  ])
  expect(settled.updates).toBe(0)
})

test('what the reader did shows at once', () => {
  const settled = settleRows(rows(1, 2), rows(2, 3), new Set([1, 3]))
  expect(settled.rows.map((row) => row.id)).toEqual([2, 3])
  expect(settled.updates).toBe(0)
})
