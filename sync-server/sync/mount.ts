import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { many } from '#shared/kernel/reads.ts'
import { errorsIn } from '#shared/kernel/input.ts'
import { refusals } from '#shared/kernel/refusal.ts'
import { sizeOf } from '#shared/kernel/size.ts'
import type { User } from '#shared/model/reference.ts'
import type { Device, SessionRow } from '#shared/model/server-tables.ts'
import { MAX_CALL_BYTES } from '#shared/model/limits.ts'
import { roundRequestSchema, type Call } from '#shared/protocol/round.ts'
import { readTold, TOLD } from '#shared/protocol/told.ts'
import { MIN_PROTOCOL, PROTOCOL, SERVER_TOO_OLD } from '#shared/protocol/sync.ts'
import type { Server } from '../execute/execute.ts'
import { createBuckets } from '../http/buckets.ts'
import { forNothing } from '../http/security-headers.ts'
import { answerJson } from './answer.ts'
import { leftOn } from './left.ts'
import { createNews, type News, type Owner } from './live.ts'
import { oneTasking } from './pages.ts'
import { playRound, TryAgain, type SyncServer } from './round.ts'
import { createSlots } from './slots.ts'
import { streamPages } from './stream-pages.ts'

/** What stands on a request before it gets here: who asks, and the JSON of its body. */
export interface SignedIn {
  Variables: {
    actor: User
    session: SessionRow
    body: unknown
    address: string
    note: (event: string, about: { call: string }) => void
  }
}

/** What a round takes as a body; of what goes too deep the call is named. */
export const roundBody = {
  most: 1_000_000,
  tooLarge: 'A round takes at most 1 MB. Send fewer calls at once.',
  nameOf: ([, call = 0]: readonly number[]): string => `calls.${call}`,
}

/** What one person may take of what all share. */
export interface SyncLimits {
  /** On a link that loses answers each first round costs a number, so this is far more than anybody has devices. */
  devices: { atOnce: number; perSecond: number }
  firstSyncsAtOnce: number
  /** Up to so many closed taskings come to a device with all that belongs to them (decision 071). */
  wholeHistory: number
  /** So many taskings come to a device at most, of the closed ones the last (decision 079). */
  mostTaskings: number
  streams: number
  /** News streams of all people together: half of what the server keeps open. */
  streamsOfAll: number
}
export const usualSyncLimits: SyncLimits = {
  devices: { atOnce: 50, perSecond: 1 / 300 },
  firstSyncsAtOnce: 2,
  wholeHistory: 2_000,
  mostTaskings: 50_000,
  streams: 10,
  streamsOfAll: 1_000,
}

/** Where it is noted what a device said, and in which session. */
interface Devices {
  note: (device: number, said: Pick<Device, 'sessionId' | 'label' | 'appVersion' | 'unsent' | 'unsentSince'>) => void
}

/** `POST /sync` and `GET /sync/live`, on an app that has already found out who asks. Stop the news when the server stops. */
export function mountSync<E extends SignedIn>(
  app: Hono<E>,
  knows: Server,
  devices: Devices,
  limits = usualSyncLimits,
): News {
  const server: SyncServer = {
    ...knows,
    grant: createBuckets(limits.devices, knows.now),
    firstSync: createSlots(limits.firstSyncsAtOnce),
    wholeHistory: limits.wholeHistory,
    mostTaskings: limits.mostTaskings,
  }
  const news = createNews(server.store, limits, async (owners) => {
    const personOf = await whoIsSignedIn(server, owners)
    const pageFor = streamPages(server)
    return async (owner, cursor) => {
      const user = personOf(owner)
      return user ? pageFor(user, cursor) : null
    }
  })
  const lookAgain = watchSessions(server, news)

  app.post('/sync', async (c) => {
    const body: unknown = c.var.body
    const { protocol } = (body ?? {}) as { protocol?: unknown }
    if (typeof protocol === 'number' && protocol > PROTOCOL) throw new HTTPException(426, serverTooOld)
    if (typeof protocol !== 'number' || protocol < MIN_PROTOCOL) throw new HTTPException(426, appTooOld)
    const request = roundRequestSchema.safeParse(body)
    if (!request.success) {
      const cause = { errors: errorsIn(roundRequestSchema, body) }
      throw new HTTPException(400, { message: 'This is not a round.', cause })
    }
    const large = tooLarge(request.data.calls)
    if (large) throw new HTTPException(413, { message: large[0]?.message, cause: { errors: large } })
    try {
      const { device, calls, cursor } = request.data
      const { session, actor } = c.var
      const told = readTold(c.req.header(TOLD))
      const response = await news.during({ sessionId: session.id, userId: actor.id }, cursor, () =>
        playRound(asking(server, c.var), actor, request.data, told?.isLean),
      )
      // A number that it is granted now it may never hear of; what it asks with next is its own.
      if (device > 0 && device === (response?.device ?? device))
        devices.note(device, {
          ...{ sessionId: session.id, label: session.label },
          ...leftOn(told, calls, response?.outcomes ?? [], knows.now()),
        })
      // A Response of its own carries none of the headers that were set before.
      if (!response) return new Response(null, { status: 204, headers: forNothing })
      return await answerJson(c, protocol < PROTOCOL ? { ...response, protocol: PROTOCOL } : response)
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error
      throw new HTTPException(503, {
        message: 'The server could not judge a call. It will be sent again.',
        cause: error,
      })
    }
  })

  app.get('/sync/taskings/:id', async (c) => {
    const changes = await oneTasking(server, c.var.actor, Number(c.req.param('id')) || 0)
    if (!changes) throw new HTTPException(404, { message: refusals['not-found'].sentence })
    return answerJson(c, { changes })
  })

  app.get('/sync/live', async (c) => {
    c.header('content-type', 'text/event-stream')
    c.header('x-accel-buffering', 'no')
    // A stream that has ended must not keep its place among the connections.
    c.header('connection', 'close')
    const version = await server.store.news()
    const { outgoing } = (c.env ?? {}) as { outgoing?: { destroy: () => void } }
    const owner = { sessionId: c.var.session.id, userId: c.var.actor.id, cursor: takesPagesAt(c.req.query()) }
    const stream = news.open(owner, version, () => outgoing?.destroy())
    if (!stream)
      throw new HTTPException(503, {
        message: 'Too many devices listen for news at the moment. The app asks for it by itself.',
        cause: { retryAfter: 60 },
      })
    // The session may have ended since it was asked for.
    lookAgain()
    return c.body(stream)
  })

  return news
}

