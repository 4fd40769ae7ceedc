import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { columnsOf, storedRow } from '../model/tables.ts'
import { aComment, aProject, aRequest } from '../testing/samples.ts'
import { columnsToRows, rowsToColumns } from './columns.ts'

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test('any rows come back as they were, through JSON', () => {
  const value = fc.oneof(
    fc.constantFrom(null, true, false, 0, 1, '', 'same'),
    fc.integer(),
    fc.string(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.record({ taskId: fc.nat(), name: fc.string() }),
  )
  const row = fc.record({ id: fc.nat(), title: value, active: value, history: value })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const columns = overTheWire(rowsToColumns(rows, ['id', 'title', 'active', 'history']))
      expect(columnsToRows(columns)).toEqual(overTheWire(rows))
    }),
    { numRuns: 500 },
  )
})

test('a column that says the same in every row says it once', () => {
  const rows = [
    { id: 1, active: true, title: 'Kenya', editedDate: null },
    { id: 2, active: true, title: 'Peru', editedDate: null },
  ]
  expect(rowsToColumns(rows, ['id', 'active', 'title', 'editedDate'])).toEqual({
    rows: 2,
    same: { active: true, editedDate: null },
    each: { id: [1, 2], title: ['Kenya', 'Peru'] },
  })
})

test('one row reads as plain JSON, lists included', () => {
  expect(rowsToColumns([{ id: 1, history: ['before'] }], ['id', 'history'])).toEqual({
    rows: 1,
    same: { id: 1, history: ['before'] },
    each: {},
  })
})

test('no rows are no rows', () => {
  expect(columnsToRows(overTheWire(rowsToColumns([], ['id'])))).toEqual([])
})

test('values of different kinds are never taken for the same', () => {
  const rows = [{ id: 0 }, { id: false }, { id: '' }, { id: null }]
  expect(columnsToRows(overTheWire(rowsToColumns(rows, ['id'])))).toEqual(rows)
})

test('lists that look alike in two rows are not shared between them', () => {
  const rows = columnsToRows(overTheWire(rowsToColumns([{ tasks: [1] }, { tasks: [1] }], ['tasks'])))
  expect(rows).toEqual([{ tasks: [1] }, { tasks: [1] }])
  expect(rows[0]?.['tasks']).not.toBe(rows[1]?.['tasks'])
})

test('facts travel, and derived columns are computed anew on arrival', () => {
  for (const [table, row] of [
    ['projects', aProject()],
    ['requests', aRequest()],
    ['comments', aComment({ history: ['before', 'and before'] })],
  ] as const) {
    const columns = overTheWire(rowsToColumns([{ ...row }], columnsOf(table)))
    expect(Object.keys(columns.same)).not.toContain('phase')
    expect(Object.keys(columns.same)).not.toContain('draftOf')
    const [arrived] = columnsToRows(columns)
    expect(storedRow(table, arrived as never)).toEqual(row)
  }
})
