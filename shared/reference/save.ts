import * as z from 'zod/mini'
import { add, put, type Change } from '../kernel/change.ts'
import { defineCommand, type Command, type Context } from '../kernel/command.ts'
import { readable } from '../kernel/input.ts'
import { made, type Minted } from '../kernel/minted.ts'
import { many, one, whole, type Reads } from '../kernel/reads.ts'
import { already, faulty, faultUnless, refuse, type Nothing, type Refusal } from '../kernel/refusal.ts'
import { keyOf } from '../lib/words.ts'
import { flag, id, instant } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { syncedTables, type Facts, type TableName } from '../model/tables.ts'
import { can } from '../rules/access.ts'
import { choiceErrors, choiceReads } from './choices.ts'
import { textIn, valueIn } from '../lib/in-row.ts'
import {
  choicesOf,
  inputsOf,
  verbOf,
  type Fields,
  type Inputs,
  type Reference,
  type ReferenceTable,
} from './reference.ts'

/** The verb that makes and changes the rows of a table. */
export const saveOf = <N extends ReferenceTable, Fs extends Fields, A extends object, F extends Reads>(
  of: Reference<N, Fs, A, F>,
) => save(of) as unknown as Command<SavingInput<Inputs<Fs>>>

function save(of: Reference) {
  const { table, named, follow, law = (_, faults, taken) => faulty(faults, taken) } = of
  const choices = choicesOf(of)
  const columns = [...Object.keys(of.fields), 'active']
  return defineCommand({
    name: verbOf(of),
    ability: of.who.writes,
    online: true,
    input: savingForm<Record<never, never>>(inputsOf(of)),
    mints: (input) => rowMade(table, input),
    reads: (input) => ({
      existing: one(table, input.id),
      ...(named.twice === 'refused' ? { alike: whole(alikeTo(of, input)) } : {}),
      ...choiceReads(some(input, choices)),
    }),
    follow: ({ existing }): Reads => follow?.(existing) ?? {},
    allow: (input, { existing }, { actor }) => savingProblem(can(actor, of.who.writes), input, existing),
    run(input, { existing, alike = [], ...found }, context) {
      const before = existing ?? blankRow(table, input.id, context)
      const after = { ...before, ...given(some(input, columns)) }
      const faults = choiceErrors(some(after, choices), found, some(before, choices))
      const isFree = !isNameTaken(of, after, alike) || nameKey(of, after) === nameKey(of, before)
      const taken = faultUnless(isFree, named.by, nameTaken(of))
      const problem = law({ existing, after, found: found }, faults, taken)
      return problem ?? saved(table, existing, after, input, context)
    },
  })
}

/**
 * A form of reference data. One that makes a row (`isNew`, under an id of its own) takes all its fields; one that changes a row any of
 * them, and `modifiedDate` says which state of it was seen (C-231). Never deleted, only inactive (C-207), and only while connected.
 */
export const savingForm = <F extends Shape>(fields: F) =>
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
type Shape = Record<string, z.ZodMiniType>
type SavingInput<F extends Shape> = z.infer<ReturnType<typeof savingForm<F>>>
interface Saving {
  id: number
  isNew?: boolean | undefined
  modifiedDate?: string | undefined
}

/** Whether another row has this name: a fault where it is refused, and else what a screen may warn of before it saves. */
export const isNameTaken = <R extends { id: number }>(of: Named, row: R, rows: readonly R[]): boolean =>
  rows.some((other) => other.id !== row.id && nameKey(of, other) === nameKey(of, row))
export const nameTaken = ({ words }: Pick<Reference, 'words'>): string => `There is already ${words.one} of this name`
type Named = Pick<Reference, 'named'>
const nameKey = ({ named }: Named, row: object): string => keyOf(textIn(row, named.by))
const alikeTo = (of: Reference, row: object) => many(of.table, of.named.key ? { [of.named.key]: nameKey(of, row) } : {})

const some = (row: object, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, valueIn(row, column)]))

function blankRow<N extends ReferenceTable>(table: N, id: number, context: Context): Facts<N> {
  return {
    ...(readable(syncedTables[table].schema as z.ZodMiniType, {}) as object),
    id,
    active: true,
    ...audit(context),
  } as Facts<N>
}

export const rowMade = (table: TableName, { id, isNew }: Saving): Minted[] => (isNew ? [made(table, id)] : [])

/** Permission before existence, so that strangers do not learn which ids exist. */
function savingProblem(isAllowed: boolean, input: Saving, existing: object | undefined): Refusal | null {
  if (!isAllowed) return refuse('not-allowed')
  return input.isNew || existing ? null : refuse('not-found')
}

/** The fields that came, without those that did not and without spaces around texts. */
export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as never

export const audit = ({ actor, now }: Context) => ({
  createDate: now,
  createdById: actor.id,
  modifiedDate: now,
  modifiedById: actor.id,
})

/**
 * The row with who changed it and when. Saving what is already so changes nothing, unless something goes `along` with it; saving over what
 * was not seen is refused.
 */
export function saved<N extends ReferenceTable>(
  table: N,
  before: Facts<N> | undefined,
  after: Facts<N>,
  { modifiedDate: seen }: Saving,
  { actor, now }: Context,
  along = false,
): Change[] | Nothing | Refusal {
  if (!along && JSON.stringify(before) === JSON.stringify(after)) return already()
  if (before && seen !== undefined && seen !== before.modifiedDate) {
    const { modifiedById: by, modifiedDate: at } = before
    return refuse('changed-since-seen', { message: messages.changedSince, by, at })
  }
  const row = { ...after, modifiedDate: now, modifiedById: actor.id }
  return [before ? put(table, row) : add(table, row)]
}
