import { overview } from '#shared/queries/dashboard.ts'
import { useQuery } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { StatCardsSkeleton } from '#web/ui/skeleton.tsx'
import { StatCard, StatGrid } from '#web/ui/stat-card.tsx'

/** Each number is the length of the list its card opens. */
export function OverviewCards({ teamId }: { teamId: number }) {
  const numbers = useQuery(overview, { teamId })
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
      <StatCard
        label="Completed YTD"
        value={numbers.completed}
        icon="check"
        tone="completed"
        to={list('5')}
        title="Taskings completed since the beginning of this year"
      />
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
