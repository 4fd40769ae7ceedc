import styled from '@emotion/styled'
import { useState } from 'react'
import { projectAbilities } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { paths } from '#web/parts/paths.ts'
import { Page, Stack, StickyFooter } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { media } from '#web/ui/tokens.ts'
import { usePhone } from '#web/ui/use-media.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { DecidedNotice } from './decided-notice.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DeliverablesPanel } from './deliverables-panel.tsx'
import { DeniedNotice } from './denied-notice.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { FundingPanel } from './funding-panel.tsx'
import { HeadingActions, HeadingMeta, HeadingSubtitle } from './project-heading.tsx'
import { ProjectDialogs, type DialogName } from './project-dialogs.tsx'
import { ProjectTimeline } from './project-timeline.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { RequestPanel } from './request-panel.tsx'
import { useSeen } from './use-seen.ts'

export function ProjectScreen({ detail }: { detail: ProjectDetail }) {
  const { user, organisation } = useDevice()
  const { project } = detail
  const mayNow = projectAbilities(user, project, organisation)
  const abilities = { ...mayNow, editContent: mayNow.editContent && detail.textKeptFor === null }
  const decidable = abilities.approve || abilities.accept || abilities.approveOwnBlocked
  const seen = useSeen(detail)
  const phone = usePhone()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const mayDecide = decidable && !seen.changed
  const actions = <DecisionActions detail={detail} abilities={abilities} seen={seen.print} onOpen={setDialog} />

  return (
    <Page
      title={`${project.name} · ${project.task}`}
      heading={phone ? project.task : undefined}
      breadcrumb={phone ? undefined : [{ label: 'Taskings', to: paths.find() }, { label: project.name }]}
      meta={<HeadingMeta detail={detail} />}
      subtitle={<HeadingSubtitle detail={detail} />}
      actions={<HeadingActions detail={detail} abilities={abilities} decidable={decidable} onOpen={setDialog} />}
    >
      <Layout>
        <TimelineCard>
          <ProjectTimeline detail={detail} />
        </TimelineCard>
        <Left>
          <First>
            <DecidedNotice detail={detail} abilities={abilities} decidable={decidable} />
            <DeniedNotice detail={detail} onAmend={() => setDialog('amend')} />
            {decidable && seen.changed && <ChangedNotice before={seen.detail} now={detail} onReview={seen.review} />}
            {mayDecide && <DecisionCard detail={detail} abilities={abilities} actions={!phone && actions} />}
          </First>
          <Stack>
            <RequestPanel
              detail={detail}
              onEdit={abilities.editContent ? () => setDialog('content') : undefined}
              keptFor={mayNow.editContent ? detail.textKeptFor : null}
            />
            <DeliverablesPanel detail={detail} />
            <CommentsPanel detail={detail} />
            <FilesPanel files={detail.files} />
          </Stack>
        </Left>
        <Side>
          <DetailsPanel project={project} />
          <FundingPanel detail={detail} />
        </Side>
      </Layout>
      {mayDecide && phone && <StickyFooter>{actions}</StickyFooter>}
      <ProjectDialogs
        dialog={dialog}
        detail={detail}
        seen={seen.print}
        onClose={() => setDialog(null)}
        onOwnChange={seen.expectOwn}
      />
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
const TimelineCard = styled(Card)({ padding: '16px 20px 12px', [media.phone]: { padding: 16 } })
const Left = styled(Stack)({ [media.phone]: { display: 'contents' } })
const Side = styled(Stack)({
  alignItems: 'start',
  '@media (min-width: 900px) and (max-width: 1199.95px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})
const First = styled(Stack)({ '&:empty': { display: 'none' }, [media.phone]: { order: -1 } })
