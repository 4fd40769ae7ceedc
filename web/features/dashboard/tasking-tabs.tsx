import { Link } from 'react-router-dom'
import styled from '@emotion/styled'
import { DASHBOARD_ROWS } from '#shared/model/limits.ts'
import { dashboardTabs, type TabCode } from '#shared/model/status.ts'
import { tabCounts } from '#shared/queries/dashboard.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { hasRole, type DashboardName, type Role } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { token } from '#web/ui/tokens.ts'

interface TaskingTabsProps {
  name: DashboardName
  teamId: number
  tab: TabCode
  onTab: (tab: TabCode) => void
  rows: TaskingRow[] | undefined
}

export function TaskingTabs({ name, teamId, tab, onTab, rows }: TaskingTabsProps) {
  const tabs = useDashboardTabs(name, teamId, rows !== undefined)
  const label = tabs.find(({ code }) => code === tab)?.label ?? ''
  return (
    <Card>
      <Tabs
        label="Taskings by status"
        name="taskings"
        tabs={tabs}
        value={String(tab)}
        onChange={(id) => onTab(Number(id) as TabCode)}
      />
      <TabPanel name="taskings" value={String(tab)}>
        {rows ? (
          <TaskingTable
            key={`${teamId}:${tab}`}
            rows={rows}
            variant="full"
            label={label}
            initialSort={isByDue(tab) ? { key: 'dueDate', direction: 'ascending' } : undefined}
            empty={<EmptyState compact text={emptyTexts[tab]} />}
            footer={rows.length >= DASHBOARD_ROWS && <ShowAll tab={tab} teamId={teamId} />}
          />
        ) : (
          <TableSkeleton />
        )}
      </TabPanel>
    </Card>
  )
}

/** The specification's order; on operations the person's own queues come first (C-052). */
function useDashboardTabs(name: DashboardName, teamId: number, when: boolean) {
  const { user } = useDevice()
  const counts = useQuery(tabCounts, { teamId, userId: user.id }, when)
  const tabs = dashboardTabs.map(({ code, label }) => ({
    id: String(code),
    code,
    label: code === -1 && name === 'team' ? 'Team Taskings' : label,
    count: counts?.find((tab) => tab.code === code)?.count,
  }))
  if (name !== 'operations') return tabs
  const isOwnQueue = (code: TabCode) => hasRole(user, ...(deciders[code] ?? []))
  return [...tabs.filter(({ code }) => isOwnQueue(code)), ...tabs.filter(({ code }) => !isOwnQueue(code))]
}

const deciders: Partial<Record<TabCode, Role[]>> = { 0: ['AD'], 1: ['COR'], 2: ['Manager'] }

/** Recently accepted and denied come newest first instead. */
const isByDue = (tab: TabCode) => tab !== 3 && tab !== 5

const emptyTexts: Record<TabCode, string> = {
  [-1]: 'What you created or are assigned to appears here.',
  0: 'Nothing is waiting for interim approval.',
  1: 'Nothing is waiting for a COR.',
  2: 'Nothing is waiting to be accepted.',
  3: 'Nothing was denied in the last days.',
  4: 'Nothing is due in the next days.',
  5: 'Nothing was accepted in the last days.',
}

/** Dashboards show at most 200 rows (C-061). */
function ShowAll({ tab, teamId }: { tab: TabCode; teamId: number }) {
  const { user } = useDevice()
  const status = filterCodes[tab]
  const filters: Record<string, string> = { ...(status !== undefined && { status }) }
  if (teamId > 0) filters['teams'] = String(teamId)
  else if (tab === -1) filters['assignees'] = String(user.id)
  return (
    <Footer>
      {DASHBOARD_ROWS} rows are shown. <Link to={paths.find(filters)}>Show all in Find</Link>
    </Footer>
  )
}

const filterCodes: Partial<Record<TabCode, string>> = { 0: '0', 1: '1', 2: '2', 3: '7', 4: '0,1,2,3', 5: '3' }

const Footer = styled.p({ padding: '12px 20px', borderTop: `1px solid ${token.divider}`, color: token.text2 })
