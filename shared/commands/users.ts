import * as z from 'zod/mini'
import { add, put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { many, one } from '../kernel/reads.ts'
import { already, invalid, refuse, type Refusal } from '../kernel/refusal.ts'
import { line, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { User } from '../model/reference.ts'
import { hasRole } from '../rules/access.ts'
import { dashboardAfter, rolesAfter, userAbilities } from '../rules/users.ts'
import { called, given, rowMade, isSame, plain, saving, taken } from './resources.ts'

const email = z
  .string(messages.emailRequired)
  .check(z.maxLength(200), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, messages.emailRequired))

/**
 * A person's account. `password` and `invited` say that a password or a link to choose one comes with the call, `proven`
 * that the present password did and fits; they never are in it, because every call is kept in the diary (decision 014).
 * `revoked` names roles that the form does not show.
 */
export const saveUser = defineCommand({
  name: 'saveUser',
  online: true,
  input: z.strictObject({
    ...saving,
    fullName: z.optional(called(messages.fullName)),
    email: z.optional(email),
    roles: z.optional(line),
    revoked: z.optional(line),
    teamId: z.optional(ref),
    password: z.optional(z.literal(true)),
    proven: z.optional(z.literal(true)),
    invited: z.optional(z.literal(true)),
  }),
  mints: (input) => rowMade('users', input),
  reads: (input) => ({
    existing: one('users', input.id),
    alike: many('users', { email: plain(input.email ?? '') }),
    team: one('teams', input.teamId ?? 0),
  }),
  follow: ({ existing }) => ({
    colleagues: many('users', existing && hasRole(existing, 'Admin') ? { active: true } : { id: [] }),
  }),
  allow(input, { existing }, { actor }): Refusal | null {
    const may = userAbilities(actor, existing)
    if (!may.edit) return refuse('not-allowed', existing && hasRole(existing, 'Admin') ? { message: adminsOnly } : {})
    // A new account under an id that exists is refused before `run`, whoever it is.
    if (input.isNew) return null
    if (!existing) return refuse('not-found')
    const changes = (field: 'roles' | 'teamId' | 'active') =>
      input[field] !== undefined && input[field] !== existing[field]
    if ((setsSignIn(input, existing) && !may.editSignIn) || (input.invited && !may.invite))
      return refuse('not-allowed', actor.id === existing.id ? {} : { message: messages.othersSignIn })
    const isTooMuch =
      (changes('roles') && !may.editRoles) ||
      (input.revoked !== undefined && !may.editRoles) ||
      (changes('teamId') && !may.editTeam) ||
      (changes('active') && !may.editActive)
    return isTooMuch ? refuse('not-allowed') : null
  },
  run(input, { existing, alike, team, colleagues }, { actor, now }) {
    const errors = existing ? unproven(input, existing, actor) : missing(input)
    if (errors.length > 0) return refuse('invalid', { errors })
    if (input.teamId && !team) return invalid('teamId', messages.team)
    if (alike.some((row) => row.id !== input.id)) return taken('email', 'There is already an account with this address')

    const before: User = existing ?? { ...blank, id: input.id, createDate: now, modifiedDate: now }
    const { roles, forbidden, unknown } = rolesAfter(
      before.roles,
      input.roles ?? before.roles,
      input.revoked ?? '',
      actor,
    )
    if (unknown.length > 0) return invalid('roles', `There is no role ${unknown.join(', ')}`)
    if (forbidden.length > 0)
      return refuse('not-allowed', { message: `Only an Admin can give or take ${forbidden.join(', ')}.` })
    const hasNewRoles = input.roles !== undefined || input.revoked !== undefined
    if (hasNewRoles && roles === '') return invalid('roles', messages.roles)

    const changed = {
      ...before,
      ...given({ fullName: input.fullName?.trim(), teamId: input.teamId, active: input.active }),
      ...given({ email: input.email && plain(input.email), roles: hasNewRoles ? roles : undefined }),
    }
    const after = { ...changed, dashboard: changed.roles === before.roles ? before.dashboard : dashboardAfter(changed) }
    if (
      isActiveAdmin(before) &&
      !isActiveAdmin(after) &&
      !colleagues.some((row) => row.id !== after.id && isActiveAdmin(row))
    )
      return refuse('not-allowed', { message: 'The last active Admin stays one.' })
    if (!input.password && !input.invited && isSame(existing, after)) return already()
    const row = { ...after, modifiedDate: now }
    return [existing ? put('users', row) : add('users', row)]
  },
})

const adminsOnly = 'Only an Admin can change the account of an Admin.'
const isActiveAdmin = (user: User): boolean => user.active && hasRole(user, 'Admin')
const blank = { fullName: '', email: '', roles: '', teamId: 0, dashboard: '', active: true }

/** Whether the call sets what somebody signs in with. */
const setsSignIn = (input: { email?: string | undefined; password?: true | undefined }, existing: User): boolean =>
  input.password === true || (input.email !== undefined && plain(input.email) !== existing.email)

/** Whoever sits down at a device that somebody left open does not take the account with them. */
const unproven = (
  input: { email?: string | undefined; password?: true | undefined; proven?: true | undefined },
  existing: User,
  actor: User,
) =>
  actor.id === existing.id && setsSignIn(input, existing) && !input.proven
    ? [{ field: 'currentPassword', message: messages.currentPassword }]
    : []

/** What a new account cannot do without, together. */
function missing(input: {
  fullName?: string | undefined
  email?: string | undefined
  roles?: string | undefined
  password?: true | undefined
  invited?: true | undefined
}) {
  return [
    ...(input.fullName === undefined ? [{ field: 'fullName', message: messages.fullName }] : []),
    ...(input.email === undefined ? [{ field: 'email', message: messages.emailRequired }] : []),
    ...(input.roles === undefined ? [{ field: 'roles', message: messages.roles }] : []),
    ...(input.password || input.invited ? [] : [{ field: 'password', message: messages.password }]),
  ]
}
