import * as z from 'zod/mini'
import { put, type Change } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { many, one } from '../kernel/reads.ts'
import { already, faulty, faultUnless, refuse, type Refusal } from '../kernel/refusal.ts'
import { keyOf } from '../lib/words.ts'
import { chosen, id, line } from '../model/fields.ts'
import { withAliases, type Organisation } from '../model/limits.ts'
import * as messages from '../model/messages.ts'
import { blankPreferences, type User } from '../model/reference.ts'
import { strangerTo, verdictOn } from '../rules/abilities.ts'
import { hasRole } from '../rules/access.ts'
import { seesWhatWaitsFor, standsInAfter, standsInWith } from '../rules/substitutes.ts'
import { dashboardAfter, rolesAfter, userAbilities } from '../rules/users.ts'
import { choiceErrors, choiceReads } from '../reference/choices.ts'
import { importOf } from '../reference/import.ts'
import { inputsOf } from '../reference/reference.ts'
import { audit, given, rowMade, saved, savingForm } from '../reference/save.ts'
import { users } from '../reference/users.ts'

const { teamId, ...form } = inputsOf(users)

/**
 * A person's account. `password` and `invited` say that a password or a link to choose one comes with the call, `proven`
 * that the present password did and fits; they never are in it, because every call is kept in the diary (decision 014).
 * `revoked` names roles that the form does not show.
 */
