import type { Change } from '#shared/kernel/change.ts'
import { definitionOf, type TableName } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'
import { sightColumns } from '#shared/rules/visibility.ts'
import { quoted, sqlTable, type Column } from '../columns.ts'
import type { Sql } from './reads.ts'
import { columnType, isSearched, wordColumns } from './tables.ts'
import { toColumn, wordsIn, type Row } from './values.ts'

/** What one call writes, and which of the flight's versions it gets: from 1. */
interface Written {
  changes: readonly Change[]
  at: number
}

interface Group {
  kind: Change['kind']
  table: TableName
  rows: Map<number, Row>
}

/**
 * All that a flight writes, in as few statements as keep its order: changes of one kind to one table go together, and of one row only the
 * last counts. Each finds the version in the organisation's row, which its flight has raised.
 */
export function writingSql(org: number, written: readonly Written[], versions: number, now: string): Sql[] {
  return wavesOf(written).map((groups) => {
    const parts = groups.map((group) => groupSql(group, now))
    const ctes = parts.flatMap(({ ctes }, at) =>
      ctes.map(([name, text]) => `${name}${at} AS (${text.replaceAll('@', String(at))})`),
    )
    const turn = 'turn AS (SELECT org, version - ?::bigint AS base FROM organisations WHERE org = ?)'
    return {
      text: `WITH ${[turn, ...ctes].join(', ')} SELECT base FROM turn`,
      values: [versions, org, ...parts.flatMap(({ values }) => values)],
    }
  })
}

/** Statements see what was there before them: a table of which another kind of change comes belongs to the next one. */
function wavesOf(written: readonly Written[]): Group[][] {
  const waves: Map<TableName, Group>[] = []
  const waveOf = new Map<TableName, number>()
  for (const { changes, at } of written)
    for (const change of changes) {
      const { kind, table } = change
      const id = change.kind === 'remove' ? change.id : change.row.id
      const last = waves[waveOf.get(table) ?? -1]?.get(table)
      const isGoingOn =
        last &&
        (last.kind === kind
          ? kind !== 'add' || !last.rows.has(id)
          : kind === 'put' && last.rows.has(id) && last.kind === 'add')
      const number = isGoingOn ? must(waveOf.get(table)) : (waveOf.get(table) ?? -1) + 1
      const wave = (waves[number] ??= new Map())
      waveOf.set(table, number)
      const group = wave.get(table) ?? { kind, table, rows: new Map<number, Row>() }
      wave.set(table, group)
      group.rows.set(id, change.kind === 'remove' ? { id, $at: at } : { ...rowOf(change), $at: at })
    }
  return waves.map((wave) => [...wave.values()])
}

function rowOf(change: Exclude<Change, { kind: 'remove' }>): Row {
  const facts = change.row as unknown as Row
  const derived = definitionOf(change.table).derive?.(facts as never) as Row | undefined
  const row: Row = { ...facts, ...derived }
  const columns = sqlTable(change.table).columns.map((column): [string, unknown] => [
    column.name,
    toColumn(column, (column.derived ? derived : facts)?.[column.name]),
  ])
  const words = isSearched(change.table) ? wordsIn(change.table, row) : []
  return { ...Object.fromEntries(columns), ...Object.fromEntries(words.map((text, at) => [wordColumns[at], text])) }
}

interface GroupSql {
  /** `@` is the number of the group in its statement. */
  ctes: [name: string, text: string][]
  values: unknown[]
}

/** One line for each row there is or was, at its newest version. */
const logSql = (table: TableName, owner: string): string =>
  'INSERT INTO changed (org, "tableName", "rowId", version, "removedDate", "ownerId") ' +
  `SELECT turn.org, '${table}', done.id, turn.base + done.at, ?::text, ${owner} FROM turn, done@ AS done ` +
  'ON CONFLICT (org, "tableName", "rowId") DO UPDATE SET version = excluded.version, ' +
  '"removedDate" = excluded."removedDate", "ownerId" = excluded."ownerId"'

