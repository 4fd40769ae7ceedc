import type { Condition, Page } from '#shared/kernel/reads.ts'
import { pageAt, type Paged } from '#shared/lib/paging.ts'
import { quoted, sqlTable, type Sql, type SqlTable } from '../columns.ts'
import { countedFilter, indexInOrder, pointsOf } from '../list-counts.ts'
import { countOfList, stretchOf, type CountedList } from './list-counts.ts'
import { indexName } from './sql-from-tables.ts'
import { conditionsSql, orderSql } from './sql-from-reads.ts'
import type { Prepare } from './statements.ts'

/** A list as far as a page needs it: how long it is, and the ids of any stretch. */
export interface List {
  total: number
  idsAt: (offset: number, limit: number) => number[]
}

type Row = Record<string, unknown>

export function pageFrom(list: List, { number, size }: Page, rowOf: (id: number) => Row): Paged<Row> {
  return pageAt(number, list.total, (offset, limit) => list.idsAt(offset, limit).map(rowOf), size)
}

/** SQLite merges at most 500. */
const MOST_BRANCHES = 400

/**
 * A list in the order of an index. A question for several values of a column is as many branches, each of which the index
 * holds in order: SQLite merges them and stops when the page is full, and counts them without looking at a row.
 */
export function listInOrder(prepare: Prepare, read: Page): List {
  const table = sqlTable(read.table)
  const branches = read.where
    .flatMap((where) => branchesOf(table, where, read.order))
    .map((branch) => ({ ...branch, count: countOf(prepare, branch) }))
    .filter((branch) => branch.count > 0)
  const total = branches.reduce((sum, { count }) => sum + count, 0)
  const merged = branches.length > MOST_BRANCHES ? read.where.map((where) => branchOf(table, where)) : branches
  const counted = merged.flatMap(({ list }) => list ?? [])

  function idsAt(offset: number, limit: number, descending = read.descending ?? false, from?: number): number[] {
    const { text, values } = mergeSql(table, merged, { ...read, descending }, from)
    const rows = prepare(text).all(...values, limit, offset) as { id: number }[]
    return rows.map((row) => row.id)
  }

  return {
    total,
    idsAt(offset, limit) {
      if (total === 0) return []
      const length = Math.min(limit, total - offset)
      // Where all of it is counted, only the stretch that the page begins in is walked.
      if (counted.length === merged.length && !read.descending) {
        const { from, before } = stretchOf(prepare, counted, offset) ?? { from: 0, before: 0 }
        return idsAt(offset - before, length, false, from)
      }
      if (offset <= total / 2) return idsAt(offset, length)
      // The way from the end is shorter.
      return idsAt(total - offset - length, length, !read.descending).reverse()
    },
  }
}

/** The filters of a list as one more condition; nothing when one of its alternatives is all rows. */
export function narrowed({ table, where }: Page): Sql {
  const parts = where.map((one) => conditionsSql(sqlTable(table), one))
  if (parts.some(({ text }) => text === '')) return { text: '', values: [] }
  const text = parts.map((part) => `(${part.text})`).join(' OR ') || 'FALSE'
  return { text: ` AND (${text})`, values: parts.flatMap((part) => part.values) }
}

/** Rows by one walk of an index. */
interface Branch extends Sql {
  from: string
  /** When it is all of one list that is counted. */
  list?: CountedList
}

const branchOf = (table: SqlTable, where: object, indexed = ''): Branch => {
  const { text, values } = conditionsSql(table, where)
  return { from: ` FROM ${quoted(table.name)}${indexed}${text && ` WHERE ${text}`}`, text, values }
}

/** One for each value of the column that leads the first index in this order; without such an index one for all. */
function branchesOf(table: SqlTable, where: Row, order: string | undefined): Branch[] {
  const index = indexInOrder(table.name, where, order)
  const [first] = index ?? []
  const points = first === undefined ? null : pointsOf(where[first] as Condition | undefined)
  if (!index || first === undefined || !points) return [branchOf(table, where)]
  // Left to itself the planner prefers the index on which most conditions are, and that may be nine of ten rows.
  const indexed = ` INDEXED BY ${indexName(table.name, index)}`
  const filter = countedFilter(table.name, order, Object.keys(where))
  return points.map((value) => {
    const branch = branchOf(table, { ...where, [first]: value }, indexed)
    return filter === null ? branch : { ...branch, list: { filter, value } }
  })
}

const countOf = (prepare: Prepare, { from, values, list }: Branch): number =>
  list
    ? countOfList(prepare, list)
    : (prepare(`SELECT count(*) AS count${from}`).get(...values) as { count: number }).count

function mergeSql(
  table: SqlTable,
  branches: Branch[],
  read: Pick<Page, 'order' | 'descending'>,
  beginning?: number,
): Sql {
  const columns = read.order === undefined || read.order === 'id' ? 'id' : `${quoted(read.order)}, id`
  const [more, last] = beginning === undefined ? ['', []] : [` AND ${quoted(read.order ?? 'id')} >= ?`, [beginning]]
  const text = branches.map(({ from }) => `SELECT ${columns}${from}${more}`).join(' UNION ALL ')
  return {
    text: `${text}${orderSql(table, read)} LIMIT ? OFFSET ?`,
    values: branches.flatMap(({ values }) => [...values, ...last]),
  }
}
