import Database from 'better-sqlite3'
import { memory } from '../memory.ts'
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
    if (!sqliteCodeOf(error).startsWith('SQLITE_BUSY')) throw cannotBeUsed(`${path}-owner`, error)
    throw new Error(`Another Fieldpost server is already using ${path}. Stop it first.`, { cause: error })
  }
}

export const cannotBeUsed = (path: string, error: unknown): CannotStart =>
  new CannotStart(`${path} cannot be used (${(error as Error).message}). It must be this user's to write.`, {
    cause: error,
  })

/**
 * Kibibytes of the database that the connection which writes keeps in memory: a command looks at some hundred pages, and at a million taskings
 * those of the indexes are many. A sixteenth of the machine's, from 64 to 256 MB; a small database takes no more than it has.
 */
export const cacheFor = (bytes: number): number =>
  Math.min(256 * 1024, Math.max(64 * 1024, Math.floor(bytes / 16 / 1024)))

export function openDurably(path: string): Database.Database {
  const db = new Database(path, { timeout: 5_000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma(`cache_size = -${cacheFor(memory())}`)
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
