import type { Found, Plan, QueryRead, QueryReads, Read } from '#shared/kernel/reads.ts'
import { namedTables } from '#shared/kernel/search.ts'
import { pageAt, pageWindow } from '#shared/lib/paging.ts'
import { must } from '#shared/lib/must.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, sqlTable } from '../columns.ts'
import type { Connection } from './connection.ts'
import { pageSql } from './pages.ts'
import { columnsOf, sql, sqlFromRead, type Sql } from './reads.ts'
import { readRow, type Row } from './values.ts'

/** Begins a transaction that sees one moment. */
export const SNAPSHOT = sql('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')

/** What is asked together is one statement, which has a moment of its own; pages are asked one by one. */
export function isOneStatement({ reads, follow }: { reads: QueryReads; follow?: unknown }): boolean {
  const asked = Object.values(reads)
  return !follow && asked.length > 0 && asked.every(({ kind }) => kind !== 'page')
}

/** Answers a plan at one moment. */
export async function fetchPlan<R extends QueryReads, F extends QueryReads>(
  connection: Connection,
  org: number,
  plan: Plan<R, F>,
): Promise<Found<R> & Found<F>> {
  const { reads, follow } = plan
  const isOne = isOneStatement(plan)
  if (!isOne) await connection.flight([SNAPSHOT])
  const found = await findAll(connection, org, reads)
  if (follow) Object.assign(found, await findAll(connection, org, follow(found as Found<R>)))
  if (!isOne) await connection.flight([sql('COMMIT')])
  return found as Found<R> & Found<F>
}

async function findAll(connection: Connection, org: number, reads: QueryReads): Promise<Row> {
  const plain = Object.fromEntries(Object.entries(reads).filter(([, { kind }]) => kind !== 'page'))
  const isAsked = Object.keys(plain).length > 0
  const [answers = []] = isAsked ? await connection.flight([statementOf(org, plain)]) : []
  const found = isAsked ? findIn(plain, answers) : {}
  for (const [name, read] of Object.entries(reads))
    if (read.kind === 'page') found[name] = await findPage(connection, org, read)
  return found
}

export const statementOf = (org: number, reads: QueryReads): Sql =>
  together((Object.values(reads) as Read[]).map((read) => sqlFromRead(org, read)))

export function findIn(reads: QueryReads, answers: readonly Row[]): Row {
  const asked = Object.entries(reads) as [string, Read][]
  const rows = apart(answers, asked.length)
  return Object.fromEntries(asked.map(([name, read], at) => [name, answerOf(read, must(rows[at]))]))
}

/** Several statements as one; each row comes as JSON, with the number of its statement. */
export function together(statements: readonly Sql[]): Sql {
  const parts = statements.map(({ text }, at) => `(SELECT ${at} AS of, row_to_json(r) AS row FROM (${text}) r)`)
  return { text: parts.join(' UNION ALL '), values: statements.flatMap(({ values }) => values) }
}

/** The rows of each. */
export function apart(answers: readonly Row[], count: number): Row[][] {
  const rows = Array.from({ length: count }, (): Row[] => [])
  for (const { of, row } of answers) must(rows[Number(of)]).push(row as Row)
  return rows
}

export function answerOf(read: Read, rows: Row[]): unknown {
  if (read.kind === 'count') return rows[0]?.['count']
  const whole = rows.map((row) =>
    columnsOf(read) === sqlTable(read.table).selectAll ? readRow(read.table, row) : readSome(read.table, row),
  )
  return read.kind === 'one' ? whole[0] : whole
}

async function findPage(connection: Connection, org: number, read: Extract<QueryRead, { kind: 'page' }>) {
  const tables = read.words === undefined ? [] : namedTables(read.table)
  const lists = tables.length > 0 ? await connection.flight(tables.map((table) => listSql(org, table))) : []
  const named = new Map<TableName, readonly object[]>(tables.map((table, at) => [table, lists[at] ?? []]))
  const asked = pageSql(org, read, (table) => named.get(table) ?? [])
  const [[counted] = []] = asked ? await connection.flight([asked.count]) : []
  const total = Number(counted?.['count'] ?? 0)
  const { offset, limit } = pageWindow(read.number, total, read.size)
  const [ids = []] = total > 0 && asked ? await connection.flight([asked.ids(offset, Math.min(limit, total))]) : []
  const isIds = read.only?.join() === 'id' || ids.length === 0
  const items = isIds
    ? ids
    : await rowsOfIds(
        connection,
        org,
        read.table,
        ids.map((row) => row['id']),
      )
  return pageAt(read.number, total, () => items, read.size)
}

const listSql = (org: number, table: TableName): Sql => sql(`SELECT * FROM ${quoted(table)} WHERE org = ?`, org)

async function rowsOfIds(connection: Connection, org: number, table: TableName, ids: unknown[]): Promise<Row[]> {
  const text = `SELECT ${sqlTable(table).selectAll} FROM ${quoted(table)} WHERE org = ? AND id = ANY(?)`
  const [found = []] = await connection.flight([sql(text, org, ids)])
  const rows = new Map(found.map((row) => [row['id'], readRow(table, row)]))
  return ids.map((id) => must(rows.get(id)))
}

/** A row of some of its columns. */
function readSome(table: TableName, row: Row): Row {
  const names = Object.keys(row)
  const whole = readRow(table, { ...row })
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}
