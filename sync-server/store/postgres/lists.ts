import type { Condition, Page, Value } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { quoted, sqlTable } from '../columns.ts'
import { countedFilter, indexInOrder, placeIn, pointsOf, type Stretch } from '../list-counts.ts'
import { stretchesSql } from './list-counts.ts'
import { all, conditionsSql, either, isStorable, orderSql, sightSql, sql, within, type Sql } from './reads.ts'
import { columnType } from './tables.ts'
import { toColumn, type Row } from './values.ts'

/** A list as far as a page needs it: how long it is, told by the rows of one statement, and the ids of any stretch of it. */
export interface ListSql {
  counts: Sql
  total: (counted: readonly Row[]) => number
  ids: (counted: readonly Row[], offset: number, limit: number) => Sql
}

/**
 * A list in the order of an index. A question for several values of a column looks at each of them in the order of the index, as far as
 * the page goes, and sorts only that: not all that fits. Alternatives have no row in common.
 */
export function listInOrder(org: number, read: Page): ListSql {
  const seen = read.seen ?? []
  const branches =
    seen.length > 0 ? [whole(org, read)] : read.where.flatMap((where) => branchesOf(org, read, where as Row))
  const filter = seen.length > 0 ? null : filterOf(read)
  if (filter === null)
    return {
      counts: countSql(read, branches),
      total: ([row]) => Number(row?.['count'] ?? 0),
      ids: (_, offset, limit) => mergedSql(read, branches, offset, limit),
    }
  const values = read.where.flatMap((where) => pointsOf((where as Row)[filter] as Condition) ?? [])
  return {
    counts: stretchesSql(org, filter, [...new Set(values)]),
    total: (counted) => stretchesIn(counted).reduce((sum, { count }) => sum + count, 0),
    // All of it is counted, so only the stretches are walked in which the page lies.
    ids(counted, offset, limit) {
      const [first, last] = [offset, offset + limit - 1].map((at) => placeIn(stretchesIn(counted), at))
      const { from, before } = must(first)
      const bounds = { from, to: must(last).to }
      const within = branches.map((branch) => ({ ...branch, fits: all([branch.fits, boundSql(read, bounds)]) }))
      return mergedSql(read, within, offset - before, limit)
    },
  }
}

const stretchesIn = (rows: readonly Row[]): Stretch[] =>
  rows
    .map(({ stretch, count }) => ({ stretch: Number(stretch), count: Number(count) }))
    .filter(({ count }) => count > 0)

/** When a list is all of some lists that are counted, of one filter. */
function filterOf({ table, order, descending, where }: Page): string | null {
  const filters = new Set(
    where.map((one) => {
      const filter = descending ? null : countedFilter(table, order, Object.keys(one))
      return filter !== null && pointsOf((one as Row)[filter] as Condition) ? filter : null
    }),
  )
  const [filter = null, ...others] = filters
  return others.length === 0 ? filter : null
}

/** Rows by one walk of an index, or by one for each of some values of the column that leads it. */
interface Branch {
  fits: Sql
  each?: { column: string; type: string; values: readonly unknown[] }
}

const whole = (org: number, { table, where, seen }: Page): Branch => ({
  fits: all([
    within(org, table),
    either(where.map((one) => conditionsSql(sqlTable(table), one))),
    sightSql(org, table, seen ?? []),
  ]),
})

function branchesOf(org: number, { table: name, order }: Page, where: Row): Branch[] {
  const table = sqlTable(name)
  const rest = (conditions: object) => all([within(org, name), conditionsSql(table, conditions)])
  const led = indexInOrder(name, where, order)?.[0] ?? null
  const points = led === null ? null : pointsOf(where[led] as Condition)
  if (led === null || !points || points.length < 2) return [{ fits: rest(where) }]
  const column = must(table.columnsByName.get(led))
  const stored = (points as Value[]).filter(isStorable).map((value) => toColumn(column, value))
  const [values, others] = [stored.filter((value) => value !== null), { ...where, [led]: undefined }]
  return [
    { fits: rest(others), each: { column: led, type: columnType(column.kind), values } },
    // What is not set equals nothing.
    ...(values.length < stored.length ? [{ fits: all([rest(others), sql(`${quoted(led)} IS NULL`)]) }] : []),
  ]
}

const boundSql = ({ order = 'id' }: Page, { from, to }: { from: number; to: number }): Sql =>
  sql(`${quoted(order)} BETWEEN ? AND ?`, from, to)

function countSql({ table }: Page, branches: readonly Branch[]): Sql {
  const parts = branches.map(({ fits, each }): Sql => {
    const { text, values } = each ? all([fits, sql(`${quoted(each.column)} = ANY(?)`, each.values)]) : fits
    return { text: `(SELECT count(*) FROM ${quoted(table)} WHERE ${text})`, values }
  })
  const text = parts.map(({ text }) => text).join(' + ') || '0'
  return { text: `SELECT ${text} AS count`, values: parts.flatMap(({ values }) => values) }
}

/** Of each branch as much as the page may need. */
function mergedSql(read: Page, branches: readonly Branch[], offset: number, limit: number): Sql {
  const order = orderSql(sqlTable(read.table), read)
  const [only, ...others] = branches
  if (only && !only.each && others.length === 0) {
    const { text, values } = walkSql(read, only.fits)
    return { text: `${text} LIMIT ? OFFSET ?`, values: [...values, limit, offset] }
  }
  const parts = branches.map(({ fits, each }): Sql => {
    if (!each) return cut(walkSql(read, fits), offset + limit)
    const one = cut(walkSql(read, all([fits, sql(`${quoted(each.column)} = given.value`)])), offset + limit)
    return {
      text: `SELECT found.* FROM unnest(?::${each.type}[]) AS given (value) CROSS JOIN LATERAL (${one.text}) found`,
      values: [each.values, ...one.values],
    }
  })
  return {
    text: `SELECT id FROM (${parts.map(({ text }) => `(${text})`).join(' UNION ALL ')}) found${order} LIMIT ? OFFSET ?`,
    values: [...parts.flatMap(({ values }) => values), limit, offset],
  }
}

const cut = ({ text, values }: Sql, most: number): Sql => ({ text: `${text} LIMIT ?`, values: [...values, most] })

/** Ids and what they are ordered by, in order. */
export const walkSql = (read: Page, fits: Sql): Sql => ({
  text: `SELECT ${orderedColumns(read)} FROM ${quoted(read.table)} WHERE ${fits.text}${orderSql(sqlTable(read.table), read)}`,
  values: fits.values,
})

export const orderedColumns = ({ order = 'id' }: Page): string => (order === 'id' ? 'id' : `${quoted(order)}, id`)
