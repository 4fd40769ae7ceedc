import { put } from '#shared/kernel/change.ts'
import { count, many } from '#shared/kernel/reads.ts'
import { keyOf } from '#shared/lib/words.ts'
import { blankPreferences } from '#shared/model/reference.ts'
import { FIRST_ADMIN_LIFE_MS } from '#shared/model/limits.ts'
import { errorsIn } from '#shared/kernel/input.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'
import { personSchema } from '#shared/protocol/session.ts'
import { passwordProblem } from '#shared/rules/passwords.ts'
import type { Server } from '../execute/execute.ts'
import { createIds } from '../store/ids.ts'
import type { Decided } from '../store/store.ts'
import { isLive, linkRow, usedUp } from './links.ts'
import type { Passwords } from './passwords.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * A new token for the first administrator; the ones before it are void. Null when there are people already, or another process made one
 * within the last minute: of many that start together one has the link that counts.
 */
export async function firstAdminToken(server: Server): Promise<string | null> {
  if (!(await server.store.lease('first-admin'))) return null
  const token = newToken()
  const reads = { users: count('users', {}), earlier: many('links', { purpose: 'first-admin', used: false }) }
  return server.store.transact({ reads }, ({ users, earlier }, freshId) => {
    if (users > 0) return { changes: usedUp(earlier), value: null }
    const about = { userId: 0, purpose: 'first-admin', lifeMs: FIRST_ADMIN_LIFE_MS, now: server.now() } as const
    return { changes: [...usedUp(earlier), put('links', linkRow(freshId, token, about))], value: token }
  })
}

export interface NewAdmin {
  email: string
  fullName: string
  password: string
}

/**
 * The only account that is not made by an account: with the token of the first administrator's link, once and while there
 * is nobody; or, with `token` null, by whoever runs the server (`--create-admin`). Answers why not, or null.
 */
export async function addAdmin(
  server: Server,
  passwords: Passwords,
  token: string | null,
  { email, fullName, password }: NewAdmin,
): Promise<'over' | FieldError[] | null> {
  const reads = {
    links: many('links', { tokenHash: tokenHash(token ?? '') }),
    earlier: many('links', { purpose: 'first-admin', used: false }),
    users: count('users', {}),
    alike: many('users', { email: keyOf(email) }),
  }
  const mayNot = ({ links: [link], users }: { links: Parameters<typeof isLive>[0][]; users: number }): boolean =>
    token !== null && (users > 0 || !isLive(link, server.now()) || link.purpose !== 'first-admin')

  if (mayNot(await server.store.read({ reads }))) return 'over'
  const person = { email: keyOf(email), fullName: fullName.trim() }
  const errors = errorsOf(server, { ...person, password })
  if (errors.length > 0) return errors
  const id = await createIds(server.store)()
  const hash = await passwords.hash(password)
  return server.store.transact({ reads }, (found): Decided<'over' | FieldError[] | null> => {
    const date = server.now()
    if (mayNot(found)) return { changes: [], value: 'over' }
    if (found.alike.length > 0)
      return { changes: [], value: [{ field: 'email', message: 'There is already an account with this address' }] }
    const rights = {
      roles: 'Admin',
      teamId: 0,
      dashboard: 'manager',
      active: true,
      ...blankPreferences,
      standsInFor: [],
    }
    const made = { createDate: date, createdById: id, modifiedDate: date, modifiedById: id }
    const user = { id, ...person, ...rights, ...made }
    const credential = put('credentials', { id, hash, changedDate: date })
    return { changes: [put('users', user), credential, ...usedUp(found.earlier)], value: null }
  })
}

function errorsOf({ organisation }: Server, { password, ...person }: NewAdmin): FieldError[] {
  const errors = errorsIn(personSchema, person)
  const problem = passwordProblem(password, organisation, person)
  return problem ? [...errors, { field: 'password', message: problem }] : errors
}
