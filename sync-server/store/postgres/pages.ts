import type { Page } from '#shared/kernel/reads.ts'
import { soughtBy, type Sought } from '#shared/kernel/search.ts'
import type { IdRange } from '#shared/model/reference-ids.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, sqlTable } from '../columns.ts'
import { listInOrder, orderedColumns, walkSql, type ListSql } from './lists.ts'
import { all, conditionsSql, either, orderSql, sightSql, sql, within, type Sql } from './reads.ts'
import type { Row } from './values.ts'

/** A list with its filters, and with words those that fit best first (`Rank`). Null when the words say nothing. */
export function pageSql(org: number, read: Page, rowsOf: (table: TableName) => readonly object[]): ListSql | null {
  if (read.words === undefined) return listInOrder(org, read)
  const sought = soughtBy(read.table, read.words, rowsOf)
  return sought.length === 0 ? null : listByWords(org, read, sought)
}

/** From as many hits on, walking the index until a page of them is found takes less time than sorting them all. */
const MANY_HITS = 2_000

/** Counted by rank first: then each page asks for those ranks alone in which it lies, and for many hits in the order of their index. */
function listByWords(org: number, read: Page, sought: readonly Sought[]): ListSql {
  const table = sqlTable(read.table)
  const fits = all([
    within(org, read.table),
    either(read.where.map((one) => conditionsSql(table, one))),
    sightSql(org, read.table, read.seen ?? []),
    ...sought.map(hitSql),
  ])
  const { best, second } = ranksSql(sought)
  const parts = [best, all([not(best), second]), all([not(best), not(second)])].map((rank) => all([fits, rank]))
  // What is best is second as well. Counted so, and not by groups, several processes of the database share the work.
  const countsOf = ([row]: readonly Row[]) => {
    const [first = 0, both = 0, hits = 0] = ['best', 'second', 'hits'].map((name) => Number(row?.[name] ?? 0))
    return [first, both - first, hits - both]
  }
  return {
    counts: {
      text:
        `SELECT count(*) FILTER (WHERE ${best.text}) AS best, count(*) FILTER (WHERE ${second.text}) AS second, count(*) AS hits ` +
        `FROM ${quoted(read.table)} WHERE ${fits.text}`,
      values: [...best.values, ...second.values, ...fits.values],
    },
    total: (rows) => countsOf(rows).reduce((sum, count) => sum + count, 0),
    ids: (rows, offset, limit) => rankedSql(read, parts, countsOf(rows), offset, limit),
  }
}

function rankedSql(read: Page, parts: readonly Sql[], counts: readonly number[], offset: number, limit: number): Sql {
  let before = 0
  let left = limit
  const asked = parts.flatMap((part, at): Sql[] => {
    const count = counts[at] ?? 0
    const from = Math.max(0, offset - before)
    const length = Math.max(0, Math.min(left, count - from))
    before += count
    left -= length
    if (length === 0) return []
    const { text, values } = count < MANY_HITS ? sortedSql(read, part) : walkSql(read, part)
    return [
      { text: `SELECT ${at} AS rank, * FROM (${text} LIMIT ? OFFSET ?) r${at}`, values: [...values, length, from] },
    ]
  })
  const order = orderSql(sqlTable(read.table), read).replace(' ORDER BY ', ' ORDER BY rank, ')
  return {
    text: `SELECT id FROM (${asked.map(({ text }) => text).join(' UNION ALL ')}) found${order}`,
    values: asked.flatMap(({ values }) => values),
  }
}

/** All of them first, and then their order: a planner who hopes to meet few soon would walk through all rows that are not among them. */
const sortedSql = (read: Page, fits: Sql): Sql => ({
  text:
    `SELECT * FROM (SELECT ${orderedColumns(read)} FROM ${quoted(read.table)} WHERE ${fits.text} OFFSET 0) hits` +
    orderSql(sqlTable(read.table), read),
  values: fits.values,
})

/** Letters, digits and spaces: nothing in a piece means anything to LIKE. */
const has = (column: 'codeWords' | 'textWords', piece: string): Sql => sql(`${quoted(column)} LIKE ?`, `%${piece}%`)

function hitSql({ piece, ids, pointers }: Sought): Sql {
  if (ids) return among(ids.begun)
  const named = Object.entries(pointers)
    // Where nothing has such a name: every part of an alternative needs an index, or all rows are walked through.
    .filter(([, rows]) => rows.length > 0)
    .map(([column, rows]) => sql(`${quoted(column)} = ANY(?)`, rows))
  return either([has('codeWords', piece), has('textWords', piece), ...named])
}

const among = (ranges: readonly IdRange[]): Sql =>
  either(ranges.map(([from, to]) => sql('id BETWEEN ? AND ?', from, to)))

/** A word of the term is a whole word of a code, begins one, or is elsewhere; references alone decide where there are some. */
function ranksSql(sought: readonly Sought[]): { best: Sql; second: Sql } {
  const references = sought.flatMap(({ ids }) => ids ?? [])
  const words = sought.filter(({ ids }) => ids === null)
  const best = either(
    references.length > 0
      ? references.map(({ whole }) => among(whole))
      : words.map(({ piece }) => has('codeWords', `${piece} `)),
  )
  const second = references.length > 0 ? sql('TRUE') : either(words.map(({ piece }) => has('codeWords', piece)))
  return { best, second }
}

const not = ({ text, values }: Sql): Sql => ({ text: `NOT (${text})`, values })
