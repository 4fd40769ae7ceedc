import { useSearchParams } from 'react-router-dom'
import type { Day } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import { dueTaskings } from '#shared/queries/due-taskings.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { useQuery, useToday } from '#web/data/use-query.ts'
import { byDay, placeIn, weeksOf, type CalendarPlace } from './calendar-layout.ts'
import type { FindAddress } from './find-address.ts'

/** What a month of the calendar is drawn from. */
export interface Due extends CalendarPlace {
  address: FindAddress
  today: Day
  weeks: Day[][]
  /** Of all shown days. */
  byDay: ReadonlyMap<Day, TaskingRow[]>
  /** Of the month alone. */
  rows: readonly TaskingRow[]
  /** The device has answered. */
  isKnown: boolean
}

/** The device answers, because a list of the server's is a page of twenty. */
export function useDue(address: FindAddress): Due {
  const [search] = useSearchParams()
  const today = useToday()
  const place = placeIn(search, today)
  const weeks = weeksOf(place.month)
  const from = must(weeks[0]?.[0])
  const answer = useQuery(dueTaskings, { ...address.filters, from, to: must(weeks.at(-1)?.[6]) })
  // The answer about the month before stays until this one's comes.
  const isKnown = answer?.from === from
  const all = isKnown ? answer.rows : []
  const rows = all.filter(({ dueDate }) => dueDate.startsWith(place.month))
  return { ...place, address, today, weeks, byDay: byDay(all), rows, isKnown }
}
