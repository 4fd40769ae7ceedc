import { refs } from '#shared/model/refs.ts'
import { serverIndexes } from '#shared/model/server-indexes.ts'
import { definitionOf, storedRow, syncedTableNames, tables, type TableName } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'

/** A column as SQL needs to know it, read off the zod schema. */
export interface Column {
  name: string
  kind: 'number' | 'boolean' | 'text' | 'json'
  nullable: boolean
  derived: boolean
  /** Where a reference points; then the blank value (0 or '') means "not chosen" and is stored as NULL. */
  target: { table: string; column: string } | null
  /** What a row holds that says nothing: the default of a column that is added later. */
  blank: string | number | boolean | object | null
}

export interface SqlTable {
  name: TableName
  synced: boolean
  columns: Column[]
  columnsByName: ReadonlyMap<string, Column>
  /** What a SELECT names: every column, and the facts without the derived ones. */
  selectAll: string
  selectFacts: string
}

export const quoted = (name: string): string => `"${name}"`

const known = new Map<TableName, SqlTable>()

export function sqlTable(name: TableName): SqlTable {
  const table = known.get(name) ?? readTable(name)
  known.set(name, table)
  return table
}

function readTable(name: TableName): SqlTable {
  const { schema } = definitionOf(name)
  const targets: Readonly<Record<string, string | undefined>> = refs[name] ?? {}
  const facts = Object.entries(schema.def.shape).map(([column, type]) => readColumn(column, type, targets[column]))
  const columns = [...facts, ...derivedColumns(name, facts)]
  const synced = (syncedTableNames as string[]).includes(name)
  return {
    name,
    synced,
    columns,
    columnsByName: new Map(columns.map((column) => [column.name, column])),
    selectAll: columns.map((column) => quoted(column.name)).join(', '),
    selectFacts: facts.map((column) => quoted(column.name)).join(', '),
  }
}

interface ZodDef {
  type: string
  innerType?: { def: ZodDef }
  entries?: Record<string, string>
}

function readColumn(name: string, type: unknown, ref: string | undefined): Column {
  const { def } = type as { def: ZodDef }
  const nullable = def.type === 'nullable' || def.type === 'unknown'
  const inner = def.type === 'nullable' ? must(def.innerType).def : def
  const [table, column = 'id'] = ref?.split('.') ?? []
  return {
    name,
    kind: kindOf(inner.type),
    nullable,
    derived: false,
    target: table ? { table, column } : null,
    blank: nullable ? null : blankOf(inner),
  }
}

function kindOf(type: string): Column['kind'] {
  if (type === 'number' || type === 'boolean') return type
  return type === 'string' || type === 'enum' ? 'text' : 'json'
}

function blankOf(def: ZodDef): Column['blank'] {
  if (def.type === 'number') return 0
  if (def.type === 'boolean') return false
  if (def.type === 'array') return []
  if (def.type === 'string') return ''
  return def.type === 'enum' ? (Object.values(def.entries ?? {})[0] ?? '') : {}
}

/** What a derived column holds is seen by deriving it from a blank row. */
function derivedColumns(name: TableName, facts: Column[]): Column[] {
  const blankRow = Object.fromEntries(facts.map((column) => [column.name, column.blank]))
  const row = storedRow(name, blankRow as never) as Record<string, unknown>
  return Object.entries(row)
    .filter(([column]) => !facts.some((fact) => fact.name === column))
    .map(([column, blank]) => ({
      name: column,
      kind: typeof blank === 'number' ? 'number' : 'text',
      nullable: false,
      derived: true,
      target: null,
      blank: blank as string | number,
    }))
}

export const allSqlTables = (): SqlTable[] => (Object.keys(tables) as TableName[]).map(sqlTable)

type SqlValue = string | number | null
/** A statement, or a part of one; every value is bound. */
export interface Sql {
  text: string
  values: SqlValue[]
}

export function toSql(column: Column, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (column.target && (value === 0 || value === '')) return null
  if (column.kind === 'boolean') return value ? 1 : 0
  return column.kind === 'json' ? JSON.stringify(value) : (value as SqlValue)
}

/** Turns a row as SQLite gives it into the row that was written, in place. */
export function rowReader(columns: Column[]): (row: Record<string, unknown>) => Record<string, unknown> {
  const refs = columns.filter((column) => column.target && column.name !== 'id')
  const flags = columns.filter((column) => column.kind === 'boolean')
  const jsons = columns.filter((column) => column.kind === 'json')
  return (row) => {
    for (const { name, blank } of refs) row[name] ??= blank
    for (const { name } of flags) if (row[name] !== null) row[name] = row[name] === 1
    for (const { name } of jsons) if (row[name] !== null) row[name] = JSON.parse(row[name] as string)
    return row
  }
}

/** Those that devices have as well, and those that only a server has. */
export const allIndexesOf = (name: TableName): (readonly string[])[] => [
  ...definitionOf(name).indexes,
  ...(serverIndexes[name] ?? []),
]
