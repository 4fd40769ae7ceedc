import pg from 'pg'
import { searchedIn, textOf } from '#shared/kernel/search.ts'
import { wordsOf } from '#shared/lib/words.ts'
import type { TableName } from '#shared/model/tables.ts'
import { sqlTable, type Column } from '../columns.ts'

export type Row = Record<string, unknown>

const INT8 = 20
/** Ids and versions are whole numbers that JavaScript has exactly. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}

/** What a column holds of a value. A reference that is not chosen is nothing. */
export function toColumn(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (column.target && (value === 0 || value === '')) return null
  return column.kind === 'json' ? JSON.stringify(value) : value
}

/** Turns a row as the database gives it into the row that was written, in place. */
export function readRow(name: TableName, row: Row): Row {
  for (const { name: column, target, blank } of sqlTable(name).columns)
    if (target && column !== 'id' && row[column] === null) row[column] = blank
  return row
}

/**
 * The words of a row, each with a space before it and one behind the last: of each number by itself, of its codes, and of its texts.
 * `LIKE '% t 42%'` means what `hasPiece` means on a device, and `LIKE '% t 42 %'` what `hasWhole` does.
 */
export function wordsIn(name: TableName, row: Row): [codes: string, texts: string] {
  const { numbers, codes, texts } = searchedIn(name)
  const lines = [...numbers.map((column) => String(row[column])), textOf(row, codes)]
  return [lines.map((line) => `${wordsOf(line)} `).join('\n'), `${wordsOf(textOf(row, texts))} `]
}
