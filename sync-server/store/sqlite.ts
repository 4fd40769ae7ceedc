import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import type { Change } from '#shared/kernel/change.ts'
import type { Found, Plan, Read, Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { storedRow, tableNames, type TableName } from '#shared/model/tables.ts'
import { rowReader, sqlTable, toSql } from './columns.ts'
import { changesSinceSql } from './changes-since.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate, readMeta, type DatabaseMode, type Migration } from './migrations.ts'
import { newestProjectsSql } from './newest-projects.ts'
import { quoted, upsertSql } from './sql-from-tables.ts'
import { sqlFromRead } from './sql-from-reads.ts'
import { statementCache } from './statements.ts'
import type { Decided, Store } from './store.ts'
import { asStoreError, StoreUnavailable } from './unavailable.ts'

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  path: string
  now?: () => string
  /** What the database is made for; one made for the other is refused. */
  mode?: DatabaseMode
  migrations?: readonly Migration[]
  /** Deletes what was there, once it is certain that nobody else has it open. */
  fresh?: boolean
}

export function openSqlite({
  path,
  now = systemTime,
  mode = 'production',
  migrations,
  fresh = false,
}: SqliteOptions): Store {
  const owner = own(path)
  if (fresh) for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  const db = openDurably(path)
  migrate(db, { mode, list: migrations })

  const prepare = statementCache(db)
  const readers = new Map(tableNames.map((name) => [name, rowReader(sqlTable(name).columns)]))
  const upserts = new Map(tableNames.map((name) => [name, upsertSql(name)]))
  const saveVersion = db.prepare("UPDATE meta SET value = ? WHERE key = 'version'")
  const listeners = new Set<(version: number) => void>()
  const group = createGroupCommit(db, {
    version: Number(must(readMeta(db, 'version'))),
    saveVersion: (version) => saveVersion.run(String(version)),
    committed: (version) => listeners.forEach((listener) => queueMicrotask(() => listener(version))),
  })

  function rowsOf(table: TableName, text: string, values: readonly unknown[]): Record<string, unknown>[] {
    const rows = prepare(text).all(...values) as Record<string, unknown>[]
    const read = must(readers.get(table))
    for (const row of rows) read(row)
    return rows
  }

  function find(read: Read): unknown {
    const { text, values } = sqlFromRead(read)
    if (read.kind === 'count') return (prepare(text).get(...values) as { count: number }).count
    const rows = rowsOf(read.table, text, values)
    return read.kind === 'one' ? rows[0] : rows
  }
  const findAll = (reads: Reads) => Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, find(read)]))

  function fetch<R extends Reads, F extends Reads>(plan: Plan<R, F>): Found<R> & Found<F> {
    const found = findAll(plan.reads) as Found<R>
    return { ...found, ...(plan.follow ? findAll(plan.follow(found)) : {}) } as Found<R> & Found<F>
  }

  function write(change: Change, version: number): void {
    const table = sqlTable(change.table)
    if (change.kind === 'put') {
      const row = storedRow(change.table, change.row as never) as Record<string, unknown>
      prepare(must(upserts.get(change.table))).run(
        ...table.columns.map((column) => toSql(column, row[column.name])),
        version,
      )
      if (table.synced) prepare('DELETE FROM removed WHERE tableName = ? AND rowId = ?').run(change.table, row.id)
      return
    }
    const { changes } = prepare(`DELETE FROM ${quoted(change.table)} WHERE id = ?`).run(change.id)
    if (changes > 0 && table.synced)
      prepare(
        'INSERT OR REPLACE INTO removed (tableName, rowId, version, ownerId, removedDate) VALUES (?, ?, ?, NULL, ?)',
      ).run(change.table, change.id, version, now())
  }

  /** Reads happen between commits and never within one, because everything here is synchronous. */
  const answering = async <T>(work: () => T): Promise<T> => {
    if (!db.open) throw new StoreUnavailable('The database is closed.')
    try {
      return await Promise.resolve(work())
    } catch (error) {
      throw asStoreError(error)
    }
  }

  const transact = <R extends Reads, F extends Reads, T>(
    plan: Plan<R, F>,
    decide: (found: Found<R> & Found<F>, version: number) => Decided<T>,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      let value: T
      group.add({
        work(version) {
          const decided = decide(fetch(plan), version)
          value = decided.value
          for (const change of decided.changes) write(change, version)
          return decided.changes.length > 0
        },
        done: () => resolve(value),
        failed: reject,
      })
    })

  return {
    epoch: must(readMeta(db, 'epoch')),
    version: () => answering(() => group.version()),
    read: (plan) => answering(() => fetch(plan)),
    transact,
    changesSince: (options) => answering(() => changesSinceSql({ prepare, rowsOf, version: group.version() }, options)),
    newestProjects: (options) => answering(() => newestProjectsSql(rowsOf, options)),
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      if (!db.open) return Promise.resolve()
      group.close()
      if (!db.memory) db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
      owner?.close()
      return Promise.resolve()
    },
  }
}

const systemTime = () => new Date().toISOString()

/**
 * One process owns the file: it holds a lock on an empty database beside it, which the system releases however the process
 * ends. The data itself stays readable to a backup and to an auditor's tools.
 */
function own(path: string): Database.Database | null {
  if (path === ':memory:') return null
  const lock = new Database(`${path}-owner`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw new Error(`Another Fieldpost server is already using ${path}. Stop it first.`, { cause: error })
  }
}

function openDurably(path: string): Database.Database {
  const db = new Database(path, { timeout: 5_000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -65536')
  db.pragma('temp_store = MEMORY')
  assertDurable(db)
  return db
}

/** Scar: better-sqlite3 is built to run NORMAL under WAL, which loses acknowledged commits when the power fails. */
export function assertDurable(db: Pick<Database.Database, 'pragma'>): void {
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new Error('SQLite does not run with synchronous=FULL: a power failure could lose acknowledged work.')
  if (db.pragma('foreign_keys', { simple: true }) !== 1) throw new Error('SQLite does not check foreign keys.')
}
