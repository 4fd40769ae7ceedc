import { formatDay } from '#shared/lib/day.ts'
import { overview } from '#shared/queries/dashboard.ts'
import { useQuery } from '#web/data/use-query.ts'
import { useYearOnDevice } from '#web/parts/closed-window.ts'
import { paths } from '#web/parts/paths.ts'
import { useCompleted } from '#web/parts/use-completed.ts'
import { StatCardsSkeleton } from '#web/ui/skeleton.tsx'
import { StatCard, StatGrid } from '#web/ui/stat-card.tsx'

/** Each number is the length of the list its card opens, as far as that list is on this device. */
export function OverviewCards({ teamId, when }: { teamId: number; when: boolean }) {
  const numbers = useQuery(overview, { teamId }, when)
  if (!numbers) return <StatCardsSkeleton cards={4} />
  const list = (status: string) => paths.find(teamId > 0 ? { teams: teamId, status } : { status })
  return (
    <StatGrid>
      <StatCard
        label="In Progress"
        value={numbers.inProgress}
        icon="play"
        tone="progress"
        to={list('3')}
        title="Accepted or internal taskings that are not finished, overdue ones included"
      />
      <StatCard
        label="Overdue"
        value={numbers.overdue}
        icon="clock-alert"
        tone="overdue"
        to={list('4')}
        title="Taskings in progress whose due date is before today"
      />
      <CompletedCard teamId={teamId} to={list('5')} />
      <StatCard
        label="Requests"
        value={numbers.requests}
        icon="inbox"
        tone="acceptance"
        to={list('0,1,2,7')}
        title="Requested taskings that are not accepted yet, denied ones included"
      />
    </StatGrid>
  )
}

function CompletedCard({ teamId, to }: { teamId: number; to: string }) {
  const { since, keptDays } = useYearOnDevice()
  const { count, whole } = useCompleted(teamId)
  const definition = `Taskings completed since ${formatDay(since)}`
  const kept = `counted on this device, which keeps closed ones for ${keptDays} days`
  return (
    <StatCard
      label="Completed YTD"
      value={count ?? 0}
      delta={whole ? undefined : 'on this device'}
      icon="check"
      tone="completed"
      to={to}
      title={whole ? definition : `${definition}, ${kept}`}
    />
  )
}
