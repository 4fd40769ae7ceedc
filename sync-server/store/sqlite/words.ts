import type Database from 'better-sqlite3'
import { searchedIn, textOf } from '#shared/kernel/search.ts'
import { wordsOf } from '#shared/lib/words.ts'
import { searchedTables } from '#shared/model/searched.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, rowReader, sqlTable, type Column } from '../columns.ts'
import { countsFit, followCounts, noteCount } from './id-counts.ts'
import type { Prepare } from './statements.ts'

type Row = Record<string, unknown>

/**
 * The words of a row as full text: those of its codes are marked `_`, its numbers are one word each (`#27-132 #132`), and instead
 * of names of other rows it has pointers such as `=countryid12`. No word that a person can look for has any of these signs.
 */
function documentOf(table: TableName, row: Row): string {
  const { numbers, codes, texts, names } = searchedIn(table)
  const pointers = Object.keys(names).filter((column) => row[column])
  return [
    ...numbers
      .flatMap((column) => endingsOf(table, wordsOf(String(row[column]))))
      .map((ending) => ` ${numbered(ending)}`),
    marked(wordsOf(textOf(row, codes))),
    wordsOf(textOf(row, texts)).replace(endlessWord, '$1'),
    ...pointers.map((column) => ` ${pointer(column, row[column])}`),
  ].join('')
}
/** Where a piece may begin in a number, to its end; but for references, which are found by their ids. */
function endingsOf(table: TableName, words: string): string[] {
  const parts = words.slice(1).split(' ')
  return parts.map((_, at) => ` ${parts.slice(at).join(' ')}`).filter((ending) => !searchedIn(table).idsOf(ending))
}
/** A phrase of separate words would go through all rows that have the first, and all that have the last. */
export const numbered = (words: string): string => `#${words.slice(1).replaceAll(' ', '-')}`
export const marked = (words: string): string => words.replaceAll(' ', ' _')
export const pointer = (column: string, id: unknown): string => `=${column.toLowerCase()}${String(id)}`
/** FTS5 cuts words after 32 kB. */
const endlessWord = /(\S{1000})\S+/g

export const wordsTable = (table: TableName): string => quoted(`${table}_words`)
const searchedNames = Object.keys(searchedTables) as TableName[]

/** Beginnings of so many letters have their rows together: what a hundred words begin with, `in` or `#27-1`'s `1`, need not be put together when asked. */
const BEGINNINGS = '1 2 3'

/** What kind of full text a database has; raise `documents` when the words of a row become others. */
const currentKind = JSON.stringify({ documents: 2, beginnings: BEGINNINGS, searchedTables })

/** Each searched table has its full text; when the database has none, or another kind, it is made anew. Answers its kind. */
export function followWords(db: Database.Database, kind: string | undefined): string {
  const isOther = kind !== currentKind
  for (const table of searchedNames) {
    if (isOther) makeWords(db, table)
    followCounts(db, table, isOther)
  }
  return currentKind
}

function makeWords(db: Database.Database, table: TableName): void {
  db.exec(`DROP TABLE IF EXISTS ${wordsTable(table)}`)
  // Words come as the shared code has cut them: the tokenizer only splits at spaces. The rows have the text itself.
  db.exec(
    `CREATE VIRTUAL TABLE ${wordsTable(table)} ` +
      `USING fts5(words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_=#-'", prefix = '${BEGINNINGS}')`,
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
  const { numbers, codes, texts, names } = searchedIn(table)
  const searched = ['id', ...numbers, ...codes, ...texts, ...Object.keys(names)]
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
  return found === expected && countsFit(db, table)
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
    /** After a row was written, of which these columns are new: of a new row all. Most writes leave its words as they are. */
    put(table: TableName, row: Row, changed: readonly string[]): void {
      const columns = searched.get(table)
      if (!columns || !changed.some((name) => columns.has(name))) return
      prepare(`INSERT OR REPLACE INTO ${wordsTable(table)} (rowid, words) VALUES (?, ?)`).run(
        row['id'],
        documentOf(table, row),
      )
      if (changed.includes('id')) noteCount(prepare, table, Number(row['id']), 1)
    },
    /** After a row was deleted. */
    remove(table: TableName, id: number): void {
      if (!searched.has(table)) return
      prepare(`DELETE FROM ${wordsTable(table)} WHERE rowid = ?`).run(id)
      noteCount(prepare, table, id, -1)
    },
  }
}
