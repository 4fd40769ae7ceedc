import type { Day } from '../lib/day.ts'
import type { User } from './reference.ts'

/** Business constants and limits (specification, section 9). */
export const SESSION_LIFE_MS = 69_000_000
/** How long an invitation can be accepted. */
export const INVITATION_LIFE_MS = 7 * 24 * 3_600_000
export const RESET_LIFE_MS = 30 * 60_000
export const FIRST_ADMIN_LIFE_MS = 24 * 3_600_000
export const UNDO_MS = 6_000
export const DASHBOARD_ROWS = 200
export const RECENT_COMPLETED_ROWS = 10
/** What one file of a list holds at most (C-258). */
export const MOST_EXPORTED = 100_000
export const MIN_PASSWORD = 6
export const IDS_PER_DEVICE = 1_000_000
/** So many of one person may be on their way to one place. */
export const MOST_ANNOUNCED = 50
export const MAX_CALL_BYTES = 64_000
/** Of a body over REST. */
export const MAX_BODY_BYTES = 64_000
export const MAX_CALLS_PER_ROUND = 50
/** Taskings that were closed longer ago come to a device without what belongs to them (decision 071). */
export const CLOSED_WHOLE_DAYS = 30

/** Settings an organisation may change (`cfg` in the decision record); devices get them with the session. */
export interface Organisation {
  appName: string
  companyLine: string
  timeZone: string
  dueSoonDays: number
  recentDays: number
  fiscalYearStartMonth: number
  syncWindowDays: number
  requireCorAuthorization: boolean
  allowSelfApproval: boolean
  /** A person of a team sees its taskings, and those they made or are assigned to (C-017). The server alone goes by it. */
  restrictTeamVisibility: boolean
  passwordMinLength: number
  /** The largest file that can be attached, in MB of 1,048,576 bytes (C-158). */
  maxFileMb: number
  /** Where another system edits a tasking's project, with `{id}` and `{poolCode}` (C-038). Without one no link is shown. */
  externalProjectUrl?: string | undefined
  /** Roles without rights of their own that count as one with rights (C-012). Devices that signed in earlier have none. */
  roleAliases?: readonly { name: string; role: string }[]
}

/** A person with all roles that count, those of the organisation's aliases included; stored rows never carry them. */
export function withAliases<U extends { roles: string }>(
  user: U,
  { roleAliases = [] }: Pick<Organisation, 'roleAliases'>,
): U {
  if (roleAliases.length === 0) return user
  const tokens = user.roles.split(';').map((token) => token.trim().toLowerCase())
  const more = roleAliases.filter(({ name }) => tokens.includes(name.toLowerCase())).map(({ role }) => role)
  return more.length > 0 ? { ...user, roles: [user.roles, ...more].join(';') } : user
}

/** Who acts on a day: with all roles that count, and for whom they stand in then. Devices that signed in earlier do not say it. */
export const actorOn = <U extends Pick<User, 'roles'> & Partial<Pick<User, 'standsInFor'>>>(
  user: U,
  organisation: Pick<Organisation, 'roleAliases'>,
  today: Day,
): U => ({
  ...withAliases(user, organisation),
  standsInFor: user.standsInFor?.filter(({ from, until }) => from <= today && today <= until) ?? [],
})

export const defaultOrganisation: Organisation = {
  appName: 'Fieldpost',
  companyLine: 'Fieldpost',
  timeZone: 'America/New_York',
  dueSoonDays: 7,
  recentDays: 14,
  fiscalYearStartMonth: 1,
  syncWindowDays: 180,
  requireCorAuthorization: false,
  allowSelfApproval: true,
  restrictTeamVisibility: false,
  passwordMinLength: MIN_PASSWORD,
  maxFileMb: 25,
}

export const maxFileBytes = ({ maxFileMb }: Pick<Organisation, 'maxFileMb'>): number => maxFileMb * 1024 * 1024
