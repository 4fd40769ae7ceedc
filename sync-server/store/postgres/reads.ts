import {
  isRange,
  type Condition,
  type Page,
  type Range,
  type Read,
  type Tally,
  type Value,
} from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { Alternative, Sight } from '#shared/model/sight.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted, sqlTable, type Column, type SqlTable } from '../columns.ts'
import { toColumn } from './values.ts'

/** A statement, or a part of one; `?` stands for a value, which is bound. */
export interface Sql {
  text: string
  values: readonly unknown[]
}

export const sql = (text: string, ...values: readonly unknown[]): Sql => ({ text, values })
function joined(parts: readonly Sql[], by: string): Sql {
  let text = ''
  const values: unknown[] = []
  for (const part of parts) {
    text += `${text && by}(${part.text})`
    values.push(...part.values)
  }
  return { text, values }
}
/** All of them; everything when there are none. */
export const all = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql('TRUE') : joined(parts, ' AND '))
/** One of them; nothing when there are none. */
export const either = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql('FALSE') : joined(parts, ' OR '))

/** The rows of one organisation. */
export const within = (org: number, table: string): Sql => sql(`${quoted(table)}.org = ${org}`)

/** A read as one statement. Names come from the model, values are bound, nothing else gets in. */
export function sqlFromRead(org: number, read: Read, columns = columnsOf(read)): Sql {
  const table = sqlTable(read.table)
  const where = all([
    within(org, table.name),
    read.kind === 'one' ? conditionsSql(table, { id: read.id }) : conditionsSql(table, read.where),
    sightSql(org, read.table, read.seen ?? []),
  ])
  const text = `SELECT ${columns} FROM ${quoted(table.name)} WHERE ${where.text}`
  if (read.kind !== 'many') return { text, values: where.values }
  const { limit, offset } = read
  const cut = [...(limit === undefined ? [] : [sql(' LIMIT ?', limit)]), ...(offset ? [sql(' OFFSET ?', offset)] : [])]
  return {
    text: text + orderSql(table, read) + cut.map((part) => part.text).join(''),
    values: [...where.values, ...cut.flatMap(({ values }) => values)],
  }
}

/** Rows of `at`, the place of a column in `by`; `of`; `count`; `sum`. */
export function tallySql(org: number, read: Tally): Sql {
  const table = sqlTable(read.table)
  const fits = all([
    within(org, table.name),
    conditionsSql(table, read.where),
    sightSql(org, read.table, read.seen ?? []),
  ])
  const total = read.sum === undefined ? '0' : quoted(selectable(table, read.sum).name)
  const columns = read.by.map((name) => quoted(selectable(table, name).name))
  const from = `FROM ${quoted(table.name)} WHERE ${fits.text}`
  return read.begins
    ? stretchesOf(columns, read.begins, { ...fits, from, total })
    : groupsOf(columns, { ...fits, from, total })
}

interface Tallied extends Pick<Sql, 'values'> {
  from: string
  total: string
}

/** One walk for all columns. */
function groupsOf(columns: readonly string[], { from, total, values }: Tallied): Sql {
  const sets = columns.map((column) => `(${column})`).join(', ')
  const one = (told: (column: string, at: number) => string) =>
    `CASE ${columns.map((column, at) => `WHEN GROUPING(${column}) = 0 THEN ${told(column, at)}`).join(' ')} END`
  const text =
    `SELECT ${one((_, at) => String(at))} AS at, ${one((column) => `to_json(${column})`)} AS of, ` +
    `count(*) AS count, coalesce(sum(${total}), 0) AS sum ${from} GROUP BY GROUPING SETS (${sets})`
  return { text, values }
}

/** Above every text. */
const END = '\u{10FFFF}'

/** Each stretch by itself, in an index that has the date: finding the stretch of each row takes longer than counting it. */
function stretchesOf(columns: readonly string[], begins: readonly string[], { from, total, values }: Tallied): Sql {
  const parts = columns.map(
    (column, at) =>
      `SELECT ${at} AS at, to_json(n - 1) AS of, told.* FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS stretch (first, beyond, n) ` +
      `CROSS JOIN LATERAL (SELECT count(*) AS count, coalesce(sum(${total}), 0) AS sum ${from} ` +
      `AND ${column} >= stretch.first AND ${column} < stretch.beyond) told WHERE told.count > 0`,
  )
  return {
    text: parts.join(' UNION ALL '),
    values: columns.flatMap(() => [begins, [...begins.slice(1), END], ...values]),
  }
}

