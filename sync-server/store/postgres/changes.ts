import type { SightOf } from '#shared/model/sight.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import { seenWith, sightColumns } from '#shared/rules/visibility.ts'
import type { ChangePage, Moved } from '../store.ts'
import { quoted, sqlTable } from '../columns.ts'
import { ownerIn } from '../news.ts'
import type { Connection } from './connection.ts'
import { all, sightSql, sql, within } from './reads.ts'
import { readRow, type Row } from './values.ts'

interface Standing {
  org: number
  version: number
  news: number
}
interface Entry {
  version: number
  tableName: SyncedTable
  rowId: number
  removedDate: string | null
  ownerId: number | null
}

/** A row, or the id of one that has gone. */
interface Told {
  version: number
  table: SyncedTable
  row?: Row
  removed?: number
}

/** Entries of the log looked at together; whoever sees little goes through more of them. */
const STRETCH = 1_000

/** Everything visible after a version, cut behind the version in which the `limit`th row falls. In one snapshot. */
export async function changesSince(
  connection: Connection,
  { org, version, news }: Standing,
  { after, sight, limit }: { after: number; sight: SightOf; limit: number },
): Promise<ChangePage> {
  const page: ChangePage = {
    ...{ rows: {}, removed: {}, moved: [], more: false },
    ...{ through: version, newest: Math.max(after, news) },
  }
  if (after >= news) return page
  const seen: Told[] = []
  for (let from = after; ;) {
    const entries = await stretchAfter(connection, org, from)
    seen.push(...(await visible(connection, org, sight, entries)))
    const last = entries.at(-1)?.version
    const cut = seen[limit - 1]?.version
    if (cut !== undefined && cut < news) {
      page.through = page.newest = cut
      page.more = true
    }
    if (last === undefined || last >= news || page.more) break
    from = last
  }
  for (const { version: at, table, row, removed } of seen) {
    if (at > page.through) continue
    if (row) ((page.rows[table] ??= []) as unknown as Row[]).push(row)
    if (removed !== undefined) (page.removed[table] ??= []).push(removed)
  }
  page.moved = await movedBetween(connection, org, after, page.through, sight)
  return page
}

/** Whole versions, so that none is told in part. */
async function stretchAfter(connection: Connection, org: number, after: number): Promise<Entry[]> {
  const text =
    'WITH stretch AS (SELECT version FROM changed WHERE org = ? AND version > ? ORDER BY version LIMIT ?) ' +
    'SELECT version, "tableName", "rowId", "removedDate", "ownerId" FROM changed ' +
    'WHERE org = ? AND version > ? AND version <= (SELECT max(version) FROM stretch) ORDER BY version, "rowId"'
  return (await connection.run(sql(text, org, after, STRETCH, org, after))) as unknown as Entry[]
}

async function visible(
  connection: Connection,
  org: number,
  sight: SightOf,
  entries: readonly Entry[],
): Promise<Told[]> {
  const rows = new Map<string, Row>()
  const there = entries.filter(({ removedDate }) => removedDate === null)
  for (const table of new Set(there.map(({ tableName }) => tableName))) {
    const ids = there.filter(({ tableName }) => tableName === table).map(({ rowId }) => rowId)
    for (const row of await visibleRows(connection, org, table, ids, sight))
      rows.set(`${table} ${String(row['id'])}`, row)
  }
  const mine = ownerIn(sight)
  return entries.flatMap(({ version, tableName: table, rowId, removedDate, ownerId }): Told[] => {
    const isTold = ownerId === null || mine === null || ownerId === mine
    if (removedDate !== null) return isTold ? [{ version, table, removed: rowId }] : []
    const row = rows.get(`${table} ${rowId}`)
    return row ? [{ version, table, row }] : []
  })
}

async function visibleRows(
  connection: Connection,
  org: number,
  table: SyncedTable,
  ids: readonly number[],
  sight: SightOf,
): Promise<Row[]> {
  const where = all([within(org, table), sql('id = ANY(?)', ids), sightSql(org, table, sight(table))])
  const text = `SELECT ${sqlTable(table).selectFacts} FROM ${quoted(table)} WHERE ${where.text}`
  return (await connection.run({ text, values: where.values })).map((row) => factsOf(table, row))
}

/** Without what is derived. */
export const factsOf = (table: SyncedTable, row: Row): Row => {
  const derived = sqlTable(table).columns.filter((column) => column.derived)
  const facts = readRow(table, row)
  for (const { name } of derived) delete facts[name]
  return facts
}

/** Nothing for whoever sees all of a table. */
async function movedBetween(
  connection: Connection,
  org: number,
  after: number,
  through: number,
  sight: SightOf,
): Promise<Moved[]> {
  const tables = (Object.keys(sightColumns) as SyncedTable[]).filter((table) => sight(table).length > 0)
  if (tables.length === 0) return []
  const text =
    'SELECT "tableName", "rowId", was FROM moved WHERE org = ? AND version > ? AND version <= ? AND "tableName" = ANY(?)'
  const rows = (await connection.run(sql(text, org, after, through, tables))) as unknown as {
    tableName: SyncedTable
    rowId: number
    was: Row
  }[]
  return rows.map(({ tableName: table, rowId, was }) => {
    const wasSeen = seenWith(sight(table), was)
    return { table, id: rowId, mayBeNew: wasSeen !== true, mayBeHad: wasSeen !== false }
  })
}
