import { rmSync } from 'node:fs'
import type { Change } from '#shared/kernel/change.ts'
import type { Found, Plan, QueryReads, Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { MAX_CALL_BYTES } from '#shared/model/limits.ts'
import { definitionOf, syncedTableNames, tableNames, type TableName } from '#shared/model/tables.ts'
import type { Disk } from '../disk.ts'
import type { DatabaseMode, Decided, NewsOf, Store } from '../store.ts'
import { DatabaseUnreadable, StoreDamaged, StoreUnavailable } from '../unavailable.ts'
import { quoted, sqlTable, toSql } from '../columns.ts'
import { withNews } from '../news.ts'
import { changesSinceSql } from './changes-since.ts'
import { createCheckpoints } from './checkpoints.ts'
import { cannotBeUsed, own, openDurably } from './file.ts'
import { asStoreError, isDamage, isFull, isNotOurs } from './codes.ts'
import { createGroupCommit } from './group-commit.ts'
import { earlierLives, migrate, readMeta, writeMeta, type Migration } from './migrations.ts'
import { newestProjectsSql } from './newest-projects.ts'
import { createReader, takesLong } from './reader.ts'
import { outcomesSql } from './outcomes.ts'
import { createReading } from './reading.ts'
import { createRemovals } from './removals.ts'
import { insertSql, updateSql } from './sql-from-tables.ts'
import { statementCache } from './statements.ts'
import { createWords } from './words.ts'

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  path: string
  now?: () => string
  mode?: DatabaseMode
  migrations?: readonly Migration[]
  /** Deletes what was there, once it is certain that nobody else has it open. */
  fresh?: boolean
  /** Asked when a write meets a full disk: what gives room, the write is tried again. */
  room?: Pick<Disk, 'give' | 'isWhole'>
}

export interface SqliteStore extends Store {
  /** For tests: how many pages the database has, and how many it may have, as if the disk had no more. */
  pages(): number
  limitPages(pages: number): void
}

type Row = Record<string, unknown>

/** @throws DatabaseUnreadable, or a sentence why it may not be opened */
export function openSqlite(options: SqliteOptions): SqliteStore {
  try {
    return openOwned(options, own(options.path))
  } catch (error) {
    // A start writes little down, but it does.
    if (isFull(error) && options.room?.give()) return openSqlite(options)
    if (isDamage(error))
      throw new DatabaseUnreadable(`The database ${options.path} cannot be read (${(error as Error).message}).`, {
        cause: error,
      })
    throw isNotOurs(error) ? cannotBeUsed(options.path, error) : error
  }
}

function openOwned(options: SqliteOptions, owner: ReturnType<typeof own>): SqliteStore {
  const { path, mode = 'production', fresh = false } = options
  let db: ReturnType<typeof openDurably> | undefined
  try {
    if (fresh) for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
    db = openDurably(path)
    migrate(db, { mode, list: options.migrations })
    return storeOver(db, owner, options)
  } catch (error) {
    db?.close()
    owner?.close()
    throw error
  }
}

