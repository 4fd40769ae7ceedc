import type Database from 'better-sqlite3'
import type { Page } from '#shared/kernel/reads.ts'
import { searchedIn, soughtBy, textOf, type Sought } from '#shared/kernel/search.ts'
import { wordsOf } from '#shared/lib/words.ts'
import { searchedTables } from '#shared/model/searched.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, rowReader, sqlTable, type Column } from './columns.ts'
import type { List } from './page.ts'
import { conditionsSql, orderSql, type Sql } from './sql-from-reads.ts'
import { allIndexesOf, indexName } from './sql-from-tables.ts'
import type { Prepare } from './statements.ts'

type Row = Record<string, unknown>

/**
 * The words of a row as full text: those of its codes are marked `_`, and instead of names of other rows it has pointers
 * such as `=countryid12`. No word that a person can look for has either sign.
 */
function documentOf(table: TableName, row: Row): string {
  const { codes, texts, names } = searchedIn(table)
  const pointers = Object.keys(names).filter((column) => row[column])
  return [
    marked(wordsOf(textOf(row, codes))),
    wordsOf(textOf(row, texts)).replace(endlessWord, '$1'),
    ...pointers.map((column) => ` ${pointer(column, row[column])}`),
  ].join('')
}
const marked = (words: string): string => words.replaceAll(' ', ' _')
const pointer = (column: string, id: unknown): string => `=${column.toLowerCase()}${String(id)}`
/** FTS5 cuts words after 32 kB. */
const endlessWord = /(\S{1000})\S+/g

const wordsTable = (table: TableName): string => quoted(`${table}_words`)
const searchedNames = Object.keys(searchedTables) as TableName[]

/** What kind of full text a database has; raise `documents` when the words of a row become others. */
const currentKind = JSON.stringify({ documents: 1, searchedTables })

/** Each searched table has its full text; when the database has none, or another kind, it is made anew. Answers its kind. */
export function followWords(db: Database.Database, kind: string | undefined): string {
  if (kind !== currentKind) for (const table of searchedNames) makeWords(db, table)
  return currentKind
}

function makeWords(db: Database.Database, table: TableName): void {
  db.exec(`DROP TABLE IF EXISTS ${wordsTable(table)}`)
  // Words come as the shared code has cut them: the tokenizer only splits at spaces. The rows have the text itself.
  db.exec(
    `CREATE VIRTUAL TABLE ${wordsTable(table)} ` +
      `USING fts5(words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_='")`,
  )
  const insert = db.prepare(`INSERT INTO ${wordsTable(table)} (rowid, words) VALUES (?, ?)`)
  for (const [id, document] of documentsIn(db, table)) insert.run(id, document)
}

const STRETCH = 5_000

/** The document of every row. Other statements may run between them. */
function* documentsIn(db: Database.Database, table: TableName): Generator<[id: number, document: string]> {
  const columns = searchedColumns(table)
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const select = db.prepare<[number], Row>(
    `SELECT ${names} FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ${STRETCH}`,
  )
  const readRow = rowReader(columns)
  for (let rows = select.all(0); rows.length > 0; rows = select.all(Number(rows.at(-1)?.['id'])))
    for (const row of rows) yield [Number(row['id']), documentOf(table, readRow(row))]
}

function searchedColumns(table: TableName): Column[] {
  const { codes, texts, names } = searchedIn(table)
  const searched = ['id', ...codes, ...texts, ...Object.keys(names)]
  return sqlTable(table).columns.filter(({ name }) => searched.includes(name))
}

/** One sentence for each full text that is not what its rows say. One of another kind is made anew at the next start. */
export function wordsProblems(db: Database.Database, kind: string | undefined): string[] {
  if (kind !== currentKind) return []
  return searchedNames
    .filter((table) => !fits(db, table))
    .map((table) => `The full text of ${table} does not fit its rows: a search would miss some or find others.`)
}

