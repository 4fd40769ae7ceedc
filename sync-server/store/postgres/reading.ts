import type { Count, Found, Plan, Page, QueryReads, Read, Tally } from '#shared/kernel/reads.ts'
import { namedTables } from '#shared/kernel/search.ts'
import { pageAt, pageWindow } from '#shared/lib/paging.ts'
import { must } from '#shared/lib/must.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, sqlTable } from '../columns.ts'
import type { Connection } from './connection.ts'
import { pageSql } from './pages.ts'
import { sql, sqlFromRead, tallySql, type Sql } from './reads.ts'
import { readRow, type Row } from './values.ts'

/** Begins a transaction that sees one moment. */
export const SNAPSHOT = sql('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')

/** What is asked together is one statement, which has a moment of its own; pages are asked one by one. */
export function isOneStatement({ reads, follow }: { reads: QueryReads; follow?: unknown }): boolean {
  const asked = Object.values(reads)
  return !follow && asked.length > 0 && asked.every(({ kind }) => kind !== 'page')
}

/** Answers a plan of several statements at one moment. */
export async function fetchPlan<R extends QueryReads, F extends QueryReads>(
  connection: Connection,
  org: number,
  { reads, follow }: Plan<R, F>,
): Promise<Found<R> & Found<F>> {
  const first = await findAll(connection, org, reads, [SNAPSHOT])
  const followed = follow?.(first as Found<R>) ?? {}
  const then = await findAll(connection, org, followed, [], [sql('COMMIT')])
  return { ...first, ...then } as Found<R> & Found<F>
}

/** With what is sent before the first statement, and behind the last. */
async function findAll(
  connection: Connection,
  org: number,
  reads: QueryReads,
  before: Sql[],
  behind: Sql[] = [],
): Promise<Row> {
  const pages = Object.entries(reads).filter(([, { kind }]) => kind === 'page')
  const plain = Object.fromEntries(Object.entries(reads).filter(([, { kind }]) => kind !== 'page'))
  const asked = Object.keys(plain).length > 0 ? [statementOf(org, plain)] : []
  const flight = [...before, ...asked, ...(pages.length === 0 ? behind : [])]
  const answers = flight.length > 0 ? await connection.flight(flight) : []
  const found = asked.length > 0 ? findIn(plain, must(answers[before.length])) : {}
  for (const [name, read] of pages) found[name] = await findPage(connection, org, read as Page)
  if (pages.length > 0 && behind.length > 0) await connection.flight(behind)
  return found
}

export const statementOf = (org: number, reads: QueryReads): Sql =>
  together(
    partsOf(reads).map(({ asked, by }) => {
      const [, read] = must(asked[0])
      if (read.kind === 'tally') return tallySql(org, read)
      return by ? countsSql(org, asked, by) : sqlFromRead(org, read)
    }),
  )

export function findIn(reads: QueryReads, answers: readonly Row[]): Row {
  const parts = partsOf(reads)
  const rows = apart(answers, parts.length)
  const found: Row = {}
  for (const [at, { asked, by }] of parts.entries()) {
    const told = must(rows[at])
    const [name, read] = must(asked[0])
    if (read.kind === 'tally') found[name] = talliedFrom(read, told)
    else if (!by) found[name] = answerOf(read, told)
    else {
      const counts = new Map(told.map((row) => [row['of'], row['count']]))
      for (const [name, read] of asked) found[name] = counts.get((read as Count).where[by as 'id']) ?? 0
    }
  }
  return found
}

/** What is asked for by one part of a statement: counts for each of many go together, told by the column in which they differ. */
interface Part {
  asked: [name: string, read: Read | Tally][]
  by?: string
}

/** Scar: a hundred and twenty counts, a person each, were planned twenty times as long as they were carried out. */
function partsOf(reads: QueryReads): Part[] {
  const parts = new Map<string, Part>()
  for (const [name, read] of Object.entries(reads) as [string, Read | Tally][]) {
    const by = read.kind === 'count' ? countedBy(read) : undefined
    const { where, ...more } = read as Count
    const key = by ? JSON.stringify([more, by, { ...where, [by]: undefined }]) : `one ${name}`
    const part = parts.get(key) ?? { asked: [], ...(by ? { by } : {}) }
    part.asked.push([name, read])
    parts.set(key, part)
  }
  return [...parts.values()].map((part) => (part.asked.length === 1 ? { asked: part.asked } : part))
}

/** The column of an id that a count asks for; 0 is nothing, which equals nothing. */
const countedBy = ({ table, where }: Count): string | undefined =>
  Object.entries<unknown>(where).find(
    ([column, value]) =>
      Number.isSafeInteger(value) && value !== 0 && sqlTable(table).columnsByName.get(column)?.target,
  )?.[0]

function countsSql(org: number, asked: Part['asked'], by: string): Sql {
  const ids = asked.map(([, read]) => (read as Count).where[by as 'id'])
  const read = { ...(must(asked[0])[1] as Count), where: { ...(must(asked[0])[1] as Count).where, [by]: ids } }
  const { text, values } = sqlFromRead(org, read, `${quoted(by)} AS of, count(*) AS count`)
  return { text: `${text} GROUP BY ${quoted(by)}`, values }
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

function answerOf(read: Read, rows: Row[]): unknown {
  if (read.kind === 'count') return rows[0]?.['count']
  const found = rows.map((row) => readRow(read.table, row))
  return read.kind === 'one' ? found[0] : found
}

const talliedFrom = ({ table, by, begins }: Tally, rows: readonly Row[]): Row =>
  Object.fromEntries(
    by.map((column, place) => {
      const mine = rows.filter(({ at }) => at === place).map(({ of, count, sum }) => ({ of, count, sum }))
      const named = (of: unknown) => readRow(table, { [column]: of })[column]
      return [column, begins ? mine : mine.map((one) => ({ ...one, of: named(one.of) }))]
    }),
  )

async function findPage(connection: Connection, org: number, read: Page) {
  const tables = read.words === undefined ? [] : namedTables(read.table)
  const lists = tables.length > 0 ? await connection.flight(tables.map((table) => listSql(org, table))) : []
  const named = new Map<TableName, readonly object[]>(tables.map((table, at) => [table, lists[at] ?? []]))
  const asked = pageSql(org, read, (table) => named.get(table) ?? [])
  const [counted = []] = asked ? await connection.flight([asked.counts]) : []
  const total = asked?.total(counted) ?? 0
  const { offset, limit } = pageWindow(read.number, total, read.size)
  const length = Math.min(limit, total - offset)
  const [ids = []] = asked && length > 0 ? await connection.flight([asked.ids(counted, offset, length)]) : []
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

/** Names its columns: what was prepared for all of them fails when a release beside this one adds another. */
const listSql = (org: number, table: TableName): Sql =>
  sql(`SELECT ${sqlTable(table).selectAll} FROM ${quoted(table)} WHERE org = ?`, org)

async function rowsOfIds(connection: Connection, org: number, table: TableName, ids: unknown[]): Promise<Row[]> {
  const text = `SELECT ${sqlTable(table).selectAll} FROM ${quoted(table)} WHERE org = ? AND id = ANY(?)`
  const [found = []] = await connection.flight([sql(text, org, ids)])
  const rows = new Map(found.map((row) => [row['id'], readRow(table, row)]))
  return ids.map((id) => must(rows.get(id)))
}
