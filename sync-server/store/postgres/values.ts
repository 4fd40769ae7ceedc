import pg from 'pg'
import { searchedIn, textOf } from '#shared/kernel/search.ts'
import { wordsOf } from '#shared/lib/words.ts'
import type { TableName } from '#shared/model/tables.ts'
import { sqlTable, type Column } from '../columns.ts'

export type Row = Record<string, unknown>

const INT8 = 20
/** How what the database tells of a type is read. Ids and versions are whole numbers that JavaScript has exactly. */
export const columnOf = (type: number): ((text: string) => unknown) =>
  type === INT8 ? Number : (pg.types.getTypeParser(type) as (text: string) => unknown)

/** A value as the database takes it. */
export function bound(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? listOf(value) : String(value)
}

const listOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => (Array.isArray(value) ? listOf(value) : itemOf(value))).join(',')}}`
const itemOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'NULL'
    : typeof value === 'string'
      ? `"${value.replace(/["\\]/g, '\\$&')}"`
      : String(value)

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
