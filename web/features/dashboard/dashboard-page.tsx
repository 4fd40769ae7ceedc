import { useDevice } from '#web/data/device-context.tsx'
import { LiveLine } from '#web/parts/live-line.tsx'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { usePhone } from '#web/ui/use-media.ts'
import type { DashboardName } from '#shared/rules/access.ts'
import { OverviewCards } from './overview-cards.tsx'
import { RecentlyCompleted } from './recently-completed.tsx'
import { TeamPicker, useTeamScope } from './team-scope.tsx'
import { UpdatesPill } from './updates-pill.tsx'
import { TaskingTabs } from './tasking-tabs.tsx'
import { useTab } from './use-tab.ts'
import { useTabRows } from './use-tab-rows.ts'

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
        <OverviewCards teamId={teamId} />
        <TaskingTabs name={name} teamId={teamId} tab={tab} onTab={setTab} rows={rows} />
        <RecentlyCompleted teamId={teamId} />
      </Stack>
    </Page>
  )
}