function groupSql({ kind, table, rows }: Group, now: string): GroupSql {
  return kind === 'remove'
    ? removalSql(table, [...rows.values()], now)
    : insertionSql(kind, table, [...rows.values()], now)
}

/** A row that was not there leaves no trace. */
function removalSql(table: TableName, rows: readonly Row[], now: string): GroupSql {
  const { owner } = definitionOf(table)
  const gone =
    `DELETE FROM ${quoted(table)} AS old USING turn, unnest(?::bigint[], ?::bigint[]) AS given (id, at) ` +
    `WHERE old.org = turn.org AND old.id = given.id RETURNING old.id, given.at, ${owner ? `old.${quoted(owner)}` : 'NULL::bigint'} AS owner`
  const values = [rows.map(({ id }) => id), rows.map(({ $at }) => $at)]
  if (!sqlTable(table).synced) return { ctes: [['done', gone]], values }
  return {
    ctes: [
      ['done', gone],
      ['log', logSql(table, 'done.owner')],
    ],
    values: [...values, now],
  }
}

function insertionSql(kind: 'add' | 'put', table: TableName, rows: readonly Row[], now: string): GroupSql {
  const { columns, synced } = sqlTable(table)
  const words = isSearched(table) ? wordColumns : []
  const names = [...columns.map(({ name }) => name), ...words]
  const types = [
    ...columns.map((column) => `${quoted(column.name)} ${givenType(column)}`),
    ...words.map((name) => `${quoted(name)} text`),
  ]
  const given = `SELECT * FROM json_to_recordset(?::json) AS given (${types.join(', ')}, "$at" bigint)`
  const listed = names.map(quoted).join(', ')
  const selected = [
    ...columns.map(({ name, kind }) => quoted(name) + (kind === 'json' ? '::json' : '')),
    ...words.map(quoted),
  ].join(', ')
  const set = [...names.filter((name) => name !== 'id'), 'version'].map(
    (name) => `${quoted(name)} = excluded.${quoted(name)}`,
  )
  // An id that is taken throws: nothing is ever written over by what is new.
  const again = kind === 'put' ? ` ON CONFLICT (org, id) DO UPDATE SET ${set.join(', ')}` : ''
  const writes =
    `INSERT INTO ${quoted(table)} (org, ${listed}, version) SELECT turn.org, ${selected}, turn.base + given."$at" FROM turn, given@ AS given${again} ` +
    'RETURNING id, version - (SELECT base FROM turn) AS at'
  const ctes: GroupSql['ctes'] = [['given', given]]
  const values: unknown[] = [JSON.stringify(rows.map(wellFormed))]
  const sighted = kind === 'put' ? sightColumns[table] : undefined
  if (sighted) {
    ctes.push(['moved', movedSql(table, sighted)])
    values.push(now)
  }
  ctes.push(['done', writes])
  if (!synced) return { ctes, values }
  ctes.push(['log', logSql(table, 'NULL::bigint')])
  return { ctes, values: [...values, null] }
}

/** Lists and records come as a text of their own: what a device may write in them, a record of the database could not hold. */
const givenType = ({ kind }: Column): string => (kind === 'json' ? 'text' : columnType(kind))

/** Whose sight it was in, where that changes. */
function movedSql(table: TableName, sighted: readonly string[]): string {
  const was = sighted.map((name) => `'${name}', old.${quoted(name)}`).join(', ')
  const differs = sighted.map((name) => `old.${quoted(name)} IS DISTINCT FROM given.${quoted(name)}`).join(' OR ')
  return (
    'INSERT INTO moved (org, version, "tableName", "rowId", was, "movedDate") ' +
    `SELECT turn.org, turn.base + given."$at", '${table}', old.id, json_build_object(${was}), ?::text ` +
    `FROM turn, given@ AS given JOIN ${quoted(table)} AS old ON old.id = given.id ` +
    `WHERE old.org = turn.org AND (${differs}) ON CONFLICT DO NOTHING`
  )
}

/** Half a sign, which no text of the database can hold, becomes the sign for what cannot be read, as in any other text that is sent. */
const wellFormed = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  )
