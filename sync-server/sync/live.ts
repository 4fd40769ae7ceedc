import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { versionOf, type StreamPage } from '#shared/protocol/sync.ts'
import type { NewsOf, Store } from '../store/store.ts'

const HEARTBEAT_MS = 25_000
const MIN_GAP_MS = 1_000
/** Between so many streams and the next others have their turn. */
const AT_ONCE = 500
/** So long a reader has to take the end of its stream. */
const FAREWELL_MS = 1_000
/** What is larger, packed, is a round's. */
const SMALL_BYTES = 4_000
const LEAVING_STEPS = 50
const encoder = new TextEncoder()
const zip = promisify(gzip)

type Stream = ReadableStreamDefaultController<Uint8Array>
export interface Owner {
  sessionId: number
  userId: number
}
interface Listener extends Owner {
  cut: () => void
  /** Where its device stands, as far as the server has heard; null when it takes no pages. */
  cursor: string | null
}

/**
 * The news stream: to those who see something of a commit, at once and then at most once a second, with a heartbeat every 25 s. A device that says
 * where it stands is sent what is new, when that is small (`pagesFor`); every other one hears "there is news up to version v", and asks.
 */
export function createNews(
  store: Store,
  limits: { streams: number; streamsOfAll: number },
  pagesFor: (owners: Owner[]) => Promise<(owner: Owner, cursor: string) => Promise<StreamPage | null>>,
) {
  const streams = new Map<Stream, Listener>()
  /** The oldest first. A round, and who opens one more, look for their own: among ten thousand neither must ask each. */
  const ofPerson = new Map<number, Set<Stream>>()
  /** Sessions of which a round is played, and whether their streams have something to hear when it is over. */
  const rounds = new Map<number, { count: number; hasNews: boolean }>()
  let latest = 0
  let lastSent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeaving = false
  /** Whose news was not said yet. */
  let waiting: NewsOf = new Set()

  const add = (stream: Stream, listener: Listener) => {
    streams.set(stream, listener)
    ofPerson.set(listener.userId, (ofPerson.get(listener.userId) ?? new Set()).add(stream))
  }
  const remove = (stream: Stream): Listener | undefined => {
    const listener = streams.get(stream)
    if (!listener) return undefined
    streams.delete(stream)
    const others = ofPerson.get(listener.userId)
    others?.delete(stream)
    if (others?.size === 0) ofPerson.delete(listener.userId)
    return listener
  }
  const deliver = (stream: Stream, message: Uint8Array) => {
    // A reader that has not taken 64 kB of news is gone; its device asks again by itself.
    if ((stream.desiredSize ?? 0) < -64_000) close(stream)
    else stream.enqueue(message)
  }
  const close = (stream: Stream) => {
    const listener = remove(stream)
    if (!listener) return
    try {
      stream.close()
    } catch {
      // Already closed by the other side.
    }
    // Who does not read never sees the end, and would keep the connection.
    setTimeout(listener.cut, FAREWELL_MS).unref()
  }
  /** No sooner than a second after the last time. */
  const tell = (newsOf: NewsOf) => {
    waiting = newsOf === 'all' || waiting === 'all' ? 'all' : new Set([...waiting, ...newsOf])
    timer ??= setTimeout(() => void sendNews(), Math.max(0, lastSent + MIN_GAP_MS - Date.now()))
  }
  const sendNews = async () => {
    lastSent = Date.now()
    const to = waiting
    waiting = new Set()
    const news = encoder.encode(newsLine(latest))
    const told = [...streams].filter(([, { userId }]) => to === 'all' || to.has(userId))
    for (const [stream, { cursor }] of told) if (cursor === null) deliver(stream, news)
    const behind = told.filter(([, { cursor }]) => cursor !== null && versionOf(cursor) < latest)
    for (let at = 0; at < behind.length; at += AT_ONCE) await sendPages(behind.slice(at, at + AT_ONCE), news)
    timer = undefined
    if (isSome(waiting)) tell(waiting)
  }
  const sendPages = async (to: [Stream, Listener][], news: Uint8Array) => {
    const waits = to.filter(([, listener]) => !isInRound(listener))
    const pageFor = await pagesFor(waits.map(([, listener]) => listener)).catch(() => null)
    const packed = new Map<StreamPage, Promise<Uint8Array | null>>()
    for (const [stream, listener] of waits) {
      const cursor = listener.cursor ?? ''
      // What cannot be had here, its device asks for.
      const page = (await pageFor?.(listener, cursor).catch(() => null)) ?? null
      if (page && isEmpty(page)) continue
      if (page && !packed.has(page)) packed.set(page, pack(page))
      const message = page && ((await packed.get(page)) ?? null)
      if (!streams.has(stream)) continue
      // Meanwhile its device may have asked by itself: then it is told when that is over.
      if (listener.cursor !== cursor || isInRound(listener)) {
        tell(new Set([listener.userId]))
        continue
      }
      if (message) listener.cursor = page.cursor
      deliver(stream, message ?? news)
    }
  }
  const isInRound = ({ sessionId }: Owner): boolean => {
    const round = rounds.get(sessionId)
    if (round) round.hasNews = true
    return round !== undefined
  }
  const stopListening = store.onCommit((version, newsOf) => {
    if (!isSome(newsOf)) return
    latest = version
    tell(newsOf)
  })
  const heartbeat = setInterval(() => {
    const beat = encoder.encode(': still here\n\n')
    for (const stream of streams.keys()) deliver(stream, beat)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /**
     * Opens a stream for a session; the caller answers with it as `text/event-stream`. A person's oldest makes room for one too
     * many; null when all people together have as many as there may be. `cut` ends the connection under it.
     */
    open(owner: Owner & Pick<Listener, 'cursor'>, version: number, cut = () => {}): ReadableStream<Uint8Array> | null {
      const [oldest, ...others] = ofPerson.get(owner.userId) ?? []
      if (oldest && others.length + 1 >= limits.streams) close(oldest)
      if (isLeaving || streams.size >= limits.streamsOfAll) return null
      let own: Stream | undefined
      const source = {
        start(controller: Stream) {
          own = controller
          add(controller, { ...owner, cut })
          controller.enqueue(encoder.encode(newsLine(version)))
        },
        cancel() {
          if (own) remove(own)
        },
      }
      return new ReadableStream<Uint8Array>(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }))
    },
    /** Plays a round of a session. Its streams wait meanwhile: what the answer brings is not told twice. */
    async during<T extends { cursor: string } | null>(
      { sessionId, userId }: Owner,
      asked: string | null,
      play: () => Promise<T>,
    ): Promise<T> {
      const round = rounds.get(sessionId) ?? { count: 0, hasNews: false }
      rounds.set(sessionId, round)
      round.count += 1
      try {
        const answer = await play()
        for (const stream of ofPerson.get(userId) ?? []) {
          const listener = streams.get(stream)
          if (listener?.sessionId === sessionId && listener.cursor !== null)
            listener.cursor = answer?.cursor ?? asked ?? ''
        }
        return answer
      } finally {
        round.count -= 1
        if (round.count === 0) rounds.delete(sessionId)
        if (round.count === 0 && round.hasNews) tell(new Set([userId]))
      }
    },
    /** Closes the streams of sessions that are over. */
    closeWhere(isOver: (owner: Owner) => boolean) {
      for (const [stream, owner] of streams) if (isOver(owner)) close(stream)
    },
    /** Opens no more, and ends those that are open one after the other: not all of their devices come to another process at once. */
    async leave(ms: number): Promise<void> {
      isLeaving = true
      const all = [...streams.keys()]
      const step = ms / LEAVING_STEPS
      for (let n = 0; n < LEAVING_STEPS; n++) {
        for (const stream of all.slice((n * all.length) / LEAVING_STEPS, ((n + 1) * all.length) / LEAVING_STEPS))
          close(stream)
        await new Promise((later) => setTimeout(later, step))
      }
    },
    owners: () => [...streams.values()],
    count: () => streams.size,
    stop() {
      stopListening()
      clearInterval(heartbeat)
      clearTimeout(timer)
      for (const stream of streams.keys()) close(stream)
    },
  }
}
export type News = ReturnType<typeof createNews>

const isEmpty = ({ changes, removed }: StreamPage): boolean =>
  Object.keys(changes).length + Object.keys(removed).length === 0

/** Null when it is not small. */
async function pack(page: StreamPage): Promise<Uint8Array | null> {
  const bytes = await zip(JSON.stringify(page))
  return bytes.length > SMALL_BYTES ? null : encoder.encode(`event: page\ndata: ${bytes.toString('base64')}\n\n`)
}

const isSome = (newsOf: NewsOf): boolean => newsOf === 'all' || newsOf.size > 0
const newsLine = (version: number): string => `event: news\ndata: ${version}\n\n`
