import type { JudgedCall, OutcomesOptions } from '../store.ts'
import type { RowsOf } from './changes-since.ts'
import { sqlTable } from '../columns.ts'

/** What became of a queue's calls, and in which version. */
export function outcomesSql(rowsOf: RowsOf, { device, from, limit }: OutcomesOptions): JudgedCall[] {
  const text = `SELECT ${sqlTable('calls').selectFacts}, version FROM calls WHERE device = ? AND seq >= ? ORDER BY seq LIMIT ?`
  return rowsOf('calls', text, [device, from, limit]) as unknown as JudgedCall[]
}