/** Has a document for each row and no other, and each word as often as the rows together. */
function fits(db: Database.Database, table: TableName): boolean {
  let expected = 0
  let rows = 0
  const sizes = quoted(`${table}_words_docsize`)
  const has = db.prepare(`SELECT 1 FROM ${sizes} WHERE id = ?`)
  for (const [id, document] of documentsIn(db, table)) {
    if (!has.get(id)) return false
    rows++
    for (const word of document.slice(1).split(' ')) expected = (expected + hash(word)) >>> 0
  }
  if (db.prepare(`SELECT count(*) FROM ${sizes}`).pluck().get() !== rows) return false
  db.exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, ${wordsTable(table)}, row)`)
  let found = 0
  const words = db.prepare<[], { term: string; cnt: number }>('SELECT term, cnt FROM vocabulary').iterate()
  for (const { term, cnt } of words) found = (found + Math.imul(hash(term), cnt)) >>> 0
  db.exec('DROP TABLE temp.vocabulary')
  return found === expected
}

/** FNV-1a. */
function hash(word: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < word.length; at++) state = Math.imul(state ^ word.charCodeAt(at), 0x01000193)
  return state >>> 0
}

export function createWords(prepare: Prepare) {
  const searched = new Map(
    searchedNames.map((table) => [table, new Set(searchedColumns(table).map(({ name }) => name))]),
  )

  return {
    /** After a row was written, of which these columns are new. Most writes leave its words as they are. */
    put(table: TableName, row: Row, changed: readonly string[]): void {
      const columns = searched.get(table)
      if (!columns || !changed.some((name) => columns.has(name))) return
      prepare(`INSERT OR REPLACE INTO ${wordsTable(table)} (rowid, words) VALUES (?, ?)`).run(
        row['id'],
        documentOf(table, row),
      )
    },
    remove(table: TableName, id: number): void {
      if (searched.has(table)) prepare(`DELETE FROM ${wordsTable(table)} WHERE rowid = ?`).run(id)
    },
    list: (read: Page, term: string): List => listByWords(prepare, read, term),
  }
}

/** Rows in which a word is a whole word of a code, then those in which it begins one, then the others. */
function listByWords(prepare: Prepare, read: Page, term: string): List {
  const sought = soughtBy(read.table, term, (named) => prepare(`SELECT * FROM ${quoted(named)}`).all() as object[])
  if (sought.length === 0) return { total: 0, idsAt: () => [] }
  const all = sought.map(anyPlace).join(' AND ')
  const begun = `(${sought.map(({ piece }) => beginning(marked(piece))).join(' OR ')})`
  const whole = `(${sought.map(({ piece }) => phrase(marked(piece))).join(' OR ')})`
  // What hits a code is among all hits, unless there are other pieces to hit as well.
  const allOf = (hitsInCodes: string) => (sought.length === 1 ? hitsInCodes : `${all} AND ${hitsInCodes}`)
  const total = countOf(prepare, read, all)
  const hitsInCodes = isAnywhere(prepare, read, begun) ? countOf(prepare, read, allOf(begun)) : 0
  const wholeHits = hitsInCodes > 0 ? countOf(prepare, read, allOf(whole)) : 0
  const parts = [
    { match: allOf(whole), hits: wholeHits },
    { match: `(${allOf(begun)}) NOT ${whole}`, hits: hitsInCodes - wholeHits },
    { match: hitsInCodes > 0 ? `(${all}) NOT ${begun}` : all, hits: total - hitsInCodes },
  ]
  return {
    total,
    idsAt(offset, limit) {
      const ids: number[] = []
      let before = 0
      for (const { match, hits } of parts) {
        const from = Math.max(0, offset - before)
        const length = Math.min(limit - ids.length, hits - from)
        if (length > 0) ids.push(...idsOf(prepare, read, match, hits, from, length))
        before += hits
      }
      return ids
    },
  }
}

/** A piece has letters, digits and spaces, so nothing in it can end the quotes. */
const phrase = (piece: string): string => `"${piece.slice(1)}"`
const beginning = (piece: string): string => `${phrase(piece)} *`

function anyPlace({ piece, pointers }: Sought): string {
  const named = Object.entries(pointers).flatMap(([column, ids]) => ids.map((id) => `"${pointer(column, id)}"`))
  return `(${[beginning(piece), beginning(marked(piece)), ...named].join(' OR ')})`
}

function countOf(prepare: Prepare, read: Page, match: string): number {
  const { text, values } = narrowed(read)
  const from = text ? joined(read.table) : wordsTable(read.table)
  const sql = `SELECT count(*) AS count FROM ${from} WHERE ${wordsTable(read.table)} MATCH ?${text}`
  return (prepare(sql).get(match, ...values) as { count: number }).count
}

/** Most words are in no code, and this is known at once. */
const isAnywhere = (prepare: Prepare, { table }: Page, match: string): boolean =>
  prepare(`SELECT 1 FROM ${wordsTable(table)} WHERE ${wordsTable(table)} MATCH ? LIMIT 1`).get(match) !== undefined

/** From as many hits on, walking the index until a page of them is found takes less time than sorting them all. */
const MANY_HITS = 2_000

function idsOf(prepare: Prepare, read: Page, match: string, hits: number, offset: number, limit: number): number[] {
  const { table, order = 'id' } = read
  const { text, values } = narrowed(read)
  const index = allIndexesOf(table).find((columns) => columns.length === 1 && columns[0] === order)
  const found = `${wordsTable(table)} WHERE ${wordsTable(table)} MATCH ?`
  const from =
    index && hits >= MANY_HITS
      ? `${quoted(table)} INDEXED BY ${indexName(table, index)} WHERE id IN (SELECT rowid FROM ${found})${text}`
      : `${joined(table)} WHERE ${wordsTable(table)} MATCH ?${text}`
  const sql = `SELECT id FROM ${from}${orderSql(sqlTable(table), read)} LIMIT ? OFFSET ?`
  return (prepare(sql).all(match, ...values, limit, offset) as { id: number }[]).map((row) => row.id)
}

const joined = (table: TableName): string =>
  `${wordsTable(table)} CROSS JOIN ${quoted(table)} ON id = ${wordsTable(table)}.rowid`

/** The filters of a list; nothing when one of its alternatives is all rows. */
function narrowed({ table, where }: Page): Sql {
  const parts = where.map((one) => conditionsSql(sqlTable(table), one))
  if (parts.some(({ text }) => text === '')) return { text: '', values: [] }
  const text = parts.map((part) => `(${part.text})`).join(' OR ') || 'FALSE'
  return { text: ` AND (${text})`, values: parts.flatMap((part) => part.values) }
}
