import type { Paged } from '../lib/paging.ts'
import type { Sight, SightOf } from '../model/sight.ts'
import type { Row, TableName } from '../model/tables.ts'

/**
 * What a command or a query needs to see, as plain data, so that the same question is asked of Dexie and of SQL.
 * A value matches by equality, an array by membership, a range by its bounds (both inclusive).
 */
export type Value = string | number | boolean | null
export interface Range {
  from?: string | number
  to?: string | number
}
export type Condition = Value | readonly Value[] | Range
export type Where<N extends TableName = TableName> = { [K in keyof Row<N>]?: Condition }

export type ColumnOf<N extends TableName> = keyof Row<N> & string

/** Whose eyes a read has. A device ignores it: it holds only what its person sees. */
interface Seen {
  /** What whoever asks sees of the table; put there by `seenBy` and by nobody else. */
  seen?: Sight
  /** The rows count whoever asks: `whole`. */
  whole?: true
}

export interface One<N extends TableName = TableName> extends Seen {
  kind: 'one'
  table: N
  id: number
}
export interface Many<N extends TableName = TableName, C extends string = string> extends Seen {
  kind: 'many'
  table: N
  where: Where<N>
  /** The columns that are wanted; an engine that has the rows whole may give them whole. */
  only?: readonly C[]
  /** Column to sort by; ties are broken by id in the same direction. Without it: by id. Nulls come first, as in SQL. */
  order?: string
  descending?: boolean
  limit?: number
  offset?: number
}
export interface Count<N extends TableName = TableName> extends Seen {
  kind: 'count'
  table: N
  where: Where<N>
}
export type Read<N extends TableName = TableName> = One<N> | Many<N> | Count<N>
export type Reads = Readonly<Record<string, Read>>

/**
 * One page of a list with its exact total. Only queries ask for pages: devices run commands in the service worker, which
 * has no room to know how.
 */
export interface Page<N extends TableName = TableName, C extends string = string> extends Seen {
  kind: 'page'
  table: N
  /** The columns that are wanted. The id alone a server has before it looks at a row; an engine that has the rows whole may give them whole. */
  only?: readonly C[]
  /** Alternatives that exclude one another; the list is all of them together. */
  where: readonly Where<N>[]
  /** Only rows in which each word begins a word (`shared/model/searched.ts`); hits in a code come first, whole words before all. */
  words?: string
  /** As in `Many`. */
  order?: string
  descending?: boolean
  /** From 1; a page beyond the last is the last. */
  number: number
  /** Rows of a page, or `Infinity`; without it as many as a list shows. */
  size?: number
}

/**
 * How many rows there are of each value of some columns, each column by itself, and what another one adds up to in them, in no order. What is read for it
 * is as long as the work of a year, what is told is not. Only queries ask for it, as for pages.
 */
export interface Tally<N extends TableName = TableName, C extends string = string> extends Seen {
  kind: 'tally'
  table: N
  where: Where<N>
  by: readonly C[]
  /** Where stretches of `by` begin, ascending: `of` is the place of a row's stretch, from 0; what is before the first or not set is not told of. */
  begins?: readonly string[]
  /** A column of whole numbers. */
  sum?: string
}
export interface Tallied {
  of: Value
  count: number
  sum: number
}

export type QueryRead<N extends TableName = TableName> = Read<N> | Page<N> | Tally<N>
export type QueryReads = Readonly<Record<string, QueryRead>>

export type Found<R> = {
  [K in keyof R]: R[K] extends One<infer N>
    ? Row<N> | undefined
    : R[K] extends Many<infer N, infer C>
      ? (string extends C ? Row<N> : Pick<Row<N>, C & keyof Row<N>>)[]
      : R[K] extends Count
        ? number
        : R[K] extends Page<infer N, infer C>
          ? Paged<string extends C ? Row<N> : Pick<Row<N>, C & keyof Row<N>>>
          : R[K] extends Tally<TableName, infer C>
            ? Record<C, Tallied[]>
            : never
}

export const one = <N extends TableName>(table: N, id: number): One<N> => ({ kind: 'one', table, id })

type ManyOptions<N extends TableName> = Omit<Many<N>, 'kind' | 'table' | 'where' | 'order' | 'only'> & {
  order?: ColumnOf<N>
}
/** Whole rows, unless `only` some of their columns are asked for. */
export function many<N extends TableName, C extends ColumnOf<N>>(
  table: N,
  where: Where<N>,
  options: ManyOptions<N> & { only: readonly C[] },
): Many<N, C>
export function many<N extends TableName>(table: N, where: Where<N>, options?: ManyOptions<N>): Many<N>
export function many<N extends TableName>(table: N, where: Where<N>, options: ManyOptions<N> = {}): Many<N> {
  return { kind: 'many', table, where, ...options }
}

