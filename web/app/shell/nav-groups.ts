import { mayAddProject } from '#shared/rules/abilities.ts'
import { can, canSeeDashboard, type DashboardName } from '#shared/rules/access.ts'
import { queuesOf } from '#shared/rules/queues.ts'
import type { User } from '#shared/model/reference.ts'
import { paths } from '../../parts/paths.ts'
import type { IconName } from '../../theme/icon.tsx'
import type { NavItem } from './more-sheet.tsx'
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
      segments: ['projects', 'queue', 'requests', 'outbox'],
      items: projectItemsFor(user, counts),
    },
    { label: 'Resources', icon: 'layers', segments: ['resources'], items: officeFor(user, '/resources') },
    { label: 'Settings', icon: 'sliders', segments: ['settings'], items: officeFor(user, '/settings') },
  ]
  return groups.filter((group) => group.items.length > 0)
}

/** Tables of reference data: title, address, icon. */
export const places = [
  ['Advisors', '/resources/advisors', 'expert'],
  ['Countries', '/resources/countries', 'flag'],
  ['Funding', paths.funding, 'wallet'],
  ['Teams', '/resources/teams', 'people'],
  ['Users', '/resources/users', 'person'],
  ['Services', '/settings/services', 'box'],
  ['Sub-services', '/settings/subservices', 'layers'],
  ['Deliverables', '/settings/deliverables', 'check'],
] as const
const ofAdmins = [
  ['Organisation', paths.organisation, 'sliders'],
  ['Devices', paths.devices, 'device'],
] as const
/** Whoever may not look there finds no way there (C-010). */
const officeFor = (user: User, under: string): NavItem[] =>
  [...(can(user, 'seeResources') ? places : []), ...(can(user, 'seeOrganisation') ? ofAdmins : [])]
    .filter(([, to]) => to.startsWith(under))
    .map(([label, to, icon]) => ({ label, to, icon, deep: true }))

/** Every place that a person's menus lead to, by a name that says which it is. */
export function placesFor(user: User, counts: Counts): NavItem[] {
  const dashboards = navGroupsFor(user, counts).find(({ label }) => label === 'Dashboard')?.items ?? []
  return [
    ...dashboards.map((item) => ({ ...item, label: `${item.label} dashboard` })),
    ...projectItemsFor(user, counts),
    ...officeFor(user, '/'),
    { label: 'Profile', to: paths.profile(user.id), icon: 'person' },
    { label: 'This device', to: paths.device, icon: 'device' },
  ]
}

/** What the phone's bottom bar has no room for; other dashboards only for those who have several. */
export function moreItemsFor(user: User, counts: Counts): NavItem[] {
  const inBar: string[] = [paths.drafts, paths.startRequest, paths.find()]
  const all = placesFor(user, counts).filter(({ to }) => !inBar.includes(to))
  const dashboards = all.filter(({ icon }) => icon === 'dashboard')
  return all.filter((item) => dashboards.length > 1 || !dashboards.includes(item))
}

function projectItemsFor(user: User, { drafts, outbox, attention }: Counts): NavItem[] {
  return [
    { label: 'Taskings', to: paths.find(), icon: 'folder' },
    ...(queuesOf(user).length > 0 ? [{ label: 'Queue', to: paths.queue(), icon: 'gavel' } satisfies NavItem] : []),
    { label: 'My requests', to: paths.myRequests, icon: 'inbox' },
    { label: 'Drafts', to: paths.drafts, icon: 'drafts', count: drafts },
    { label: 'Outbox', to: paths.outbox, icon: 'send', count: attention || outbox, warn: attention > 0 },
    ...(mayAddProject(user)
      ? [{ label: 'Add a Project', to: paths.addProject, icon: 'folder' } satisfies NavItem]
      : []),
    ...(can(user, 'startRequestButton')
      ? [{ label: 'Start a Request', to: paths.startRequest, icon: 'plus' } satisfies NavItem]
      : []),
  ]
}
