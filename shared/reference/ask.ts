import * as z from 'zod/mini'
import { defineQuery, fullNameOf, type Query } from '../kernel/query.ts'
import { many, one, type QueryReads } from '../kernel/reads.ts'
import { pageOf, type Paged } from '../lib/paging.ts'
import { choosable } from '../model/choosable.ts'
import { flag, id } from '../model/fields.ts'
import type { User } from '../model/reference.ts'
import { syncedTables, type Row } from '../model/tables.ts'
import {
  openTaskingsOf,
  questionOf,
  textIn,
  toldOf,
  type Fields,
  type Reference,
  type ReferenceTable,
} from './reference.ts'

/** A row with the names that belong to it. */
type Told<N extends ReferenceTable, Fs extends Fields, A extends object> = Row<N> &
  A & { [C in keyof Fs as Fs[C] extends { told: infer T extends string } ? T : never]: string } & {
    createdBy?: string
    modifiedBy?: string
  }
interface Listed {
  page?: number | undefined
  active?: boolean | undefined
  [column: string]: number | boolean | undefined
}

/** One page of a list by name; `active` shows only those, without it everything. */
export const listOf = <N extends ReferenceTable, Fs extends Fields, A extends object>(of: Reference<N, Fs, A>) =>
  list(of) as unknown as Query<Listed, Paged<Told<N, Fs, A>>>

/** One row; null when there is no such. */
export const detailOf = <N extends ReferenceTable, Fs extends Fields, A extends object>(of: Reference<N, Fs, A>) =>
  detail(of) as unknown as Query<{ id: number }, (Told<N, Fs, A> & { openTaskings?: number }) | null>

function list(of: Reference) {
  const narrowing = Object.fromEntries(Object.values(of.filters ?? {}).map((column) => [column, z.optional(id)]))
  const input = z.strictObject({ page: z.optional(z.int()), active: z.optional(flag), ...narrowing })
  const shown = (rows: AnyRow[], { page = 1 }: Listed) => pageOf(byName(rows, of.named.by), page)
  return defineQuery({
    name: questionOf(of, 'List'),
    input: input,
    reads: ({ page: _, ...where }) => ({ rows: many(of.table, where) }),
    follow: ({ rows }, asked) => lookups(of, shown(rows, asked).items),
    answer: (asked, { rows, ...found }) => eachOf(shown(rows, asked), (row) => told(of, row, found as Lookups)),
  })
}

function detail(of: Reference) {
  const { table, usedBy } = of
  const column = usedBy?.told && usedBy.column
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
    return [name, other ? textIn(other, 'name') : '']
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
