import * as z from 'zod/mini'
import { endSubstitution, nameSubstitute } from '#shared/commands/substitutes.ts'
import { handOver, importUser, saveUser } from '#shared/commands/users.ts'
import { readInput } from '#shared/kernel/command.ts'
import { day, flag, instant, line, ref, text } from '#shared/model/fields.ts'
import type { User } from '#shared/model/reference.ts'
import type { CallRow, SessionRow } from '#shared/model/server-tables.ts'
import { substitutesOf } from '#shared/queries/substitutes.ts'
import { can } from '#shared/rules/access.ts'
import { passwordProblem } from '#shared/rules/passwords.ts'
import { userAbilities } from '#shared/rules/users.ts'
import { knownTwice, MOST_IMPORTED } from '#shared/reference/import.ts'
import { userDetail, users } from '#shared/reference/users.ts'
import { forbidden } from '../execute/errors.ts'
import type { Server } from '../execute/execute.ts'
import { bodyOf, named, namesIn, nothing } from './about.ts'
import { asFlag, asNumber, formOf, saveMethods, seenIn } from './fields.ts'
import { idOf, pick, type Call, type PhraseBook, type Spoken, type Told } from './mount.ts'
import { howMany, imported, rowsIn, shapesOf } from './reference.ts'
import { saved } from './shapes.ts'

const shape = shapesOf(users).detail

const accountForm = z.extend(formOf(saveUser, ...Object.keys(users.fields), 'revoked'), {
  password: z.optional(line),
  currentPassword: z.optional(line),
})

const naming = bodyOf(nameSubstitute, 'substituteId', 'from', 'until')
const substitutes = named(
  'Substitutes',
  z.object({
    substitutes: z.array(z.object({ id: ref, substituteId: ref, fullName: line, roles: line, from: day, until: day })),
  }),
)
const standingIn = async ({ ask, input }: Told) => ({
  substitutes: await ask(substitutesOf, { userId: Number(input.userId) }),
})
const handing = bodyOf(handOver, 'assigneeId', 'projectIds')

/** Of a file: no password, no id. */
const accountRow = z.object({
  fullName: line,
  email: line,
  roles: line,
  teamId: z.optional(ref),
  active: z.optional(flag),
  ...knownTwice(users),
})
const invitationShape = z.object({ fullName: line, email: line, link: text, expires: instant })

/** Shown once: where the person chooses a password. */
const invited = z.object({ invitation: z.optional(z.object({ link: text, expires: instant })) })

/** What goes with a user's row and is kept by `auth`; app.ts brings the two together. */
interface Accounts {
  beside(change: {
    userId: number
    password?: string | undefined
    current?: string | undefined
    invite: boolean
    by: User
    session: SessionRow
    address: string
    note: Spoken['note']
  }): Promise<{ through: Server; invitation: (first?: CallRow) => Promise<object> }>
  besideImport(note: Spoken['note']): { through: Server; invitations: (first?: CallRow) => Promise<object> }
}

