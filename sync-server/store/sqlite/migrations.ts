import type Database from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'
import { findFilters } from '#shared/model/server-indexes.ts'
import { storedRow } from '#shared/model/tables.ts'
import { newEpoch } from '../lives.ts'
import type { DatabaseMode, EarlierLife } from '../store.ts'
import { CannotStart, DatabaseUnreadable } from '../unavailable.ts'
import { allSqlTables, quoted, rowReader, toSql, type Column, type SqlTable } from '../columns.ts'
import { addColumnSql, createIndexSql, createTableSql, FILTERS_INDEX } from './sql-from-tables.ts'
import { followListCounts } from './list-counts.ts'
import { followWords } from './words.ts'

/**
 * What the model cannot tell: changes of existing columns and rows, in order, each with a sentence. A new table, column
 * or index needs none. Never change an entry that has been released; add one.
 */
export interface Migration {
  about: string
  run(db: Database.Database): void
}
export const migrations: readonly Migration[] = [
  {
    about: 'Letters that wait are effects: due at once, as they are.',
    run: (db) => db.exec('ALTER TABLE letters RENAME TO effects'),
  },
]

/** Makes the database what the model says; refuses one that this version does not understand. */
export function migrate(
  db: Database.Database,
  options: { mode: DatabaseMode; list?: readonly Migration[] | undefined },
): void {
  const list = options.list ?? migrations
  if (!tableExists(db, 'meta')) {
    refuseOccupied(db)
    return createDatabase(db, options.mode, list.length)
  }
  refuseForeign(db, options.mode, list.length)
  for (let number = Number(readMeta(db, 'schema')); number < list.length; number++) runMigration(db, list, number)
  inTransaction(db, () => followModel(db))
}

export const readMeta = (db: Database.Database, key: string): string | undefined =>
  db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value

export const writeMeta = (db: Database.Database, key: string, value: string): void => {
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  )
}

/** Kept in `meta` by each restore; see `EarlierLife`. */
export const earlierLives = (db: Database.Database): EarlierLife[] =>
  JSON.parse(readMeta(db, 'earlier') ?? '[]') as EarlierLife[]

function createDatabase(db: Database.Database, mode: DatabaseMode, schema: number): void {
  inTransaction(db, () => {
    db.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID')
    for (const [key, value] of Object.entries({ epoch: newEpoch(), version: '0', schema: String(schema), mode }))
      writeMeta(db, key, value)
    followModel(db)
  })
}

/** Another program's database: ours would be made in the middle of it. */
function refuseOccupied(db: Database.Database): void {
  const tables = db.prepare('SELECT count(*) FROM sqlite_master').pluck().get()
  if (tables !== 0) throw new DatabaseUnreadable(`${db.name} is not a database of Fieldpost.`)
}

export function refuseForeign(db: Database.Database, mode: DatabaseMode, schema: number): void {
  const found = readMeta(db, 'mode')
  if (found !== mode)
    throw new CannotStart(
      `This is a ${found ?? 'foreign'} database and the server runs in ${mode} mode. The two are never mixed.`,
    )
  const unknown = allSqlTables().flatMap((table) => {
    const names = new Set([...table.columns.map((column) => column.name), 'version'])
    return columnsInDatabase(db, table)
      .filter((column) => !names.has(column))
      .map((column) => `${table.name}.${column}`)
  })
  const newer = Number(readMeta(db, 'schema')) > schema
  if (newer || unknown.length > 0)
    throw new CannotStart(
      `This database was written by a newer version of Fieldpost${unknown[0] ? ` (it has ${unknown.join(', ')})` : ''}. ` +
        'Start that version, or restore a backup made by this one.',
    )
}

function runMigration(db: Database.Database, list: readonly Migration[], number: number): void {
  backUp(db, number)
  inTransaction(db, () => {
    list[number]?.run(db)
    writeMeta(db, 'schema', String(number + 1))
  })
}

