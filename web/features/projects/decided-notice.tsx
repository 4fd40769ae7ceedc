import { useState } from 'react'
import { dashboardTab } from '#shared/queries/dashboard.ts'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { queueOf, type Queue } from '#shared/rules/queues.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { useDelivery } from '#web/parts/delivery.tsx'
import { decidedWords, lastDecision } from '#web/parts/last-decision.ts'
import { paths } from '#web/parts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import type { ProjectDetail } from './project-detail.ts'

interface DecidedNoticeProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  decidable: boolean
}

/** Says quietly how the decision went that was open when the page was opened, and leads to the next one. */
export function DecidedNotice({ detail, abilities, decidable }: DecidedNoticeProps) {
  const { user } = useDevice()
  const [queue, setQueue] = useState<Queue | null>(null)
  const current = decidable ? queueOf(detail.project, abilities) : null
  if (current !== null && current !== queue) setQueue(current)
  const last = lastDecision(detail)
  const now = useNow()
  const isWaiting = useDelivery('projects', detail.project.id) !== null
  if (decidable || queue === null || !last) return null
  return (
    <Notice
      icon="info"
      title={decidedWords(last, user, now)}
      action={<NextInQueue queue={queue} projectId={detail.project.id} />}
    >
      {isWaiting && last.byId === user.id && 'It counts when it reaches the server.'}
    </Notice>
  )
}

function NextInQueue({ queue, projectId }: { queue: Queue; projectId: number }) {
  const { user } = useDevice()
  const waiting = useQuery(dashboardTab, { tab: queue, teamId: 0, userId: user.id }) ?? []
  const next = waiting.find((row) => row.id !== projectId)
  if (!next) return null
  return (
    <ButtonLink to={paths.project(next.id)} replace endIcon="arrow-right">
      Next: {next.name}
    </ButtonLink>
  )
}
