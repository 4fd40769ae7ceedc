import styled from '@emotion/styled'
import { can, type DashboardName } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useToday } from '#web/data/use-query.ts'
import { LiveLine } from '#web/parts/live-line.tsx'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { pagePart } from '#web/ui/on-demand.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { media } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { OverviewCards } from './overview-cards.tsx'
import { UpdatesPill } from './updates-pill.tsx'
import { TaskingTabs } from './tasking-tabs.tsx'
import { useOpenPicture } from './use-open-picture.ts'
import { useTab } from './use-tab.ts'
import { useTeamScope } from './use-team-scope.ts'
import { useTabRows } from './use-tab-rows.ts'
import { WaitingLine } from './waiting-line.tsx'

const Panels = pagePart(() => import('./panels.tsx').then((part) => part.Panels))
const FirstSteps = pagePart(() => import('./first-steps.tsx').then((part) => part.FirstSteps))
const TeamPicker = pagePart(
  () => import('./team-picker.tsx').then((part) => part.TeamPicker),
  () => <PickerRoom />,
)

/** Manager and operations look at the whole organisation, team at one team (C-052). */
export function DashboardPage({ name }: { name: DashboardName }) {
  const { user } = useDevice()
  const { teamId, mustPick } = useTeamScope(name)
  const today = useToday()
  const [tab, setTab] = useTab(name, teamId)
  const { rows, updates, apply } = useTabRows({ tab, teamId, userId: user.id })
  const isThere = rows !== undefined
  const picture = useOpenPicture(teamId, isThere, JSON.stringify([updates, rows?.length, today]))
  const actions = (
    <>
      <UpdatesPill count={updates} onApply={apply} />
      {mustPick && <TeamPicker teamId={teamId} />}
    </>
  )
  const phone = usePhone()
  return (
    <Page title="Dashboard" hideTitleOnPhone meta={!phone && <LiveLine />} actions={!phone && actions}>
      {phone && (
        <PhoneHead>
          {/* In its place, so that the row stays one. */}
          {updates === 0 && <LiveLine />}
          {actions}
        </PhoneHead>
      )}
      <Layout>
        {rows?.length === 0 && can(user, 'writeResources') && <FirstSteps />}
        <OverviewCards teamId={teamId} when={isThere} picture={picture} />
        <WaitingLine when={isThere} />
        <TaskingTabs name={name} teamId={teamId} tab={tab} onTab={setTab} rows={rows} />
        {isThere && <Panels teamId={teamId} picture={picture} />}
      </Layout>
    </Page>
  )
}

const PickerRoom = styled.div({ width: 200, minHeight: 40, [media.phone]: { minHeight: 50 } })
/** From 1680 px on what is looked at now and then stands in a column of its own. */
const Layout = styled(Stack)({
  '@media (min-width: 1680px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    alignItems: 'start',
    '& > *': { gridColumn: 1 },
    '& > [data-side]': { gridColumn: 2, gridRow: '1 / span 5' },
  },
})