function storeOver(
  db: ReturnType<typeof openDurably>,
  owner: ReturnType<typeof own>,
  { now = systemTime, room }: SqliteOptions,
): SqliteStore {
  const prepare = statementCache(db)
  const { rowsOf, findAll } = createReading(prepare)
  const reader = db.memory ? null : createReader(db.name)
  const checkpoints = db.memory ? null : createCheckpoints(db, () => playItself(LOG_PAGES))
  playItself(checkpoints ? NEVER : LOG_PAGES)
  const inserts = new Map(tableNames.map((name) => [name, insertSql(name)]))
  const removals = createRemovals(db, prepare, now)
  const words = createWords(prepare)
  /** The newest version in each table, or later: a table without news is not asked. */
  const newest = new Map(tableNames.map((name) => [name, newestIn(name)]))
  const epoch = must(readMeta(db, 'epoch'))
  const saveVersion = db.prepare("UPDATE meta SET value = ? WHERE key = 'version'")
  const listeners = new Set<(version: number, newsOf: NewsOf) => void>()
  let newsOf: NewsOf = new Set()
  let rowsWritten = 0
  let isTight = false
  let trouble: ReturnType<Store['trouble']> = null
  const group = createGroupCommit(db, {
    version: Number(must(readMeta(db, 'version'))),
    saveVersion: (version) => saveVersion.run(String(version)),
    committed(version) {
      if (isTight && room?.isWhole()) setTight(false)
      checkpoints?.wrote(rowsWritten)
      rowsWritten = 0
      const theirs = newsOf
      newsOf = new Set()
      listeners.forEach((listener) => queueMicrotask(() => listener(version, theirs)))
    },
    makeRoom: (attempt) => (attempt === 0 && checkpoint(db)) || giveRoom(),
    explain,
  })

  /** What the log takes is room too, often more than what is given: with a little it can be played into the database. */
  function giveRoom(): boolean {
    if (!room?.give()) return false
    setTight(true)
    checkpoint(db)
    return true
  }

  /** A log that grows takes the room from which it could be played into the database: then nothing goes on. */
  function setTight(on: boolean): void {
    isTight = on
    playItself(on ? TIGHT_LOG_PAGES : checkpoints?.isAtWork() ? NEVER : LOG_PAGES)
  }

  /** From so many pages on SQLite plays the log in the commit that made it so long. */
  function playItself(pages: number): void {
    db.pragma(`wal_autocheckpoint = ${pages}`)
  }

  /** Remembers what is wrong with the disk or the file. */
  function explain(error: unknown): Error {
    if (isDamage(error)) trouble = 'damaged'
    else if (isFull(error)) trouble ??= 'full'
    return asStoreError(error)
  }

  function newestIn(name: TableName): number {
    const { version } = db.prepare(`SELECT max(version) AS version FROM ${quoted(name)}`).get() as {
      version: number | null
    }
    return version ?? 0
  }

  /** The version of the newest commit that wrote a row which devices have, or took one away. One that failed may stand here instead. */
  function news(): number {
    return Math.min(
      group.version(),
      Math.max(removals.newest(), ...syncedTableNames.map((name) => must(newest.get(name)))),
    )
  }

  function fetch<R extends QueryReads, F extends QueryReads>(plan: Plan<R, F>): Found<R> & Found<F> {
    const found = findAll(plan.reads)
    return (plan.follow ? Object.assign(found, findAll(plan.follow(found as Found<R>))) : found) as Found<R> & Found<F>
  }

  function write(change: Change, version: number): void {
    const table = sqlTable(change.table)
    newest.set(change.table, version)
    if (change.kind !== 'remove') {
      const { derive } = definitionOf(change.table)
      const facts = change.row as Record<string, unknown>
      const derived = derive?.(facts as never) as Record<string, unknown> | undefined
      const values = table.columns.map((column) => toSql(column, (column.derived ? derived : facts)?.[column.name]))
      const before =
        change.kind === 'put'
          ? (prepare(`SELECT * FROM ${quoted(change.table)} WHERE id = ?`).get(change.row.id) as Row | undefined)
          : undefined
      const changed = table.columns.flatMap(({ name }, at) => (before?.[name] === values[at] ? [] : [at]))
      const names = changed.map((at) => must(table.columns[at]).name)
      if (before)
        prepare(updateSql(change.table, names)).run(...changed.map((at) => values[at]), version, change.row.id)
      // An id that is taken throws: nothing is ever written over by what is new.
      else prepare(must(inserts.get(change.table))).run(...values, version)
      words.put(change.table, { ...facts, ...derived }, names)
      if (table.synced) removals.forget(change.table, change.row.id)
      if (before) removals.noteMove(change.table, before, names, version)
      return
    }
    const { owner } = definitionOf(change.table)
    const whose = owner ? `SELECT ${quoted(owner)} FROM ${quoted(change.table)} WHERE id = ?` : null
    const ownerId = whose === null ? null : ((prepare(whose).pluck().get(change.id) as number | undefined) ?? null)
    const { changes } = prepare(`DELETE FROM ${quoted(change.table)} WHERE id = ?`).run(change.id)
    if (changes === 0) return
    words.remove(change.table, change.id)
    if (table.synced) removals.note(change.table, change.id, version, ownerId)
  }

  /** Reads happen between commits and never within one: here because everything is synchronous, in the thread by transaction. */
  const answering = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (!db.open) throw new StoreUnavailable('The database is closed.')
    try {
      return await Promise.resolve(work())
    } catch (error) {
      throw explain(error)
    }
  }

  /** Work that has not written any row gets no version of its own. */
  const inTurn = <T>(work: (version: number) => { value: T; hasWritten: boolean }): Promise<T> =>
    new Promise((resolve, reject) => {
      // What is written beside damaged pages may be lost with them; better that devices keep it.
      if (trouble === 'damaged') return reject(new StoreDamaged('The database is damaged: it is only read.'))
      let value: T
      group.add({
        work(version) {
          const result = work(version)
          value = result.value
          return result.hasWritten
        },
        done: () => resolve(value),
        failed: reject,
      })
    })

  const transact = <R extends Reads, F extends Reads, T>(
    plan: Plan<R, F>,
    decide: (found: Found<R> & Found<F>, freshId: number) => Decided<T>,
  ): Promise<T> =>
    inTurn((version) => {
      // Each commit that writes has a version of its own: no other id is needed.
      const { changes, value } = decide(fetch(plan), version)
      for (const change of changes) write(change, version)
      rowsWritten += changes.length
      newsOf = changes.reduce(withNews, newsOf)
      return { value, hasWritten: changes.length > 0 }
    })

  return {
    earlier: earlierLives(db),
    position: () => answering(() => ({ epoch, version: group.version() })),
    news: () => answering(news),
    read: (plan) => answering(() => (reader && takesLong(plan.reads) ? reader.read(plan) : fetch(plan))),
    transact,
    changesSince: (options) =>
      answering(() => {
        const engine = {
          prepare,
          rowsOf,
          version: group.version(),
          news: news(),
          newest: (name: TableName) => must(newest.get(name)),
        }
        return options.after < removals.floor() ? null : changesSinceSql({ ...engine, removals }, options)
      }),
    outcomes: (options) => answering(() => outcomesSql(rowsOf, options)),
    newestProjects: (options) => answering(() => newestProjectsSql(rowsOf, options)),
    // Nobody else has the file open.
    lease: () => answering(() => true),
    forgetRemovals: (before) =>
      inTurn(() => ({ value: removals.prune(before), hasWritten: false })).finally(removals.readFloor),
    probe: () =>
      inTurn((version) => {
        saveVersion.run(String(version - 1))
        // Scar: in a full database this much can still be written, while every call is refused.
        if (trouble === 'full') {
          writeMeta(db, 'probe', 'x'.repeat(MAX_CALL_BYTES))
          db.prepare("DELETE FROM meta WHERE key = 'probe'").run()
        }
        return { value: undefined, hasWritten: false }
      }).then(() => {
        if (trouble === 'full') trouble = null
      }),
    trouble: () => trouble,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      if (!db.open) return
      group.close()
      // Whoever still reads keeps the log from being emptied.
      await Promise.all([reader?.close(), checkpoints?.close()])
      if (!db.open) return
      // Without room for it the log stays, and is played into the database at the next start.
      checkpoint(db)
      db.close()
      owner?.close()
    },
    pages: () => db.pragma('page_count', { simple: true }) as number,
    limitPages: (pages) => void db.pragma(`max_page_count = ${pages}`),
  }
}

/** How long the log grows before SQLite plays it itself: where no thread does, and when there is hardly room. */
const NEVER = 0
const LOG_PAGES = 1_000
const TIGHT_LOG_PAGES = 50

/** Plays the log into the database and gives its room back; false when it had none, or there is no room to play it. */
function checkpoint(db: ReturnType<typeof openDurably>): boolean {
  if (db.memory) return false
  try {
    const [{ busy, log } = { busy: 1, log: 0 }] = db.pragma('wal_checkpoint(TRUNCATE)') as {
      busy: number
      log: number
    }[]
    return busy === 0 && log > 0
  } catch (error) {
    if (asStoreError(error) === error) throw error
    return false
  }
}

const systemTime = () => new Date().toISOString()
