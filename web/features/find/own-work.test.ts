import { expect, test } from 'vitest'
import { pageOf } from '#shared/lib/paging.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { withOwnWork } from './own-work.ts'

const row = (id: number, description = 'as the server says') => ({ id, description }) as TaskingRow
const rows = (...ids: number[]) => ids.map((id) => row(id))
const idsOf = (found: { items: TaskingRow[] }) => found.items.map(({ id }) => id)
const nothing = { ever: new Set<number>(), waiting: new Set<number>(), made: new Set<number>() }

test('without work of one’s own the answer is the server’s', () => {
  const served = pageOf(rows(...Array.from({ length: 45 }, (_, n) => n)), 2)
  expect(withOwnWork(served, pageOf(rows(7, 8), 1), [], nothing)).toEqual(served)
})

test('a row that was changed here reads as here, at its place', () => {
  const served = pageOf(rows(1, 2, 3), 1)
  const found = withOwnWork(served, undefined, [row(2, 'approved here')], { ...nothing, waiting: new Set([2]) })
  expect(found.items.map(({ description }) => description)).toEqual([
    'as the server says',
    'approved here',
    'as the server says',
  ])
})

test('a tasking made here stands in the list and counts, though the server does not know it', () => {
  const served = pageOf(rows(1, 2, 3), 1)
  const own = pageOf(rows(1, 9, 3), 1)
  const found = withOwnWork(served, own, [], { ...nothing, waiting: new Set([9]), made: new Set([9]) })
  expect([idsOf(found), found.totalItems]).toEqual([[1, 9, 2, 3], 4])
})

test('one that only changed may be counted on another page already', () => {
  const served = pageOf(rows(...Array.from({ length: 40 }, (_, n) => n)), 1)
  const own = pageOf(rows(0, 35), 1)
  const found = withOwnWork(served, own, [], { ...nothing, waiting: new Set([35]) })
  expect([idsOf(found).slice(0, 3), found.totalItems, found.totalPages]).toEqual([[0, 35, 1], 40, 2])
})

test('what the device lists on another page is not put into this one', () => {
  const served = pageOf(rows(...Array.from({ length: 40 }, (_, n) => n)), 2)
  const found = withOwnWork(served, pageOf(rows(99), 1), [], { ...nothing, waiting: new Set([99]) })
  expect(idsOf(found)).toEqual(idsOf(served))
})
