import type { User } from '../model/reference.ts'
import { hasRole, type Role } from './access.ts'

/** The roles that decide, which are all that a substitute has of somebody (C-027). */
const deciding = ['AD', 'COR', 'Manager'] as const satisfies readonly Role[]
/** So many people can be away whose substitute one person is. */
export const MOST_AWAY = 20
export const MOST_DAYS_AWAY = 366

export const decidingRolesOf = (user: Pick<User, 'roles'>) => deciding.filter((role) => hasRole(user, role))

/** What is left to a substitute when an account is changed: no say that its person has lost, and none for who is gone. */
export const standsInAfter = (
  { standsInFor }: Pick<User, 'standsInFor'>,
  away: Pick<User, 'id' | 'roles' | 'active'>,
) =>
  standsInFor.flatMap((one) => {
    if (one.id !== away.id) return [one]
    const left = away.active ? one.roles.split(';').filter((role) => hasRole(away, role as Role)) : []
    return left.length > 0 ? [{ ...one, roles: left.join(';') }] : []
  })
