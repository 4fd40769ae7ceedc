import type pg from 'pg'
import { must } from '#shared/lib/must.ts'
import { syncedTableNames } from '#shared/model/tables.ts'
import { quoted, sqlTable } from '../columns.ts'
import { COUNT_LATER, countListsSql } from '../postgres/list-counts.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { isSearched, wordColumns } from '../postgres/tables.ts'
import { readRow, toColumn, wordsIn } from '../postgres/values.ts'
import type { DatabaseMode, EarlierLife } from '../store.ts'
import { inOneTransaction, withDatabase } from './client.ts'
import { AT_ONCE, type Move, type Removal, type Row, type Source, type Standing, type Target } from './ends.ts'
import { refuseInUse } from './in-use.ts'
import { prepareDatabase } from './prepare.ts'

export interface InPostgres {
  url: string
  org: number
}

/** In one snapshot. @throws when anybody else is connected to the database */
export const fromPostgres = <T>(
  { url, org }: InPostgres,
  mode: DatabaseMode,
  work: (source: Source) => Promise<T>,
): Promise<T> =>
  withDatabase(url, async (client) => {
    await refuseInUse(client)
    return inOneTransaction(client, 'READ ONLY, ISOLATION LEVEL REPEATABLE READ', async () => {
      const standing = await standingOf(client, org)
      if (standing?.mode !== mode) throw new Error(`There is no organisation ${org} in ${mode} mode in this database.`)
      return work(sourceIn(client, org, standing))
    })
  })

async function standingOf(client: pg.Client, org: number): Promise<Standing | undefined> {
  const { rows } = await client.query<Standing & { earlier: EarlierLife[] }>(
    // A file gives its versions as fresh ids: it has to begin above those that were given here. And it knows of no gaps: who stands before
    // the end of one begins anew there, as who is not told of removals any more.
    `SELECT mode, epoch, greatest(version, "freshId") AS version,
       greatest(floor, (SELECT max((gap->>1)::bigint) FROM jsonb_array_elements(gaps) AS gap)) AS floor, earlier
     FROM organisations WHERE org = $1`,
    [org],
  )
  return rows[0]
}

const sourceIn = (client: pg.Client, org: number, standing: Standing): Source => ({
  standing,
  async *rows(name) {
    const names = [...sqlTable(name).columns.map((column) => quoted(column.name)), 'version']
    const text = `SELECT ${names.join(', ')} FROM ${quoted(name)} WHERE org = $1 AND id > $2 ORDER BY id LIMIT ${AT_ONCE}`
    for (let last = -1; ;) {
      const { rows } = await client.query<Row>(text, [org, last])
      if (rows.length === 0) return
      yield rows.map((row) => readRow(name, row) as Row)
      last = must(rows.at(-1)).id
    }
  },
  async removals() {
    const text =
      'SELECT "tableName", "rowId", version, "ownerId", "removedDate" FROM changed WHERE org = $1 AND "removedDate" IS NOT NULL ORDER BY 1, 2'
    return (await client.query<Removal>(text, [org])).rows
  },
  async moves() {
    const text =
      'SELECT version, "tableName", "rowId", was, "movedDate" FROM moved WHERE org = $1 ORDER BY version, "tableName", "rowId"'
    return (await client.query<Move>(text, [org])).rows
  },
})

/** In one transaction: all of it is there, or nothing. */
export async function intoPostgres(
  { url, org }: InPostgres,
  standing: Standing,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  await prepareDatabase(url)
  await (await openPostgres({ url, org, mode: standing.mode })).close()
  await withDatabase(url, async (client) => {
    await inOneTransaction(client, 'READ WRITE', async () => {
      const { rows } = await client.query<{ version: number }>(
        'SELECT version FROM organisations WHERE org = $1 FOR UPDATE',
        [org],
      )
      if (rows[0]?.version !== 0)
        throw new Error(`Organisation ${org} of this database is not empty. A move goes only where nothing is.`)
      await client.query(COUNT_LATER)
      await work(targetIn(client, org))
      await client.query(countListsSql(org))
      await noteChanged(client, org)
      const news = 'SELECT coalesce(max(version), 0) FROM changed WHERE org = $1'
      await client.query(
        `UPDATE organisations SET epoch = $2, version = $3, "freshId" = $3, floor = $4, earlier = $5, news = (${news}) WHERE org = $1`,
        [org, standing.epoch, standing.version, standing.floor, JSON.stringify(standing.earlier)],
      )
    })
    // Else the first people read by plans for empty tables, up to a minute long.
    await client.query('ANALYZE')
  })
}

/** The log has a line for each row that devices have. */
async function noteChanged(client: pg.Client, org: number): Promise<void> {
  for (const name of syncedTableNames)
    await client.query(
      `INSERT INTO changed (org, "tableName", "rowId", version) SELECT org, '${name}', id, version FROM ${quoted(name)} WHERE org = $1`,
      [org],
    )
}

function targetIn(client: pg.Client, org: number): Target {
  /** As many rows in a statement as it may have values. */
  async function insert(table: string, names: readonly string[], rows: readonly unknown[][]): Promise<void> {
    const most = Math.min(AT_ONCE, Math.floor(60_000 / names.length))
    for (let at = 0; at < rows.length; at += most) {
      const some = rows.slice(at, at + most)
      const places = some.map((_, row) => `(${names.map((__, n) => `$${row * names.length + n + 1}`).join(', ')})`)
      await client.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES ${places.join(', ')}`, some.flat())
    }
  }
  return {
    put(name, rows) {
      const { columns } = sqlTable(name)
      const words = isSearched(name) ? wordColumns.map(quoted) : []
      const names = ['org', ...columns.map((column) => quoted(column.name)), 'version', ...words]
      const valuesOf = (row: Row) => [
        org,
        ...columns.map((column) => toColumn(column, row[column.name])),
        row.version,
        ...(words.length > 0 ? wordsIn(name, row) : []),
      ]
      return insert(quoted(name), names, rows.map(valuesOf))
    },
    putRemovals: (removals) =>
      insert(
        'changed',
        ['org', '"tableName"', '"rowId"', 'version', '"ownerId"', '"removedDate"'],
        removals.map((one) => [org, one.tableName, one.rowId, one.version, one.ownerId, one.removedDate]),
      ),
    putMoves: (moves) =>
      insert(
        'moved',
        ['org', 'version', '"tableName"', '"rowId"', 'was', '"movedDate"'],
        moves.map((one) => [org, one.version, one.tableName, one.rowId, JSON.stringify(one.was), one.movedDate]),
      ),
  }
}
