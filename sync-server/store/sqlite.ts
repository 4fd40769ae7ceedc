import { rmSync } from 'node:fs'
import type { Change } from '#shared/kernel/change.ts'
import type { Found, Plan, QueryRead, QueryReads, Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { definitionOf, tableNames, type TableName } from '#shared/model/tables.ts'
import { quoted, rowReader, sqlTable, toSql } from './columns.ts'
import { changesSinceSql } from './changes-since.ts'
import { own, openDurably } from './file.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate, readMeta, type DatabaseMode, type Migration } from './migrations.ts'
import { newestProjectsSql } from './newest-projects.ts'
import { listInOrder, pageFrom } from './page.ts'
import { createRemovals } from './removals.ts'
import { insertSql, updateSql } from './sql-from-tables.ts'
import { sqlFromRead } from './sql-from-reads.ts'
import { statementCache } from './statements.ts'
import type { Decided, Store } from './store.ts'
import { asStoreError, StoreUnavailable } from './unavailable.ts'
import { createWords } from './words.ts'

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  path: string
  now?: () => string
  /** What the database is made for; one made for the other is refused. */
  mode?: DatabaseMode
  migrations?: readonly Migration[]
  /** Deletes what was there, once it is certain that nobody else has it open. */
  fresh?: boolean
}

export interface SqliteStore extends Store {
  /** For tests: how many pages the database has, and how many it may have, as if the disk had no more. */
  pages(): number
  limitPages(pages: number): void
}

type Row = Record<string, unknown>

export function openSqlite({
  path,
  now = systemTime,
  mode = 'production',
  migrations,
  fresh = false,
}: SqliteOptions): SqliteStore {
  const owner = own(path)
  if (fresh) for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  const db = openDurably(path)
  migrate(db, { mode, list: migrations })

  const prepare = statementCache(db)
  const readers = new Map(tableNames.map((name) => [name, rowReader(sqlTable(name).columns)]))
  const inserts = new Map(tableNames.map((name) => [name, insertSql(name)]))
  const removals = createRemovals(db, prepare, now)
  const words = createWords(prepare)
  /** The newest version in each table, or later: a table without news is not asked. */
  const newest = new Map(tableNames.map((name) => [name, newestIn(name)]))
  const saveVersion = db.prepare("UPDATE meta SET value = ? WHERE key = 'version'")
  const listeners = new Set<(version: number) => void>()
  const group = createGroupCommit(db, {
    version: Number(must(readMeta(db, 'version'))),
    saveVersion: (version) => saveVersion.run(String(version)),
    committed: (version) => listeners.forEach((listener) => queueMicrotask(() => listener(version))),
  })

  function newestIn(name: TableName): number {
    const { version } = db.prepare(`SELECT max(version) AS version FROM ${quoted(name)}`).get() as {
      version: number | null
    }
    return version ?? 0
  }

  function rowsOf(
    table: TableName,
    text: string,
    values: readonly unknown[],
    only?: readonly string[],
  ): Record<string, unknown>[] {
    const rows = prepare(text).all(...values) as Record<string, unknown>[]
    const read = only
      ? rowReader(sqlTable(table).columns.filter(({ name }) => only.includes(name)))
      : must(readers.get(table))
    for (const row of rows) read(row)
    return rows
  }

  function find(read: QueryRead): unknown {
    if (read.kind === 'page') {
      const list = read.words === undefined ? listInOrder(prepare, read) : words.list(read, read.words)
      return pageFrom(list, read, (id) => find({ kind: 'one', table: read.table, id }) as Record<string, unknown>)
    }
    const { text, values } = sqlFromRead(read)
    if (read.kind === 'many') return rowsOf(read.table, text, values, read.only)
    const row = prepare(text).get(...values) as Record<string, unknown> | undefined
    if (read.kind === 'count') return must(row)['count']
    return row && must(readers.get(read.table))(row)
  }
  function findAll(reads: QueryReads): Record<string, unknown> {
    const found: Record<string, unknown> = {}
    for (const name in reads) found[name] = find(must(reads[name]))
    return found
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
      return
    }
    words.remove(change.table, change.id)
    const { changes } = prepare(`DELETE FROM ${quoted(change.table)} WHERE id = ?`).run(change.id)
    if (changes > 0 && table.synced) removals.note(change.table, change.id, version)
  }

  /** Reads happen between commits and never within one, because everything here is synchronous. */
  const answering = async <T>(work: () => T): Promise<T> => {
    if (!db.open) throw new StoreUnavailable('The database is closed.')
    try {
      return await Promise.resolve(work())
    } catch (error) {
      throw asStoreError(error)
    }
  }

  /** Work that may write without being news: it answers false, and gets no version of its own. */
  const inTurn = <T>(work: (version: number) => { value: T; isNews: boolean }): Promise<T> =>
    new Promise((resolve, reject) => {
      let value: T
      group.add({
        work(version) {
          const result = work(version)
          value = result.value
          return result.isNews
        },
        done: () => resolve(value),
        failed: reject,
      })
    })

  const transact = <R extends Reads, F extends Reads, T>(
    plan: Plan<R, F>,
    decide: (found: Found<R> & Found<F>, version: number) => Decided<T>,
  ): Promise<T> =>
    inTurn((version) => {
      const { changes, value } = decide(fetch(plan), version)
      for (const change of changes) write(change, version)
      return { value, isNews: changes.length > 0 }
    })

  return {
    epoch: must(readMeta(db, 'epoch')),
    version: () => answering(() => group.version()),
    read: (plan) => answering(() => fetch(plan)),
    transact,
    changesSince: (options) =>
      answering(() => {
        const engine = {
          prepare,
          rowsOf,
          version: group.version(),
          newest: (name: TableName) => must(newest.get(name)),
        }
        return options.after < removals.floor() ? null : changesSinceSql({ ...engine, removals }, options)
      }),
    newestProjects: (options) => answering(() => newestProjectsSql(rowsOf, options)),
    forgetRemovals: (before) =>
      inTurn(() => ({ value: removals.prune(before), isNews: false })).finally(removals.readFloor),
    probe: () => inTurn((version) => ({ value: void saveVersion.run(String(version - 1)), isNews: false })),
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      if (!db.open) return Promise.resolve()
      group.close()
      if (!db.memory) db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
      owner?.close()
      return Promise.resolve()
    },
    pages: () => db.pragma('page_count', { simple: true }) as number,
    limitPages: (pages) => void db.pragma(`max_page_count = ${pages}`),
  }
}

const systemTime = () => new Date().toISOString()
