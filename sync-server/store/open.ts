import type { Carried, MoveOptions } from './database/move.ts'
import type { Restored } from './database/restored.ts'
import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'
import type { Store } from './store.ts'

/** Where an organisation's rows are: in a file that one process owns, or in a database of PostgreSQL that many processes share. */
export type Home = { file: string } | { url: string; org: number; requireReplica: boolean }

/** The file whose disk must have room; null where the rows are on no disk of this machine. */
export const fileOf = (home: Home): string | null => ('file' in home ? home.file : null)

/**
 * The only place that knows which engine there is; a start loads no other. Whatever it is, it has passed `testing/engine-contract.ts`.
 */
export async function openStore(home: Home, options: Omit<SqliteOptions, 'path'>): Promise<Store> {
  if ('file' in home) return openSqlite({ path: home.file, ...options })
  return (await import('./postgres/postgres.ts')).openPostgres({ ...home, ...options })
}

/** Before the first store is opened, once a process: what a database needs to have, and a sentence where it cannot. */
export async function prepareHome(home: Home): Promise<void> {
  if ('url' in home) await (await import('./database/prepare.ts')).prepareDatabase(home.url)
}

/** A backup is the engine's own, and so is how it says that the disk is full. */
export { isFull } from './sqlite/codes.ts'
export { backUp, filesNamedIn, restore, type NamedFile } from './sqlite/backup.ts'

/** Carries all rows of an organisation from one engine to the other. */
export const moveRows = async (from: Home, to: Home, options: MoveOptions): Promise<Carried> =>
  (await import('./database/move.ts')).moveRows(from, to, options)

/** A database that many share was put back to an earlier time. */
export const beginNewLives = async (url: string): Promise<Restored[]> =>
  (await import('./database/restored.ts')).restored(url)