export const mountUsers =
  (accounts: Accounts) =>
  ({ read, write, writeOneOf }: PhraseBook): void => {
    read(
      '/resources/users/:id',
      { says: 'One person, and how much open work is assigned to them.', who: 'seeUser', answer: shape },
      userDetail,
      ({ params }) => ({ id: idOf(params.id) }),
    )
    writeOneOf(
      saveMethods,
      '/resources/users',
      {
        says: 'Creates an account, or updates the one that `id` names; `invite=true` makes a link to choose a password.',
        when: 'Of themselves people change the name, and with `currentPassword` address and password. Of somebody else these are an Admin’s to set, and a Manager sends a reset link. Only an Admin changes an Admin or gives Admin and Finance.',
        refuses: [429],
        search: z.object({ invite: z.optional(flag) }),
        body: accountForm,
        answer: z.intersection(saved(shape), invited),
        example: users.rest.example,
      },
      [saveUser],
      (spoken) => saveAccount(spoken, accounts),
      ({ ask, input }) => ask(userDetail, { id: Number(input.id) }),
    )
    writeOneOf(
      'POST',
      '/resources/users/import',
      {
        says: `Opens accounts, at most ${MOST_IMPORTED}, all of them or none, each with an invitation.`,
        when: 'Where no mail goes out, the answer tells the links, once. Only an Admin gives Admin and Finance.',
        body: z.object({ rows: z.array(accountRow) }),
        answer: named('AccountsImported', z.extend(imported, { invitations: z.optional(z.array(invitationShape)) })),
        example: { rows: [{ fullName: 'Nora New', email: 'nora@example.org', roles: 'Analyst', teamId: 3 }] },
      },
      [importUser],
      async (spoken) => {
        const rows = await rowsIn(spoken, namesIn(accountRow))
        const { through, invitations } = accounts.besideImport(spoken.note)
        return [importUser, { rows }, { through, tell: invitations }]
      },
      ({ input }) => howMany(input),
    )
    write(
      'POST',
      '/resources/users/:id/handover',
      {
        says: 'Gives open taskings of one person to another; what is closed or another’s by now stays as it is.',
        body: handing,
        answer: saved(shape),
        example: { assigneeId: 8, projectIds: [1000001] },
      },
      handOver,
      ({ params, fields }) => ({ userId: idOf(params.id), ...pick(fields, namesIn(handing)) }),
      ({ ask, input }) => ask(userDetail, { id: Number(input.userId) }),
    )
    read(
      '/resources/users/:id/substitutes',
      { says: 'Who decides for a person who is away, now or later.', who: 'nameSubstitute', answer: substitutes },
      substitutesOf,
      ({ params }) => ({ userId: idOf(params.id) }),
      (found) => ({ substitutes: found }),
    )
    write(
      'POST',
      '/resources/users/:id/substitutes',
      {
        says: 'Names who decides for a person from one day until another; named again, the days are other ones.',
        when: 'For oneself somebody with the same roles, among those that decide; an Admin names anybody.',
        body: naming,
        answer: saved(substitutes),
        example: { substituteId: 8, from: '2026-03-09', until: '2026-03-14' },
      },
      nameSubstitute,
      ({ params, fields }) => ({ userId: idOf(params.id), ...pick(fields, namesIn(naming)) }),
      standingIn,
    )
    write(
      'DELETE',
      '/resources/users/:id/substitutes/:substituteId',
      {
        says: 'Ends that somebody decides for a person.',
        when: 'The substitute may, too.',
        body: nothing,
        answer: saved(substitutes),
      },
      endSubstitution,
      ({ params }) => ({ userId: idOf(params.id), substituteId: idOf(params.substituteId) }),
      standingIn,
    )
  }

/**
 * The user form, the profile form and the invitation are one address (C-100, C-103). What the caller may not change in this
 * account is not taken from the body; whether they may change it at all, the command says.
 */
async function saveAccount(spoken: Spoken, accounts: Accounts): Promise<Call> {
  const { fields, search, actor, organisation, session, address, note, newId, ask } = spoken
  const told = asNumber(fields.id)
  const isNew = told === undefined || told === null || told === 0
  if (isNew && !can(actor, 'writeResources')) throw forbidden()
  const target = Number.isSafeInteger(told) && !isNew ? await ask(userDetail, { id: Number(told) }) : null
  const isSelf = target?.id === actor.id
  const may = userAbilities(actor, target ?? undefined)
  const password = passwordIn(fields.password)
  const current = isSelf ? passwordIn(fields.currentPassword) : undefined
  const invite = !isSelf && asFlag(search.invite) === true
  const input = {
    ...seenIn(fields, isNew),
    id: isNew ? await newId() : told,
    ...(isNew ? { isNew: true } : {}),
    ...pick({ fullName: fields.fullName, email: trimmed(fields.email) }, ['fullName', 'email']),
    ...(may.editRoles
      ? pick({ roles: joined(fields.roles), revoked: joined(fields.revoked) }, ['roles', 'revoked'])
      : {}),
    ...(may.editTeam ? pick({ teamId: asNumber(fields.teamId) }, ['teamId']) : {}),
    ...(may.editActive ? pick({ active: asFlag(fields.active) }, ['active']) : {}),
    ...(password === undefined ? {} : { password: true }),
    ...(invite ? { invited: true } : {}),
  }
  const about = { email: textOr(fields.email, target?.email), fullName: textOr(fields.fullName, target?.fullName) }
  const problem = password !== undefined && may.editSignIn ? passwordProblem(password, organisation, about) : null
  const errors = problem === null ? [] : [{ field: 'password', message: problem }]
  // What will be refused needs no hashing, and is no place to try passwords.
  const isUseful = errors.length === 0 && readInput(saveUser, input).errors.length === 0 && may.editSignIn
  const { through, invitation } = await accounts.beside({
    ...{ userId: Number(input.id), invite, by: actor, session, address, note },
    ...(isUseful ? { password, current } : {}),
  })
  // The law asks whether the present password came; whether it fits, `through` finds out before anything is written, which nothing is
  // of a call that is not useful.
  const proven = current === undefined ? {} : { proven: true }
  return [saveUser, { ...input, ...proven }, { through, tell: invitation, errors }]
}

/** A blank password was not filled in; what is no text is none either, and is said to be too short. */
function passwordIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : ''
}

const textOr = (value: unknown, instead = ''): string => (typeof value === 'string' ? value : instead)
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
/** A multi-select sends a list. */
const joined = (value: unknown): unknown =>
  Array.isArray(value) && value.every((role) => typeof role === 'string') ? value.join(';') : value
