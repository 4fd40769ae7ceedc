import styled from '@emotion/styled'
import { lastDenial } from '#web/parts/last-decision.ts'
import { dayAndTimeOf, useNow } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { token } from '#web/ui/tokens.ts'
import { Notice } from './notice.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** The reason first, then who and when, and the way out. */
export function DeniedNotice({ detail, onAmend }: { detail: ProjectDetail; onAmend: () => void }) {
  const now = useNow()
  const { project } = detail
  if (project.phase !== 'denied') return null
  return (
    <Notice
      icon="block"
      tone="danger"
      title={lastDenial(detail) || 'Denied'}
      action={
        <Button variant="contained" icon="undo" onClick={onAmend}>
          Amend and resubmit
        </Button>
      }
    >
      <Small>
        Denied by {project.deniedBy}
        {project.deniedDate && `, ${dayAndTimeOf(project.deniedDate, now)}`}
        {project.assignee && ` · sent back to ${project.assignee}`}
      </Small>
    </Notice>
  )
}

const Small = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text })
