import {
  isRange,
  type Condition,
  type Count,
  type Many,
  type Range,
  type Read,
  type Tally,
  type Value,
} from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { allIndexesOf, quoted, sqlTable, toSql, type Column, type Sql, type SqlTable } from '../columns.ts'
import { lookedFor, sightSql, type Not } from './sight.ts'

/** A read as one prepared statement. Names come from the definition, values are bound, nothing else gets in. */
export function sqlFromRead(read: Read): Sql {
  const table = sqlTable(read.table)
  const from = `FROM ${quoted(table.name)}`
  if (read.kind === 'one') {
    const { text, values } = sightSql(read.table, read.seen ?? [])
    return {
      text: `SELECT ${table.selectAll} ${from} WHERE id = ?${text && ` AND ${text}`}`,
      values: [read.id, ...values],
    }
  }
  const where = whereSql(table, read)
  if (read.kind === 'count') return { text: `SELECT count(*) AS count ${from}${where.text}`, values: where.values }
  const page = pageSql(read)
  const columns = read.only?.map(quoted).join(', ') ?? table.selectAll
  const text = `SELECT ${columns} ${from}${where.text}${orderSql(table, read)}${page.text}`
  return { text, values: [...where.values, ...page.values] }
}

/** One statement, or one for each stretch: it is walked by itself in an index that has the date, and nothing is sorted to be told apart. */
export function talliesSql(read: Tally, column: string): Sql[] {
  const table = sqlTable(read.table)
  const where = whereSql(table, read)
  const by = quoted(selectableColumn(table, column).name)
  const sum = read.sum === undefined ? '0' : `coalesce(sum(${quoted(selectableColumn(table, read.sum).name)}), 0)`
  const told = `count(*) AS count, ${sum} AS sum FROM ${quoted(table.name)}${where.text}`
  if (!read.begins) return [{ text: `SELECT ${by}, ${told} GROUP BY ${by}`, values: where.values }]
  return read.begins.map((begin, at, begins) => {
    const end = begins[at + 1]
    const inside = `${by} >= ?${end === undefined ? '' : ` AND ${by} < ?`}`
    return {
      text: `SELECT ${told} ${where.text ? 'AND' : 'WHERE'} ${inside}`,
      values: [...where.values, begin, ...(end === undefined ? [] : [end])],
    }
  })
}

function whereSql(table: SqlTable, { where, seen = [] }: Many | Count | Tally): Sql {
  const { wheres, rest } = lookedFor(table, where, seen)
  const asked = wheres.map((one) => conditionsSql(table, one.where, one.by))
  const seenOnly = sightSql(table.name, rest)
  const found = asked.length > 1 ? `(${asked.map(({ text }) => `(${text})`).join(' OR ')})` : (asked[0]?.text ?? '')
  const text = [found, seenOnly.text].filter(Boolean).join(' AND ')
  return { text: text && ` WHERE ${text}`, values: [...asked.flatMap(({ values }) => values), ...seenOnly.values] }
}

/**
 * Empty when every row will do. `by` is the column that must lead to the rows: what none of its indexes holds is kept from
 * luring SQLite to another one.
 */
export function conditionsSql(table: SqlTable, where: object, by?: string): Sql {
  const held = by && allIndexesOf(table.name).filter(([first]) => first === by)
  const parts = Object.entries(where as Record<string, Condition | Not | undefined>)
    .filter((entry): entry is [string, Condition | Not] => entry[1] !== undefined)
    .map(([name, condition]) =>
      conditionSql(selectableColumn(table, name), condition, held && !held.flat().includes(name) ? '+' : ''),
    )
  return { text: parts.map((part) => part.text).join(' AND '), values: parts.flatMap((part) => part.values) }
}

function selectableColumn(table: SqlTable, name: string): Column {
  const column = must(table.columnsByName.get(name), `column ${table.name}.${name}`)
  if (column.kind === 'json') throw new Error(`${table.name}.${name} holds JSON, and nothing can be selected by it.`)
  return column
}

type Plus = '+' | ''

function conditionSql(column: Column, condition: Condition | Not, plus: Plus): Sql {
  if (isNot(condition))
    return { text: `${plus}${quoted(column.name)} IS NOT ?`, values: [toSql(column, condition.not)] }
  if (isRange(condition)) return rangeSql(column, condition, plus)
  if (!Array.isArray(condition)) return equalSql(column, condition as Value, plus)
  const [only, ...others] = condition as Value[]
  return only !== undefined && others.length === 0 ? equalSql(column, only, plus) : memberSql(column, condition, plus)
}

const isNot = (condition: Condition | Not): condition is Not =>
  typeof condition === 'object' && condition !== null && 'not' in condition

function equalSql(column: Column, value: Value, plus: Plus): Sql {
  const bound = toSql(column, value)
  const name = plus + quoted(column.name)
  return bound === null ? { text: `${name} IS NULL`, values: [] } : { text: `${name} = ?`, values: [bound] }
}

/** One bound value for a list of any length, so that every length shares a statement. */
function memberSql(column: Column, members: readonly Value[], plus: Plus): Sql {
  const bound = members.map((value) => toSql(column, value))
  const list = bound.filter((value) => value !== null)
  const name = plus + quoted(column.name)
  const isMember = `${name} IN (SELECT value FROM json_each(?))`
  const values = [JSON.stringify(list)]
  if (list.length === bound.length) return { text: isMember, values }
  return { text: `(${isMember} OR ${name} IS NULL)`, values }
}

/** Nulls are in no range; a reference that is not chosen counts as its blank value. */
function rangeSql(column: Column, { from, to }: Range, plus: Plus): Sql {
  const name = plus + quoted(column.name)
  const bounds = [
    ...(from === undefined ? [] : [{ text: `${name} >= ?`, value: from }]),
    ...(to === undefined ? [] : [{ text: `${name} <= ?`, value: to }]),
  ]
  const values = bounds.map((bound) => bound.value)
  const inside = bounds.map((bound) => bound.text).join(' AND ') || `${name} IS NOT NULL`
  const { blank, target } = column
  const holdsBlank =
    target && blank !== null && (from === undefined || from <= blank) && (to === undefined || to >= blank)
  return { text: holdsBlank ? `((${inside}) OR ${name} IS NULL)` : `(${inside})`, values }
}

export function orderSql(table: SqlTable, { order = 'id', descending }: Pick<Many, 'order' | 'descending'>): string {
  const direction = descending ? ' DESC' : ''
  const column = quoted(selectableColumn(table, order).name)
  return ` ORDER BY ${order === 'id' ? `id${direction}` : `${column}${direction}, id${direction}`}`
}

function pageSql({ limit, offset }: Many): Sql {
  if (limit === undefined && offset === undefined) return { text: '', values: [] }
  return { text: ' LIMIT ? OFFSET ?', values: [limit ?? -1, offset ?? 0] }
}
