import { Link } from 'react-router-dom'
import styled from '@emotion/styled'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { tabsOf, type Tab, type TabName } from '#shared/model/status.ts'
import { allOfTab, tabCounts } from '#shared/queries/dashboard.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { hasRole, withRolesLent, type DashboardName } from '#shared/rules/access.ts'
import { isQueue, queues, type Queue } from '#shared/rules/queues.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { paths } from '#web/parts/paths.ts'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import type { Sorting } from '#web/ui/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card, EndLink } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { media, room, token } from '#web/theme/tokens.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useGrowing } from '#web/ui/use-growing.ts'
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
  const key = `${teamId}:${tab}`
  const [opened, setOpened] = useState('')
  const isWhole = opened === key
  // For the next start the first rows are kept, and not two hundred.
  const card = useLastSeen(isWhole ? undefined : rows)
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
        {rows ? (
          <TabRows
            key={key}
            rows={rows}
            label={label}
            tab={tab}
            count={count}
            isWhole={isWhole}
            onWhole={() => setOpened(key)}
            inFind={paths.find(allOfTab(tab, teamId))}
            empty={<Empty tab={tab} waiting={tabs.find(({ id, count = 0 }) => isOwnQueue(user, id) && count > 0)} />}
          />
        ) : (
          <>
            <Room data-rows>
              <TableSkeleton rows={FIRST_ROWS} />
            </Room>
            <Footer />
          </>
        )}
      </TabPanel>
    </Card>
  )
}

interface TabRowsProps {
  rows: TaskingRow[]
  label: string
  tab: TabName
  /** How many there are, here or not. */
  count: number
  isWhole: boolean
  onWhole: () => void
  inFind: string
  empty: ReactNode
}

/** The first rows of a tab, and all that are here once one asks for them (C-061). */
function TabRows({ rows, label, tab, count, isWhole, onWhole, inFind, empty }: TabRowsProps) {
  const room = useRef<HTMLDivElement>(null)
  const drawn = useGrowing(isWhole ? rows.length : 0)
  const shown = Math.min(rows.length, isWhole ? rows.length : FIRST_ROWS)

  function showAll() {
    flushSync(onWhole)
    // Its button is gone: the keyboard goes on where the new ones begin.
    room.current?.querySelector<HTMLElement>(`:is(tr, li):nth-child(${FIRST_ROWS + 1}) a`)?.focus()
  }

  return (
    <>
      <Room ref={room} data-rows>
        <TaskingTable
          rows={rows}
          variant="full"
          label={label}
          initialSort={isByDue(tab) ? BY_DUE : undefined}
          empty={rows.length === 0 && <NoRows error={messages.fetchingProjects}>{empty}</NoRows>}
          most={isWhole ? drawn : FIRST_ROWS}
        />
      </Room>
      <Footer>
        {rows.length > 0 && (
          <>
            <span>
              {shown} of {counted(count)}
              <Order>{isByDue(tab) ? ', earliest due first' : ', newest first'}</Order>
            </span>
            {shown < rows.length && (
              <Button variant="text" onClick={showAll}>
                Show {rows.length - shown} more
              </Button>
            )}
            <EndLink to={inFind}>{shown < count ? `Show all ${counted(count)} in Find` : 'Open in Find'}</EndLink>
          </>
        )}
      </Footer>
    </>
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

const isOwnQueue = (user: User, tab: TabName): tab is Queue => isQueue(tab) && hasRole(withRolesLent(user), queues[tab])

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

/** At the first look. */
const FIRST_ROWS = 8

/** As high as its eight rows, before they are there and when there are fewer: what stands below does not move. */
const Room = styled.div({ [media.desktop]: { minHeight: `calc(36px + ${FIRST_ROWS} * (${room.row} + 8px))` } })
/** A table says it itself, and may have been sorted otherwise. */
const Order = styled.span({ [media.desktop]: { display: 'none' } })
const Footer = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 20px',
  minHeight: 44,
  padding: '0 20px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  '& > span': { flex: 1 },
  '&:empty': { borderColor: 'transparent' },
  [media.phone]: { padding: '0 16px' },
})
