import styled from '@emotion/styled'
import { byFor } from '#shared/lib/shown-as.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { verbOf } from '#web/parts/faces.ts'
import { lastDenial } from '#web/parts/last-decision.ts'
import { unbroken } from '#web/parts/unbroken.tsx'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { Notice } from '#web/parts/notice.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** The reason first, then who and when, and the way out: for whoever asked before all others, and not for whoever has just said no. */
export function DeniedNotice({ detail, onAmend }: { detail: ProjectDetail; onAmend: () => void }) {
  const { user } = useDevice()
  const now = useNow()
  const { project } = detail
  if (project.phase !== 'denied') return null
  return (
    <Notice
      icon="block"
      tone="danger"
      title={lastDenial(detail) || 'Denied'}
      action={
        project.deniedById !== user.id && (
          <Button variant={isAsked(project, user.id) ? 'contained' : 'outlined'} icon="undo" onClick={onAmend}>
            {verbOf('amend', detail)}
          </Button>
        )
      }
    >
      <Small>
        Denied by {byFor(project.deniedBy, project.decidedFor)}
        {project.deniedDate && unbroken(`, ${dayAndTimeOf(project.deniedDate, now)}`)}
        {project.assignee && ` · sent back to ${project.assignee}`}
      </Small>
    </Notice>
  )
}

/** It is theirs to answer: they asked for it, or it was sent back to them. */
const isAsked = ({ createdById, assigneeId }: ProjectDetail['project'], userId: number): boolean =>
  createdById === userId || assigneeId === userId

const Small = styled.p({ ...textSize.small, color: token.text })
