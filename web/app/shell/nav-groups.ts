import { can, canSeeDashboard, homePathOf, type DashboardName } from '#shared/rules/access.ts'
import type { User } from '#shared/model/reference.ts'
import { paths } from '../../parts/paths.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Counts } from './use-counts.ts'

export interface NavItem {
  label: string
  to: string
  icon: IconName
  count?: number
  warn?: boolean
}
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

export function projectItemsFor(user: User, { drafts, outbox, attention }: Counts): NavItem[] {
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

export const homeItemFor = (user: User): NavItem => {
  const to = homePathOf(user)
  return { label: 'Home', to, icon: 'home' }
}
