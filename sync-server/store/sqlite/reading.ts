import type { QueryRead, QueryReads, Tallied, Tally, Value } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { tableNames, type TableName } from '#shared/model/tables.ts'
import { rowReader, sqlTable } from '../columns.ts'
import { listInOrder, pageFrom } from './page.ts'
import { listByWords } from './search.ts'
import { exclusively } from './sight.ts'
import { sqlFromRead, talliesSql } from './sql-from-reads.ts'
import type { Prepare } from './statements.ts'

type Row = Record<string, unknown>
type Found = Record<string, unknown>

/** Answers reads over one connection. */
export function createReading(prepare: Prepare) {
  const readers = new Map(tableNames.map((name) => [name, rowReader(sqlTable(name).columns)]))

  function rowsOf(table: TableName, text: string, values: readonly unknown[], only?: readonly string[]): Row[] {
    const rows = prepare(text).all(...values) as Row[]
    const read = only
      ? rowReader(sqlTable(table).columns.filter(({ name }) => only.includes(name)))
      : must(readers.get(table))
    for (const row of rows) read(row)
    return rows
  }

  function tallied(read: Tally, by: string): Tallied[] {
    const readOf = rowReader(sqlTable(read.table).columns.filter(({ name }) => name === by))
    const told = talliesSql(read, by).flatMap(({ text, values }, at) =>
      (prepare(text).all(...values) as (Row & Tallied)[]).map(({ count, sum, ...row }) => ({
        of: read.begins ? at : (readOf(row)[by] as Value),
        ...{ count, sum },
      })),
    )
    return told.filter(({ count }) => count > 0)
  }

  function find(read: QueryRead): unknown {
    if (read.kind === 'page') {
      const asked = { ...read, where: exclusively(read.where, read.seen ?? []) }
      const list = read.words === undefined ? listInOrder(prepare, asked) : listByWords(prepare, asked, read.words)
      return pageFrom(list, read, (id) =>
        read.only?.join() === 'id' ? { id } : (find({ kind: 'one', table: read.table, id }) as Row),
      )
    }
    if (read.kind === 'tally') return Object.fromEntries(read.by.map((column) => [column, tallied(read, column)]))
    const { text, values } = sqlFromRead(read)
    if (read.kind === 'many') return rowsOf(read.table, text, values, read.only)
    const row = prepare(text).get(...values) as Row | undefined
    if (read.kind === 'count') return must(row)['count']
    return row && must(readers.get(read.table))(row)
  }

  function findAll(reads: QueryReads): Found {
    const found: Found = {}
    for (const name in reads) found[name] = find(must(reads[name]))
    return found
  }

  return { rowsOf, findAll }
}
