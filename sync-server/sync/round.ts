import { must } from '#shared/lib/must.ts'
import type { User } from '#shared/model/reference.ts'
import type { Call, Outcome, RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'
import { execute, noteFailure, sentId, verdictOf, type IncomingCall, type Server } from '../execute/execute.ts'
import type { ChangePage, JudgedCall, Place } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { anew, liveVersionIn, placeOf, readCursor } from './cursor.ts'
import { deviceFor, grantDevice, type Granting, type Queue } from './device-numbers.ts'
import { firstSync, type Amounts } from './first-sync.ts'
import { changesFor, columnsByTable, livePage } from './pages.ts'

/** The round cannot be answered now; nothing is lost, the device asks again. */
export class TryAgain extends Error {}

export interface SyncServer extends Granting, Amounts {
  /** Lets a person fetch everything on so many devices at once. @throws HTTPException 429 */
  firstSync: <T>(userId: number, work: () => Promise<T>) => Promise<T>
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
  const { device: id, from, calls, cursor, limit } = request
  // A queue that is not this person's is not judged, whatever it says it is.
  const stop =
    id > 0 && calls.length > 0 ? await judgeCalls(server, { userId: user.id, device: id }, calls, user) : null
  const after = liveVersionIn(cursor)
  // Asked in one go, also what is needed only where the device and its cursor turn out to be what they say.
  const [device, position, changes, judged] = await Promise.all([
    deviceFor(server, user, request),
    server.store.position(),
    after === null ? null : changesFor(server, user, after, limit),
    calls.length > 0 ? server.store.outcomes({ device: id, from, limit: MOST_OUTCOMES }) : null,
  ])
  const asked = { ...request, isLean }
  if (device.since === null) return answer(server, user, asked, { device, position, changes, judged: [] })
  const isCopy = stop === 'cloned'
  const response = await answer(server, user, asked, { device, position, changes, judged, isCopy })
  return response && typeof stop === 'object' ? { ...response, ...stop } : response
}
const MOST_OUTCOMES = 500

/** Judges in order, all in one commit where the store can. Stops at the first that is out of order, or of a newer app (`ahead`). */
export async function judgeCalls(
  server: Server,
  from: Pick<IncomingCall, 'userId' | 'device' | 'carriedById'>,
  calls: readonly Call[],
  author?: User,
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
  const results = await Promise.allSettled(incoming.map((call) => execute(server, call, author)))
  for (const [index, result] of results.entries()) {
    const call = incoming[index]
    if (!call) continue
    if (result.status === 'rejected') {
      const isStoreDown = result.reason instanceof StoreUnavailable
      const noted = !isStoreDown && (await noteFailure(server, call))
      if (noted === 'foreign') return 'cloned'
      if (noted) return null
      throw new TryAgain('A call could not be judged', { cause: result.reason })
    }
    if (result.value === 'cloned' || result.value === 'foreign') return 'cloned'
    if (result.value === 'ahead') return { ahead: call.seq }
    if (result.value === 'gap') return null
  }
  return null
}

interface Known {
  device: Queue
  position: Place
  /** What is new behind its cursor, if that is what it says. */
  changes: ChangePage | null
  /** What became of its calls; null where it has not been asked yet. */
  judged: JudgedCall[] | null
  isCopy?: boolean
}

async function answer(
  server: SyncServer,
  user: User,
  request: RoundRequest & { isLean: boolean },
  { device: { id: own, lastSeq: judgedTo, since }, position, changes, judged, isCopy = false }: Known,
): Promise<RoundResponse | null> {
  const { from, limit, isLean } = request
  const place = placeOf(server, user, position)
  const told = readCursor(request.cursor, place)
  // A device that was away longer than tombstones live cannot be told what is gone.
  const at = told.part === 'live' && !changes ? anew : told
  const page =
    at.part === 'live'
      ? await livePage(server, user, place, must(changes))
      : await server.firstSync(user.id, () => firstSync(server, user, place, at, limit, isLean))
  const isNews = own === request.device && judgedTo >= from
  const entries = isNews ? (judged ?? (await server.store.outcomes({ device: own, from, limit: MOST_OUTCOMES }))) : []
  // Those whose rows are in this answer or were in an earlier one.
  const outcomes = entries.filter(({ version }) => version <= page.complete).map(outcomeOf)
  // A copy gets its number with the answer that settles what both have in common: only the rest is its own. What it did before
  // keeps its time, so the number counts from when the first was granted.
  const device = isCopy && !page.more ? await grantDevice(server, user, since ?? undefined) : own
  const lastSeq = device === own ? judgedTo : 0
  const hasRows = Object.keys(page.rows).length > 0 || Object.keys(page.removed).length > 0
  const hasNothing = !hasRows && outcomes.length === 0 && page.cursor === request.cursor && device === request.device
  // A server that knows less than the device says so even when it has no news (a restored backup).
  if (hasNothing && request.calls.length === 0 && lastSeq >= from - 1) return null
  return {
    cursor: page.cursor,
    device,
    lastSeq,
    outcomes,
    changes: columnsByTable(page.rows),
    removed: page.removed,
    ...(page.progress ? { progress: page.progress } : {}),
    ...(page.without ? { without: page.without } : {}),
    ...(page.since ? { since: page.since } : {}),
    ...(page.more ? { more: true } : {}),
    ...(request.cursor !== null && at.isNew ? { reset: true } : {}),
  }
}

const outcomeOf = (entry: JudgedCall): Outcome => ({
  seq: entry.seq ?? 0,
  id: sentId(entry),
  received: entry.received,
  ...verdictOf(entry),
})
