import { syncedTableNames, type SyncedTable, type TableName } from '#shared/model/tables.ts'
import type { SightOf } from '#shared/model/sight.ts'
import type { ChangePage } from '../store.ts'
import { quoted, sqlTable, type Sql } from '../columns.ts'
import { ownerIn } from '../news.ts'
import type { Removals } from './removals.ts'
import { sightSql } from './sight.ts'
import type { Prepare } from './statements.ts'

export type RowsOf = (table: TableName, text: string, values: readonly unknown[]) => Record<string, unknown>[]

interface Engine {
  prepare: Prepare
  rowsOf: RowsOf
  /** The version of the last commit, and of the last that devices see anything of. */
  version: number
  news: number
  /** The newest version in a table, or later. */
  newest: (table: SyncedTable) => number
  removals: Pick<Removals, 'newest' | 'between' | 'movedBetween'>
}

/** Everything visible after a version, cut behind the version in which the `limit`th row falls. */
export function changesSinceSql(
  engine: Engine,
  { after, sight, limit }: { after: number; sight: SightOf; limit: number },
): ChangePage {
  const page: ChangePage = {
    ...{ rows: {}, removed: {}, moved: [], more: false },
    ...{ through: engine.version, newest: Math.max(after, engine.news) },
  }
  if (after >= engine.news) return page
  const { removals, newest } = engine
  const changed = syncedTableNames.filter((table) => newest(table) > after)
  const cut = versionOfRow(engine, changed, after, sight, limit)
  if (cut !== undefined && Math.max(removals.newest(), ...changed.map(newest)) > cut) {
    page.through = page.newest = cut
    page.more = true
  }
  for (const table of changed) {
    const rows = changedRows(engine, table, after, page.through, sight)
    if (rows.length > 0) Object.assign(page.rows, { [table]: rows })
  }
  for (const { tableName, rowId } of removals.between(after, page.through, toldSql(sight)))
    (page.removed[tableName] ??= []).push(rowId)
  page.moved = removals.movedBetween(after, page.through, sight)
  return page
}

/** The version of the visible row or removal that is the `limit`th after a version; undefined when there are not as many. */
function versionOfRow(
  { prepare, removals }: Engine,
  changed: SyncedTable[],
  after: number,
  sight: SightOf,
  limit: number,
): number | undefined {
  const versionsIn = (table: string, { text, values }: Sql) => {
    const sql = `SELECT version FROM ${quoted(table)} WHERE version > ?${text} ORDER BY version LIMIT ?`
    return (prepare(sql).all(after, ...values, limit) as { version: number }[]).map((row) => row.version)
  }
  const versions = changed.flatMap((table) => versionsIn(table, visibleSql(table, sight)))
  if (removals.newest() > after) versions.push(...versionsIn('removed', toldSql(sight)))
  return versions.length < limit ? undefined : versions.sort((a, b) => a - b)[limit - 1]
}

function changedRows({ rowsOf }: Engine, table: SyncedTable, after: number, through: number, sight: SightOf) {
  const visible = visibleSql(table, sight)
  const text =
    `SELECT ${sqlTable(table).selectFacts} FROM ${quoted(table)} ` +
    `WHERE version > ? AND version <= ?${visible.text} ORDER BY version, id`
  return rowsOf(table, text, [after, through, ...visible.values])
}

function toldSql(sight: SightOf): Sql {
  const mine = ownerIn(sight)
  return mine === null ? { text: '', values: [] } : { text: ' AND (ownerId IS NULL OR ownerId = ?)', values: [mine] }
}

function visibleSql(table: SyncedTable, sight: SightOf): Sql {
  const { text, values } = sightSql(table, sight(table))
  return { text: text && ` AND ${text}`, values }
}
