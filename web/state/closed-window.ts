import { addDays, daysBetween, type Day } from '#shared/lib/day.ts'
import { yearStart } from '#shared/queries/dashboard.ts'
import { useDevice } from '../data/device-context.tsx'
import { useMeta, useToday } from '../data/use-query.ts'

/**
 * This device keeps closed taskings for some months only, or for less where there were too many (decision 079): since when the year runs, and whether all of it is here. `partial` once it is known
 * that more of it will not come, so that the server may be asked: while a first sync runs a thin link is left to it.
 */
export function useYearOnDevice(): { since: Day; whole: boolean; partial: boolean; keptDays: number } {
  const { organisation } = useDevice()
  const today = useToday()
  const ready = useMeta('position')?.ready ?? false
  const since = yearStart(today, organisation.fiscalYearStartMonth)
  const fewer = useMeta('closed')?.since
  const keptDays = fewer
    ? Math.min(organisation.syncWindowDays, daysBetween(fewer, today))
    : organisation.syncWindowDays
  const isKept = holdsSince(addDays(today, -keptDays), since)
  return { since, whole: ready && isKept, partial: ready && !isKept, keptDays }
}

/** Whether all of a year is here where closed ones come from a day on: that is one of Greenwich, and a year may begin half a day before its own. */
export const holdsSince = (closedSince: Day, since: Day): boolean => closedSince < since
