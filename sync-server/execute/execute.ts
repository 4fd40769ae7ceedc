import { add, put, type Change } from '#shared/kernel/change.ts'
import {
  contextAt,
  decide,
  isAhead,
  liftedInput,
  mintedBy,
  planOf,
  readInput,
  type AnyCommand,
  type Decision,
  type GivenUp,
  type Told,
} from '#shared/kernel/command.ts'
import { areOwnIds } from '#shared/kernel/minted.ts'
import { many, one, seenBy, type Found, type Reads } from '#shared/kernel/reads.ts'
import {
  isNothing,
  isRefusal,
  refusals,
  refuse,
  type FieldConflict,
  type FieldError,
  type Nothing,
  type Refusal,
} from '#shared/kernel/refusal.ts'
import { commands } from '#shared/commands/index.ts'
import type { Organisation } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import type { CallRow, Device } from '#shared/model/server-tables.ts'
import { sightMark, sightOf } from '#shared/rules/visibility.ts'
import { isServers } from '../store/ids.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { carriedTo, changedByCall, decidedForBy, deedsOf, keptAs } from './deeds.ts'
import { idsUnder, reactionTo, withReaction, type Post } from './effects.ts'

export interface Server {
  store: Store
  organisation: Organisation
  /** The server's now, as an instant. */
  now: () => string
  /** Carries letters to people; without it nobody gets any, invitations are told to whoever invites, and nobody can reset a password. */
  post?: Post | null
  /** From where on the network is asked, where a request does. */
  address?: string
  /** What happens now was told long ago: nobody is told again. */
  isHistory?: boolean
  /** Hears what became of each call that was judged. */
  judged?: (verdict: Verdict, call: IncomingCall) => void
}

/** A command on its way in: over REST (`seq` null), or out of a device's queue. */
export interface IncomingCall {
  userId: number
  device: number
  seq: number | null
  callId: string
  name: string
  input: unknown
  /** Of the command, when the input was made. */
  version?: number
  /** When the person acted, as the device says (`timeOf`). */
  at: string
  /** Who brought it, when that was not its author. */
  carriedById?: number
  /** What was asked over REST under an idempotency key: the same key asks for nothing else. */
  asked?: string
  /** What is wrong besides, as whoever brings it can tell: a password that is no part of the input. */
  errors?: readonly FieldError[]
}

export interface Verdict {
  verdict: 'applied' | 'nothing' | 'refused'
  refusal?: Refusal
  nothing?: Nothing
  conflicts?: FieldConflict[]
}

/**
 * Why a queued call was not judged: its number is taken by another call, comes too early, is not this person's to use, or its command
 * is one that only a newer server knows.
 */
export type OutOfOrder = 'cloned' | 'gap' | 'foreign' | 'ahead'

/**
 * The only code that changes a synced row. One transaction: the diary answers a call it knows; the queue's order is
 * checked; the command decides over its rows as they are now, and those its actor may not see are not there; rows, diary entry
 * and the device's last number are written together, and with them what others are told of it. A throw is a bug and writes nothing.
 */
