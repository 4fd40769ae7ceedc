import type Database from 'better-sqlite3'
import type { SightOf } from '#shared/model/sight.ts'
import type { SyncedTable, TableName } from '#shared/model/tables.ts'
import { seenWith, sightColumns } from '#shared/rules/visibility.ts'
import type { Moved } from '../store.ts'
import type { Sql } from '../columns.ts'
import { readMeta, writeMeta } from './migrations.ts'
import type { Prepare } from './statements.ts'

export type Removals = ReturnType<typeof createRemovals>

/**
 * What devices cannot tell from rows: tombstones of what was removed, at which version, and what moved from one sight to
 * another, and whose it was. Both are forgotten after a time; `floor` is the version up to which some are gone, and a device
 * that stands below it cannot be told everything any more.
 */
export function createRemovals(db: Database.Database, prepare: Prepare, now: () => string) {
  let floor = storedFloor()
  let newest = Number(prepare('SELECT coalesce(max(version), 0) AS version FROM removed').pluck().get())

  let newestMove = Number(prepare('SELECT coalesce(max(version), 0) AS version FROM moved').pluck().get())

  function storedFloor(): number {
    return Number(readMeta(db, 'floor') ?? 0)
  }

  return {
    floor: () => floor,
    /** The version of the newest, or later. */
    newest: () => newest,
    /** To everybody, or to whose row it was alone. */
    note(table: TableName, id: number, version: number, ownerId: number | null): void {
      newest = version
      const text =
        'INSERT OR REPLACE INTO removed (tableName, rowId, version, ownerId, removedDate) VALUES (?, ?, ?, ?, ?)'
      prepare(text).run(table, id, version, ownerId, now())
    },
    /** The row is back. */
    forget(table: TableName, id: number): void {
      if (newest > 0) prepare('DELETE FROM removed WHERE tableName = ? AND rowId = ?').run(table, id)
    },
    between(after: number, through: number, told: Sql): { tableName: SyncedTable; rowId: number }[] {
      if (newest <= after) return []
      const text = `SELECT tableName, rowId FROM removed WHERE version > ? AND version <= ?${told.text} ORDER BY version, rowId`
      return prepare(text).all(after, through, ...told.values) as { tableName: SyncedTable; rowId: number }[]
    },
    /** A row has new values in these columns. */
    noteMove(table: TableName, before: Record<string, unknown>, changed: readonly string[], version: number): void {
      const columns = sightColumns[table]
      if (!columns?.some((name) => changed.includes(name))) return
      newestMove = version
      const was = JSON.stringify(Object.fromEntries(columns.map((name) => [name, before[name]])))
      const text = 'INSERT OR IGNORE INTO moved (version, tableName, rowId, was, movedDate) VALUES (?, ?, ?, ?, ?)'
      prepare(text).run(version, table, before['id'], was, now())
    },
    /** Nothing for whoever sees all of a table. */
    movedBetween(after: number, through: number, sight: SightOf): Moved[] {
      const tables = (Object.keys(sightColumns) as SyncedTable[]).filter((table) => sight(table).length > 0)
      if (newestMove <= after || tables.length === 0) return []
      const text = 'SELECT tableName, rowId, was FROM moved WHERE version > ? AND version <= ?'
      const rows = prepare(text).all(after, through) as { tableName: SyncedTable; rowId: number; was: string }[]
      return rows
        .filter((row) => tables.includes(row.tableName))
        .map(({ tableName, rowId, was }) => {
          const wasSeen = seenWith(sight(tableName), JSON.parse(was) as Record<string, unknown>)
          return { table: tableName, id: rowId, mayBeNew: wasSeen !== true, mayBeHad: wasSeen !== false }
        })
    },
    /** Deletes those from before a date, and notes how far that reaches. Inside a transaction. */
    prune(before: string): number {
      const gone = ['removed WHERE removedDate', 'moved WHERE movedDate'].map((old) =>
        Number(prepare(`SELECT coalesce(max(version), 0) FROM ${old} < ?`).pluck().get(before)),
      )
      const version = Math.max(...gone)
      if (version === 0) return 0
      // At once: between the commit and this being noted nobody may be told a page with holes.
      floor = Math.max(floor, version)
      writeMeta(db, 'floor', String(floor))
      prepare('DELETE FROM moved WHERE movedDate < ?').run(before)
      return prepare('DELETE FROM removed WHERE removedDate < ?').run(before).changes
    },
    /** After a commit, or after one that failed. */
    readFloor(): void {
      if (db.open) floor = storedFloor()
    },
  }
}
