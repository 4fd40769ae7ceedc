import type { Facts } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'
import { readPlace } from '../snapshot-place.ts'
import type { JudgedCall, OutcomesOptions, SnapshotOptions, SnapshotPage } from '../store.ts'
import { sqlTable } from '../columns.ts'
import { factsOf } from './changes.ts'
import type { Connection } from './connection.ts'
import { all, sightSql, sql, within, type Sql } from './reads.ts'
import { readRow, type Row } from './values.ts'

export async function newestProjects(
  connection: Connection,
  org: number,
  options: SnapshotOptions,
): Promise<SnapshotPage> {
  const [rows = []] = await connection.flight([newestSql(org, options)])
  const last = rows.length === options.limit ? must(rows.at(-1)) : null
  const next = last ? JSON.stringify([last['place'], last['id']]) : null
  for (const row of rows) delete row['place']
  return { projects: rows.map((row) => factsOf('projects', row)) as unknown as Facts<'projects'>[], next }
}

/** A page after the last row of the one before, so that writes in between neither shift nor repeat anything. */
export function newestSql(org: number, { seen, base, part, closedSince, after, limit }: SnapshotOptions): Sql {
  const place = readPlace({ part, after })
  const key = part === 'open' ? 'version' : '"closedDate"'
  const where = all([
    within(org, 'projects'),
    part === 'open' ? sql(`"closedDate" = ''`) : sql(`"closedDate" >= ? AND "closedDate" > ''`, closedSince),
    sql('version <= ?', base),
    ...(place ? [sql(`(${key}, id) < (?, ?)`, ...place)] : []),
    sightSql(org, 'projects', seen),
  ])
  const text =
    `SELECT ${sqlTable('projects').selectFacts}, ${key} AS place FROM projects WHERE ${where.text} ` +
    `ORDER BY ${key} DESC NULLS LAST, id DESC NULLS LAST LIMIT ?`
  return { text, values: [...where.values, limit] }
}

export function outcomesSql(org: number, { device, from, limit }: OutcomesOptions): Sql {
  const text =
    `SELECT ${sqlTable('calls').selectFacts}, version FROM calls ` +
    // As its index is ordered.
    'WHERE org = ? AND device = ? AND seq >= (SELECT ?::bigint) ORDER BY seq NULLS FIRST LIMIT ?'
  return sql(text, org, device, from, limit)
}

export const outcomesIn = (rows: Row[]): JudgedCall[] =>
  rows.map((row) => readRow('calls', row)) as unknown as JudgedCall[]
