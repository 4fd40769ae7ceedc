import { searchedTables } from '#shared/model/searched.ts'
import { definitionOf, type TableName } from '#shared/model/tables.ts'
import { allIndexesOf, allSqlTables, quoted, sqlTable, type Column } from '../columns.ts'
import { toColumn } from './values.ts'

/**
 * The tables of a database, from the model. Every key, index and reference begins with `org`: an organisation's rows are found by
 * nobody else's question, and a database may be spread by it.
 */
export function schemaSql(): string[] {
  return [
    'CREATE EXTENSION IF NOT EXISTS pg_trgm',
    `CREATE TABLE organisations (
      org integer PRIMARY KEY, version bigint NOT NULL, news bigint NOT NULL, floor bigint NOT NULL, epoch text NOT NULL,
      mode text NOT NULL, earlier json NOT NULL, "priorNews" bigint NOT NULL, "freshId" bigint NOT NULL,
      timeline text, gaps jsonb NOT NULL)`,
    `CREATE TABLE changed (
      org integer NOT NULL, "tableName" text COLLATE "C" NOT NULL, "rowId" bigint NOT NULL, version bigint NOT NULL,
      "ownerId" bigint, "removedDate" text COLLATE "C", PRIMARY KEY (org, "tableName", "rowId"))`,
    'CREATE INDEX changed_version ON changed (org, version)',
    `CREATE TABLE moved (
      org integer NOT NULL, version bigint NOT NULL, "tableName" text COLLATE "C" NOT NULL, "rowId" bigint NOT NULL, was json NOT NULL,
      "movedDate" text COLLATE "C" NOT NULL, PRIMARY KEY (org, version, "tableName", "rowId"))`,
    'CREATE TABLE leases (org integer NOT NULL, name text NOT NULL, holder text NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (org, name))',
    ...allSqlTables().map(({ name }) => tableSql(name)),
    ...allSqlTables().flatMap(({ name }) => [...indexesSql(name), ...referencesSql(name)]),
  ]
}

export const isSearched = (name: TableName): boolean => searchedTables[name] !== undefined
/** What words are looked for in: the codes of a row, a line each, and its texts (`words.ts`). */
export const wordColumns = ['codeWords', 'textWords'] as const

function tableSql(name: TableName): string {
  const words = isSearched(name) ? wordColumns.map((column) => `${quoted(column)} text COLLATE "C" NOT NULL`) : []
  const lines = ['org integer NOT NULL', ...sqlTable(name).columns.map(columnSql), 'version bigint NOT NULL', ...words]
  return `CREATE TABLE ${quoted(name)} (\n  ${lines.join(',\n  ')},\n  PRIMARY KEY (org, id)\n)`
}

export const columnType = (kind: Column['kind']): string =>
  ({ number: 'bigint', boolean: 'boolean', text: 'text', json: 'json' })[kind]

/** A release beside this one may not know a column and not name it: then it has its blank, as where a step has added it. */
function columnSql(column: Column): string {
  const type = columnType(column.kind) + (column.kind === 'text' ? ' COLLATE "C"' : '')
  const needed = column.name === 'id' ? ' NOT NULL' : ` NOT NULL DEFAULT ${blankSql(column)}`
  return `${quoted(column.name)} ${type}${mayBeNull(column) ? '' : needed}`
}

/** In quotes a value of any kind is read as its column's. */
const blankSql = (column: Column): string => `'${String(toColumn(column, column.blank)).replaceAll("'", "''")}'`

const mayBeNull = (column: Column): boolean => column.nullable || (column.target !== null && column.name !== 'id')

function indexesSql(name: TableName): string[] {
  const { unique = [] } = definitionOf(name)
  const index = (kind: string, columns: readonly string[], more = '') => {
    const keys = ['org', ...columns.map((column) => `${quoted(column)}${more}`)].join(', ')
    return `CREATE ${kind} ${quoted([name, ...columns].join('_'))} ON ${quoted(name)} (${keys})`
  }
  return [
    ...unique.map((column) => index('UNIQUE INDEX', [column])),
    // As questions are ordered: what is not set comes first.
    ...allIndexesOf(name).map((columns) => index('INDEX', [...columns, 'id'], ' NULLS FIRST')),
    ...(isSearched(name) ? wordColumns.map((column) => trigramSql(name, column)) : []),
    ...pointersSql(name),
  ]
}

/** Words find a row by the names of those it points at, too: one such column without an index, and all rows are walked through. */
export function pointersSql(name: TableName): string[] {
  const led = new Set(allIndexesOf(name).map(([column]) => column))
  return Object.keys(searchedTables[name]?.names ?? {})
    .filter((column) => !led.has(column))
    .map(
      (column) =>
        `CREATE INDEX IF NOT EXISTS ${quoted(`${name}_${column}`)} ON ${quoted(name)} (org, ${quoted(column)})`,
    )
}

const trigramSql = (name: TableName, column: string): string =>
  `CREATE INDEX ${quoted(`${name}_${column}`)} ON ${quoted(name)} USING gin (${quoted(column)} gin_trgm_ops)`

/** Asked at the commit: rows that point at each other come in any order. */
const referencesSql = (name: TableName): string[] =>
  sqlTable(name).columns.flatMap(({ name: column, target }) =>
    target
      ? [
          `ALTER TABLE ${quoted(name)} ADD FOREIGN KEY (org, ${quoted(column)}) ` +
            `REFERENCES ${quoted(target.table)} (org, ${quoted(target.column)}) DEFERRABLE INITIALLY DEFERRED`,
        ]
      : [],
  )
