import { expect, test } from 'vitest'
import { aProjectIn, ask, contextOf, people, withReferences } from '../testing/samples.ts'
import { dueTaskings } from './due-taskings.ts'
import { findTaskings, type FindFilters } from './find.ts'

const due = (id: number, dueDate: string, phase: 'progress' | 'interim' | 'completed' = 'progress') =>
  aProjectIn(phase, { id: 42_000_000 + id, dueDate, description: `Lessons number ${id}`, countryId: 1 + (id % 2) })
const projects = [
  due(1, '2026-02-28'),
  due(2, '2026-03-01'),
  due(3, '2026-03-31', 'interim'),
  due(4, '2026-03-12', 'completed'),
  due(5, '2026-03-12'),
  due(6, '2026-04-01'),
  due(7, '2026-03-05'),
]
const context = contextOf(people.mia)
const march = { from: '2026-03-01', to: '2026-03-31' }
const dueIn = (filters: FindFilters, days = march, rows = projects) =>
  ask(dueTaskings, { ...filters, ...days }, withReferences({ projects: rows }), context).rows.map(
    ({ id }) => id - 42_000_000,
  )

test('what is found and due within the days comes by due date, the first day and the last with it', () => {
  expect(dueIn({ statuses: [0, 3, 5] })).toEqual([2, 7, 4, 5, 3])
  expect(dueIn({ statuses: [0, 3] }, { from: '2026-03-12', to: '2026-03-12' })).toEqual([5])
  expect(dueIn({})).toEqual([])
})

test('it is what the list of the same filters has for these days: by status, country, words and tab', () => {
  for (const filters of [
    { statuses: [3] },
    { statuses: [4] },
    { statuses: [0, 4, 5], countries: [2] },
    { term: 'lessons', statuses: [3] },
    { tab: 'dueSoon' },
    { tab: 'team', countries: [1] },
  ] as FindFilters[]) {
    const { items } = ask(findTaskings, filters, withReferences({ projects }), context)
    const listed = items.filter(({ dueDate }) => dueDate >= march.from && dueDate <= march.to)
    expect(listed.length, JSON.stringify(filters)).toBeGreaterThan(0)
    expect(new Set(dueIn(filters)), JSON.stringify(filters)).toEqual(new Set(listed.map(({ id }) => id - 42_000_000)))
  }
})

test('what a tab shows of some days is narrowed to the days that are asked for, on both sides', () => {
  const { today } = context
  expect(dueIn({ tab: 'dueSoon' }, { from: '2026-01-01', to: '2026-12-31' })).not.toContain(2)
  expect(dueIn({ tab: 'dueSoon' }, { from: '2026-03-11', to: '2026-12-31' })).toEqual([5])
  expect(dueIn({ tab: 'dueSoon' }, { from: today, to: '2026-03-11' })).toEqual([])
})

test('a month is given whole, not a page of it, and says which one it is', () => {
  const many = Array.from({ length: 300 }, (_, at) => due(at, '2026-03-20'))
  expect(dueIn({ statuses: [3] }, march, many)).toHaveLength(300)
  expect(ask(dueTaskings, { statuses: [3], ...march }, withReferences({ projects }), context).from).toBe(march.from)
})
