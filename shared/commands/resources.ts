import * as z from 'zod/mini'
import { add, put, type Change } from '../kernel/change.ts'
import { defineCommand, type Context } from '../kernel/command.ts'
import { made, type Minted } from '../kernel/minted.ts'
import { many, one } from '../kernel/reads.ts'
import { already, invalid, refuse, type Nothing, type Refusal } from '../kernel/refusal.ts'
import { flag, id, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { Advisor, Country, Team } from '../model/reference.ts'
import type { Facts, TableName } from '../model/tables.ts'
import { can } from '../rules/access.ts'

/**
 * Reference data: made with `isNew` under an id of its own, else changed in the fields that are given. Never deleted,
 * only inactive (C-207), and only while connected.
 */
export const called = (message: string) =>
  z.string(message).check(
    z.maxLength(200, 'At most 200 characters'),
    z.refine((value) => value.trim().length >= 3, message),
  )
const title = called(messages.title)
const name = called(messages.name)

export const saving = { id, isNew: z.optional(flag), active: z.optional(flag) }
interface Saving {
  id: number
  isNew?: boolean | undefined
}

export const saveCountry = defineCommand({
  name: 'saveCountry',
  online: true,
  input: z.strictObject({ ...saving, title: z.optional(title) }),
  mints: (input) => rowMade('countries', input),
  reads: (input) => ({ existing: one('countries', input.id), all: many('countries', {}) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, all }, context) {
    const before: Country = existing ?? { id: input.id, title: '', active: true, ...audit(context) }
    const after = { ...before, ...given({ title: input.title?.trim(), active: input.active }) }
    if (!after.title) return invalid('title', messages.title)
    const isTaken = all.some((row) => row.id !== input.id && plain(row.title) === plain(after.title))
    if (isTaken && plain(after.title) !== plain(before.title))
      return taken('title', 'There is already a country of this name')
    return saved('countries', existing, after, context)
  },
})

export const saveAdvisor = defineCommand({
  name: 'saveAdvisor',
  online: true,
  input: z.strictObject({ ...saving, name: z.optional(name), teamId: z.optional(ref) }),
  mints: (input) => rowMade('advisors', input),
  reads: (input) => ({ existing: one('advisors', input.id), team: one('teams', input.teamId ?? 0) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, team }, context) {
    const before: Advisor = existing ?? { id: input.id, name: '', teamId: 0, active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), teamId: input.teamId, active: input.active }) }
    if (!after.name) return invalid('name', messages.name)
    if (input.teamId && !team) return invalid('teamId', messages.team)
    return saved('advisors', existing, after, context)
  },
})

export const saveTeam = defineCommand({
  name: 'saveTeam',
  online: true,
  input: z.strictObject({ ...saving, name: z.optional(name) }),
  mints: (input) => rowMade('teams', input),
  reads: (input) => ({ existing: one('teams', input.id) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing }, context) {
    const before: Team = existing ?? { id: input.id, name: '', active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), active: input.active }) }
    if (!after.name) return invalid('name', messages.name)
    return saved('teams', existing, after, context)
  },
})

export const rowMade = (table: TableName, { id, isNew }: Saving): Minted[] => (isNew ? [made(table, id)] : [])

/** Permission before existence, so that strangers do not learn which ids exist. */
export function savingProblem(isAllowed: boolean, input: Saving, existing: object | undefined): Refusal | null {
  if (!isAllowed) return refuse('not-allowed')
  return input.isNew || existing ? null : refuse('not-found')
}

/** The fields that came, without those that did not. */
export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

export const audit = ({ actor, now }: Context) => ({
  createDate: now,
  createdById: actor.id,
  modifiedDate: now,
  modifiedById: actor.id,
})

type Signed = 'countries' | 'advisors' | 'teams' | 'projectTypes' | 'poolCodes'

/** The row with who changed it and when; saving what is already so changes nothing. */
export function saved<N extends Signed>(
  table: N,
  before: Facts<N> | undefined,
  after: Facts<N>,
  { actor, now }: Context,
): Change[] | Nothing {
  if (isSame(before, after)) return already()
  const row = { ...after, modifiedDate: now, modifiedById: actor.id }
  return [before ? put(table, row) : add(table, row)]
}

export const isSame = (before: object | undefined, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

export const taken = (field: string, message: string): Refusal => refuse('duplicate', { errors: [{ field, message }] })

/** Names are compared without regard to case and spaces around them. */
export const plain = (text: string): string => text.trim().toLowerCase()