export async function execute(
  server: Server,
  asMade: IncomingCall,
  /** Its author, where the request has just said who that is. */
  author?: User,
): Promise<Verdict | OutOfOrder> {
  const { store, organisation, address = '' } = server
  const received = server.now()
  const command = commands.get(asMade.name)
  if (asMade.seq !== null && isAhead(command, asMade.version)) return 'ahead'
  const call = command ? { ...asMade, input: liftedInput(command, asMade.input, asMade.version) } : asMade
  const told = command ? readInput(command, call.input) : { input: null, errors: [] }
  const errors = [...told.errors, ...(call.errors ?? [])]
  const wrong = command ? whatIsWrong(command, call, told) : refuse('unknown')

  const ledger = {
    // Over REST people choose the rest of an id, and may write an `@` into it.
    $known: many('calls', { callId: call.seq === null ? call.callId : [call.callId, againId(call)] }),
    $device: one('devices', call.device),
    $actor: one('users', call.userId),
  }
  // What the command reads may depend on who acts, so the actor is known before, and read again inside the transaction.
  const person = author ?? (await store.read({ reads: { actor: one('users', call.userId) } })).actor
  const plan =
    command && !wrong && person
      ? seenBy(planOf(command, told.input, person), sightOf(person, organisation))
      : { reads: {} }
  const reacts = command && !wrong && person && !server.isHistory ? command : null

  const asked = reacts ? withReaction(plan, reacts, told.input, received) : plan

  let isJudged = false
  const value = await store.transact<Reads, Reads, Verdict | OutOfOrder | 'of another team'>(
    { ...asked, reads: { ...asked.reads, ...ledger } },
    (found, freshId) => {
      isJudged = false
      const { $known, $device, $actor } = found as Found<typeof ledger>
      if ($known.some((entry) => entry.userId !== call.userId)) return stay('foreign')
      const answered = $known.find((entry) => call.seq === null || isUnder(entry, call))
      if (answered) return stay(verdictOf(answered))
      if (call.seq !== null) {
        if ($device?.userId !== call.userId) return stay('foreign')
        if (call.seq <= $device.lastSeq) return stay('cloned')
        if (call.seq > $device.lastSeq + 1) return stay('gap')
      }
      if (!$actor?.active) return stay('foreign')
      // What was planned is what they saw then.
      if (person && sightMark($actor, organisation) !== sightMark(person, organisation)) return stay('of another team')

      const at = timeOf(call, $device, received)
      const note = (verdict: Verdict, more: Partial<CallRow> = {}, kept: object = {}): Change[] => {
        const { callId, device, seq, userId, name, asked, carriedById = 0 } = call
        const detail = { ...verdict, ...(asked !== undefined && { asked }), ...kept }
        const input = call.input ?? null
        const entry = { id: freshId, callId, device, seq, userId, name, input, at, received, address, carriedById }
        return [
          add('calls', { ...entry, verdict: verdict.verdict, detail, ...more }),
          ...(seq !== null && $device
            ? [put('devices', { ...$device, lastSeq: seq, lastAt: at, failedSeq: 0, failures: 0 })]
            : []),
        ]
      }
      const [known] = $known
      if (known) {
        const verdict = verdictOf(known)
        return { changes: note(verdict, { callId: againId(call), input: null, verdict: 'nothing' }), value: verdict }
      }
      const context = contextAt($actor, at, organisation, received)
      const decision: Decision =
        wrong ?? (command ? decide(command, told.input, plan, found, context, errors) : refuse('unknown'))
      const { changes, givenUp, verdict } = judge(decision)
      const newId = idsUnder(freshId)
      const house = { organisation, now: received, post: postFor(server, call), newId }
      const changed = changedByCall(changes, plan, found)
      const forId = command ? decidedForBy(command, changes) : 0
      const kept = { ...(changed.length > 0 && { changed }), ...(forId > 0 && { forId }) }
      const deeds = [...deedsOf(changes, plan, found, freshId, newId), ...keptAs(givenUp, freshId, newId)]
      const carried = call.carriedById ? carriedTo(changes, deeds, freshId, newId) : []
      const effects = reacts && changes.length > 0 ? reactionTo(reacts, told.input, changes, found, context, house) : []
      isJudged = true
      return { changes: [...changes, ...deeds, ...carried, ...effects, ...note(verdict, {}, kept)], value: verdict }
    },
  )
  if (value === 'of another team') return execute(server, asMade)
  if (isJudged && typeof value === 'object') server.judged?.(value, call)
  return value
}

/** What was done before a restore and comes once more was told by letter in the life that ended: its entries are made, its letters not. */
const postFor = ({ post = null, store }: Server, { at }: IncomingCall): Post | null =>
  at < (store.earlier.at(-1)?.ended ?? '') ? null : post

const isUnder = (entry: CallRow, { device, seq }: IncomingCall): boolean => entry.device === device && entry.seq === seq

/**
 * How the diary names a call that it has judged and that comes under another number, as a queue may after it moved to another device
 * number. It is answered as it was, and nothing is done. No id that a device gives has an `@`.
 */
const againId = ({ callId, device, seq }: IncomingCall): string => `${callId}@${device}.${seq ?? ''}`

/** The id a call was sent with. */
export const sentId = (entry: CallRow): string => entry.callId.split('@')[0] ?? ''

