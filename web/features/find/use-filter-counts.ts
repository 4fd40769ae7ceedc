import { findCounts, hasFilter, type FilterField } from '#shared/queries/find.ts'
import { useQuery } from '#web/data/use-query.ts'
import type { FindAddress } from './find-address.ts'
import { closedCodes, mayBeClosed, type Shown } from './use-found.ts'

/**
 * How many taskings a choice of a filter has within the present result, `4`; `4+` where the device may lack closed ones. Undefined while
 * it does not hold the result, so that no number contradicts the list.
 */
export function useFilterCounts(
  { filters }: FindAddress,
  { found, isOnDevice }: Shown,
): ((field: FilterField, id: number) => string) | undefined {
  const counts = useQuery(findCounts, filters, hasFilter(filters) && found !== undefined && isOnDevice)
  if (!counts || !isOnDevice) return undefined
  return (field, id) => {
    const chosen = filters[field] ?? []
    const mayBeMore = field === 'statuses' ? closedCodes.includes(id) : mayBeClosed(filters)
    // What is chosen, or stands beside nothing chosen, is part of the result.
    const isWhole = chosen.length === 0 || chosen.includes(id) || !mayBeMore
    const count = counts[field][id] ?? 0
    return isWhole ? String(count) : count > 0 ? `${count}+` : ''
  }
}
