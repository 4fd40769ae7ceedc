import type { Organisation } from '../model/limits.ts'
import type { User } from '../model/reference.ts'
import { hasRole, type Role } from './access.ts'
import { seesTeamOf } from './visibility.ts'

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

/** Who would not see what waits decides nothing of it. A person of no team decides over all, and may leave a part of it to somebody. */
export const seesWhatWaitsFor = (
  substitute: Pick<User, 'teamId'>,
  away: Pick<User, 'teamId'>,
  organisation: Pick<Organisation, 'restrictTeamVisibility'>,
): boolean => away.teamId === 0 || seesTeamOf(substitute, away, organisation)

/** What is left to a substitute when an account is changed: no say that its person has lost, none for who is gone, and none of what they do not see. */
export const standsInAfter = (
  substitute: Pick<User, 'teamId' | 'standsInFor'>,
  away: Pick<User, 'id' | 'roles' | 'teamId' | 'active'>,
  organisation: Pick<Organisation, 'restrictTeamVisibility'>,
): StandIns =>
  where(
    substitute.standsInFor,
    (one, role) =>
      one.id !== away.id || (away.active && hasRole(away, role) && seesWhatWaitsFor(substitute, away, organisation)),
  )

/** And when it is the substitute's own: a role that they have lost is theirs in nobody's name. What an Admin lent without it stays. */
export const standsInWith = (standsInFor: StandIns, before: Holding, after: Holding): StandIns =>
  where(standsInFor, (_, role) => !hasRole(before, role) || hasRole(after, role))

const where = (standsInFor: StandIns, isLeft: (one: StandIns[number], role: Role) => boolean): StandIns =>
  standsInFor.flatMap((one) => {
    const left = one.roles.split(';').filter((role) => isLeft(one, role as Role))
    return left.length > 0 ? [{ ...one, roles: left.join(';') }] : []
  })
