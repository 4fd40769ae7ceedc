import { PROTOCOL, type StreamPage } from '#shared/protocol/sync.ts'
import type { Fetch } from '../net/api.ts'

/** A stream without a byte for so long is dead, whatever the connection says: the server's heartbeat comes every 25 s. */
const DEAD_MS = 60_000

/** The server does not know this session: no fault of the link. */
export class SessionOver extends Error {}

/** What the stream says: that there is news up to a version, or what is new itself. */
export type StreamEvent = { version: number } | { page: StreamPage }

/**
 * Calls `onEvent` with each thing that the stream says to a device that stands at `cursor`, one after the other. Ends when the server ends the
 * stream or is silent for a minute; rejects when it cannot be had or breaks.
 */
export async function followNews(
  token: string,
  cursor: string | null,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
  send: Fetch = fetch,
): Promise<void> {
  const dead = new AbortController()
  let watchdog = setTimeout(() => dead.abort(), DEAD_MS)
  const alive = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => dead.abort(), DEAD_MS)
  }
  const stop = () => dead.abort()
  signal.addEventListener('abort', stop)
  try {
    const response = await send(`/api/sync/live${takesPages(cursor)}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: dead.signal,
      cache: 'no-store',
    })
    if (response.status === 401) throw new SessionOver()
    if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('text/event-stream'))
      throw new Error(`No news stream (${response.status})`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    dead.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      alive()
      text += value
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const version = /^data: (\d+)$/m.exec(event)?.[1]
        const page = /^event: page\ndata: (.+)$/m.exec(event)?.[1]
        if (version) onEvent({ version: Number(version) })
        if (page) onEvent({ page: await unpacked(page) })
      }
    }
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', stop)
  }
}

/** Where this device stands, for a server that sends what is new from there. */
const takesPages = (cursor: string | null): string =>
  typeof DecompressionStream === 'undefined'
    ? ''
    : `?${String(new URLSearchParams({ protocol: String(PROTOCOL), cursor: cursor ?? '' }))}`

async function unpacked(text: string): Promise<StreamPage> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return (await new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
  ).json()) as StreamPage
}
