import type { Change } from '#shared/kernel/change.ts'
import type { SightOf } from '#shared/model/sight.ts'
import { definitionOf, syncedTableNames } from '#shared/model/tables.ts'
import { sqlTable } from './columns.ts'
import type { NewsOf } from './store.ts'

/** Whose news it is once a change is written as well. A change that is counted twice tells nobody more than there is. */
export function withNews(newsOf: NewsOf, change: Change): NewsOf {
  if (newsOf === 'all' || !sqlTable(change.table).synced) return newsOf
  const { owner } = definitionOf(change.table)
  if (!owner) return 'all'
  // Old entries leave an inbox with whatever comes next.
  if (change.kind === 'remove') return newsOf
  return new Set([...newsOf, (change.row as unknown as Record<string, number>)[owner] ?? 0])
}

/** Of a row that has an owner nobody else is told that it is gone: the id of who asks, null for whoever sees those of all. */
export function ownerIn(sight: SightOf): number | null {
  const owned = syncedTableNames.find((table) => definitionOf(table).owner)
  const mine =
    owned &&
    sight(owned)
      .flat()
      .find((one) => one.column === definitionOf(owned).owner)
  return mine && 'is' in mine ? Number(mine.is) : null
}
