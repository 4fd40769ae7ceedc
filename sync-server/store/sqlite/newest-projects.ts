import type { Facts } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'
import { readPlace } from '../snapshot-place.ts'
import type { SnapshotOptions, SnapshotPage } from '../store.ts'
import type { RowsOf } from './changes-since.ts'
import { sqlTable } from '../columns.ts'
import { sightSql } from './sight.ts'

/** A page after the last row of the one before, so that writes in between neither shift nor repeat anything. */
export function newestProjectsSql(
  rowsOf: RowsOf,
  { seen, base, part, closedSince, after, limit }: SnapshotOptions,
): SnapshotPage {
  const place = readPlace({ part, after })
  const key = part === 'open' ? 'version' : 'closedDate'
  const open = part === 'open'
  const seenOnly = sightSql('projects', seen)
  const text =
    `SELECT ${sqlTable('projects').selectFacts}, ${key} AS place FROM projects ` +
    // Left to itself the planner walks all versions, past a million closed taskings.
    `INDEXED BY ${open ? 'projects_open' : '"projects_closedDate"'} WHERE ` +
    (open ? `closedDate = '' AND version <= ?` : `closedDate >= ? AND closedDate > '' AND version <= ?`) +
    (place ? ` AND (${key}, id) < (?, ?)` : '') +
    (seenOnly.text && ` AND ${seenOnly.text}`) +
    ` ORDER BY ${key} DESC, id DESC LIMIT ?`
  const values = [...(open ? [base] : [closedSince, base]), ...(place ?? []), ...seenOnly.values, limit]
  const rows = rowsOf('projects', text, values)
  const last = rows.length === limit ? must(rows.at(-1)) : null
  const next = last ? JSON.stringify([last.place, last.id]) : null
  for (const row of rows) delete row.place
  return { projects: rows as Facts<'projects'>[], next }
}
