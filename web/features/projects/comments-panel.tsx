import styled from '@emotion/styled'
import * as messages from '#shared/model/messages.ts'
import { isStandingReason } from '#shared/rules/denial.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { oldestFirst } from '#web/parts/last-decision.ts'
import { CountBadge } from '#web/ui/chip.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ProjectDetail } from './project-detail.ts'

interface CommentsPanelProps {
  detail: ProjectDetail
  /** Else there are more than are here, and they are not counted. */
  isWhole?: boolean
}

/** Oldest first. People may always explain, on closed taskings too (C-074). */
export function CommentsPanel({ detail: { project, comments }, isWhole = true }: CommentsPanelProps) {
  const inOrder = oldestFirst(comments)
  return (
    <Panel title="Comments" meta={isWhole && comments.length > 0 && <CountBadge count={comments.length} />}>
      {inOrder.length === 0 ? (
        <NoRows error={messages.fetchingComments} />
      ) : (
        <List>
          {inOrder.map((comment) => (
            <CommentItem key={comment.id} comment={comment} stays={isStandingReason(comment, project)} />
          ))}
        </List>
      )}
      <CommentForm projectId={project.id} />
    </Panel>
  )
}

const List = styled.ul({ display: 'grid', gap: 16, marginBottom: 20 })
