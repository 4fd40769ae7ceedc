import type { Found, Plan, QueryRead, QueryReads } from '#shared/kernel/reads.ts'
import { namedTables } from '#shared/kernel/search.ts'
import { pageAt, pageWindow } from '#shared/lib/paging.ts'
import { must } from '#shared/lib/must.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, sqlTable } from '../columns.ts'
import type { Connection } from './connection.ts'
import { pageSql } from './pages.ts'
import { sql, sqlFromRead } from './reads.ts'
import { readRow, type Row } from './values.ts'

/** Answers a plan inside one transaction. */
export async function fetchPlan<R extends QueryReads, F extends QueryReads>(
  connection: Connection,
  org: number,
  plan: Plan<R, F>,
): Promise<Found<R> & Found<F>> {
  const found = (await findAll(connection, org, plan.reads)) as Found<R>
  if (!plan.follow) return found as Found<R> & Found<F>
  return { ...found, ...((await findAll(connection, org, plan.follow(found))) as Found<F>) }
}

async function findAll(connection: Connection, org: number, reads: QueryReads): Promise<Row> {
  const found: Row = {}
  for (const name in reads) found[name] = await find(connection, org, must(reads[name]))
  return found
}

async function find(connection: Connection, org: number, read: QueryRead): Promise<unknown> {
  if (read.kind === 'page') {
    const named = new Map<TableName, object[]>()
    for (const table of read.words === undefined ? [] : namedTables(read.table))
      named.set(table, await connection.run(sql(`SELECT * FROM ${quoted(table)} WHERE org = ?`, org)))
    const asked = pageSql(org, read, (table) => named.get(table) ?? [])
    const total = asked ? Number((await connection.run(asked.count))[0]?.['count']) : 0
    const { offset, limit } = pageWindow(read.number, total, read.size)
    const ids = total > 0 && asked ? await connection.run(asked.ids(offset, Math.min(limit, total))) : []
    const items =
      read.only?.join() === 'id'
        ? ids
        : await rowsOfIds(
            connection,
            org,
            read.table,
            ids.map((row) => row['id']),
          )
    return pageAt(read.number, total, () => items, read.size)
  }
  const rows = await connection.run(sqlFromRead(org, read))
  if (read.kind === 'count') return rows[0]?.['count']
  const whole = rows.map((row) => ('only' in read && read.only ? readSome(read.table, row) : readRow(read.table, row)))
  return read.kind === 'one' ? whole[0] : whole
}

async function rowsOfIds(connection: Connection, org: number, table: TableName, ids: unknown[]): Promise<Row[]> {
  const text = `SELECT ${sqlTable(table).selectAll} FROM ${quoted(table)} WHERE org = ? AND id = ANY(?)`
  const rows = new Map((await connection.run(sql(text, org, ids))).map((row) => [row['id'], readRow(table, row)]))
  return ids.map((id) => must(rows.get(id)))
}

/** A row of some of its columns. */
function readSome(table: TableName, row: Row): Row {
  const names = Object.keys(row)
  const whole = readRow(table, { ...row })
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}
