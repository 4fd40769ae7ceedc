import styled from '@emotion/styled'
import { useRef } from 'react'
import { pagePart } from '#web/ui/on-demand.tsx'
import { FilesPanel } from '#web/parts/files-part.tsx'
import { paths } from '#web/parts/paths.ts'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { Page, Stack, StickyFooter } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { media } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { DecidedNotice } from './decided-notice.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DeliverablesPanel } from './deliverables-panel.tsx'
import { DeniedNotice } from './denied-notice.tsx'
import { Description } from './description.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { FundingPanel } from './funding-panel.tsx'
import { HeadingAuthors } from './heading-authors.tsx'
import { HeadingMeta } from './heading-meta.tsx'
import { Print } from './print.tsx'
import { HeadingActions } from './project-heading.tsx'
import { ProjectTimeline } from './project-timeline.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { RequestPanel } from './request-panel.tsx'
import { RestOf } from './rest-of.tsx'
import { useLooked } from './use-looked.ts'
import { UnsavedEdit } from './unsaved-edit.tsx'
import { useDeciding } from './use-deciding.tsx'

const SinceNotice = pagePart(() => import('./since-notice.tsx').then((part) => part.SinceNotice))
const ChangedNotice = pagePart(() => import('./changed-notice.tsx').then((part) => part.ChangedNotice))

/** The last of the page: nobody waits for it. */
const ActivityPanel = pagePart(() => import('./activity-panel.tsx').then((part) => part.ActivityPanel))

/** `isWhole`: what belongs to it is here; else what is there is shown, and nothing is claimed of the rest. */
export function ProjectScreen({ detail, isWhole }: { detail: ProjectDetail; isWhole: boolean }) {
  const { project } = detail
  const { abilities, keptFor, decidable, seen, mayDecide, openDialog, dialogs } = useDeciding(detail)
  const looked = useLooked(detail, isWhole)
  const activity = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const words = (
    <>
      <HeadingAuthors project={project} />
      <Description key={project.description} text={project.description} />
    </>
  )
  const actions = <DecisionActions detail={detail} abilities={abilities} seen={seen.print} onOpen={openDialog} />

  return (
    <Page
      title={`${project.name} · ${project.task}`}
      heading={phone ? project.task : undefined}
      breadcrumb={!phone && <Crumbs way={[{ label: 'Taskings', to: paths.find() }, { label: project.name }]} />}
      meta={<HeadingMeta detail={detail} />}
      subtitle={!phone && words}
      actions={<HeadingActions detail={detail} abilities={abilities} decidable={decidable} onOpen={openDialog} />}
    >
      {phone && <Words>{words}</Words>}
      <Layout>
        <TimelineCard>
          <ProjectTimeline detail={detail} isWhole={isWhole} />
        </TimelineCard>
        <Left>
          <First>
            {isWhole && looked && (
              <SinceNotice detail={detail} looked={looked} onShow={() => activity.current?.scrollIntoView()} />
            )}
            <DecidedNotice detail={detail} abilities={abilities} decidable={decidable} />
            <UnsavedEdit project={project} />
            <DeniedNotice detail={detail} onAmend={() => openDialog('amend')} />
            {decidable && seen.changed && <ChangedNotice before={seen.detail} now={detail} onReview={seen.review} />}
            {mayDecide && <DecisionCard detail={detail} abilities={abilities} actions={!phone && actions} />}
          </First>
          <Stack>
            <RequestPanel
              detail={detail}
              onEdit={abilities.editContent ? () => openDialog('content') : undefined}
              keptFor={keptFor}
            />
            {isWhole ? (
              <DeliverablesPanel
                detail={detail}
                abilities={abilities}
                onCompleteTasking={() => openDialog('complete')}
              />
            ) : (
              <RestOf id={project.id} />
            )}
            <FilesPanel
              place={{ projectId: project.id }}
              requestId={project.requestId}
              files={detail.files}
              removed={detail.removedFiles}
              isWhole={isWhole}
            />
            <CommentsPanel detail={detail} isWhole={isWhole} />
            {isWhole && (
              <div ref={activity}>
                <ActivityPanel detail={detail} looked={looked} />
              </div>
            )}
          </Stack>
        </Left>
        <Side>
          <DetailsPanel detail={detail} />
          <FundingPanel detail={detail} />
        </Side>
      </Layout>
      {mayDecide && phone && <StickyFooter>{actions}</StickyFooter>}
      <Print detail={detail} isWhole={isWhole} />
      {dialogs}
    </Page>
  )
}

/** Two columns from `lg` on; on the phone one, in which the decision comes before the timeline. */
const Layout = styled.div({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.phone]: { gap: 12 },
  '@media (min-width: 1200px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 344px',
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
})
/** On the phone below the title and its buttons, over the whole width. */
const Words = styled.p({ margin: '-4px 0 12px' })
const TimelineCard = styled(Card)({ padding: '16px 20px 12px', [media.phone]: { padding: 16 } })
const Left = styled(Stack)({ [media.phone]: { display: 'contents' } })
const Side = styled(Stack)({
  alignItems: 'start',
  '@media (min-width: 900px) and (max-width: 1199.95px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})
const First = styled(Stack)({ '&:empty': { display: 'none' }, [media.phone]: { order: -1 } })
