import type { NewsOf, Store } from '../store/store.ts'

const HEARTBEAT_MS = 25_000
const MIN_GAP_MS = 1_000
/** So long a reader has to take the end of its stream. */
const FAREWELL_MS = 1_000
const encoder = new TextEncoder()

type Stream = ReadableStreamDefaultController<Uint8Array>
interface Owner {
  sessionId: number
  userId: number
}

/**
 * The news stream: says only "there is news up to version v", to those who see something of it, at once and then at most once a second, with a heartbeat
 * every 25 s. All streams share one timer and one encoded message, so ten thousand of them cost little.
 */
export function createNews(store: Store, limits: { streams: number; streamsOfAll: number }) {
  const streams = new Map<Stream, Owner & { cut: () => void }>()
  let latest = 0
  let lastSent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whose news was not said yet. */
  let waiting: NewsOf = new Set()

  const send = (text: string, to: NewsOf = 'all') => {
    const message = encoder.encode(text)
    for (const [stream, { userId }] of streams) if (to === 'all' || to.has(userId)) deliver(stream, message)
  }
  const deliver = (stream: Stream, message: Uint8Array) => {
    // A reader that has not taken 64 kB of news is gone; its device asks again by itself.
    if ((stream.desiredSize ?? 0) < -64_000) close(stream)
    else stream.enqueue(message)
  }
  const close = (stream: Stream) => {
    const { cut } = streams.get(stream) ?? {}
    if (!cut || !streams.delete(stream)) return
    try {
      stream.close()
    } catch {
      // Already closed by the other side.
    }
    // Who does not read never sees the end, and would keep the connection.
    setTimeout(cut, FAREWELL_MS).unref()
  }
  const sendNews = () => {
    timer = undefined
    lastSent = Date.now()
    send(`event: news\ndata: ${latest}\n\n`, waiting)
    waiting = new Set()
  }
  const stopListening = store.onCommit((version, newsOf) => {
    latest = version
    if (newsOf !== 'all' && newsOf.size === 0) return
    waiting = newsOf === 'all' || waiting === 'all' ? 'all' : new Set([...waiting, ...newsOf])
    timer ??= setTimeout(sendNews, Math.max(0, lastSent + MIN_GAP_MS - Date.now()))
  })
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /**
     * Opens a stream for a session; the caller answers with it as `text/event-stream`. A person's oldest makes room for one too
     * many; null when all people together have as many as there may be. `cut` ends the connection under it.
     */
    open(owner: Owner, version: number, cut = () => {}): ReadableStream<Uint8Array> | null {
      const others: Stream[] = []
      for (const [stream, { userId }] of streams) if (userId === owner.userId) others.push(stream)
      if (others[0] && others.length >= limits.streams) close(others[0])
      if (streams.size >= limits.streamsOfAll) return null
      let own: Stream | undefined
      return new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          streams.set(controller, { ...owner, cut })
          controller.enqueue(encoder.encode(`event: news\ndata: ${version}\n\n`))
        },
        cancel() {
          if (own) streams.delete(own)
        },
      })
    },
    /** Closes the streams of sessions that are over. */
    closeWhere(isOver: (owner: Owner) => boolean) {
      for (const [stream, owner] of streams) if (isOver(owner)) close(stream)
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
