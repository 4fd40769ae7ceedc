/** A stream without a byte for so long is dead, whatever the connection says: the server's heartbeat comes every 25 s. */
const DEAD_MS = 60_000

/** The server does not know this session: no fault of the link. */
export class SessionOver extends Error {}

/**
 * Calls `onNews` with the version of each piece of news. Ends when the server ends the stream or is silent for a minute; rejects
 * when it cannot be had or breaks.
 */
export async function followNews(token: string, signal: AbortSignal, onNews: (version: number) => void): Promise<void> {
  const dead = new AbortController()
  let watchdog = setTimeout(() => dead.abort(), DEAD_MS)
  const alive = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => dead.abort(), DEAD_MS)
  }
  const stop = () => dead.abort()
  signal.addEventListener('abort', stop)
  try {
    const response = await fetch('/api/sync/live', {
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
        if (version) onNews(Number(version))
      }
    }
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', stop)
  }
}
