import * as z from 'zod/mini'
import { defineQuery, fullNameOf, type Query } from '../kernel/query.ts'
import { many, one, type QueryReads } from '../kernel/reads.ts'
import { pageOf, type Paged } from '../lib/paging.ts'
import { wordsOf } from '../lib/words.ts'
import { choosable, isChoice } from '../model/choosable.ts'
import { flag, id, line } from '../model/fields.ts'
import type { User } from '../model/reference.ts'
import { syncedTables, type Row } from '../model/tables.ts'
import { nameIn, textIn } from '../lib/in-row.ts'
import { openTaskingsOf, questionOf, toldOf, type Fields, type Reference, type ReferenceTable } from './reference.ts'

/** A row with the names that belong to it. */
type Told<N extends ReferenceTable, Fs extends Fields, A extends object> = Row<N> &
  A & { [C in keyof Fs as Fs[C] extends { told: infer T extends string } ? T : never]: string } & {
    createdBy?: string
    modifiedBy?: string
  }
interface Listed {
  page?: number | undefined
  active?: boolean | undefined
  term?: string | undefined
  [column: string]: number | boolean | string | undefined
}

/** One page of a list by name; `active` shows only those, without it everything, and `term` those with a text that has its words. */
export const listOf = <N extends ReferenceTable, Fs extends Fields, A extends object>(of: Reference<N, Fs, A>) =>
  list(of) as unknown as Query<Listed, Paged<Told<N, Fs, A>>>

/** One row; null when there is no such. */
export const detailOf = <N extends ReferenceTable, Fs extends Fields, A extends object>(of: Reference<N, Fs, A>) =>
  detail(of) as unknown as Query<{ id: number }, (Told<N, Fs, A> & { openTaskings?: number }) | null>

function list(of: Reference) {
  const narrowing = Object.fromEntries(Object.values(of.filters ?? {}).map((column) => [column, z.optional(id)]))
  const input = z.strictObject({
    page: z.optional(z.int()),
    active: z.optional(flag),
    term: z.optional(line),
    ...narrowing,
  })
  const texts = Object.keys(of.fields).filter((column) => !isChoice(column))
  const inOrder = (rows: AnyRow[], asked: Listed) =>
    of.placed && asked[of.placed.within] !== undefined ? of.placed.inOrder(rows) : byName(rows, of.named.by)
  const shown = (rows: AnyRow[], asked: Listed) =>
    pageOf(inOrder(rows.filter(hasWords(asked.term ?? '', texts)), asked), asked.page ?? 1)
  return defineQuery({
    name: questionOf(of, 'List'),
    input: input,
    reads: ({ page: _, term: __, ...where }) => ({ rows: many(of.table, where) }),
    follow: ({ rows }, asked) => lookups(of, shown(rows, asked).items),
    answer: (asked, { rows, ...found }) => eachOf(shown(rows, asked), (row) => told(of, row, found as Lookups)),
  })
}

/** Every word of the term begins a word of these columns, however it is spelled (`cote` finds Côte d’Ivoire). */
function hasWords(term: string, columns: readonly string[]): (row: AnyRow) => boolean {
  const words = wordsOf(term).split(' ').filter(Boolean)
  if (words.length === 0) return () => true
  return (row) => {
    const text = wordsOf(columns.map((column) => textIn(row, column)).join(' '))
    return words.every((word) => text.includes(` ${word}`))
  }
}

function detail(of: Reference) {
  const { table, usedBy } = of
  const column = usedBy?.column
  // A tasking names a pool by its code, and all else by id.
  const isById = column !== undefined && !(column in syncedTables[table].schema.def.shape)
  return defineQuery({
    name: questionOf(of, 'Detail'),
    input: z.strictObject({ id }),
    reads: (asked): QueryReads => ({
      row: one(table, asked.id),
      ...(isById ? { openTaskings: openTaskingsOf(column, asked.id) } : {}),
    }),
    follow: ({ row }) => ({
      ...lookups(of, row ? [row] : []),
      ...(column && !isById ? { openTaskings: openTaskingsOf(column, row ? textIn(row, column) : '-') } : {}),
    }),
    answer: (_, { row, openTaskings, ...found }) =>
      row ? { ...told(of, row, found), ...(column ? { openTaskings } : {}) } : null,
  })
}

type AnyRow = Row<ReferenceTable>
type Lookups = Readonly<Record<string, readonly { id: number }[]>>

/** Whose names are told with these rows, under the column that names them: of what is chosen, and of who made and changed them. */
function lookups(of: Reference, rows: readonly AnyRow[]): QueryReads {
  const idsIn = (...columns: string[]) => [
    ...new Set(rows.flatMap((row) => columns.map((column) => Number(textIn(row, column))))),
  ]
  const chosen = toldOf(of).map(([column]) => [column, many(choosable[column].table, { id: idsIn(column) })] as const)
  return {
    ...Object.fromEntries(chosen),
    ...(of.signed ? { people: many('users', { id: idsIn('createdById', 'modifiedById') }) } : {}),
  }
}

function told(of: Reference, row: AnyRow, { people = [], ...chosen }: Lookups): object {
  const nameOf = ([column, name]: readonly [string, string]) => {
    const other = chosen[column]?.find(({ id }) => String(id) === textIn(row, column))
    return [name, other ? nameIn(other) : '']
  }
  const signatures = {
    createdBy: fullNameOf(people as User[], row.createdById),
    modifiedBy: fullNameOf(people as User[], row.modifiedById),
  }
  return {
    ...row,
    ...(of.signed ? signatures : {}),
    ...of.also?.(row),
    ...Object.fromEntries(toldOf(of).map(nameOf)),
  }
}

/** As people read a list; lists of reference data are small enough. */
export const byName = <T extends { id: number }>(rows: readonly T[], named: string): T[] =>
  [...rows].sort((a, b) => textIn(a, named).localeCompare(textIn(b, named)) || a.id - b.id)

export const eachOf = <T, U>(page: Paged<T>, change: (row: T) => U): Paged<U> => ({
  ...page,
  items: page.items.map(change),
})
