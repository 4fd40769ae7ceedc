import { counted } from '#shared/lib/counted.ts'
import { statusCodes } from '#shared/model/status.ts'
import type { FindFilters } from '#shared/queries/find.ts'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { FreshLine, useAsOf } from '#web/parts/live-line.tsx'
import { countOf } from '#web/parts/sync-state.ts'
import { useCompleted } from '#web/state/use-completed.ts'
import { preciseTimeOf } from '#web/parts/when.tsx'
import { useIsLive } from '#web/sync/engine-context.tsx'
import { mayBeClosed, type Shown } from './use-found.ts'

/** How many were found, by whom, and how fresh that is. "Live" is only what the server has said since the last news came. */
export function FoundLine({ shown, filters }: { shown: Shown; filters: FindFilters }) {
  const { found, from, at, isCurrent } = shown
  const hearsNews = useIsLive()
  const asOf = useAsOf()
  const { keptDays } = useYearOnDevice()
  const thisYear = useCompletedThisYear(filters)
  const total = found && countOf(found.totalItems, 'tasking')
  const isLive = from === 'server' && isCurrent && hearsNews
  const parts = {
    server: [total, thisYear, isLive ? `Live · ${preciseTimeOf(at)}` : `As of ${preciseTimeOf(at)}`],
    waiting: [total && `${total} on this device`, 'Asking the server\u00a0…'],
    device: [
      total,
      'Results on this device',
      asOf && `as of ${asOf}`,
      mayBeClosed(filters) && `without those closed more than ${keptDays} days ago`,
    ],
  }[from]
  return <FreshLine isLive={isLive}>{parts.filter(Boolean).join(' · ')}</FreshLine>
}

/** The list that "Completed YTD" opens says how many fall into this year, so that the number is seen in it (C-040). */
function useCompletedThisYear({ teams = [], ...filters }: FindFilters): string | undefined {
  const isThatList =
    teams.length < 2 && JSON.stringify(filters) === JSON.stringify({ statuses: [statusCodes.completed.filterCode] })
  const { count, whole } = useCompleted(teams[0] ?? 0, isThatList)
  return isThatList && whole && count !== undefined ? `${counted(count)} this year` : undefined
}
