import type { SightOf } from '#shared/model/sight.ts'
import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'
import { seenWith, sightColumns } from '#shared/rules/visibility.ts'
import type { ChangePage, Moved } from '../store.ts'
import { quoted, sqlTable } from '../columns.ts'
import { ownerIn } from '../news.ts'
import type { Ask } from './read-together.ts'
import { apart, together } from './reading.ts'
import { sightSql, sql, within, type Sql } from './reads.ts'
import { readRow, type Row } from './values.ts'

interface Asked {
  after: number
  sight: SightOf
  limit: number
}
/** What this process has heard of, from itself and from others. */
interface Heard {
  version: number
  /** The newest version in a table, or later. */
  newest: (table: SyncedTable) => number
}
interface Entry {
  version: number
  tableName: SyncedTable
  rowId: number
  removedDate: string | null
  ownerId: number | null
}
interface MovedRow {
  version: number
  tableName: SyncedTable
  rowId: number
  was: Row
}
/** Of an organisation, as far as cursors are concerned. */
interface Standing {
  version: number
  news: number
  floor: number
  /** Versions that belong to a history which is gone: above the first of each pair, up to the second. */
  gaps: [number, number][]
}

/** Asked by all in the same words, so that those who ask in one go are told once. */
export const standingSql = (org: number): Sql =>
  sql('SELECT version, news, floor, gaps, epoch, mode, earlier FROM organisations WHERE org = ?', org)
/** Entries of the log looked at together; whoever sees little goes through more of them. */
const STRETCH = 1_000

/** Everything visible after a version, cut behind the version in which the `limit`th row falls. Null where only starting anew tells everything. */
export async function changesSince(
  ask: Ask,
  org: number,
  asked: Asked,
  /** What is surely there is asked for at once, and of no tables but those it is in. */
  heard: Heard,
): Promise<ChangePage | null> {
  let tables = syncedTableNames.filter((table) => heard.newest(table) > asked.after)
  if (asked.after >= heard.version) {
    tables = syncedTableNames
    const [row] = await ask(standingSql(org))
    const standing = must(row) as unknown as Standing
    if (isLost(standing, asked.after)) return null
    if (asked.after >= standing.news) return pageWith(standing, asked.after, {})
  }
  for (let { after } = asked; ;) {
    const { standing, entries, rows, moved } = await stretchAfter(ask, org, { ...asked, after }, tables)
    // What was forgotten meanwhile was before what has been looked at.
    if (isLost(standing, asked.after)) return null
    // Somebody else wrote it meanwhile.
    if (entries.some((entry) => entry.removedDate === null && !tables.includes(entry.tableName))) {
      tables = syncedTableNames
      continue
    }
    const through = entries.at(-1)?.version ?? standing.version
    const told = toldOf(entries, rows, asked.sight)
    const isMore = through < standing.news
    if (told.length === 0 && moved.length === 0 && isMore) {
      after = through
      continue
    }
    return cut(told, moved, asked, standing, isMore ? through : null)
  }
}

const isLost = ({ floor, gaps }: Standing, after: number): boolean =>
  after < floor || gaps.some(([from, to]) => after > from && after <= to)

const pageWith = ({ version, news }: Standing, after: number, more: Partial<ChangePage>): ChangePage => ({
  ...{ rows: {}, removed: {}, moved: [], more: false },
  ...{ through: version, newest: Math.max(after, news) },
  ...more,
})

