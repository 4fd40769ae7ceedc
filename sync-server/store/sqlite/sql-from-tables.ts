import { definitionOf, type TableName } from '#shared/model/tables.ts'
import { allIndexesOf, quoted, sqlTable, toSql, type Column } from '../columns.ts'

export function createTableSql(name: TableName): string {
  const lines = sqlTable(name).columns.map(columnSql)
  return `CREATE TABLE IF NOT EXISTS ${quoted(name)} (\n  ${[...lines, 'version INTEGER NOT NULL'].join(',\n  ')}\n) STRICT`
}

/** Every index ends in the row's id without naming it: it is the rowid, by which SQLite breaks ties. */
export function createIndexSql(name: TableName): string[] {
  const { unique = [] } = definitionOf(name)
  return [
    ...unique.map((column) => indexSql('UNIQUE INDEX', name, [column])),
    ...allIndexesOf(name).map((columns) => indexSql('INDEX', name, columns)),
    ...(sqlTable(name).synced ? [indexSql('INDEX', name, ['version'])] : []),
  ]
}

/** A column that came after the table: filled with its blank value, so it needs no migration. */
export const addColumnSql = (name: TableName, column: Column): string =>
  `ALTER TABLE ${quoted(name)} ADD COLUMN ${columnSql(column)}${mayBeNull(column) ? '' : ` DEFAULT ${literal(column)}`}`

export function insertSql(name: TableName): string {
  const columns = [...sqlTable(name).columns.map((column) => column.name), 'version']
  return `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}

/**
 * Names only what changed: SQLite writes every index that holds a column which a statement names, and asks who points at it,
 * changed or not.
 */
export const updateSql = (name: TableName, changed: readonly string[]): string =>
  `UPDATE ${quoted(name)} SET ${[...changed, 'version'].map((column) => `${quoted(column)} = ?`).join(', ')} WHERE id = ?`

function columnSql(column: Column): string {
  const { name, target } = column
  const type = column.kind === 'number' || column.kind === 'boolean' ? 'INTEGER' : 'TEXT'
  const constraint = name === 'id' ? 'PRIMARY KEY' : mayBeNull(column) ? '' : 'NOT NULL'
  const reference = target
    ? `REFERENCES ${quoted(target.table)} (${quoted(target.column)}) DEFERRABLE INITIALLY DEFERRED`
    : ''
  return [quoted(name), type, constraint, reference].filter(Boolean).join(' ')
}

const mayBeNull = (column: Column): boolean => column.nullable || (column.target !== null && column.name !== 'id')

function literal(column: Column): string {
  const value = toSql(column, column.blank)
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

const indexSql = (kind: string, table: string, columns: readonly string[]): string =>
  `CREATE ${kind} IF NOT EXISTS ${indexName(table, columns)} ON ${quoted(table)} (${columns.map(quoted).join(', ')})`

/** By the id of a tasking, what filters and somebody's sight ask of it: a tenth of the bytes of its row. PostgreSQL goes another way to its hits. */
export const FILTERS_INDEX = 'projects_filters'

export const indexName = (table: string, columns: readonly string[]): string => quoted([table, ...columns].join('_'))
