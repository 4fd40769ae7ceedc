import { one } from '#shared/kernel/reads.ts'
import type { User } from '#shared/model/reference.ts'
import type { Call, Outcome, RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'
import { execute, noteFailure, sentId, verdictOf, type IncomingCall, type Server } from '../execute/execute.ts'
import type { Place } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { anew, placeFor, readCursor, type Position } from './cursor.ts'
import { deviceFor, grantDevice, type Granting, type Queue } from './device-numbers.ts'
import { firstSync } from './first-sync.ts'
import { columnsByTable, livePage } from './pages.ts'

/** The round cannot be answered now; nothing is lost, the device asks again. */
export class TryAgain extends Error {}

export interface SyncServer extends Granting {
  /** Lets a person fetch everything on so many devices at once. @throws HTTPException 429 */
  firstSync: <T>(userId: number, work: () => Promise<T>) => Promise<T>
  /** Up to so many closed taskings come with all that belongs to them. */
  wholeHistory?: number
}

/**
 * One round: judges the calls in order, then answers with what became of them and what is new. Null = nothing either way.
 * `isLean`: the device understands that closed taskings come without what belongs to them.
 * @throws TryAgain when a call made the server fail.
 */
export async function playRound(
  server: SyncServer,
  user: User,
  request: RoundRequest,
  isLean = false,
): Promise<RoundResponse | null> {
  const device = await deviceFor(server, user, request)
  const asked = { ...request, isLean }
  if (request.calls.length === 0 || device.id !== request.device)
    return answer(server, user, asked, device, false, await placeFor(server, user))
  const stop = await judgeCalls(server, { userId: user.id, device: device.id }, request.calls)
  // Asked in one go.
  const [{ judged }, place] = await Promise.all([
    server.store.read({ reads: { judged: one('devices', device.id) } }),
    placeFor(server, user),
  ])
  const response = await answer(server, user, asked, judged ?? device, stop === 'cloned', place)
  return response && typeof stop === 'object' ? { ...response, ...stop } : response
}

/** Judges in order, all in one commit where the store can. Stops at the first that is out of order, or of a newer app (`ahead`). */
export async function judgeCalls(
  server: Server,
  from: Pick<IncomingCall, 'userId' | 'device' | 'carriedById'>,
  calls: readonly Call[],
): Promise<'cloned' | { ahead: number } | null> {
  const incoming = calls.map((call): IncomingCall & { seq: number } => ({
    ...from,
    seq: call.seq,
    callId: call.id,
    name: call.name,
    input: call.input,
    at: call.at,
    ...(call.version === undefined ? {} : { version: call.version }),
  }))
  const results = await Promise.allSettled(incoming.map((call) => execute(server, call)))
  for (const [index, result] of results.entries()) {
    const call = incoming[index]
    if (!call) continue
    if (result.status === 'rejected') {
      const isStoreDown = result.reason instanceof StoreUnavailable
      if (!isStoreDown && (await noteFailure(server, call))) return null
      throw new TryAgain('A call could not be judged', { cause: result.reason })
    }
    if (result.value === 'cloned' || result.value === 'foreign') return 'cloned'
    if (result.value === 'ahead') return { ahead: call.seq }
    if (result.value === 'gap') return null
  }
  return null
}

async function answer(
  server: SyncServer,
  user: User,
  request: RoundRequest & { isLean: boolean },
  { id: own, lastSeq: judged, createDate }: Queue,
  isCopy: boolean,
  place: Place,
): Promise<RoundResponse | null> {
  let position = readCursor(request.cursor, place)
  const news = position.part === 'live' ? await livePage(server, user, place, position, request.limit) : null
  // A device that was away longer than tombstones live cannot be told what is gone.
  if (position.part === 'live' && !news) position = anew
  const from = position as Exclude<Position, { part: 'live' }>
  const page =
    news ?? (await server.firstSync(user.id, () => firstSync(server, user, place, from, request.limit, request.isLean)))
  const outcomes =
    own === request.device && judged >= request.from
      ? await outcomesSince(server, own, request.from, page.complete)
      : []
  // A copy gets its number with the answer that settles what both have in common: only the rest is its own. What it did before
  // keeps its time, so the number counts from when the first was granted.
  const device = isCopy && !page.more ? await grantDevice(server, user, createDate) : own
  const lastSeq = device === own ? judged : 0
  const hasRows = Object.keys(page.rows).length > 0 || Object.keys(page.removed).length > 0
  const hasNothing = !hasRows && outcomes.length === 0 && page.cursor === request.cursor && device === request.device
  // A server that knows less than the device says so even when it has no news (a restored backup).
  if (hasNothing && request.calls.length === 0 && lastSeq >= request.from - 1) return null
  return {
    cursor: page.cursor,
    device,
    lastSeq,
    outcomes,
    changes: columnsByTable(page.rows),
    removed: page.removed,
    ...(page.progress ? { progress: page.progress } : {}),
    ...(page.without ? { without: page.without } : {}),
    ...(page.more ? { more: true } : {}),
    ...(request.cursor !== null && position.isNew ? { reset: true } : {}),
  }
}

/** What became of the calls from `from` on, as far as the rows they touched are in this answer or were in an earlier one. */
async function outcomesSince({ store }: Server, device: number, from: number, complete: number): Promise<Outcome[]> {
  const entries = await store.outcomes({ device, from, through: complete, limit: 500 })
  return entries.map((entry) => ({
    seq: entry.seq ?? 0,
    id: sentId(entry),
    received: entry.received,
    ...verdictOf(entry),
  }))
}
