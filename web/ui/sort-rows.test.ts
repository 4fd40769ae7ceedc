import { expect, test } from 'vitest'
import { sortRows, type SortDirection, type SortValue } from './sort-rows.ts'

interface Case {
  sentence: string
  values: SortValue[]
  direction: SortDirection
  sorted: SortValue[]
}

const cases: Case[] = [
  {
    sentence: 'text ignores case',
    values: ['beta', 'Alpha', 'Gamma'],
    direction: 'ascending',
    sorted: ['Alpha', 'beta', 'Gamma'],
  },
  {
    sentence: 'text descends',
    values: ['beta', 'Alpha', 'Gamma'],
    direction: 'descending',
    sorted: ['Gamma', 'beta', 'Alpha'],
  },
  { sentence: 'numbers are not text', values: [10, 9, -1, 100], direction: 'ascending', sorted: [-1, 9, 10, 100] },
  {
    sentence: 'days sort as text',
    values: ['2026-03-10', '2025-12-31'],
    direction: 'ascending',
    sorted: ['2025-12-31', '2026-03-10'],
  },
  {
    sentence: 'nulls are last ascending',
    values: [null, 2, null, 1],
    direction: 'ascending',
    sorted: [1, 2, null, null],
  },
  {
    sentence: 'nulls are last descending',
    values: [null, 2, null, 1],
    direction: 'descending',
    sorted: [2, 1, null, null],
  },
  {
    sentence: 'empty text is a value, not a null',
    values: [null, 'a', ''],
    direction: 'ascending',
    sorted: ['', 'a', null],
  },
]

test.each(cases)('$sentence', ({ values, direction, sorted }) => {
  expect(sortRows(values, (value) => value, direction)).toEqual(sorted)
})

test('rows that are equal keep their order in both directions', () => {
  const rows = [
    { id: 1, name: 'a' },
    { id: 2, name: 'A' },
    { id: 3, name: 'a' },
  ]
  for (const direction of ['ascending', 'descending'] as const) {
    expect(sortRows(rows, (row) => row.name, direction).map((row) => row.id)).toEqual([1, 2, 3])
  }
})

test('the given rows are left as they were', () => {
  const rows = [2, 1]
  sortRows(rows, (row) => row, 'ascending')
  expect(rows).toEqual([2, 1])
})
