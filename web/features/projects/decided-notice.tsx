import { useState } from 'react'
import { useDevice } from '#web/data/device-context.tsx'
import { timeOf } from '#web/parts/when.tsx'
import { Notice } from './notice.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** Says quietly how the decision went that was open when the page was opened (§3.6). */
export function DecidedNotice({ detail, decidable }: { detail: ProjectDetail; decidable: boolean }) {
  const { user } = useDevice()
  const [wasOpen, setWasOpen] = useState(decidable)
  if (decidable && !wasOpen) setWasOpen(true)
  const last = lastDecision(detail)
  if (decidable || !wasOpen || !last) return null
  const who = last.byId === user.id ? 'you' : last.by || 'somebody else'
  return <Notice icon="info" title={`${last.verb} by ${who} at ${timeOf(last.at)}`} />
}

function lastDecision({ project, approvals }: ProjectDetail) {
  const { acceptedDate, canceledDate } = project
  if (project.phase === 'canceled' && canceledDate)
    return { verb: 'Canceled', by: project.canceledBy, byId: project.canceledById, at: canceledDate }
  if (project.phase === 'denied') return null
  if (project.accepted && acceptedDate)
    return { verb: 'Accepted', by: project.acceptedBy, byId: project.acceptedById, at: acceptedDate }
  const approval = approvals.filter((row) => !row.voided).at(-1)
  if (!approval) return null
  const verb = approval.kind === 'authorization' ? 'Authorized' : 'Approved'
  return { verb, by: approval.createdBy, byId: approval.createdById, at: approval.createDate }
}
