import type { FindFilters } from '#shared/queries/find.ts'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { FreshLine, useAsOf, useFresh, useMomentWords } from '#web/parts/live-line.tsx'
import { countOf } from '#web/parts/sync-state.ts'
import { preciseTimeOf } from '#web/parts/when.tsx'
import { mayBeClosed, type Shown } from './use-found.ts'

/** How many were found, by whom, and how fresh that is. "Live" is only what the server has said since the last news came. */
export function FoundLine({ shown, filters }: { shown: Shown; filters: FindFilters }) {
  const { found, from, at, isCurrent } = shown
  const hearsNews = useFresh()
  const wordsOf = useMomentWords()
  const asOf = useAsOf()
  const { keptDays } = useYearOnDevice()
  const total = found && countOf(found.totalItems, 'tasking')
  const isLive = from === 'server' && isCurrent && hearsNews
  const parts = {
    server: [total, isLive ? `Live · ${preciseTimeOf(at)}` : `As of ${wordsOf(at, preciseTimeOf(at))}`],
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
