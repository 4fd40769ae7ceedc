import type { Change } from '#shared/kernel/change.ts'
import { definitionOf, type SyncedTable } from '#shared/model/tables.ts'
import { sightColumns } from '#shared/rules/visibility.ts'
import { quoted, sqlTable } from '../columns.ts'
import type { Connection } from './connection.ts'
import { sql } from './reads.ts'
import { isSearched, wordColumns } from './tables.ts'
import { toColumn, wordsIn, type Row } from './values.ts'

interface Commit {
  org: number
  version: number
  now: string
}

/** Writes one change, and what devices cannot tell from rows: that a row has gone, and whose sight it was in. */
export async function write(connection: Connection, change: Change, commit: Commit): Promise<void> {
  if (change.kind === 'remove') return remove(connection, change.table, change.id, commit)
  const { org, version, now } = commit
  const { table, columns, values } = valuesOf(change, commit)
  const sighted = change.kind === 'put' ? sightColumns[change.table] : undefined
  const [before] = sighted
    ? await connection.run(
        sql(`SELECT ${sighted.map(quoted).join(', ')} FROM ${table} WHERE org = ? AND id = ?`, org, change.row.id),
      )
    : []
  const set = columns.slice(2).map((name) => `${quoted(name)} = excluded.${quoted(name)}`)
  const again = change.kind === 'put' ? ` ON CONFLICT (org, id) DO UPDATE SET ${set.join(', ')}` : ''
  await connection.run(
    sql(
      // An id that is taken throws: nothing is ever written over by what is new.
      `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})${again}`,
      ...values,
    ),
  )
  if (!sqlTable(change.table).synced) return
  await note(connection, change.table as SyncedTable, change.row.id, commit, null)
  const row = Object.fromEntries(columns.map((name, at) => [name, values[at]]))
  if (!before || !sighted?.some((name) => before[name] !== row[name])) return
  await connection.run(
    sql(
      'INSERT INTO moved (org, version, "tableName", "rowId", was, "movedDate") VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      ...[org, version, change.table, change.row.id, JSON.stringify(before), now],
    ),
  )
}

function valuesOf(change: Exclude<Change, { kind: 'remove' }>, { org, version }: Commit) {
  const model = sqlTable(change.table)
  const facts = change.row as unknown as Row
  const derived = definitionOf(change.table).derive?.(facts as never) as Row | undefined
  const row: Row = { ...facts, ...derived }
  const words = isSearched(change.table) ? wordsIn(change.table, row) : []
  const others = model.columns.filter(({ name }) => name !== 'id')
  return {
    table: quoted(change.table),
    columns: ['org', 'id', ...others.map(({ name }) => name), 'version', ...(words.length > 0 ? wordColumns : [])],
    values: [
      ...[org, change.row.id],
      ...others.map((column) => toColumn(column, (column.derived ? derived : facts)?.[column.name])),
      version,
      ...words,
    ],
  }
}

async function remove(connection: Connection, name: Change['table'], id: number, commit: Commit): Promise<void> {
  const { owner } = definitionOf(name)
  const [gone] = await connection.run(
    sql(
      `DELETE FROM ${quoted(name)} WHERE org = ? AND id = ? RETURNING ${owner ? quoted(owner) : 'id'}`,
      commit.org,
      id,
    ),
  )
  if (!gone || !sqlTable(name).synced) return
  const gonesOwner = owner ? Number(gone[owner]) : null
  await note(connection, name as SyncedTable, id, commit, { removedDate: commit.now, ownerId: gonesOwner })
}

/** One line for each row there is or was, at its newest version. */
async function note(
  connection: Connection,
  table: SyncedTable,
  id: number,
  { org, version }: Commit,
  gone: { removedDate: string; ownerId: number | null } | null,
): Promise<void> {
  await connection.run(
    sql(
      'INSERT INTO changed (org, "tableName", "rowId", version, "removedDate", "ownerId") VALUES (?, ?, ?, ?, ?, ?) ' +
        'ON CONFLICT (org, "tableName", "rowId") DO UPDATE SET version = excluded.version, ' +
        '"removedDate" = excluded."removedDate", "ownerId" = excluded."ownerId"',
      ...[org, table, id, version, gone?.removedDate ?? null, gone?.ownerId ?? null],
    ),
  )
}
