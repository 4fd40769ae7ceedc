import styled from '@emotion/styled'
import { useNow } from '#web/data/clock.ts'
import { capturedWords, dateOf } from '#web/parts/when.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'

/** Under the title: who made it and who touched it last, and when. */
export function HeadingAuthors({ project }: { project: ProjectDetail['project'] }) {
  const now = useNow()
  const captured = capturedWords(project.createDate, project.receivedDate, now)
  return (
    <Small>
      <span>
        Created by {project.createdBy || 'the system'}, {dateOf(project.createDate)}
        {captured && ` (${captured})`}
      </span>
      <span>
        Modified by {project.modifiedBy || 'the system'}, {dateOf(project.modifiedDate)}
      </span>
    </Small>
  )
}

const Small = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 16px',
  marginBottom: 4,
  ...textSize.small,
  color: token.text2,
  '& > span': { minWidth: 0, overflowWrap: 'anywhere' },
})
