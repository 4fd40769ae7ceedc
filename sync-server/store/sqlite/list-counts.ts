import type Database from 'better-sqlite3'
import { findFilters } from '#shared/model/server-indexes.ts'
import { quoted } from '../columns.ts'
import { LIST_COUNTS, LIST_ORDER, placeIn, STRETCH, type Stretch } from '../list-counts.ts'
import type { Prepare } from './statements.ts'

const key = (filter: string, row: string): string =>
  `'${filter}', coalesce(${row}${quoted(filter)}, 0), ${row}${quoted(LIST_ORDER)} / ${STRETCH}`

const addSql = (filter: string, row: 'NEW' | 'OLD'): string =>
  `INSERT INTO ${LIST_COUNTS} (filter, value, stretch, count) VALUES (${key(filter, `${row}.`)}, ${row === 'NEW' ? 1 : -1})
   ON CONFLICT (filter, value, stretch) DO UPDATE SET count = count + excluded.count;`

/** By the database itself, so that a release that does not know of the counts keeps them too. */
const triggers = findFilters.flatMap((filter) => [
  `CREATE TRIGGER IF NOT EXISTS ${LIST_COUNTS}_${filter}_new AFTER INSERT ON projects BEGIN ${addSql(filter, 'NEW')} END`,
  `CREATE TRIGGER IF NOT EXISTS ${LIST_COUNTS}_${filter}_gone AFTER DELETE ON projects BEGIN ${addSql(filter, 'OLD')} END`,
  `CREATE TRIGGER IF NOT EXISTS ${LIST_COUNTS}_${filter}_other AFTER UPDATE OF ${quoted(filter)}, ${quoted(LIST_ORDER)} ON projects
   BEGIN ${addSql(filter, 'OLD')} ${addSql(filter, 'NEW')} END`,
])

const countedAnew = findFilters
  .map((filter) => `SELECT ${key(filter, '')}, count(*) FROM projects GROUP BY 1, 2, 3`)
  .join(' UNION ALL ')

/** Where a database has no counts yet, they are made from the rows. */
export function followListCounts(db: Database.Database): void {
  const isThere = db.prepare('SELECT 1 FROM pragma_table_info(?)').get(LIST_COUNTS) !== undefined
  if (!isThere) {
    db.exec(
      `CREATE TABLE ${LIST_COUNTS} (filter TEXT, value ANY, stretch INTEGER, count INTEGER NOT NULL,
       PRIMARY KEY (filter, value, stretch)) STRICT, WITHOUT ROWID`,
    )
    db.exec(`INSERT INTO ${LIST_COUNTS} (filter, value, stretch, count) ${countedAnew}`)
  }
  for (const trigger of triggers) db.exec(trigger)
}

export function listCountProblems(db: Database.Database): string[] {
  if (db.prepare('SELECT 1 FROM pragma_table_info(?)').get(LIST_COUNTS) === undefined) return []
  const kept = `SELECT filter, value, stretch, count FROM ${LIST_COUNTS} WHERE count <> 0`
  const differ = [
    `SELECT * FROM (${kept}) EXCEPT SELECT * FROM (${countedAnew})`,
    `SELECT * FROM (${countedAnew}) EXCEPT SELECT * FROM (${kept})`,
  ].some((text) => db.prepare(text).get() !== undefined)
  return differ
    ? ['The counts of the lists of taskings do not fit their rows: a page would stand in the wrong place.']
    : []
}

/** All rows with one value of one filter, as far as the counts know them. */
export interface CountedList {
  filter: string
  value: unknown
}

export const countOfList = (prepare: Prepare, { filter, value }: CountedList): number =>
  (
    prepare(`SELECT coalesce(sum(count), 0) AS count FROM ${LIST_COUNTS} WHERE filter = ? AND value = ?`).get(
      filter,
      value ?? 0,
    ) as { count: number }
  ).count

/** In which stretch of several lists of one filter, taken together, a row stands: where it begins, and how many rows are before it. */
export function stretchOf(
  prepare: Prepare,
  lists: readonly CountedList[],
  offset: number,
): { from: number; before: number } | null {
  const values = JSON.stringify(lists.map(({ value }) => value ?? 0))
  const stretches = prepare(
    `SELECT stretch, sum(count) AS count FROM ${LIST_COUNTS}
     WHERE filter = ? AND value IN (SELECT value FROM json_each(?)) GROUP BY stretch ORDER BY stretch`,
  ).all(lists[0]?.filter, values) as Stretch[]
  return placeIn(stretches, offset)
}
