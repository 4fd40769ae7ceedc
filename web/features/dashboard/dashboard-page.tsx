import styled from '@emotion/styled'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { LiveLine } from '#web/parts/live-line.tsx'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { usePhone } from '#web/ui/use-media.ts'
import type { DashboardName } from '#shared/rules/access.ts'
import { assignees, teamGroups } from '#shared/queries/statistics.ts'
import { Activity } from './activity.tsx'
import { OverviewCards } from './overview-cards.tsx'
import { RecentlyCompleted } from './recently-completed.tsx'
import { TeamPicker, useTeamScope } from './team-scope.tsx'
import { UpdatesPill } from './updates-pill.tsx'
import { TaskingTabs } from './tasking-tabs.tsx'
import { useTab } from './use-tab.ts'
import { useTabRows } from './use-tab-rows.ts'
import { WorkPanel } from './work-panel.tsx'

/** Manager and operations look at the whole organisation, team at one team (C-052). */
export function DashboardPage({ name }: { name: DashboardName }) {
  const { user } = useDevice()
  const { teamId, mustPick } = useTeamScope(name)
  const [tab, setTab] = useTab()
  const { rows, updates, apply } = useTabRows({ tab, teamId, userId: user.id })
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
          <LiveLine />
          {actions}
        </PhoneHead>
      )}
      <Stack>
        <OverviewCards teamId={teamId} when={rows !== undefined} />
        <TaskingTabs name={name} teamId={teamId} tab={tab} onTab={setTab} rows={rows} />
        <BottomRow>{rows ? <Panels teamId={teamId} /> : <CardSkeleton lines={6} />}</BottomRow>
      </Stack>
    </Page>
  )
}

/** Who has how much open work is asked once for both panels that show it. */
function Panels({ teamId }: { teamId: number }) {
  const people = useQuery(assignees, { teamId })
  const teams = useQuery(teamGroups, {}, teamId === 0)
  return (
    <>
      <WorkPanel key={teamId} teamId={teamId} people={people} teams={teams} />
      <Activity groups={teamId > 0 ? people : teams} />
      <RecentlyCompleted teamId={teamId} />
    </>
  )
}

/** From `lg` on three cards of one height, whose lists scroll; below they stand under each other and grow. */
const BottomRow = styled(Stack)({
  '@media (min-width: 1200px)': {
    gridTemplateColumns: 'minmax(0, 1.42fr) minmax(0, 0.95fr) minmax(0, 1.04fr)',
    gridTemplateRows: 302,
    '& > *': { overflowY: 'auto' },
  },
})
