import type { Store } from '../store/store.ts'

const HEARTBEAT_MS = 25_000
const MIN_GAP_MS = 1_000
const encoder = new TextEncoder()

/**
 * The news stream: says only "there is news up to version v", at once and then at most once a second, with a heartbeat
 * every 25 s. All streams share one timer and one encoded message, so ten thousand of them cost little.
 */
export function createNews(store: Store) {
  const streams = new Map<ReadableStreamDefaultController<Uint8Array>, { sessionId: number; userId: number }>()
  let latest = 0
  let lastSent = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = (text: string) => {
    const message = encoder.encode(text)
    for (const stream of streams.keys()) deliver(stream, message)
  }
  const deliver = (stream: ReadableStreamDefaultController<Uint8Array>, message: Uint8Array) => {
    // A reader that has not taken 64 kB of news is gone; its device asks again by itself.
    if ((stream.desiredSize ?? 0) < -64_000) close(stream)
    else stream.enqueue(message)
  }
  const close = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    if (!streams.delete(stream)) return
    try {
      stream.close()
    } catch {
      // Already closed by the other side.
    }
  }
  const sendNews = () => {
    timer = undefined
    lastSent = Date.now()
    send(`event: news\ndata: ${latest}\n\n`)
  }
  const stopListening = store.onCommit((version) => {
    latest = version
    timer ??= setTimeout(sendNews, Math.max(0, lastSent + MIN_GAP_MS - Date.now()))
  })
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /** Opens a stream for a session; the caller answers with it as `text/event-stream`. */
    open(owner: { sessionId: number; userId: number }, version: number): ReadableStream<Uint8Array> {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      return new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          streams.set(controller, owner)
          controller.enqueue(encoder.encode(`event: news\ndata: ${version}\n\n`))
        },
        cancel() {
          if (own) streams.delete(own)
        },
      })
    },
    /** Closes the streams of sessions that are over. */
    closeWhere(isOver: (owner: { sessionId: number; userId: number }) => boolean) {
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
