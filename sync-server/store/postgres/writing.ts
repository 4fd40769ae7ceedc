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
  return wavesOf(written).map((groups) => ({
    text: textOf(groups),
    values: [versions, org, ...groups.flatMap((group) => valuesOf(group, now))],
  }))
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
      group.rows.set(id, change.kind === 'remove' ? { id, $at: at } : rowOf(change, at))
    }
  return waves.map((wave) => [...wave.values()])
}

function rowOf({ table, row: facts }: Exclude<Change, { kind: 'remove' }>, at: number): Row {
  const derived = definitionOf(table).derive?.(facts as never) as Row | undefined
  const whole: Row = { ...facts, ...derived }
  const row: Row = { $at: at }
  for (const column of sqlTable(table).columns) row[column.name] = wellFormed(toColumn(column, whole[column.name]))
  if (isSearched(table))
    wordsIn(table, whole).forEach((text, place) => (row[must(wordColumns[place])] = wellFormed(text)))
  return row
}

/** Half a sign, which no text of the database can hold, becomes the sign for what cannot be read, as in any other text that is sent. */
const wellFormed = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/** By what is done to which tables, put together once; `@` is the number of a group in its statement. */
const texts = new Map<string, string>()
const MOST_TEXTS = 1_000
function textOf(groups: readonly Group[]): string {
  const key = groups.map(({ kind, table }) => `${kind} ${table}`).join()
  const before = texts.get(key)
  if (before) return before
  if (texts.size >= MOST_TEXTS) texts.clear()
  const turn = 'turn AS (SELECT org, version - ?::bigint AS base FROM organisations WHERE org = ?)'
  const parts = groups.map(({ kind, table }, at) =>
    (kind === 'remove' ? removalText(table) : insertionText(kind, table)).replaceAll('@', String(at)),
  )
  const text = `WITH ${[turn, ...parts].join(', ')} SELECT base FROM turn`
  texts.set(key, text)
  return text
}

/** As the texts have a place for them. */
function valuesOf({ kind, table, rows: byId }: Group, now: string): unknown[] {
  const rows = [...byId.values()]
  if (kind !== 'remove') return [JSON.stringify(rows), ...(isMoved(kind, table) ? [now] : [])]
  return [rows.map(({ id }) => id), rows.map(({ $at }) => $at), ...(sqlTable(table).synced ? [now] : [])]
}

/** One line for each row there is or was, at its newest version. */
const logText = (table: TableName, removedDate: string, owner: string): string =>
  'log@ AS (INSERT INTO changed (org, "tableName", "rowId", version, "removedDate", "ownerId") ' +
  `SELECT turn.org, '${table}', done.id, turn.base + done.at, ${removedDate}::text, ${owner} FROM turn, done@ AS done ` +
  'ON CONFLICT (org, "tableName", "rowId") DO UPDATE SET version = excluded.version, ' +
  '"removedDate" = excluded."removedDate", "ownerId" = excluded."ownerId")'

/** A row that was not there leaves no trace. */
function removalText(table: TableName): string {
  const { owner } = definitionOf(table)
  const gone =
    `done@ AS (DELETE FROM ${quoted(table)} AS old USING turn, unnest(?::bigint[], ?::bigint[]) AS given (id, at) ` +
    `WHERE old.org = turn.org AND old.id = given.id RETURNING old.id, given.at, ${owner ? `old.${quoted(owner)}` : 'NULL::bigint'} AS owner)`
  return [gone, ...(sqlTable(table).synced ? [logText(table, '?', 'done.owner')] : [])].join(', ')
}

function insertionText(kind: 'add' | 'put', table: TableName): string {
  const { columns, synced } = sqlTable(table)
  const words = isSearched(table) ? wordColumns : []
  const names = [...columns.map(({ name }) => name), ...words]
  const types = [
    ...columns.map((column) => `${quoted(column.name)} ${givenType(column)}`),
    ...words.map((name) => `${quoted(name)} text`),
  ]
  const given = `given@ AS (SELECT * FROM json_to_recordset(?::json) AS given (${types.join(', ')}, "$at" bigint))`
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
    `done@ AS (INSERT INTO ${quoted(table)} (org, ${listed}, version) SELECT turn.org, ${selected}, turn.base + given."$at" FROM turn, given@ AS given${again} ` +
    'RETURNING id, version - (SELECT base FROM turn) AS at)'
  return [
    given,
    ...(isMoved(kind, table) ? [movedText(table)] : []),
    writes,
    ...(synced ? [logText(table, 'NULL', 'NULL::bigint')] : []),
  ].join(', ')
}

/** Lists and records come as a text of their own: what a device may write in them, a record of the database could not hold. */
const givenType = ({ kind }: Column): string => (kind === 'json' ? 'text' : columnType(kind))

/** Whether it may get into somebody's sight, or out of it. */
const isMoved = (kind: Change['kind'], table: TableName): boolean => kind === 'put' && sightColumns[table] !== undefined

/** Whose sight it was in, where that changes. */
function movedText(table: TableName): string {
  const sighted = must(sightColumns[table])
  const was = sighted.map((name) => `'${name}', old.${quoted(name)}`).join(', ')
  const differs = sighted.map((name) => `old.${quoted(name)} IS DISTINCT FROM given.${quoted(name)}`).join(' OR ')
  return (
    'moved@ AS (INSERT INTO moved (org, version, "tableName", "rowId", was, "movedDate") ' +
    `SELECT turn.org, turn.base + given."$at", '${table}', old.id, json_build_object(${was}), ?::text ` +
    `FROM turn, given@ AS given JOIN ${quoted(table)} AS old ON old.id = given.id ` +
    `WHERE old.org = turn.org AND (${differs}) ON CONFLICT DO NOTHING)`
  )
}