/** A round is answered 200 whatever became of its calls, so what was refused by right is noted where it is judged. */
const asking = (server: SyncServer, { note, address }: SignedIn['Variables']): SyncServer => ({
  ...server,
  address,
  judged(verdict, call) {
    server.judged?.(verdict, call)
    if (verdict.refusal?.refused === 'not-allowed') note('not-allowed', { call: call.name })
  },
})

const appTooOld = { message: 'This version of the app is too old for the server. Reload it to update.' }
const serverTooOld = {
  message: 'The server is older than this app. What you did is kept and sent when the server has been updated.',
  cause: { code: SERVER_TOO_OLD },
}

/** Measured as the device measures it when it fills a round. */
export function tooLarge(calls: Call[]) {
  const errors = calls.flatMap(({ input }, index) => {
    const size = sizeOf(input)
    if (size <= MAX_CALL_BYTES) return []
    const message = `This call is too large: ${size} characters of at most ${MAX_CALL_BYTES}. Shorten its texts, or take it out.`
    return [{ field: `calls.${index}`, message }]
  })
  return errors.length > 0 ? errors : null
}

const CHECK_MS = 4_000
const EXPIRY_CHECK_EVERY = 15

/** A stream closes within five seconds after its session ended: looked at when something was written, and once a minute. */
function watchSessions(server: Server, news: News): () => void {
  let written = false
  let rounds = 0
  const lookAgain = () => void (written = true)
  server.store.onCommit(lookAgain)
  const check = async () => {
    if (news.count() === 0 || (!written && ++rounds % EXPIRY_CHECK_EVERY !== 0)) return
    written = false
    const personOf = await whoIsSignedIn(server, news.owners())
    news.closeWhere((owner) => !personOf(owner))
  }
  // A store that does not answer now is asked again; one that is closing ends the streams with the process.
  const timer = setInterval(() => void check().catch(lookAgain), CHECK_MS)
  timer.unref()
  return lookAgain
}

/** The person of a session, as they are now; undefined once it is over. */
async function whoIsSignedIn({ store, now }: Server, owners: Owner[]): Promise<(owner: Owner) => User | undefined> {
  const { sessions, users } = await store.read({
    reads: {
      sessions: many('sessions', { id: owners.map((owner) => owner.sessionId) }),
      users: many('users', { id: owners.map((owner) => owner.userId) }),
    },
  })
  const alive = new Set(
    sessions.filter((session) => !session.ended && session.expireDate > now()).map((session) => session.id),
  )
  const active = new Map(users.filter((user) => user.active).map((user) => [user.id, user]))
  return ({ sessionId, userId }) => (alive.has(sessionId) ? active.get(userId) : undefined)
}

/** A device that takes pages says where it stands, empty while it does not know; null for one that only wants to hear of news. */
function takesPagesAt({ protocol, cursor }: Record<string, string>): string | null {
  const isUnderstood = Number(protocol) >= MIN_PROTOCOL && Number(protocol) <= PROTOCOL
  return isUnderstood && cursor !== undefined && cursor.length <= 200 ? cursor : null
}
