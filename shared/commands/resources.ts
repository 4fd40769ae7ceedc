import * as z from 'zod/mini'
import { add, put, type Change } from '../kernel/change.ts'
import { defineCommand, type Context } from '../kernel/command.ts'
import { made, type Minted } from '../kernel/minted.ts'
import { many, one } from '../kernel/reads.ts'
import { already, faulty, refuse, type FieldError, type Nothing, type Refusal } from '../kernel/refusal.ts'
import { called, flag, id, instant, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { Advisor, Country, Team } from '../model/reference.ts'
import type { Facts, referenceTables, TableName } from '../model/tables.ts'
import { can } from '../rules/access.ts'
import { choiceErrors, choiceReads } from './choices.ts'

/**
 * A form of reference data. One that makes a row (`isNew`, under an id of its own) takes all its fields; one that changes a row any of
 * them, and `modifiedDate` says which state of it was seen (C-231). Never deleted, only inactive (C-207), and only while connected.
 */
export const savingForm = <F extends Fields>(fields: F) =>
  z.discriminatedUnion('isNew', [
    z.strictObject({ id, isNew: z.literal(true), active: z.optional(flag), ...fields }),
    z.strictObject({
      id,
      isNew: z.optional(z.literal(false)),
      active: z.optional(flag),
      modifiedDate: z.optional(instant),
      ...(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)])) as {
        [K in keyof F]: z.ZodMiniOptional<F[K]>
      }),
    }),
  ])
type Fields = Record<string, z.ZodMiniType>
interface Saving {
  id: number
  isNew?: boolean | undefined
  modifiedDate?: string | undefined
}

/** The longest name of reference data. */
export const MAX_NAME = 200
export const name = called(messages.name, MAX_NAME)

export const saveCountry = defineCommand({
  name: 'saveCountry',
  online: true,
  input: savingForm({ title: called(messages.title, MAX_NAME) }),
  mints: (input) => rowMade('countries', input),
  reads: (input) => ({ existing: one('countries', input.id), all: many('countries', {}) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, all }, context) {
    const before: Country = existing ?? { id: input.id, title: '', active: true, ...audit(context) }
    const after = { ...before, ...given({ title: input.title?.trim(), active: input.active }) }
    const isTaken = all.some((row) => row.id !== input.id && plain(row.title) === plain(after.title))
    const isOther = plain(after.title) !== plain(before.title)
    const wrong = faulty([], isTaken && isOther ? taken('title', 'There is already a country of this name') : [])
    return wrong ?? saved('countries', existing, after, input, context)
  },
})

export const saveAdvisor = defineCommand({
  name: 'saveAdvisor',
  online: true,
  input: savingForm({ name, teamId: z.optional(ref) }),
  mints: (input) => rowMade('advisors', input),
  reads: ({ id, teamId }) => ({ existing: one('advisors', id), ...choiceReads({ teamId }) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, ...found }, context) {
    const before: Advisor = existing ?? { id: input.id, name: '', teamId: 0, active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), teamId: input.teamId, active: input.active }) }
    const wrong = faulty(choiceErrors({ teamId: after.teamId }, found, before))
    return wrong ?? saved('advisors', existing, after, input, context)
  },
})

export const saveTeam = defineCommand({
  name: 'saveTeam',
  online: true,
  input: savingForm({ name }),
  mints: (input) => rowMade('teams', input),
  reads: (input) => ({ existing: one('teams', input.id) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing }, context) {
    const before: Team = existing ?? { id: input.id, name: '', active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), active: input.active }) }
    return saved('teams', existing, after, input, context)
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

type Signed = (typeof referenceTables)[number]

/**
 * The row with who changed it and when. Saving what is already so changes nothing, unless something goes `along` with it; saving over what
 * was not seen is refused.
 */
export function saved<N extends Signed>(
  table: N,
  before: Facts<N> | undefined,
  after: Facts<N>,
  { modifiedDate: seen }: Saving,
  { actor, now }: Context,
  along = false,
): Change[] | Nothing | Refusal {
  if (!along && isSame(before, after)) return already()
  if (before && seen !== undefined && seen !== before.modifiedDate) {
    const { modifiedById: by, modifiedDate: at } = before
    return refuse('changed-since-seen', { message: messages.changedSince, by, at })
  }
  const row = { ...after, modifiedDate: now, modifiedById: actor.id }
  return [before ? put(table, row) : add(table, row)]
}

export const isSame = (before: object | undefined, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

export const taken = (field: string, message: string): FieldError[] => [{ field, message }]

/** Names are compared without regard to case and spaces around them. */
export const plain = (text: string): string => text.trim().toLowerCase()
