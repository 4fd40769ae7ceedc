import styled from '@emotion/styled'
import { useEffect, useRef } from 'react'
import { projectDetail } from '#shared/queries/projects.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { pagePart } from '#web/ui/on-demand.tsx'
import type { Decision } from '#web/parts/faces.ts'
import { FilesPanel } from '#web/parts/files-part.tsx'
import { decidedWords, lastDecision } from '#web/parts/last-decision.ts'
import { Notice } from '#web/parts/notice.tsx'
import { paths } from '#web/parts/paths.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Stack, StickyFooter } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { DecisionCard } from './decision-card.tsx'
import { HeadingMeta } from './heading-meta.tsx'
import { decidedOf, type ProjectDetail } from './project-detail.ts'
import { RequestPanel } from './request-panel.tsx'
import type { Decided } from './use-decide.ts'
import { useDeciding } from './use-deciding.tsx'

const ChangedNotice = pagePart(() => import('./changed-notice.tsx').then((part) => part.ChangedNotice))

interface QueueDetailProps {
  id: number
  /** It came because the one before was decided or stepped over: the keyboard goes along. */
  takesFocus: boolean
  /** On the phone, above the buttons. */
  said: React.ReactNode
  onDecide: (decision: Decision, about: Decided, assigneeId: number) => void
  onNext: (() => void) | undefined
}

/** One tasking of the queue: what is asked for, and the decision before everything else. */
export function QueueDetail({ id, ...props }: QueueDetailProps) {
  const detail = useQuery(projectDetail, { id })
  if (detail) return <Open detail={detail} {...props} />
  if (detail === undefined) return <CardSkeleton lines={8} />
  return (
    <Card>
      <EmptyState compact text="This tasking is not on this device." />
    </Card>
  )
}

function Open({
  detail,
  takesFocus,
  said,
  onDecide,
  onNext,
}: Omit<QueueDetailProps, 'id'> & { detail: ProjectDetail }) {
  const phone = usePhone()
  const { project } = detail
  const { abilities, keptFor, decidable, seen, mayDecide, openDialog, dialogs } = useDeciding(detail)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const actions = (
    <DecisionActions
      detail={detail}
      abilities={abilities}
      seen={seen.print}
      onOpen={openDialog}
      onDecide={(decision, assigneeId) => onDecide(decision, decidedOf(detail, seen.print), assigneeId)}
    />
  )
  return (
    <Stack>
      <Head>
        <h2 ref={heading} tabIndex={-1}>
          {project.name} · {project.task}
        </h2>
        <HeadingMeta detail={detail} />
        <ButtonLink variant="text" size="small" endIcon="chevron-right" to={paths.project(project.id)}>
          Open page
        </ButtonLink>
        <p>{project.description}</p>
      </Head>
      {!decidable && <Gone detail={detail} onNext={onNext} />}
      {decidable && seen.changed && <ChangedNotice before={seen.detail} now={detail} onReview={seen.review} />}
      {mayDecide && <DecisionCard detail={detail} abilities={abilities} actions={!phone && actions} />}
      <RequestPanel detail={detail} onEdit={undefined} keptFor={keptFor} />
      <FilesPanel
        place={{ projectId: project.id }}
        requestId={project.requestId}
        files={detail.files}
        removed={detail.removedFiles}
      />
      <CommentsPanel detail={detail} />
      {phone && mayDecide && (
        <StickyFooter>
          <Foot>
            {said}
            {actions}
          </Foot>
        </StickyFooter>
      )}
      {dialogs}
    </Stack>
  )
}

/** Somebody was faster: no fault, and on to the next. */
function Gone({ detail, onNext }: { detail: ProjectDetail; onNext: (() => void) | undefined }) {
  const { user } = useDevice()
  const last = lastDecision(detail)
  const now = useNow()
  return (
    <Notice
      icon="info"
      title={last ? decidedWords(last, user, now) : 'It does not wait for you'}
      action={
        onNext && (
          <Button endIcon="arrow-right" onClick={onNext}>
            Next
          </Button>
        )
      }
    />
  )
}

const Head = styled.header({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  minWidth: 0,
  '& h2': { ...textSize.title, overflowWrap: 'anywhere' },
  '& a': { marginLeft: 'auto', [media.phone]: { order: 1, margin: '0 0 0 -8px' } },
  '& p': { flexBasis: '100%', minWidth: 0, overflowWrap: 'anywhere', color: token.text2 },
})
const Foot = styled.div({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8, width: '100%' })
