import { openPostgres } from '../store/postgres/postgres.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import type { DatabaseMode, Store } from '../store/store.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

let postgres: Promise<TestPostgres> | undefined

/** An empty store nobody else has: SQLite in memory, or, where `TEST_ENGINE` says `postgres`, a database of its own there. */
export async function aStore(options: { now?: () => string; mode?: DatabaseMode } = {}): Promise<Store> {
  if (process.env['TEST_ENGINE'] !== 'postgres') return openSqlite({ path: ':memory:', ...options })
  const server = await (postgres ??= startPostgres())
  return openPostgres({ url: await server.database(), ...options })
}
