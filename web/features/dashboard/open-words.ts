import { counted } from '#shared/lib/counted.ts'
import { DASHBOARD_ROWS } from '#shared/model/limits.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'

/** A list of rows, earliest due first, that ends where there are too many (C-061). */
export const isCut = (rows: readonly unknown[]): boolean => rows.length >= DASHBOARD_ROWS

/** "250", and "200+" while it is not known how many more there are. */
export function openWords(rows: readonly unknown[], count: number | undefined): string {
  if (!isCut(rows)) return counted(rows.length)
  return count === undefined ? `${counted(rows.length)}+` : counted(Math.max(count, rows.length))
}

/** How many of them are overdue: late ones stand first, so only where the last row is late may there be more. */
export function overdueWords(rows: readonly Pick<TaskingRow, 'state' | 'pastDue'>[]): string | null {
  const late = rows.filter(({ state }) => state === 'overdue').length
  if (late === 0) return null
  return `${counted(late)}${isCut(rows) && rows.at(-1)?.pastDue ? '+' : ''} overdue`
}
