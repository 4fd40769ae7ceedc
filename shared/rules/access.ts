import type { User } from '../model/reference.ts'

/** Roles that carry rights (C.4). Others (Client, Operations, Team-lead, Director) have the baseline alone (C-012). */
export const roles = ['Analyst', 'Manager', 'AD', 'COR', 'PO', 'Admin', 'Finance'] as const
export type Role = (typeof roles)[number]

const byLowerName = new Map<string, Role>([
  ...roles.map((role) => [role.toLowerCase(), role] as const),
  ['associate director', 'AD'],
  ['contracting officer', 'COR'],
  ['contracting officer (cor)', 'COR'],
  ['program officer', 'PO'],
])

/** `"analyst; Contracting Officer;"` → `Analyst`, `COR`; unknown names give no rights and are left out. */
export function rolesOf(user: Pick<User, 'roles'>): Set<Role> {
  const found = new Set<Role>()
  for (const token of user.roles.split(';')) {
    const role = byLowerName.get(token.trim().toLowerCase())
    if (role) found.add(role)
  }
  return found
}

export const hasRole = (user: Pick<User, 'roles'>, ...anyOf: Role[]): boolean => {
  const held = rolesOf(user)
  return anyOf.some((role) => held.has(role))
}

/** Their own roles and those they decide with for others (C-027): which queues and dashboards open. */
export const withRolesLent = ({ roles, standsInFor = [] }: Deciding): Pick<User, 'roles'> =>
  standsInFor.length > 0 ? { roles: [roles, ...standsInFor.map((away) => away.roles)].join(';') } : { roles }
export type Deciding = Pick<User, 'roles'> & Partial<Pick<User, 'standsInFor'>>

/** AD, COR, PO and Client, who has no rights of its own (C-139). */
export const isGovernment = (user: Pick<User, 'roles'>): boolean =>
  hasRole(user, 'AD', 'COR', 'PO') || /(^|;)\s*client\s*(;|$)/i.test(user.roles)

/** What each role opens (C.4), as data: screens, menus and buttons ask this table and so does the server. */
export const capabilities = {
  managerDashboard: ['Admin', 'Manager', 'Analyst'],
  operationsDashboard: ['Admin', 'AD', 'COR'],
  teamDashboard: ['Admin', 'PO'],
  startRequestButton: ['Admin', 'Manager', 'Analyst', 'AD', 'COR', 'PO'],
  draftsButton: ['AD', 'COR', 'PO'],
  seeResources: ['Admin', 'Manager', 'Finance'],
  writeResources: ['Admin', 'Manager'],
  writeFunding: ['Admin', 'Manager', 'Finance'],
  grantAdmin: ['Admin'],
  endSessions: ['Admin'],
  seeOrganisation: ['Admin'],
} as const satisfies Record<string, readonly Role[]>
export type Capability = keyof typeof capabilities
export const isCapability = (name: string): name is Capability => Object.hasOwn(capabilities, name)

export const can = (user: Pick<User, 'roles'>, capability: Capability): boolean =>
  hasRole(user, ...capabilities[capability])

export type DashboardName = 'manager' | 'operations' | 'team'
const dashboardCapability = {
  manager: 'managerDashboard',
  operations: 'operationsDashboard',
  team: 'teamDashboard',
} as const satisfies Record<DashboardName, Capability>

export const canSeeDashboard = (user: Deciding, name: DashboardName): boolean =>
  can(withRolesLent(user), dashboardCapability[name])

/** The path a person starts from: the stored dashboard when allowed, else by role, else Find (C-019). */
export function homePathOf(user: Pick<User, 'roles' | 'dashboard'>): string {
  const stored = user.dashboard as DashboardName
  if (Object.hasOwn(dashboardCapability, stored) && canSeeDashboard(user, stored)) return `/dashboard/${stored}`
  if (can(user, 'managerDashboard')) return '/dashboard/manager'
  if (can(user, 'operationsDashboard')) return '/dashboard/operations'
  if (can(user, 'teamDashboard')) return '/dashboard/team'
  return '/find'
}
