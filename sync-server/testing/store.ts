import { inject } from 'vitest'
import { openPostgres } from '../store/postgres/postgres.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import type { DatabaseMode, Store } from '../store/store.ts'
import { databasesIn } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the project `postgres` of vitest.config.ts has its server. */
    postgres: string | undefined
  }
}

const server = inject('postgres')
const databases = server ? databasesIn(server) : null

/** An empty store nobody else has: SQLite in memory, or, where the project has PostgreSQL, a database of its own there. */
export async function aStore(options: { now?: () => string; mode?: DatabaseMode } = {}): Promise<Store> {
  return databases
    ? openPostgres({ url: await databases.database(), ...options })
    : openSqlite({ path: ':memory:', ...options })
}
