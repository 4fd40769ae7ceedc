import type { User } from '../model/reference.ts'
import { can, canSeeDashboard, hasRole, homePathOf, rolesOf, type DashboardName, type Role } from './access.ts'

/** What the user form offers (C-020). `Admin` and `Finance` are granted by an Admin alone. */
export const assignableRoles = ['Analyst', 'Manager', 'AD', 'COR', 'PO'] as const satisfies Role[]
const grantedByAdmin = ['Admin', 'Finance'] as const satisfies Role[]
/** Names that carry no rights and may stand in a list all the same (C-012). */
export const baseline = ['Client', 'Operations', 'Team-lead', 'Director'] as const

/**
 * What one person may do with another's account. On their own they change name, address and password, and nothing that
 * gives rights (C-100); an Admin's account is an Admin's to change. Whoever sets an address or a password can sign in as that
 * person, so of somebody else's account that is an Admin's alone (C-021): a Manager can take roles from others and make
 * accounts with any, so roles that a Manager shares with somebody prove nothing (decision 022).
 */
export function userAbilities(actor: User, target: User | undefined) {
  const isSelf = actor.id === target?.id
  const isAdmin = hasRole(actor, 'Admin')
  const mayWrite = can(actor, 'writeResources') && (isAdmin || !target || !hasRole(target, 'Admin'))
  const isTheirsToOpen = mayWrite && (isAdmin || !target)
  return {
    edit: isSelf || mayWrite,
    /** What the person signs in with: address and password. */
    editSignIn: isSelf || isTheirsToOpen,
    editTeam: mayWrite && (!isSelf || isAdmin),
    editRoles: mayWrite && (!isSelf || isAdmin),
    /** Nobody locks themselves out (C-101). */
    editActive: mayWrite && !isSelf,
    /** A link to choose a password, which is told to whoever invites where there is no mail (C-103). */
    invite: isTheirsToOpen && !isSelf,
    grant: isAdmin,
  }
}

interface RolesAfter {
  /** Stored form: tokens joined by `;`, known ones by their short names. */
  roles: string
  /** Asked for, and only an Admin may give or take them. */
  forbidden: string[]
  unknown: string[]
}

/**
 * The roles after a save. The form shows only the assignable ones, so whatever else is held stays (C-020), unless an Admin
 * names it in `revoked`.
 */
export function rolesAfter(before: string, asked: string, revoked: string, actor: User): RolesAfter {
  const held = tokensOf(before)
  const taken = tokensOf(revoked)
  const wanted = tokensOf(asked).filter((token) => !taken.includes(token))
  const kept = held.filter((token) => !isAssignable(token) && !taken.includes(token))
  const added = wanted.filter((token) => !kept.includes(token))
  const tokens = [...new Set([...added.filter(isAssignable), ...kept, ...added])]
  const changed = [...added.filter((token) => !isAssignable(token) && !held.includes(token)), ...taken]
  return {
    roles: tokens.join(';'),
    forbidden: hasRole(actor, 'Admin') ? [] : changed,
    unknown: added.filter((token) => !isKnown(token) && !held.includes(token)),
  }
}

/** The stored dashboard while the roles allow it, else the one they lead to (C-019). */
export function dashboardAfter(user: Pick<User, 'roles' | 'dashboard'>): string {
  const stored = user.dashboard as DashboardName
  if (['manager', 'operations', 'team'].includes(stored) && canSeeDashboard({ roles: user.roles }, stored))
    return stored
  return /^\/dashboard\/(\w+)$/.exec(homePathOf({ ...user, dashboard: '' }))?.[1] ?? ''
}

const isAssignable = (token: string): boolean => (assignableRoles as readonly string[]).includes(token)
const isKnown = (token: string): boolean =>
  [...assignableRoles, ...grantedByAdmin, ...baseline].some((name) => name === token)

/** Tokens in the order they stand, each once, known ones in the form they are stored in. */
const tokensOf = (roles: string): string[] => [
  ...new Set(
    roles
      .split(';')
      .map((token) => token.trim())
      .filter(Boolean)
      .map((token) => [...rolesOf({ roles: token })][0] ?? baselineOf(token)),
  ),
]
const baselineOf = (token: string): string =>
  baseline.find((name) => name.toLowerCase() === token.toLowerCase()) ?? token
