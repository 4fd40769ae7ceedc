import { isRange, type Condition } from '#shared/kernel/reads.ts'
import { findFilters } from '#shared/model/server-indexes.ts'
import type { TableName } from '#shared/model/tables.ts'
import { allIndexesOf } from './columns.ts'

/**
 * How many taskings each list of Find has in each month of its order, one list for each value of a filter; every engine keeps such a
 * table by triggers of its own. Without it the total of all countries walks a million keys, and a page in their middle half a million
 * more to get there.
 */
export const LIST_COUNTS = 'projects_list_counts'
export const LIST_ORDER = 'urgency'
/** Short enough to be walked, long enough for few of them: at a million a month has some eight thousand taskings. */
export const STRETCH = 30 * 86_400_000

/** The filter whose lists these conditions mean, when they are counted. */
export function countedFilter(table: string, order: string | undefined, conditions: readonly string[]): string | null {
  const [filter = '', ...others] = conditions
  return table === 'projects' && order === LIST_ORDER && others.length === 0 && findFilters.includes(filter)
    ? filter
    : null
}

/** So many rows of a list have their place in one stretch of its order. */
export interface Stretch {
  stretch: number
  count: number
}

/** In which stretch a row of a list stands: where it begins and ends, and how many rows are before it. */
export function placeIn(stretches: readonly Stretch[], offset: number): (Bounds & { before: number }) | null {
  let before = 0
  for (const { stretch, count } of stretches) {
    if (before + count > offset) return { ...boundsOf(stretch), before }
    before += count
  }
  return null
}

interface Bounds {
  from: number
  to: number
}

/** Databases divide towards zero: what is before 1970 has its stretch by its end, and the one around it is twice as long. */
const boundsOf = (stretch: number): Bounds => ({
  from: stretch > 0 ? stretch * STRETCH : (stretch - 1) * STRETCH + 1,
  to: stretch < 0 ? stretch * STRETCH : (stretch + 1) * STRETCH - 1,
})

/** The values that a column is asked for, each once; null when it is asked for something else. */
export function pointsOf(condition: Condition | undefined): readonly unknown[] | null {
  if (condition === undefined || isRange(condition)) return null
  return Array.isArray(condition) ? [...new Set(condition as unknown[])] : [condition]
}

/** The index that leads with a column whose values are asked for, and has them in this order. */
export const indexInOrder = (table: TableName, where: Row, order: string | undefined): readonly string[] | undefined =>
  allIndexesOf(table).find(
    ([first = '', second]) => second === order && pointsOf(where[first] as Condition | undefined) !== null,
  )
type Row = Record<string, unknown>
