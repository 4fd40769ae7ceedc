import Database from 'better-sqlite3'
import { CannotStart } from '../unavailable.ts'
import { isFull, sqliteCodeOf } from './codes.ts'

/**
 * One process owns the file: it holds a lock on an empty database beside it, which the system releases however the process
 * ends. The data itself stays readable to a backup and to an auditor's tools.
 */
export function own(path: string): Database.Database | null {
  if (path === ':memory:') return null
  const lock = new Database(`${path}-owner`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (isFull(error)) throw error
    if (!sqliteCodeOf(error).startsWith('SQLITE_BUSY'))
      throw new CannotStart(
        `${path}-owner cannot be used (${(error as Error).message}). It must be this user's to write.`,
        {
          cause: error,
        },
      )
    throw new Error(`Another Fieldpost server is already using ${path}. Stop it first.`, { cause: error })
  }
}

export function openDurably(path: string): Database.Database {
  const db = new Database(path, { timeout: 5_000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -65536')
    db.pragma('temp_store = MEMORY')
    assertDurable(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** A second connection to what a first one has open. It sees what is committed, and holds up nobody. */
export function openToRead(path: string): Database.Database {
  const db = new Database(path, { readonly: true, timeout: 5_000 })
  db.pragma('cache_size = -65536')
  db.pragma('temp_store = MEMORY')
  return db
}

/** Scar: better-sqlite3 is built to run NORMAL under WAL, which loses acknowledged commits when the power fails. */
export function assertDurable(db: Pick<Database.Database, 'pragma'>): void {
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new Error('SQLite does not run with synchronous=FULL: a power failure could lose acknowledged work.')
  if (db.pragma('foreign_keys', { simple: true }) !== 1) throw new Error('SQLite does not check foreign keys.')
}