export const count = <N extends TableName>(table: N, where: Where<N>): Count<N> => ({ kind: 'count', table, where })

type PageOptions<N extends TableName> = Omit<Page<N>, 'kind' | 'table' | 'where' | 'order' | 'only'> & {
  order?: ColumnOf<N>
}
export function page<N extends TableName, C extends ColumnOf<N>>(
  table: N,
  where: readonly Where<N>[],
  options: PageOptions<N> & { only: readonly C[] },
): Page<N, C>
export function page<N extends TableName>(table: N, where: readonly Where<N>[], options: PageOptions<N>): Page<N>
export function page<N extends TableName>(table: N, where: readonly Where<N>[], options: PageOptions<N>): Page<N> {
  return { kind: 'page', table, where, ...options }
}

export const tally = <N extends TableName, C extends ColumnOf<N>>(
  table: N,
  where: Where<N>,
  by: readonly C[],
  options: Pick<Tally, 'begins'> & { sum?: ColumnOf<N> } = {},
): Tally<N, C> => ({ kind: 'tally', table, where, by, ...options })

/** A question in up to two steps: the second may depend on what the first found. */
export interface Plan<R extends QueryReads = Reads, F extends QueryReads = Reads> {
  reads: R
  follow?: (found: Found<R>) => F
}

/** The tables of a plan's second step: the same whatever the first finds, so it is asked as if that were nothing. */
export function tablesAfter({ reads, follow }: Plan): TableName[] {
  const nothing = Object.entries(reads).map(([name, { kind }]) => [name, kind === 'many' ? [] : undefined])
  return Object.values(follow?.(Object.fromEntries(nothing) as Found<Reads>) ?? {}).map(({ table }) => table)
}

/**
 * For commands alone: rows that count whether or not whoever acts may see them. Sums that must stay right, names and ids that
 * are taken. An answer never tells more of them than that.
 */
export const whole = <R extends Read>(read: R): R => ({ ...read, whole: true })

/** The plan as somebody asks it: what they may not see is not there, and counts for nothing. */
export function seenBy<R extends QueryReads, F extends QueryReads>(plan: Plan<R, F>, sightOf: SightOf): Plan<R, F> {
  const limited = <Q extends QueryReads>(reads: Q): Q =>
    Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [name, read.whole ? read : { ...read, seen: sightOf(read.table) }]),
    ) as Q
  const { reads, follow } = plan
  return { reads: limited(reads), ...(follow ? { follow: (found: Found<R>) => limited(follow(found)) } : {}) }
}

export const isRange = (condition: Condition): condition is Range =>
  typeof condition === 'object' && condition !== null && !Array.isArray(condition)

/** The place of the stretch in which a value stands; -1 before the first. Dates are compared as engines sort them. */
const stretchOf = (begins: readonly string[], value: unknown): number =>
  begins.findLastIndex((begin) => typeof value === 'string' && begin <= value)

/** The meaning of a tally, for engines that have the rows in memory; they may come a portion at a time. */
export function tallying({ by, begins, sum }: Pick<Tally, 'by' | 'begins' | 'sum'>) {
  const columns = by.map((column) => ({ column, found: new Map<Value, Tallied>() }))
  return {
    add(rows: readonly object[]): void {
      for (const { column, found } of columns)
        for (const row of rows as readonly Record<string, Value>[]) {
          const of = begins ? stretchOf(begins, row[column]) : (row[column] ?? null)
          if (begins && of === -1) continue
          const one = found.get(of) ?? { of, count: 0, sum: 0 }
          one.count += 1
          one.sum += sum === undefined ? 0 : Number(row[sum])
          found.set(of, one)
        }
    },
    told: (): Record<string, Tallied[]> =>
      Object.fromEntries(columns.map(({ column, found }) => [column, [...found.values()]])),
  }
}

/** The meaning of a condition, for engines that filter in memory. */
export function matches(where: Record<string, Condition | undefined>, row: Record<string, unknown>): boolean {
  return Object.entries(where).every(([column, condition]) => {
    const value = row[column] as Value
    if (condition === undefined) return true
    if (Array.isArray(condition)) return condition.includes(value)
    if (!isRange(condition)) return value === condition
    const { from, to } = condition
    if (value === null) return false
    return (from === undefined || value >= from) && (to === undefined || value <= to)
  })
}
