/** The server says something every 25 s; one that does not has stopped, though the connection stands. */
const SILENT_MS = 60_000

/**
 * Calls `onNews` with the version of each piece of news. Resolves when the stream ends or falls silent; rejects when it cannot
 * be had.
 */
export async function followNews(token: string, signal: AbortSignal, onNews: (version: number) => void): Promise<void> {
  const response = await fetch('/api/sync/live', {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal,
    cache: 'no-store',
  })
  if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('text/event-stream')) {
    throw new Error(`No news stream (${response.status})`)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), SILENT_MS)
    const { value, done } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const version = /^data: (\d+)$/m.exec(event)?.[1]
      if (version) onNews(Number(version))
    }
  }
}