export const saveUser = defineCommand({
  name: 'saveUser',
  ability: 'saveUser',
  online: true,
  input: savingForm({
    ...form,
    revoked: z.optional(line),
    teamId,
    password: z.optional(z.literal(true)),
    proven: z.optional(z.literal(true)),
    invited: z.optional(z.literal(true)),
  }),
  mints: (input) => rowMade('users', input),
  reads: (input) => ({
    existing: one('users', input.id),
    alike: many('users', { email: keyOf(input.email ?? '') }),
    ...choiceReads({ teamId: input.teamId }),
  }),
  follow: ({ existing }, input) => ({
    colleagues: many('users', existing && changesRights(input) ? {} : { id: [] }),
  }),
  allow(input, { existing }, { actor }): Refusal | null {
    const may = userAbilities(actor, existing)
    if (!may.edit)
      return refuse('not-allowed', existing && hasRole(existing, 'Admin') ? { message: messages.adminsOnly } : {})
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
  run(input, { existing, alike, colleagues, ...found }, context) {
    const { actor, organisation } = context
    const before: User = existing ?? { ...blank, id: input.id, ...audit(context) }
    const { roles, forbidden, unknown } = rolesAfter(
      before.roles,
      input.roles ?? before.roles,
      input.revoked ?? '',
      actor,
    )
    if (forbidden.length > 0 && unknown.length === 0) {
      const message = `Only an Admin can give or take ${forbidden.join(', ')}.`
      return refuse('not-allowed', { message, errors: [{ field: 'roles', message }] })
    }
    const hasNewRoles = input.roles !== undefined || input.revoked !== undefined
    const wrong = faulty(
      [
        ...faultUnless(unknown.length === 0, 'roles', `There is no role ${quoted(unknown)}`),
        ...faultUnless(!hasNewRoles || roles !== '', 'roles', messages.roles),
        ...choiceErrors({ teamId: input.teamId }, found, before),
        ...(existing ? unproven(input, existing, actor) : []),
        ...faultUnless(existing ?? input.password ?? input.invited, 'password', messages.password),
      ],
      faultUnless(!alike.some((row) => row.id !== input.id), 'email', 'There is already an account with this address'),
    )
    if (wrong) return wrong

    const changed = {
      ...before,
      ...given({ fullName: input.fullName, teamId: input.teamId, active: input.active }),
      ...given({ email: input.email && keyOf(input.email), roles: hasNewRoles ? roles : undefined }),
    }
    const isSeen = (away: { id: number }) => {
      const row = colleagues.find(({ id }) => id === away.id)
      return !row || seesWhatWaitsFor(changed, row, organisation)
    }
    const after = {
      ...changed,
      dashboard: changed.roles === before.roles ? before.dashboard : dashboardAfter(changed),
      standsInFor: changed.active
        ? standsInWith(
            changed.standsInFor.filter(isSeen),
            withAliases(before, organisation),
            withAliases(changed, organisation),
          )
        : [],
    }
    if (
      isActiveAdmin(before) &&
      !isActiveAdmin(after) &&
      !colleagues.some((row) => row.id !== after.id && isActiveAdmin(row))
    )
      return refuse('not-allowed', { message: 'The last active Admin stays one.' })
    // A password or a link goes with the row, and is written only when that is.
    const written = saved('users', existing, after, input, context, input.password ?? input.invited)
    return Array.isArray(written) && existing
      ? [...written, ...lapsed(colleagues, withAliases(after, organisation), organisation)]
      : written
  },
})

/** Accounts out of a file, each with an invitation (C-210, C-103). */
export const [importUser, userImport] = importOf(users, saveUser)

/** So many taskings one call gives away. */
export const MOST_HANDED_OVER = 500

/**
 * Gives open taskings of one person to another, all in one call. What has been closed or is somebody else's by now stays as it is; when
 * that is all of them, nothing happens.
 */
export const handOver = defineCommand({
  name: 'handOver',
  ability: 'handOver',
  online: true,
  input: z.strictObject({
    userId: id,
    assigneeId: chosen(messages.assignee),
    projectIds: z.array(id).check(z.minLength(1, messages.handOver), z.maxLength(MOST_HANDED_OVER, messages.handOver)),
  }),
  reads: ({ userId, assigneeId, projectIds }) => ({
    existing: one('users', userId),
    projects: many('projects', { id: projectIds }),
    ...choiceReads({ assigneeId }),
  }),
  allow: (_, { existing }, context) => strangerTo('handOver', {}, context) ?? (existing ? null : refuse('not-found')),
  run({ userId, assigneeId }, { projects, ...found }, context) {
    const wrong = faulty([
      ...faultUnless(assigneeId !== userId, 'assigneeId', messages.handOverToOther),
      ...choiceErrors({ assigneeId }, found),
    ])
    if (wrong) return wrong
    const theirs = projects.filter((row) => row.assigneeId === userId && verdictOn('edit', row, context) === null)
    if (theirs.length === 0) return already()
    const modified = { modifiedById: context.actor.id, modifiedDate: context.now }
    return theirs.map((row) => put('projects', { ...row, assigneeId, ...modified }))
  },
})

const changesRights = (input: { roles?: unknown; revoked?: unknown; teamId?: unknown; active?: unknown }): boolean =>
  [input.roles, input.revoked, input.teamId, input.active].some((value) => value !== undefined)

/** Substitutes keep no say that the person they stand in for has lost (C-027), and none of what is another team's now. */
const lapsed = (colleagues: readonly User[], away: User, organisation: Organisation): Change[] =>
  colleagues.flatMap((row) => {
    const standsInFor = standsInAfter(row, away, organisation)
    return JSON.stringify(standsInFor) === JSON.stringify(row.standsInFor)
      ? []
      : [put('users', { ...row, standsInFor })]
  })

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

const isActiveAdmin = (user: User): boolean => user.active && hasRole(user, 'Admin')
const blank = {
  fullName: '',
  email: '',
  roles: '',
  teamId: 0,
  dashboard: '',
  active: true,
  ...blankPreferences,
  standsInFor: [],
}

/** Whether the call sets what somebody signs in with. */
const setsSignIn = (input: { email?: string | undefined; password?: true | undefined }, existing: User): boolean =>
  input.password === true || (input.email !== undefined && keyOf(input.email) !== existing.email)

/** Whoever sits down at a device that somebody left open does not take the account with them. */
const unproven = (
  input: { email?: string | undefined; password?: true | undefined; proven?: true | undefined },
  existing: User,
  actor: User,
) =>
  actor.id === existing.id && setsSignIn(input, existing) && !input.proven
    ? [{ field: 'currentPassword', message: messages.currentPassword }]
    : []
