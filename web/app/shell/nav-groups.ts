import { can, canSeeDashboard, type DashboardName } from '#shared/rules/access.ts'
import type { User } from '#shared/model/reference.ts'
import type { NavItem } from '../../features/device/more-sheet.tsx'
import { paths } from '../../parts/paths.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Counts } from './use-counts.ts'

export interface NavGroup {
  label: string
  icon: IconName
  /** First path segments that open it. */
  segments: readonly string[]
  items: readonly NavItem[]
}

const dashboardNames: readonly [DashboardName, string][] = [
  ['manager', 'Manager'],
  ['operations', 'Operations'],
  ['team', 'Team'],
]

/** The menu of one person: nothing in it leads to a refusal (C-010). */
export function navGroupsFor(user: User, counts: Counts): NavGroup[] {
  const dashboards = dashboardNames
    .filter(([name]) => canSeeDashboard(user, name))
    .map(([name, label]): NavItem => ({ label, to: paths.dashboard(name), icon: 'dashboard' }))
  const groups: NavGroup[] = [
    { label: 'Dashboard', icon: 'dashboard', segments: ['dashboard'], items: dashboards },
    {
      label: 'Projects',
      icon: 'folder',
      segments: ['projects', 'requests', 'outbox'],
      items: projectItemsFor(user, counts),
    },
  ]
  return groups.filter((group) => group.items.length > 0)
}

/** What the phone's bottom bar has no room for; other dashboards only for those who have several. */
export function moreItemsFor(user: User, counts: Counts): NavItem[] {
  const [dashboards, projects] = navGroupsFor(user, counts).map((group) => group.items)
  const inBar: string[] = [paths.drafts, paths.startRequest, paths.find()]
  return [
    ...(dashboards && projects && dashboards.length > 1 ? dashboards : []).map((item) => ({
      ...item,
      label: `${item.label} dashboard`,
    })),
    ...projectItemsFor(user, counts).filter((item) => !inBar.includes(item.to)),
    { label: 'This device', to: paths.device, icon: 'device' },
  ]
}

function projectItemsFor(user: User, { drafts, outbox, attention }: Counts): NavItem[] {
  return [
    { label: 'Taskings', to: paths.find(), icon: 'folder' },
    { label: 'My requests', to: paths.myRequests, icon: 'inbox' },
    { label: 'Drafts', to: paths.drafts, icon: 'drafts', count: drafts },
    { label: 'Outbox', to: paths.outbox, icon: 'send', count: attention || outbox, warn: attention > 0 },
    ...(can(user, 'startRequestButton')
      ? [{ label: 'Start a Request', to: paths.startRequest, icon: 'plus' } satisfies NavItem]
      : []),
  ]
}
