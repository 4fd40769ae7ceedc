import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { visibilityOf } from '#shared/rules/visibility.ts'
import { must } from '#shared/lib/must.ts'
import { sqlTable, toSql, type SqlValue } from './columns.ts'
import { quoted } from './sql-from-tables.ts'
import type { Prepare } from './statements.ts'
import type { ChangePage } from './store.ts'

export type RowsOf = (table: SyncedTable, text: string, values: readonly unknown[]) => Record<string, unknown>[]

interface Engine {
  prepare: Prepare
  rowsOf: RowsOf
  /** The version of the last commit. */
  version: number
}

/** Everything visible after a version, cut behind the version in which the `limit`th row falls. */
export function changesSinceSql(
  engine: Engine,
  { after, user, limit }: { after: number; user: { id: number }; limit: number },
): ChangePage {
  const page: ChangePage = { rows: {}, removed: {}, through: engine.version, more: false }
  if (after >= engine.version) return page
  const cut = versionAt(engine, after, user, limit - 1)
  if (cut !== null && versionAt(engine, cut, user, 0) !== null) {
    page.through = cut
    page.more = true
  }
  for (const table of syncedTableNames) {
    const rows = changedRows(engine, table, after, page.through, user)
    if (rows.length > 0) Object.assign(page.rows, { [table]: rows })
  }
  for (const { tableName, rowId } of removedRows(engine, after, page.through))
    (page.removed[tableName] ??= []).push(rowId)
  return page
}

/** The version of the visible row at `offset` after a version; null when there are not as many. Merges the version indexes. */
function versionAt({ prepare }: Engine, after: number, user: { id: number }, offset: number): number | null {
  const values: SqlValue[] = []
  const parts = syncedTableNames.map((table) => {
    const visible = visibleSql(table, user)
    values.push(after, ...visible.values)
    return `SELECT version FROM ${quoted(table)} WHERE version > ?${visible.text}`
  })
  const all = [...parts, 'SELECT version FROM removed WHERE version > ?'].join(' UNION ALL ')
  const row = prepare(`${all} ORDER BY version LIMIT 1 OFFSET ?`).get(...values, after, Math.max(0, offset))
  return row ? (row as { version: number }).version : null
}

function changedRows({ rowsOf }: Engine, table: SyncedTable, after: number, through: number, user: { id: number }) {
  const facts = sqlTable(table).columns.filter((column) => !column.derived)
  const visible = visibleSql(table, user)
  const text =
    `SELECT ${facts.map((column) => quoted(column.name)).join(', ')} FROM ${quoted(table)} ` +
    `WHERE version > ? AND version <= ?${visible.text} ORDER BY version, id`
  return rowsOf(table, text, [after, through, ...visible.values])
}

function removedRows({ prepare }: Engine, after: number, through: number) {
  const text = 'SELECT tableName, rowId FROM removed WHERE version > ? AND version <= ? ORDER BY version, rowId'
  return prepare(text).all(after, through) as { tableName: SyncedTable; rowId: number }[]
}

function visibleSql(table: SyncedTable, user: { id: number }): { text: string; values: SqlValue[] } {
  const alternatives = visibilityOf(table, user)
  if (alternatives === null) return { text: '', values: [] }
  const values: SqlValue[] = []
  const sql = alternatives.map((columns) =>
    Object.entries(columns)
      .map(([name, value]) => {
        values.push(toSql(must(sqlTable(table).columnsByName.get(name), `column ${table}.${name}`), value))
        return `${quoted(name)} IS ?`
      })
      .join(' AND '),
  )
  return { text: ` AND (${sql.map((part) => `(${part})`).join(' OR ')})`, values }
}
