import type * as z from 'zod/mini'
import type { Day, Instant } from '../lib/day.ts'
import { dayIn } from '../lib/day.ts'
import { actorOn, type Organisation } from '../model/limits.ts'
import type { User } from '../model/reference.ts'
import type { Change } from './change.ts'
import { guard, isAnyTaken, takenReads, type Minted } from './minted.ts'
import { errorsIn, readable } from './input.ts'
import {
  firstOfEach,
  isNothing,
  isRefusal,
  refuse,
  type FieldConflict,
  type FieldError,
  type Nothing,
  type Refusal,
} from './refusal.ts'
import type { Found, Plan, Reads } from './reads.ts'

/** Everything a verb may know besides its input and what it read. */
export interface Context {
  actor: User
  /** When the person acted: the device's time, corrected by its skew and never later than the server's now (C-108). */
  now: Instant
  /** The day of `now` in the organisation's time zone. */
  today: Day
  /** When the server received it; null on the device. */
  received: Instant | null
  organisation: Organisation
}

export const contextAt = (
  actor: User,
  now: Instant,
  organisation: Organisation,
  received: Instant | null = null,
): Context => {
  const today = dayIn(organisation.timeZone, now)
  return { actor: actorOn(actor, organisation, today), now, today, received, organisation }
}

export interface Applied {
  changes: Change[]
  conflicts?: FieldConflict[]
  givenUp?: GivenUp | undefined
}
/** Edits of a tasking, or of a deliverable of it, that a person gave up for what somebody else had made of it: nothing changes, and its diary tells it. */
export interface GivenUp {
  projectId: number
  deliverableId?: number
  edits: object
}
export type Decision = Applied | Nothing | Refusal

/**
 * One verb, whole: what it takes, what it must see, who may, what follows. Pure and synchronous.
 * - `mints`: the rows it makes, under ids that were all minted where the person acts. Only these may it add.
 * - `online`: never queued by a device: reference data and users are kept while connected (C.7).
 * - `version`, `lift`: raised when an input says more than it did or becomes another, so that a server that is not updated yet lets it wait; `lift` makes
 *   today's of one that was queued under a lower number, where that is not fine as it is.
 * - `ability`: the row of the table of abilities (`rules/abilities.ts`) that says who may; the document of the API tells it.
 * - `allow`: who may; null when allowed. Asked before anything is decided, so strangers learn nothing from the answer.
 */
export interface Command<I = unknown, R extends Reads = Reads, F extends Reads = Reads> {
  name: string
  ability: string
  online?: true
  version?: number
  lift?: (input: unknown, from: number) => unknown
  input: z.ZodMiniType<I>
  mints?: (input: I) => Minted[]
  reads: (input: I, actor: User) => R
  follow?: (found: Found<R>, input: I, actor: User) => F
  allow: (input: I, found: Found<R> & Found<F>, context: Context) => Refusal | null
  run: (input: I, found: Found<R> & Found<F>, context: Context) => Change[] | Decision
}

/** A command whose input type is known only at run time: what registries hold and engines carry out. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyCommand = Command<any, any, any>

export function defineCommand<I, R extends Reads, F extends Reads = Record<never, never>>(
  command: Command<I, R, F>,
): Command<I, R, F> {
  return command
}

/** What a call says: its input as far as it can be read, and what is wrong with it, each fault at its field. */
export interface Told {
  input: unknown
  errors: readonly FieldError[]
}
export function readInput(command: AnyCommand, input: unknown): Told {
  const errors = errorsIn(command.input, input)
  return { input: errors.length === 0 ? input : readable(command.input, input), errors }
}

/** An input as it is today. Those of a version that is yet to come are nobody's to read (`isAhead`). */
export const liftedInput = ({ version = 1, lift }: AnyCommand, input: unknown, from = 1): unknown =>
  from < version && lift ? lift(input, from) : input
export const isAhead = (command: AnyCommand | undefined, version = 1): boolean =>
  command === undefined || version > (command.version ?? 1)

export const mintedBy = (command: AnyCommand, input: unknown): Minted[] => command.mints?.(input) ?? []

/** What the verb wants to see, and whether any of the ids it minted is taken. */
export function planOf(command: AnyCommand, input: unknown, actor: User): Plan {
  const { follow } = command
  const reads = { ...(command.reads(input, actor) as Reads), ...takenReads(mintedBy(command, input)) }
  return follow ? { reads, follow: (found) => follow(found, input, actor) as Reads } : { reads }
}

/**
 * The verb's decision over what the plan found: who may is asked first, then whether the ids are free. An input with `errors` is decided
 * as far as it can be read, only to tell with them what rows alone can tell: a taken name beside a missing one. Throws only on a bug,
 * such as a verb that would write over what it has not looked at.
 */
export function decide(
  command: AnyCommand,
  input: unknown,
  plan: Plan,
  found: Found<Reads>,
  context: Context,
  errors: readonly FieldError[] = [],
): Decision {
  const refusal = command.allow(input, found, context)
  // What could not be read cannot be found either.
  if (refusal && (errors.length === 0 || refusal.refused !== 'not-found')) return refusal
  if (errors.length > 0) {
    const decision = refusal ?? command.run(input, found, context)
    const more = 'errors' in decision ? (decision.errors ?? []) : []
    return refuse('invalid', { errors: firstOfEach([...errors, ...more]) })
  }
  if (isAnyTaken(found)) return refuse('duplicate')
  const decided = command.run(input, found, context)
  const decision = Array.isArray(decided) ? { changes: decided } : decided
  if (!isRefusal(decision) && !isNothing(decision))
    guard(command.name, decision.changes, mintedBy(command, input), plan, found, context.actor)
  return decision
}
