import type Database from 'better-sqlite3'
import type { SyncedTable, TableName } from '#shared/model/tables.ts'
import { readMeta, writeMeta } from './migrations.ts'
import type { Prepare } from './statements.ts'

export type Removals = ReturnType<typeof createRemovals>

/**
 * Tombstones: what was removed, at which version. They are forgotten after a time; `floor` is the version up to which some
 * are gone, and a device that stands below it cannot be told everything any more.
 */
export function createRemovals(db: Database.Database, prepare: Prepare, now: () => string) {
  let floor = storedFloor()
  let newest = Number(prepare('SELECT coalesce(max(version), 0) AS version FROM removed').pluck().get())

  function storedFloor(): number {
    return Number(readMeta(db, 'floor') ?? 0)
  }

  return {
    floor: () => floor,
    /** The version of the newest, or later. */
    newest: () => newest,
    note(table: TableName, id: number, version: number): void {
      newest = version
      const text =
        'INSERT OR REPLACE INTO removed (tableName, rowId, version, ownerId, removedDate) VALUES (?, ?, ?, NULL, ?)'
      prepare(text).run(table, id, version, now())
    },
    /** The row is back. */
    forget(table: TableName, id: number): void {
      if (newest > 0) prepare('DELETE FROM removed WHERE tableName = ? AND rowId = ?').run(table, id)
    },
    between(after: number, through: number): { tableName: SyncedTable; rowId: number }[] {
      if (newest <= after) return []
      const text = 'SELECT tableName, rowId FROM removed WHERE version > ? AND version <= ? ORDER BY version, rowId'
      return prepare(text).all(after, through) as { tableName: SyncedTable; rowId: number }[]
    },
    /** Deletes those from before a date, and notes how far that reaches. Inside a transaction. */
    prune(before: string): number {
      const gone = prepare('SELECT max(version) AS version FROM removed WHERE removedDate < ?').get(before)
      const { version } = gone as { version: number | null }
      if (version === null) return 0
      // At once: between the commit and this being noted nobody may be told a page with holes.
      floor = Math.max(floor, version)
      writeMeta(db, 'floor', String(floor))
      return prepare('DELETE FROM removed WHERE removedDate < ?').run(before).changes
    },
    /** After a commit, or after one that failed. */
    readFloor(): void {
      if (db.open) floor = storedFloor()
    },
  }
}
