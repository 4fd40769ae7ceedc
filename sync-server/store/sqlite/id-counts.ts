import type Database from 'better-sqlite3'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import type { IdRange } from '#shared/model/reference-ids.ts'
import type { TableName } from '#shared/model/tables.ts'
import { quoted } from '../columns.ts'
import type { Prepare } from './statements.ts'

/**
 * How many documents of a searched table the ids of each device have, kept with every document that comes or goes: `T-1` is the
 * beginning of the references of a hundred devices, and a quarter of a million ids counted one by one take 14 ms.
 */
const countsTable = (table: TableName): string => quoted(`${table}_words_counts`)
/** Each row has its document, and the list of those is narrow. */
const documentsTable = (table: TableName): string => quoted(`${table}_words_docsize`)
const countedAnew = (table: TableName): string =>
  `SELECT id / ${IDS_PER_DEVICE} AS device, count(*) AS count FROM ${documentsTable(table)} GROUP BY device`

/** Where a database has no counts yet, or its full text was made `anew`, they are made from the documents. */
export function followCounts(db: Database.Database, table: TableName, anew: boolean): void {
  if (anew) db.exec(`DROP TABLE IF EXISTS ${countsTable(table)}`)
  if (db.prepare('SELECT 1 FROM pragma_table_info(?)').get(`${table}_words_counts`)) return
  db.exec(`CREATE TABLE ${countsTable(table)} (device INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT`)
  db.exec(`INSERT INTO ${countsTable(table)} (device, count) ${countedAnew(table)}`)
}

export const countsFit = (db: Database.Database, table: TableName): boolean => {
  const kept = `SELECT device, count FROM ${countsTable(table)} WHERE count <> 0`
  const differences = `SELECT * FROM (${kept}) EXCEPT SELECT * FROM (${countedAnew(table)})`
  const sums = [kept, countedAnew(table)].map((text) => db.prepare(`SELECT sum(count) FROM (${text})`).pluck().get())
  return db.prepare(differences).get() === undefined && sums[0] === sums[1]
}

/** After the document of this id was added (1) or taken away (-1). */
export function noteCount(prepare: Prepare, table: TableName, id: number, more: 1 | -1): void {
  prepare(
    `INSERT INTO ${countsTable(table)} (device, count) VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET count = count + excluded.count`,
  ).run(deviceOf(id), more)
}

/** How many rows have an id within one of these ranges, which do not overlap. */
export function countIds(prepare: Prepare, table: TableName, ranges: readonly IdRange[]): number {
  const devices = `SELECT coalesce(sum(count), 0) AS sum FROM ${countsTable(table)} WHERE device BETWEEN ? AND ?`
  const one = `SELECT count(*) AS count FROM ${documentsTable(table)} WHERE id BETWEEN ? AND ?`
  const counted = (text: string, from: number, to: number): number =>
    from > to ? 0 : (Object.values(prepare(text).get(from, to) as Record<string, number>)[0] ?? 0)
  return ranges.reduce((sum, [from, to]) => {
    const [first, last] = [Math.ceil(from / IDS_PER_DEVICE), deviceOf(to + 1) - 1]
    if (first > last) return sum + counted(one, from, to)
    const before = counted(one, from, first * IDS_PER_DEVICE - 1)
    const after = counted(one, (last + 1) * IDS_PER_DEVICE, to)
    return sum + before + counted(devices, first, last) + after
  }, 0)
}

const deviceOf = (id: number): number => Math.floor(id / IDS_PER_DEVICE)
