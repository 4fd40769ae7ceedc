import type { User } from '../model/reference.ts'
import { hasRole, type Role } from './access.ts'

/** The roles that decide, which are all that a substitute has of somebody (C-027). */
const deciding = ['AD', 'COR', 'Manager'] as const satisfies readonly Role[]
/** So many people can be away whose substitute one person is. */
export const MOST_AWAY = 20
export const MOST_DAYS_AWAY = 366

export const decidingRolesOf = (user: Pick<User, 'roles'>) => deciding.filter((role) => hasRole(user, role))

/**
 * So many days one that is over is kept, for what was decided within it without a connection and arrives afterwards. Whoever ends it or takes a
 * role away ends it for that, too.
 */
export const DAYS_KEPT = 90

type StandIns = User['standsInFor']
type Holding = Pick<User, 'roles'>

/** What is left to a substitute when an account is changed: no say that its person has lost, and none for who is gone. */
export const standsInAfter = (
  { standsInFor }: { standsInFor: StandIns },
  away: Pick<User, 'id' | 'roles' | 'active'>,
): StandIns => where(standsInFor, (one, role) => one.id !== away.id || (away.active && hasRole(away, role)))

/** And when it is the substitute's own: a role that they have lost is theirs in nobody's name. What an Admin lent without it stays. */
export const standsInWith = (standsInFor: StandIns, before: Holding, after: Holding): StandIns =>
  where(standsInFor, (_, role) => !hasRole(before, role) || hasRole(after, role))

const where = (standsInFor: StandIns, isLeft: (one: StandIns[number], role: Role) => boolean): StandIns =>
  standsInFor.flatMap((one) => {
    const left = one.roles.split(';').filter((role) => isLeft(one, role as Role))
    return left.length > 0 ? [{ ...one, roles: left.join(';') }] : []
  })
