import { memo } from 'react'
import { formatDay } from '#shared/lib/day.ts'
import { overview } from '#shared/queries/dashboard.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { useOutOfReach } from '#web/parts/live-line.tsx'
import { paths } from '#web/parts/paths.ts'
import { useCompleted } from '#web/state/use-completed.ts'
import { counted } from './counted.ts'
import { StatCard, StatCardsSkeleton, StatGrid } from './stat-card.tsx'
import { useLast } from './use-last.ts'
import type { OpenPicture } from './use-open-picture.ts'

interface OverviewCardsProps {
  teamId: number
  when: boolean
  picture: OpenPicture | undefined
}

/** Each number is the length of the list its card opens, as far as that list is on this device, and how it moved since Monday. */
export const OverviewCards = memo(function OverviewCards({ teamId, when, picture }: OverviewCardsProps) {
  const { user } = useDevice()
  const numbers = useLast(`overview:${user.id}:${teamId}`, useQuery(overview, { teamId }, when))
  const asOf = useOutOfReach()
  if (!numbers) return <StatCardsSkeleton cards={4} />
  const list = (status: string) => paths.find(teamId > 0 ? { teams: teamId, status } : { status })
  const change = picture?.change
  const noteOf = (name: 'inProgress' | 'overdue' | 'requests') => asOf ?? sinceMonday(change?.[name])
  return (
    <StatGrid>
      <StatCard
        label="In Progress"
        value={numbers.inProgress}
        note={noteOf('inProgress')}
        icon="play"
        tone="progress"
        to={list('3')}
        title={counted.inProgress}
      />
      <StatCard
        label="Overdue"
        value={numbers.overdue}
        note={noteOf('overdue')}
        icon="clock-alert"
        tone="overdue"
        to={list('4')}
        title={counted.overdue}
      />
      <CompletedCard teamId={teamId} change={change?.completed} asOf={asOf} to={list('5')} />
      <StatCard
        label="Requests"
        value={numbers.requests}
        note={noteOf('requests')}
        icon="inbox"
        tone="acceptance"
        to={list('0,1,2,7')}
        title={counted.requests}
      />
    </StatGrid>
  )
})

interface CompletedCardProps {
  teamId: number
  change: number | undefined
  asOf: string | undefined
  to: string
}

function CompletedCard({ teamId, change, asOf, to }: CompletedCardProps) {
  const { since } = useYearOnDevice()
  const { count, whole } = useCompleted(teamId)
  return (
    <StatCard
      label="Completed YTD"
      value={count}
      note={
        whole || count === undefined
          ? (asOf ?? sinceMonday(change))
          : ['on this device', asOf].filter(Boolean).join(' · ')
      }
      icon="check"
      tone="completed"
      to={to}
      title={`Taskings completed since ${formatDay(since)}`}
    />
  )
}

function sinceMonday(change: number | undefined): string | undefined {
  if (change === undefined) return undefined
  if (change === 0) return 'as on Monday'
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} since Monday`
}
