import type { AnswerOf } from '#shared/kernel/query.ts'
import { pageAt } from '#shared/lib/paging.ts'
import type { findTaskings } from '#shared/queries/find.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import type { OwnTaskings } from '#web/state/own-taskings.ts'

export type Found = AnswerOf<typeof findTaskings>

/**
 * The server's answer as this person has to see it: what they did must not vanish because the server does not know it yet. A row
 * they have changed reads as on this device (`changed`), and one that the device lists here and the answer does not is put in.
 */
export function withOwnWork(
  served: Found,
  own: Found | undefined,
  changed: readonly TaskingRow[],
  { waiting, made }: OwnTaskings,
): Found {
  const rowsById = new Map(changed.map((row) => [row.id, row]))
  const items = served.items.map((row) => rowsById.get(row.id) ?? row)
  const known = new Set(items.map(({ id }) => id))
  const isSamePage = own?.pageNumber === served.pageNumber
  const missing = isSamePage ? own.items.filter(({ id }) => waiting.has(id) && !known.has(id)) : []
  for (const row of missing) items.splice(own?.items.indexOf(row) ?? 0, 0, row)
  // Those that only changed may stand on another page of the answer already.
  const total = served.totalItems + missing.filter(({ id }) => made.has(id)).length
  const { pageNumber, years } = served
  return { ...pageAt(pageNumber, total, () => []), pageNumber, items, ...(years && { years }) }
}
