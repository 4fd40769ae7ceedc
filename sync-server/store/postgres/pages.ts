import type { Page } from '#shared/kernel/reads.ts'
import { soughtBy, type Sought } from '#shared/kernel/search.ts'
import type { IdRange } from '#shared/model/reference-ids.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, sqlTable } from '../columns.ts'
import { all, conditionsSql, either, orderSql, sightSql, sql, within, type Sql } from './reads.ts'

interface PageSql {
  count: Sql
  /** The ids of a stretch of the list. */
  ids: (offset: number, limit: number) => Sql
}

/** A list with its filters, and with words those that fit best first (`Rank`). Null when the words say nothing. */
export function pageSql(org: number, read: Page, rowsOf: (table: TableName) => readonly object[]): PageSql | null {
  const table = sqlTable(read.table)
  const sought = read.words === undefined ? null : soughtBy(read.table, read.words, rowsOf)
  if (sought?.length === 0) return null
  const where = all([
    within(org, read.table),
    either(read.where.map((one) => conditionsSql(table, one))),
    sightSql(org, read.table, read.seen ?? []),
    ...(sought ?? []).map(hitSql),
  ])
  const from = `FROM ${quoted(read.table)} WHERE ${where.text}`
  const rank = sought ? rankSql(sought) : null
  const order = orderSql(table, read).replace(' ORDER BY ', rank ? `, ` : ' ORDER BY ')
  return {
    count: { text: `SELECT count(*) AS count ${from}`, values: where.values },
    ids: (offset, limit) => ({
      text: `SELECT id ${from}${rank ? ` ORDER BY ${rank.text}` : ''}${order} LIMIT ? OFFSET ?`,
      values: [...where.values, ...(rank?.values ?? []), limit, offset],
    }),
  }
}

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
function rankSql(sought: readonly Sought[]): Sql {
  const references = sought.flatMap(({ ids }) => ids ?? [])
  const words = sought.filter(({ ids }) => ids === null)
  const best = either(
    references.length > 0
      ? references.map(({ whole }) => among(whole))
      : words.map(({ piece }) => has('codeWords', `${piece} `)),
  )
  const second = references.length > 0 ? sql('TRUE') : either(words.map(({ piece }) => has('codeWords', piece)))
  return {
    text: `CASE WHEN ${best.text} THEN 0 WHEN ${second.text} THEN 1 ELSE 2 END`,
    values: [...best.values, ...second.values],
  }
}