/** A copy beside the file, named after the schema it holds. */
function backUp(db: Database.Database, number: number): void {
  if (db.memory) return
  const copy = `${db.name}.before-${number + 1}`
  if (existsSync(copy)) rmSync(copy)
  db.prepare('VACUUM INTO ?').run(copy)
}

function followModel(db: Database.Database): void {
  for (const table of allSqlTables()) {
    const had = columnsInDatabase(db, table)
    db.exec(createTableSql(table.name))
    const added = had.length === 0 ? [] : table.columns.filter((column) => !had.includes(column.name))
    for (const column of added) db.exec(addColumnSql(table.name, column))
    fillDerived(
      db,
      table,
      added.filter((column) => column.derived),
    )
    const indexes = createIndexSql(table.name)
    for (const sql of indexes) db.exec(sql)
    dropOthers(db, table.name, [...indexes, ...engineTables].join())
  }
  for (const sql of engineTables) db.exec(sql)
  followListCounts(db)
  writeMeta(db, 'words', followWords(db, readMeta(db, 'words')))
}

/** An index that the model no longer names would be written for ever and read by nobody. */
function dropOthers(db: Database.Database, table: string, wanted: string): void {
  const made = db.prepare<[string], string>(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
  )
  for (const name of made.pluck().all(table))
    if (![`${quoted(name)} ON`, `${name} ON`].some((begin) => wanted.includes(` ${begin}`)))
      db.exec(`DROP INDEX ${quoted(name)}`)
}

function fillDerived(db: Database.Database, table: SqlTable, added: Column[]): void {
  if (added.length === 0) return
  const read = rowReader(table.columns)
  const page = db.prepare<[number], Record<string, unknown>>(
    `SELECT * FROM ${quoted(table.name)} WHERE id > ? ORDER BY id LIMIT ${FILLED_AT_ONCE}`,
  )
  const setters = added.map((column) => `${quoted(column.name)} = ?`).join(', ')
  const update = db.prepare(`UPDATE ${quoted(table.name)} SET ${setters} WHERE id = ?`)
  for (let last = 0, rows = page.all(0); rows.length > 0; rows = page.all(last))
    for (const row of rows) {
      const stored = storedRow(table.name, read(row) as never) as unknown as Record<string, unknown>
      last = stored.id as number
      update.run(...added.map((column) => toSql(column, stored[column.name])), last)
    }
}
/** Rows in memory while a new column is filled: a million at once would not fit. */
const FILLED_AT_ONCE = 1_000

/** Tombstones, what moved from one sight to another, the index from which a first sync reads open taskings without passing a million closed ones, and that of filters. */
const engineTables = [
  `CREATE TABLE IF NOT EXISTS removed (
    tableName TEXT NOT NULL,
    rowId INTEGER NOT NULL,
    version INTEGER NOT NULL,
    ownerId INTEGER,
    removedDate TEXT NOT NULL,
    PRIMARY KEY (tableName, rowId)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS removed_version ON removed (version)',
  'CREATE INDEX IF NOT EXISTS removed_date ON removed (removedDate, version)',
  `CREATE TABLE IF NOT EXISTS moved (
    version INTEGER NOT NULL,
    tableName TEXT NOT NULL,
    rowId INTEGER NOT NULL,
    was TEXT NOT NULL,
    movedDate TEXT NOT NULL,
    PRIMARY KEY (version, tableName, rowId)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS moved_date ON moved (movedDate, version)',
  `CREATE INDEX IF NOT EXISTS projects_open ON projects (version) WHERE closedDate = ''`,
  `CREATE INDEX IF NOT EXISTS ${FILTERS_INDEX} ON projects (id, ${[...findFilters, 'urgency', 'createdById'].join(', ')})`,
]

const tableExists = (db: Database.Database, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined

const columnsInDatabase = (db: Database.Database, table: SqlTable): string[] =>
  db
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table.name)
    .map((row) => row.name)

function inTransaction(db: Database.Database, work: () => void): void {
  db.transaction(work).immediate()
}
