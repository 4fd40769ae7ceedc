import Database from 'better-sqlite3'
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { must } from '#shared/lib/must.ts'
import { definitionOf, tableNames } from '#shared/model/tables.ts'
import { sqlTable, toSql, type Column } from '#server/store/columns.ts'
import { insertSql } from '#server/store/sqlite/sql-from-tables.ts'
import { openSqlite } from '#server/store/sqlite/sqlite.ts'
import { tellHistory } from './history.ts'

/**
 * `tsx scripts/bench/make.ts FILE COUNT` writes a demonstration database with that many taskings: the store's own schema,
 * filled past the one door, which is too slow for a million. A file that is there is kept.
 */
export async function makeDatabase(path: string, count: number, until = today()): Promise<void> {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.unfinished`
  await openSqlite({ path: unfinished, mode: 'demo', fresh: true }).close()
  fill(unfinished, count, until)
  // The full text is made at the start when there is none.
  await openSqlite({ path: unfinished, mode: 'demo' }).close()
  renameSync(unfinished, path)
  rmSync(`${unfinished}-owner`)
}

function fill(path: string, count: number, until: string): void {
  const db = new Database(path)
  for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -1000000'])
    db.pragma(pragma)
  // Indexes are made at the end, sorted: ten times faster than row by row.
  const indexes = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").all() as {
    name: string
    sql: string
  }[]
  for (const { name } of indexes) db.exec(`DROP INDEX "${name}"`)
  const writers = new Map(
    tableNames.map((name) => [
      name,
      { columns: sqlTable(name).columns, write: db.prepare<unknown[]>(insertSql(name)) },
    ]),
  )
  db.exec('BEGIN')
  const version = tellHistory(count, until, (change, version) => {
    if (change.kind === 'remove') return
    const { columns, write } = must(writers.get(change.table))
    const facts = change.row as Record<string, unknown>
    const derived = definitionOf(change.table).derive?.(facts as never) as Record<string, unknown> | undefined
    const valueOf = (column: Column) => (column.derived ? derived : facts)?.[column.name] ?? column.blank
    write.run(...columns.map((column) => toSql(column, valueOf(column))), version)
  })
  db.prepare("UPDATE meta SET value = ? WHERE key = 'version'").run(String(version))
  db.exec('COMMIT')
  for (const { sql } of indexes) db.exec(sql)
  db.exec("DELETE FROM meta WHERE key = 'words'")
  db.pragma('journal_mode = WAL')
  db.close()
}

export const madePath = (folder: string, count: number): string => join(folder, `taskings-${count}.sqlite`)

const today = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [path, count] = process.argv.slice(2)
  if (!path || !count) throw new Error('Say where and how many: tsx scripts/bench/make.ts FILE COUNT')
  const start = performance.now()
  await makeDatabase(path, Number(count))
  const seconds = Math.round((performance.now() - start) / 1_000)
  const mb = Math.round(statSync(path).size / 1_000_000)
  console.log(`${Number(count).toLocaleString('en')} taskings, ${mb} MB, in ${seconds} s`)
}
