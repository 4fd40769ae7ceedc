import type { Call, Outcome, RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'
import { PROTOCOL, SERVER_TOO_OLD } from '#shared/protocol/sync.ts'
import { SESSION_REVOKED, TOLD, toldLine, type Told } from '#shared/protocol/told.ts'
import { version } from '../../package.json' with { type: 'json' }
import * as messages from '#shared/model/messages.ts'
import { sizeOf } from '#shared/kernel/size.ts'
import { MAX_CALL_BYTES, MAX_CALLS_PER_ROUND } from '#shared/model/limits.ts'
import { cursorOf, numberOf, type Contact, type Device, type Problem, type QueuedCall } from '../data/device.ts'
import { callApi, type Fetch } from '../net/api.ts'
import { isReachable } from '../net/reachability.ts'
import { skewAfter } from '../net/skew.ts'
import { foldRequests } from './fold-requests.ts'
import { takeBack } from './forget.ts'
import { letGo } from './hold.ts'
import { setAside, type Actor } from './perform.ts'
import { rebase, rebaseTables, type Rebased } from './rebase.ts'

/** What a round needs from outside; tests give their own network and clock. */
export interface Line {
  device: Device
  actor: Actor
  /** Null when the person must sign in first. */
  token: () => Promise<string | null>
  fetch?: Fetch
  now?: () => number
  /** Measures how long something took, in ms: a clock that nobody sets. */
  elapsed?: () => number
  /** The calls that are held back at this moment. */
  holding?: () => Promise<ReadonlySet<string>>
  /** Asks whether the server can be reached at all, before work is put on the wire after a failure. */
  reachable?: () => Promise<boolean>
  /** Runs `work` once no other round of this person runs here. */
  exclusively?: <T>(work: (isMine: () => boolean) => Promise<T>) => Promise<T>
}

export type RoundResult =
  | { kind: 'done'; more: boolean; outcomes: Outcome[]; news: boolean }
  | { kind: 'problem'; problem: Problem; retryAfterMs: number | null }

/** What an answer without rows is noted in. */
const noRows = ['outbox', 'meta']

/** Rows the next answer may bring; grows and shrinks with the link, so that a page takes about twelve seconds where a round trip takes two. */
const pageSize = { least: 20, first: 100, max: 4_000, aimMs: 12_000 }
const pageSizes = new WeakMap<Device, number>()
/** An answer that was waited for so long was on its way: the next is asked for smaller. */
const LONG_MS = 30_000

/** Nothing but an update of the app or of the server helps. */
const AGES_MS = 300_000

/** The server did not take the round as it is: no link and no patience will help. */
const notTaken = [400, 403, 404, 413, 415, 422]

/**
 * Which calls go up after so many rounds that were not taken: all, none, one. The round without calls tells the calls
 * from everything else a server may refuse, and brings what became of those that an earlier round has carried.
 */
const LOOK = 2
const callsAfter = (refused: number): number => (refused < LOOK ? MAX_CALLS_PER_ROUND : refused === LOOK ? 0 : 1)

/**
 * One request: queued calls go up, their outcomes and everything new come down, applied in one transaction. While nothing waits to go up,
 * the next page of a long answer is asked for as the one before it is applied.
 */
export function round(line: Line): Promise<RoundResult> {
  const { exclusively = (work) => work(() => true) } = line
  return exclusively((isMine) => roundAlone(line, isMine))
}

async function roundAlone(line: Line, isMine: () => boolean): Promise<RoundResult> {
  const { device, actor, now = Date.now, elapsed = () => performance.now() } = line
  await letGo(device, line.holding)
  // What has been on the wire can no longer be taken back, so nothing goes there while there is none.
  const { failures, refused = 0 } = await device.get('contact')
  const isDoubtful = failures > 0 || globalThis.navigator?.onLine === false
  const { reachable = () => isReachable(undefined, line.fetch) } = line
  if (isDoubtful && (await line.token()) && !(await reachable())) return fail(line, 'unreachable')
  // Only now: who logs out while the probe takes its time asks for nothing.
  const token = await line.token()
  if (!token) return fail(line, 'sign-in')

  const limitNow = () => pageSizes.get(device) ?? pageSize.first
  const [first, told] = await prepareRound(device, limitNow(), now(), callsAfter(refused))
  const ask = (body: RoundRequest) => ({
    request: body,
    started: elapsed(),
    answering: callApi<RoundResponse>('sync', {
      method: 'POST',
      token,
      body,
      // A quiet round weighs no more for it: `epoch.version` is not the cursor of a first sync.
      headers: { [TOLD]: toldLine(told, body.cursor?.split('.').length !== 2) },
      now: line.now,
      fetch: line.fetch,
    }),
  })

  for (let asked = ask(first); ;) {
    const { request } = asked
    const { limit } = request
    const answer = await asked.answering
    const ms = elapsed() - asked.started
    if (answer.kind === 'unreachable') {
      // The server has just answered a probe, so whatever stands before it lets through anything but this.
      const { status = 0 } = answer
      const isStopped = notTaken.includes(status)
      if (isDoubtful && isStopped) return settleNotTaken(line, request, refused, messages.notLetThrough(status))
      if (ms > LONG_MS) pageSizes.set(device, Math.max(pageSize.least, Math.round(limit / 4)))
      return fail(line, 'unreachable', null, isStopped ? { refused } : {})
    }
    if (answer.kind === 'refused') {
      if (answer.status === 401) {
        if (answer.error.code === SESSION_REVOKED) await takeBack(device, token)
        return fail(line, 'sign-in')
      }
      if (answer.status === 426) return fail(line, answer.error.code === SERVER_TOO_OLD ? 'server' : 'update', AGES_MS)
      if (notTaken.includes(answer.status))
        return settleNotTaken(line, request, refused, answer.error.errors?.[0]?.message ?? answer.error.message)
      return fail(line, 'unreachable', answer.retryAfterMs)
    }
    const finished = now()
    const quiet = answer.status === 204
    // Our server answers calls with what became of them: this is somebody on the way.
    if (quiet && request.calls[0]) return fail(line, 'unreachable')
    const response = quiet ? await nothingNew(device, request) : answer.body
    // What was not full says nothing about how much the link takes.
    if (response && rowsIn(response) >= limit) pageSizes.set(device, nextPageSize(limit, ms))
    // From where this answer ends. Compare and set holds for it too: where this page is not applied, the next is dropped as well.
    const next =
      response?.more && isMine() && (await device.outbox.count()) === 0
        ? ask({
            ...request,
            device: response.device,
            cursor: response.cursor,
            from: response.lastSeq + 1,
            limit: limitNow(),
          })
        : null
    // What came and what is known of the link, in one commit: each waits for the disk.
    const { applied, outcomes, isCopy } = await device.transaction('rw', response ? rebaseTables : noRows, async () => {
      const rebased: Rebased = response
        ? await rebase(device, actor, request, response, finished)
        : { applied: true, outcomes: [] }
      const isAllJudged = (await device.outbox.count()) === 0
      await device.change('contact', (contact) => ({
        ...contact,
        lastOk: finished,
        problem: null,
        failures: 0,
        nextTry: 0,
        sending: 0,
        skew: skewAfter(contact.skew, answer.skew),
        refused: refused < LOOK || isAllJudged ? 0 : LOOK + 1,
        ...(request.calls[0] && { pace: { bytes: JSON.stringify(request.calls).length, ms } }),
        isOld: quiet ? (contact.isOld ?? false) : (response?.protocol ?? 0) > PROTOCOL,
      }))
      return rebased
    })
    if (next && applied) {
      asked = next
      continue
    }
    const more = !applied || isCopy || (response?.more ?? false)
    // What waits now waits for the server's update, and goes on trying as rarely as one is made.
    if (response?.ahead && !more) return fail(line, 'server', AGES_MS)
    return { kind: 'done', more, outcomes, news: !quiet }
  }
}

/**
 * A round that was not taken as it is. The first is tried again; then calls go one by one, and the one that is not taken
 * even alone is set aside for the person, so that the others go on.
 */
async function settleNotTaken(
  line: Line,
  { calls }: RoundRequest,
  refused: number,
  message: string,
): Promise<RoundResult> {
  const { device, actor, now = Date.now } = line
  const [only] = calls
  if (refused <= LOOK || !only) return fail(line, 'unreachable', null, only ? { refused: refused + 1 } : {})
  const { skew } = await device.get('contact')
  await setAside(device, actor, only.id, message, new Date(now() + skew).toISOString())
  await device.change('contact', (contact) => ({ ...contact, sending: 0, refused: 0 }))
  return { kind: 'done', more: true, outcomes: [], news: false }
}

/**
 * Chooses what goes up, and notes before anything is on the wire that from now on only the server can say what became of it. With it goes
 * what stays here beyond that.
 */
function prepareRound(device: Device, limit: number, now: number, most: number): Promise<[RoundRequest, Told]> {
  return device.transaction('rw', ['outbox', 'attention', 'uploads', 'meta'], async () => {
    const position = await device.get('position')
    const queue = await device.outbox.toArray()
    // A gap that cannot be filled (a call that is no longer here): go on under a new number.
    const isStuck = queue[0] !== undefined && queue[0].seq > position.judged + 1
    const identity = { ...(await device.get('identity')), ...(isStuck && { givenUp: true as const }) }
    const number = numberOf(identity)
    const calls = number > 0 ? sendable(queue, position.judged).slice(0, most) : []
    await device.outbox.bulkPut(
      calls.map((call) => ({ ...call, firstSent: call.firstSent || now, attempts: call.attempts + 1 })),
    )
    if (isStuck) await device.set('identity', identity)
    await device.change('contact', (contact) => ({
      ...contact,
      lastTry: now,
      sending: calls.length,
      // What goes alone and gets no answer may have been judged: a round without calls tells, before it is set aside.
      ...(most === 1 && { refused: LOOK }),
    }))
    const request = {
      protocol: PROTOCOL,
      device: number,
      cursor: cursorOf(position),
      from: queue[0]?.seq ?? position.judged + 1,
      calls: calls.map(sent),
      limit,
    }
    const left = [
      ...queue.filter((call) => !calls.includes(call)),
      ...(await device.attention.toArray()).map(({ call }) => call),
      ...(await device.uploads.filter(({ fileId }) => fileId === 0).toArray()),
    ]
    const [unsentSince = null] = left.map(({ at }) => at).sort()
    return [request, { appVersion: version, unsent: foldRequests(left).length, unsentSince }]
  })
}

const sent = ({ seq, id, name, input, at, version }: QueuedCall): Call => ({
  seq,
  id,
  name,
  input,
  at,
  ...(version && { version }),
})

/** From the first call the server has not judged, in order, up to the first that is held back, within the size of a round. */
function sendable(queue: QueuedCall[], judged: number): QueuedCall[] {
  const calls: QueuedCall[] = []
  let bytes = 0
  for (const call of queue) {
    if (call.seq <= judged) continue
    bytes += sizeOf(call.input) + 150
    if (call.held || calls.length === MAX_CALLS_PER_ROUND || (calls.length > 0 && bytes > MAX_CALL_BYTES)) break
    calls.push(call)
  }
  return calls
}

/** A 204 ends a first sync that was waiting for its last page; otherwise there is nothing to write. */
async function nothingNew(device: Device, request: RoundRequest): Promise<RoundResponse | null> {
  const position = await device.get('position')
  if (!position.sweeping || request.cursor === null) return null
  return {
    cursor: request.cursor,
    device: request.device,
    lastSeq: position.judged,
    outcomes: [],
    changes: {},
    removed: {},
  }
}

async function fail(
  { device, now = Date.now }: Line,
  problem: Problem,
  retryAfterMs: number | null = null,
  more: Partial<Contact> = {},
): Promise<RoundResult> {
  await device.change('contact', (contact) => ({
    ...contact,
    lastTry: now(),
    problem,
    failures: contact.failures + 1,
    sending: 0,
    ...more,
  }))
  return { kind: 'problem', problem, retryAfterMs }
}

const rowsIn = ({ changes }: RoundResponse): number => Object.values(changes).reduce((sum, { rows }) => sum + rows, 0)

/** How many rows to ask for next, so that a page takes about as long as it should on this link. */
export const nextPageSize = (limit: number, tookMs: number): number =>
  Math.round(
    Math.min(
      pageSize.max,
      Math.max(
        Math.min(limit, pageSize.first),
        limit * Math.min(5, Math.max(0.5, pageSize.aimMs / Math.max(tookMs, 1))),
      ),
    ),
  )
