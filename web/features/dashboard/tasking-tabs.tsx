import { Link } from 'react-router-dom'
import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { tabsOf, type Tab, type TabName } from '#shared/model/status.ts'
import { allOfTab, tabCounts } from '#shared/queries/dashboard.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { hasRole, type DashboardName } from '#shared/rules/access.ts'
import { isQueue, queues, type Queue } from '#shared/rules/queues.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { paths } from '#web/parts/paths.ts'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import type { Sorting } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card, EndLink } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { media, room, token } from '#web/theme/tokens.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useLast } from './use-last.ts'
import { useLastSeen } from './use-last-seen.ts'
import { waitsWords } from './waiting-line.tsx'

interface TaskingTabsProps {
  name: DashboardName
  teamId: number
  tab: TabName
  onTab: (tab: Tab) => void
  rows: TaskingRow[] | undefined
}

export function TaskingTabs({ name, teamId, tab, onTab, rows }: TaskingTabsProps) {
  const tabs = useDashboardTabs(name, teamId, rows !== undefined)
  const { user } = useDevice()
  const { label = '', count: known } = tabs.find(({ id }) => id === tab) ?? {}
  const count = Math.max(known ?? 0, rows?.length ?? 0)
  const card = useLastSeen(rows)
  return (
    <Card ref={card}>
      <Tabs
        label="Taskings by status"
        name="taskings"
        tabs={tabs}
        value={tab}
        onChange={(id) => onTab(must(tabs.find((one) => one.id === id)))}
      />
      <TabPanel name="taskings" value={tab}>
        <Room data-rows>
          {rows ? (
            <TaskingTable
              key={`${teamId}:${tab}`}
              rows={rows}
              variant="full"
              label={label}
              initialSort={isByDue(tab) ? BY_DUE : undefined}
              empty={
                rows.length === 0 && (
                  <NoRows error={messages.fetchingProjects}>
                    <Empty tab={tab} waiting={tabs.find(({ id, count = 0 }) => isOwnQueue(user, id) && count > 0)} />
                  </NoRows>
                )
              }
              most={FIRST_ROWS}
            />
          ) : (
            <TableSkeleton rows={FIRST_ROWS} />
          )}
        </Room>
        <Footer>
          {rows && rows.length > 0 && (
            <>
              <span>
                {Math.min(rows.length, FIRST_ROWS)} of {counted(count)}
                {isByDue(tab) ? ', earliest due first' : ', newest first'}
              </span>
              <EndLink to={paths.find(allOfTab(tab, teamId))}>Show all {counted(count)}</EndLink>
            </>
          )}
        </Footer>
      </TabPanel>
    </Card>
  )
}

/** The specification's order; on operations the person's own queues come first (C-052). */
function useDashboardTabs(name: DashboardName, teamId: number, when: boolean) {
  const { user } = useDevice()
  const counts = useLast(`tabs:${user.id}:${teamId}`, useQuery(tabCounts, { teamId, userId: user.id }, when))
  const tabs = tabsOf(teamId).map((tab) => ({
    ...tab,
    id: tab.name,
    count: counts?.find(({ name }) => name === tab.name)?.count,
  }))
  if (name !== 'operations') return tabs
  const isOwn = ({ id }: { id: TabName }) => isOwnQueue(user, id)
  return [...tabs.filter(isOwn), ...tabs.filter((tab) => !isOwn(tab))]
}

const isOwnQueue = (user: User, tab: TabName): tab is Queue => isQueue(tab) && hasRole(user, queues[tab])

const BY_DUE: Sorting = { key: 'dueDate', direction: 'ascending' }
/** Recently accepted and denied come newest first instead. */
const isByDue = (tab: TabName) => tab !== 'denied' && tab !== 'accepted'

const emptyTexts: Record<TabName, string> = {
  mine: 'What you created or are assigned to appears here.',
  team: 'What this team works on appears here.',
  interim: 'Nothing is waiting for interim approval.',
  cor: 'Nothing is waiting for a COR.',
  acceptance: 'Nothing is waiting to be accepted.',
  denied: 'Nothing was denied in the last days.',
  dueSoon: 'Nothing is due in the next days.',
  accepted: 'Nothing was accepted in the last days.',
}

/** Whoever has nothing of their own is led on to what waits for them (C-254). */
function Empty({ tab, waiting }: { tab: TabName; waiting: { id: TabName; code: number; count?: number } | undefined }) {
  if (tab !== 'mine' || !waiting || !isQueue(waiting.id)) return <EmptyState compact text={emptyTexts[tab]} />
  return (
    <EmptyState
      compact
      text={emptyTexts[tab]}
      action={
        <p>
          {waitsWords(waiting.id, waiting.count ?? 0)} ·{' '}
          <Link to={`?tab=${waiting.code}`} replace>
            Show them
          </Link>
        </p>
      }
    />
  )
}

/** At the first look; the tab's number says how many there are, and Find shows them. */
const FIRST_ROWS = 8

/** As high as its eight rows, before they are there and when there are fewer: what stands below does not move. */
const Room = styled.div({ [media.desktop]: { minHeight: `calc(36px + ${FIRST_ROWS} * (${room.row} + 8px))` } })
const Footer = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 44,
  padding: '0 20px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  [media.phone]: { padding: '0 16px' },
})