/** One statement, and with it one moment: a stretch of the log, whole versions, and the rows of some tables that it names and that are seen. */
async function stretchAfter(ask: Ask, org: number, { after, sight, limit }: Asked, named: readonly SyncedTable[]) {
  const isAllSeen = syncedTableNames.every((table) => sight(table).length === 0)
  const most = isAllSeen ? limit : Math.max(limit, STRETCH)
  const sighted = (Object.keys(sightColumns) as SyncedTable[]).filter((table) => sight(table).length > 0)
  const parts = [
    standingSql(org),
    sql('SELECT * FROM stretch'),
    sql(
      'SELECT version, "tableName", "rowId", was FROM moved WHERE org = ? AND version > (SELECT ?::bigint) AND "tableName" = ANY(?) ' +
        'AND version <= (SELECT max(version) FROM stretch) ORDER BY version',
      ...[org, after, sighted],
    ),
    ...named.map((table) => rowsSql(org, table, sight)),
  ]
  // Where it begins is hidden from the planner: a plan for each cursor took longer than all that is done with it.
  const log =
    'WITH stretch AS MATERIALIZED (SELECT version, "tableName", "rowId", "removedDate", "ownerId" FROM changed ' +
    `WHERE org = ? AND version > (SELECT ?::bigint) ORDER BY version FETCH FIRST ${most} ROWS WITH TIES) `
  const { text, values } = together(parts)
  const answers = await ask({ text: log + text, values: [org, after, ...values] })
  const [standings = [], entries, moved, ...tables] = apart(answers, parts.length)
  const rows = new Map<string, Row>()
  tables.forEach((found, at) => {
    const table = must(named[at])
    for (const row of found) rows.set(`${table} ${String(row['id'])}`, factsOf(table, row))
  })
  const inOrder = (must(entries) as unknown as Entry[]).sort((a, b) => a.version - b.version || a.rowId - b.rowId)
  return {
    standing: must(standings[0]) as unknown as Standing,
    entries: inOrder,
    rows,
    moved: moved as unknown as MovedRow[],
  }
}

/** Each row is looked up by its id, however many the database expects. */
function rowsSql(org: number, table: SyncedTable, sight: SightOf): Sql {
  const seen = sightSql(org, table, sight(table))
  return {
    text:
      `SELECT r.* FROM stretch CROSS JOIN LATERAL (SELECT ${sqlTable(table).selectFacts} FROM ${quoted(table)} ` +
      `WHERE ${within(org, table).text} AND id = stretch."rowId" AND ${seen.text} OFFSET 0) r ` +
      `WHERE stretch."tableName" = '${table}' AND stretch."removedDate" IS NULL`,
    values: seen.values,
  }
}

/** A row, or the id of one that has gone. */
interface Told {
  version: number
  table: SyncedTable
  row?: Row
  removed?: number
}

function toldOf(entries: readonly Entry[], rows: ReadonlyMap<string, Row>, sight: SightOf): Told[] {
  const mine = ownerIn(sight)
  return entries.flatMap(({ version, tableName: table, rowId, removedDate, ownerId }): Told[] => {
    const isTold = ownerId === null || mine === null || ownerId === mine
    if (removedDate !== null) return isTold ? [{ version, table, removed: rowId }] : []
    const row = rows.get(`${table} ${rowId}`)
    return row ? [{ version, table, row }] : []
  })
}

function cut(
  told: readonly Told[],
  moved: readonly MovedRow[],
  { after, sight, limit }: Asked,
  standing: Standing,
  /** Where the stretch ends, if that is before the newest news. */
  end: number | null,
): ChangePage {
  const last = told[limit - 1]?.version
  const through = last !== undefined && last < standing.news ? last : end
  const page = pageWith(standing, after, through === null ? {} : { through, newest: through, more: true })
  for (const { version, table, row, removed } of told) {
    if (version > page.through) continue
    if (row) ((page.rows[table] ??= []) as unknown as Row[]).push(row)
    if (removed !== undefined) (page.removed[table] ??= []).push(removed)
  }
  page.moved = moved.filter(({ version }) => version <= page.through).map((one) => movedOf(one, sight))
  return page
}

function movedOf({ tableName: table, rowId, was }: MovedRow, sight: SightOf): Moved {
  const wasSeen = seenWith(sight(table), was)
  return { table, id: rowId, mayBeNew: wasSeen !== true, mayBeHad: wasSeen !== false }
}

/** Without what is derived. */
export const factsOf = (table: SyncedTable, row: Row): Row => {
  const derived = sqlTable(table).columns.filter((column) => column.derived)
  const facts = readRow(table, row)
  for (const { name } of derived) delete facts[name]
  return facts
}
