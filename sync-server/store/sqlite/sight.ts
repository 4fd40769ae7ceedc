import type { Condition, Value } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { Alternative, Fact, Rule, Sight } from '#shared/model/sight.ts'
import type { TableName } from '#shared/model/tables.ts'
import { allIndexesOf, quoted, sqlTable, toSql, type Sql, type SqlTable } from '../columns.ts'

/** Any value but this one. Only lists for somebody who does not see everything ask so. */
export interface Not {
  not: Value
}
type Where = Readonly<Record<string, unknown>>

/**
 * What somebody sees, as conditions on rows that are found in another way: the plus keeps SQLite from looking for them by a
 * team or a person. Empty when they see everything.
 */
export function sightSql(name: TableName, sight: Sight): Sql {
  const rules = sight.map((rule) =>
    joined(
      rule.map((one) => alternativeSql(sqlTable(name), one)),
      ' OR ',
    ),
  )
  return joined(
    rules.map(({ text, values }) => ({ text: `(${text})`, values })),
    ' AND ',
  )
}

function alternativeSql(table: SqlTable, one: Alternative): Sql {
  const column = must(table.columnsByName.get(one.column), `column ${table.name}.${one.column}`)
  const own = `${quoted(table.name)}.${quoted(column.name)}`
  if ('is' in one) return { text: `+${own} IS ?`, values: [toSql(column, one.is)] }
  const tied = quoted(one.table)
  const { text, values } = sightSql(one.table, one.seen)
  return {
    text: `EXISTS (SELECT 1 FROM ${tied} WHERE ${tied}.${quoted(one.by)} = ${own}${text && ` AND ${text}`})`,
    values,
  }
}

/**
 * A question as somebody asks it: where its rows are looked for, and which rules are still to be held against them. A question
 * that names no row and nobody is looked for by what they see: a team's taskings are fewer than a phase's. `by` is the column
 * that leads to them.
 */
export function lookedFor(
  table: SqlTable,
  where: Where,
  sight: Sight,
): { wheres: { where: Where; by?: string }[]; rest: Sight } {
  const open = sight.filter((rule) => !isImplied(rule, where))
  const leading = open.find((rule) => leads(table, where, rule))
  if (!leading) return { wheres: [{ where }], rest: open }
  return {
    wheres: (leading as readonly Fact[]).map(({ column, is }) => ({ where: { ...where, [column]: is }, by: column })),
    rest: open.filter((rule) => rule !== leading),
  }
}

/** Where the question itself asks for one of the alternatives, all of its rows are seen. */
const isImplied = (rule: Rule, where: Where): boolean => rule.some((one) => 'is' in one && where[one.column] === one.is)

const leads = (table: SqlTable, where: Where, rule: Rule): boolean =>
  rule.every((one) => 'is' in one && allIndexesOf(table.name).some(([first]) => first === one.column)) &&
  Object.keys(where).every((name) => name !== 'id' && !table.columnsByName.get(name)?.target)

/**
 * A list as somebody asks for it: alternatives that exclude one another, so that they can be counted and merged. For tables
 * whose rules are facts.
 */
export function exclusively(wheres: readonly Where[], sight: Sight): Where[] {
  return sight.reduce<Where[]>((lists, rule) => lists.flatMap((where) => split(where, rule)), [...wheres])
}

function split(where: Where, rule: Rule): Where[] {
  if (isImplied(rule, where)) return [where]
  const parts: Where[] = []
  let left: Where | null = where
  for (const one of rule) {
    if (!('is' in one)) throw new Error(`A list by ${one.column} cannot be narrowed to what belongs to ${one.table}.`)
    const part = left && narrowed(left, one, true)
    if (part) parts.push(part)
    left = left && narrowed(left, one, false)
  }
  return parts
}

/** The rows that have the value, or those that do not; null when there can be none. */
function narrowed(where: Where, { column, is }: Fact, wanted: boolean): Where | null {
  const asked = where[column] as Condition | undefined
  if (asked === undefined) return { ...where, [column]: wanted ? is : ({ not: is } satisfies Not) }
  const values = [asked].flat() as Value[]
  const fitting = values.filter((value) => (value === is) === wanted)
  return fitting.length > 0 ? { ...where, [column]: fitting } : null
}

const joined = (parts: Sql[], by: string): Sql => ({
  text: parts.map((part) => part.text).join(by),
  values: parts.flatMap((part) => part.values),
})