/** Why a call cannot even be decided; null when it can. Ids lie in the range of whoever made them, REST's in those of the server. */
function whatIsWrong(command: AnyCommand, { seq, device }: IncomingCall, { input, errors }: Told): Refusal | null {
  if (command.online && seq !== null) return refuse('not-allowed', { message: messages.onlineOnly })
  const isTheirs = seq === null ? isServers : (number: number) => number === device
  const isOwn = errors.length > 0 || areOwnIds(mintedBy(command, input), isTheirs)
  return isOwn ? null : refuse('invalid', { message: messages.foreignIds })
}

/** No time lies before the device was granted or before the call made before it, and none after the server's now (C-251). */
function timeOf({ seq, at }: IncomingCall, device: Device | undefined, received: string): string {
  const times = seq === null || !device ? [at] : [at, device.createDate, device.lastAt ?? '']
  const latest = times.reduce((a, b) => (a > b ? a : b))
  return latest < received ? latest : received
}

/** After this many identical failures a call is refused, so that it does not block the queue behind it. */
const MAX_FAILURES = 5

/** Notes that judging a queued call threw; true when the call has now been refused as `failed`. In the queue of somebody else nothing is noted. */
export async function noteFailure(server: Server, call: IncomingCall & { seq: number }): Promise<boolean | 'foreign'> {
  try {
    return await noteOneFailure(server, call, {})
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // What made judging fail may make noting it fail as well, and then the queue would wait for ever.
    const message = `${refusals.failed.sentence} What was sent (${sizeOf(call.input)} characters or more) could not be kept.`
    return noteOneFailure(server, { ...call, input: null }, { message })
  }
}

function noteOneFailure(
  server: Server,
  call: IncomingCall & { seq: number },
  more: { message?: string },
): Promise<boolean | 'foreign'> {
  const reads = { device: one('devices', call.device) }
  return server.store.transact<typeof reads, Reads, boolean | 'foreign'>({ reads }, ({ device }, freshId) => {
    if (device?.userId !== call.userId) return { changes: [], value: 'foreign' }
    if (device.lastSeq !== call.seq - 1) return { changes: [], value: false }
    const failures = device.failedSeq === call.seq ? device.failures + 1 : 1
    if (failures < MAX_FAILURES)
      return { changes: [put('devices', { ...device, failedSeq: call.seq, failures })], value: false }
    const verdict: Verdict = { verdict: 'refused', refusal: refuse('failed', more) }
    const received = server.now()
    const at = timeOf(call, device, received)
    const entry: CallRow = {
      carriedById: 0,
      address: server.address ?? '',
      ...call,
      id: freshId,
      input: call.input ?? null,
      at,
      received,
      verdict: 'refused',
      detail: verdict,
    }
    const moved: Device = { ...device, lastSeq: call.seq, lastAt: at, failedSeq: 0, failures: 0 }
    return { changes: [add('calls', entry), put('devices', moved)], value: true }
  })
}

/** How much text a value comes to, at least; without recursion, which is what fails at a value that is too deep. */
function sizeOf(value: unknown): number {
  let size = 0
  for (const queue = [value]; queue.length > 0;) {
    const next = queue.pop()
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) queue.push(inner)
    size += typeof next === 'string' ? next.length + 2 : 1
  }
  return size
}

/** What the diary keeps besides, such as what a hidden comment said, is in nobody's answer. */
export function verdictOf({ detail }: CallRow): Verdict {
  const { verdict, refusal, nothing, conflicts } = detail as Verdict
  return { verdict, ...(refusal && { refusal }), ...(nothing && { nothing }), ...(conflicts && { conflicts }) }
}

const stay = <T>(value: T) => ({ changes: [], value })

function judge(decision: Decision): { changes: Change[]; givenUp?: GivenUp | undefined; verdict: Verdict } {
  if (isRefusal(decision)) return { changes: [], verdict: { verdict: 'refused', refusal: decision } }
  if (isNothing(decision)) return { changes: [], verdict: { verdict: 'nothing', nothing: decision } }
  const { changes, conflicts, givenUp } = decision
  return { changes, givenUp, verdict: { verdict: 'applied', ...(conflicts?.length ? { conflicts } : {}) } }
}
