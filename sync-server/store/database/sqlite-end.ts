import type Database from 'better-sqlite3'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { quoted, rowReader, sqlTable, toSql } from '../columns.ts'
import { openDurably, openToRead, own } from '../sqlite/file.ts'
import { earlierLives, migrate, migrations, readMeta, refuseForeign, writeMeta } from '../sqlite/migrations.ts'
import { verify } from '../sqlite/verify.ts'
import type { DatabaseMode } from '../store.ts'
import { AT_ONCE, type Move, type Removal, type Row, type Source, type Standing, type Target } from './ends.ts'

/** @throws when a server has it open */
export async function fromSqlite<T>(
  file: string,
  mode: DatabaseMode,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`)
  const owner = own(file)
  const db = openToRead(file)
  try {
    refuseForeign(db, mode, migrations.length)
    if (Number(readMeta(db, 'schema')) < migrations.length)
      throw new Error(
        'This database is of an older version of Fieldpost. Start this version with it once, and stop it.',
      )
    return await work(sourceIn(db))
  } finally {
    db.close()
    owner?.close()
  }
}

function sourceIn(db: Database.Database): Source {
  const standing: Standing = {
    mode: readMeta(db, 'mode') as DatabaseMode,
    epoch: readMeta(db, 'epoch') ?? '',
    version: Number(readMeta(db, 'version')),
    floor: Number(readMeta(db, 'floor') ?? 0),
    earlier: earlierLives(db),
  }
  return {
    standing,
    async *rows(name) {
      const read = rowReader(sqlTable(name).columns)
      const page = db.prepare<[number], Row>(`SELECT * FROM ${quoted(name)} WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`)
      for (let rows = page.all(-1); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? 0))
        yield rows.map((row) => read(row) as Row)
    },
    removals: () => Promise.resolve(db.prepare<[], Removal>('SELECT * FROM removed ORDER BY tableName, rowId').all()),
    moves: () =>
      Promise.resolve(
        db
          .prepare<[], Move & { was: string }>('SELECT * FROM moved ORDER BY version, tableName, rowId')
          .all()
          .map((move) => ({ ...move, was: JSON.parse(move.was) as object })),
      ),
  }
}

/** A new file, which has its name only when it is whole and verified. */
export async function intoSqlite(
  file: string,
  standing: Standing,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  if (existsSync(file)) throw new Error(`There is a database at ${file} already. A move goes only where there is none.`)
  const owner = own(file)
  const fresh = `${file}.moving`
  const clear = () => ['', '-wal', '-shm'].forEach((ending) => rmSync(fresh + ending, { force: true }))
  clear()
  const db = openDurably(fresh)
  try {
    migrate(db, { mode: standing.mode })
    // Rows that point at each other come in any order; all of it is looked at in the end.
    db.pragma('foreign_keys = OFF')
    await work(targetIn(db))
    for (const [key, value] of Object.entries(metaOf(standing))) writeMeta(db, key, value)
    // The full text is made anew from the rows.
    db.prepare("DELETE FROM meta WHERE key = 'words'").run()
    migrate(db, { mode: standing.mode })
    verify(db)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    renameSync(fresh, file)
  } finally {
    if (db.open) db.close()
    clear()
    owner?.close()
  }
}

const metaOf = ({ epoch, version, floor, earlier }: Standing): Record<string, string> => ({
  epoch,
  version: String(version),
  floor: String(floor),
  earlier: JSON.stringify(earlier),
})

function targetIn(db: Database.Database): Target {
  const inOne = <T>(text: string, all: readonly T[], values: (one: T) => unknown[]): Promise<void> => {
    const statement = db.prepare(text)
    db.transaction(() => all.forEach((one) => statement.run(...values(one)))).immediate()
    return Promise.resolve()
  }
  return {
    put(name, rows) {
      const { columns } = sqlTable(name)
      const names = [...columns.map((column) => quoted(column.name)), 'version']
      const text = `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      return inOne(text, rows, (row) => [...columns.map((column) => toSql(column, row[column.name])), row.version])
    },
    putRemovals: (removals) =>
      inOne(
        'INSERT INTO removed (tableName, rowId, version, ownerId, removedDate) VALUES (?, ?, ?, ?, ?)',
        removals,
        (one) => [one.tableName, one.rowId, one.version, one.ownerId, one.removedDate],
      ),
    putMoves: (moves) =>
      inOne('INSERT INTO moved (version, tableName, rowId, was, movedDate) VALUES (?, ?, ?, ?, ?)', moves, (one) => [
        one.version,
        one.tableName,
        one.rowId,
        JSON.stringify(one.was),
        one.movedDate,
      ]),
  }
}
