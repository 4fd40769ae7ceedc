import { hasPiece, hasWhole, piecesOf, plain } from '../lib/words.ts'
import { must } from '../lib/must.ts'
import { commonIds, type IdRange, type ReferenceIds } from '../model/reference-ids.ts'
import { searchedTables, type Searched } from '../model/searched.ts'
import type { TableName } from '../model/tables.ts'

type AnyRow = Record<string, unknown>

export const searchedIn = (table: TableName): Searched => must(searchedTables[table], `what words find in ${table}`)

/** The tables whose names count, each once: who searches needs their rows. */
export const namedTables = (table: TableName): TableName[] => [
  ...new Set(Object.values(searchedIn(table).names).map(([named]) => named)),
]

/** A piece of a term: a reference and its ids, or words and the rows with such a name, by the column that points at them. */
export interface Sought {
  piece: string
  ids: ReferenceIds | null
  pointers: Readonly<Record<string, readonly number[]>>
}

export function soughtBy(table: TableName, term: string, rowsOf: (table: TableName) => readonly object[]): Sought[] {
  const { idsOf, names } = searchedIn(table)
  const pointed = (piece: string) =>
    Object.entries(names).map(([pointer, [named, column]]) => [
      pointer,
      (rowsOf(named) as AnyRow[])
        .filter((row) => hasPiece(plain(String(row[column])), piece))
        .map((row) => Number(row['id'])),
    ])
  return piecesOf(term).map((piece) => {
    const ids = idsOf(piece)
    return { piece, ids, pointers: ids ? {} : (Object.fromEntries(pointed(piece)) as Sought['pointers']) }
  })
}

/** The ids that the references of a term leave; null when it has none. Then any row may fit. */
export function idsSought(table: TableName, term: string): IdRange[] | null {
  const { idsOf } = searchedIn(table)
  const references = piecesOf(term).flatMap((piece) => idsOf(piece) ?? [])
  const [first, ...others] = references.map(({ begun }) => begun)
  return first ? others.reduce<IdRange[]>(commonIds, [...first]) : null
}

/** What of a row is read for words: its codes, or its texts, as one text. */
export function textOf(row: AnyRow, columns: readonly string[]): string {
  let text = ''
  for (const column of columns) text += `${String(row[column])}\n`
  return text
}

/**
 * How well a row fits: a word of the term is a whole word of a code, begins one, or the hits are elsewhere. Where the term has
 * references, they alone decide it.
 */
type Rank = 0 | 1 | 2
export const ranks = [0, 1, 2] as const satisfies Rank[]

/** The meaning of words, for engines that search in memory; null when a row is none of those that are looked for. */
export function rankBy(table: TableName, sought: readonly Sought[]): (row: AnyRow) => Rank | null {
  const { numbers, codes, texts } = searchedIn(table)
  const references = sought.flatMap(({ ids }) => ids ?? [])
  const words = sought
    .filter(({ ids }) => ids === null)
    .map(({ piece, pointers }) => ({
      piece,
      pointers: Object.entries(pointers).map(([pointer, ids]) => [pointer, new Set<unknown>(ids)] as const),
    }))
  return (row) => {
    if (sought.length === 0) return null
    if (!references.every(({ begun }) => isAmong(begun, row))) return null
    const ofCodes = [...numbers.map((column) => plain(String(row[column]))), plain(textOf(row, codes))]
    const text = plain(textOf(row, texts))
    const isInCode = ({ piece }: Pick<Sought, 'piece'>) => ofCodes.some((code) => hasPiece(code, piece))
    const isHit = words.every(
      ({ piece, pointers }) =>
        isInCode({ piece }) || hasPiece(text, piece) || pointers.some(([pointer, ids]) => ids.has(row[pointer])),
    )
    if (!isHit) return null
    if (references.length > 0) return references.some(({ whole }) => isAmong(whole, row)) ? 0 : 1
    if (words.some(({ piece }) => ofCodes.some((code) => hasWhole(code, piece)))) return 0
    return words.some(isInCode) ? 1 : 2
  }
}

const isAmong = (ranges: readonly IdRange[], row: AnyRow): boolean =>
  ranges.some(([from, to]) => Number(row['id']) >= from && Number(row['id']) <= to)
