import type { CallRow } from '#shared/model/server-tables.ts'
import type { OutcomesOptions } from '../store.ts'
import type { RowsOf } from './changes-since.ts'
import { sqlTable } from '../columns.ts'

/** What became of a queue's calls, as far as they were judged up to a version. */
export function outcomesSql(rowsOf: RowsOf, { device, from, through, limit }: OutcomesOptions): CallRow[] {
  const text =
    `SELECT ${sqlTable('calls').selectFacts} FROM calls ` +
    'WHERE device = ? AND seq >= ? AND version <= ? ORDER BY seq LIMIT ?'
  return rowsOf('calls', text, [device, from, through, limit]) as unknown as CallRow[]
}
