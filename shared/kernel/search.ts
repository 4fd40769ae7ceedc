import { hasPiece, hasWhole, piecesOf, plain } from '../lib/words.ts'
import { must } from '../lib/must.ts'
import { searchedTables, type Searched } from '../model/searched.ts'
import type { TableName } from '../model/tables.ts'

type AnyRow = Record<string, unknown>

export const searchedIn = (table: TableName): Searched => must(searchedTables[table], `what words find in ${table}`)

/** The tables whose names count, each once: who searches needs their rows. */
export const namedTables = (table: TableName): TableName[] => [
  ...new Set(Object.values(searchedIn(table).names).map(([named]) => named)),
]

/** A piece of a term, and the rows with such a name, by the column that points at them. */
export interface Sought {
  piece: string
  pointers: Readonly<Record<string, readonly number[]>>
}

export function soughtBy(table: TableName, term: string, rowsOf: (table: TableName) => readonly object[]): Sought[] {
  const names = Object.entries(searchedIn(table).names)
  return piecesOf(term).map((piece) => ({
    piece,
    pointers: Object.fromEntries(
      names.map(([pointer, [named, column]]) => [
        pointer,
        (rowsOf(named) as AnyRow[])
          .filter((row) => hasPiece(plain(String(row[column])), piece))
          .map((row) => Number(row['id'])),
      ]),
    ),
  }))
}

/** What of a row is read for words: its codes, or its texts, as one text. */
export function textOf(row: AnyRow, columns: readonly string[]): string {
  let text = ''
  for (const column of columns) text += `${String(row[column])}\n`
  return text
}

/** How well a row fits: a word of the term is a whole word of a code, begins one, or the hits are elsewhere. */
export type Rank = 0 | 1 | 2
export const ranks = [0, 1, 2] as const satisfies Rank[]

/** The meaning of words, for engines that search in memory; null when a row is none of those that are looked for. */
export function rankBy(table: TableName, sought: readonly Sought[]): (row: AnyRow) => Rank | null {
  const { codes, texts } = searchedIn(table)
  const pointed = sought.map(({ piece, pointers }) => ({
    piece,
    pointers: Object.entries(pointers).map(([pointer, ids]) => [pointer, new Set<unknown>(ids)] as const),
  }))
  return (row) => {
    if (sought.length === 0) return null
    const code = plain(textOf(row, codes))
    const text = plain(textOf(row, texts))
    const isHit = pointed.every(
      ({ piece, pointers }) =>
        hasPiece(code, piece) || hasPiece(text, piece) || pointers.some(([pointer, ids]) => ids.has(row[pointer])),
    )
    if (!isHit) return null
    if (sought.some(({ piece }) => hasWhole(code, piece))) return 0
    return sought.some(({ piece }) => hasPiece(code, piece)) ? 1 : 2
  }
}
