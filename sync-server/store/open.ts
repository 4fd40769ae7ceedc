import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'
import type { Store } from './store.ts'

/** The only place that knows which engine there is. Whatever it is, it has passed `testing/engine-contract.ts`. */
export const openStore = (options: SqliteOptions): Store => openSqlite(options)

/** A backup is the engine's own. */
export { backUp, filesNamedIn, restore, type NamedFile } from './sqlite/backup.ts'