export function columnsOf(read: Read): string {
  if (read.kind === 'count') return 'count(*) AS count'
  return ('only' in read && read.only?.map(quoted).join(', ')) || sqlTable(read.table).selectAll
}

export function conditionsSql(table: SqlTable, where: object): Sql {
  const parts: Sql[] = []
  for (const [name, condition] of Object.entries(where as Record<string, Condition | undefined>))
    if (condition !== undefined) parts.push(conditionSql(selectable(table, name), condition))
  return all(parts)
}

function selectable(table: SqlTable, name: string): Column {
  const column = must(table.columnsByName.get(name), `column ${table.name}.${name}`)
  if (column.kind === 'json') throw new Error(`${table.name}.${name} holds JSON, and nothing can be selected by it.`)
  return column
}

function conditionSql(column: Column, condition: Condition): Sql {
  if (isRange(condition)) return rangeSql(column, condition)
  const name = quoted(column.name)
  const isNull = sql(`${name} IS NULL`)
  const bound = (Array.isArray(condition) ? condition : [condition])
    .filter(isStorable)
    .map((value) => toColumn(column, value))
  if (bound.length === 1) return bound[0] === null ? isNull : sql(`${name} = ?`, bound[0])
  const values = bound.filter((value) => value !== null)
  const isAny = sql(`${name} = ANY(?)`, values)
  return values.length < bound.length ? either([isAny, isNull]) : isAny
}

/** A number that no column holds is nobody's, and neither is a text with U+0000; the database would refuse the question. */
export const isStorable = (value: Value): boolean =>
  typeof value === 'string' ? !value.includes('\0') : typeof value !== 'number' || Number.isSafeInteger(value)

/** Nulls are in no range; a reference that is not chosen counts as its blank value. */
function rangeSql({ name: column, blank, target }: Column, { from, to }: Range): Sql {
  const name = quoted(column)
  const inside = all([
    sql(`${name} IS NOT NULL`),
    ...(from === undefined ? [] : [sql(`${name} >= ?`, from)]),
    ...(to === undefined ? [] : [sql(`${name} <= ?`, to)]),
  ])
  const holdsBlank =
    target && blank !== null && (from === undefined || from <= blank) && (to === undefined || to >= blank)
  return holdsBlank ? either([inside, sql(`${name} IS NULL`)]) : inside
}

/** What somebody sees of the rows of a table. */
export function sightSql(org: number, name: TableName, sight: Sight): Sql {
  return all(sight.map((rule) => either(rule.map((one) => alternativeSql(org, sqlTable(name), one)))))
}

function alternativeSql(org: number, table: SqlTable, one: Alternative): Sql {
  const column = must(table.columnsByName.get(one.column), `column ${table.name}.${one.column}`)
  const own = `${quoted(table.name)}.${quoted(column.name)}`
  if ('is' in one) {
    const value = toColumn(column, one.is)
    return value === null ? sql(`${own} IS NULL`) : sql(`${own} = ?`, value)
  }
  const tied = quoted(one.table)
  const where = all([
    within(org, one.table),
    sql(`${tied}.${quoted(one.by)} = ${own}`),
    sightSql(org, one.table, one.seen),
  ])
  return { text: `EXISTS (SELECT 1 FROM ${tied} WHERE ${where.text})`, values: where.values }
}

/**
 * What is not set comes first, as on a device. An id always is; but an index that has it behind another column has it in that column's order,
 * and the key has it in its own: said otherwise, all that fits is sorted before the first row is told.
 */
export function orderSql(table: SqlTable, { order = 'id', descending }: Pick<Page, 'order' | 'descending'>): string {
  if (order === 'id') return ` ORDER BY id ${descending ? 'DESC' : 'ASC'}`
  const direction = descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'
  return ` ORDER BY ${quoted(selectable(table, order).name)} ${direction}, id ${direction}`
}
