import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followNews } from './live.ts'

let say: (text: string) => void
beforeEach(() => {
  vi.useFakeTimers()
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (say = (text) => controller.enqueue(new TextEncoder().encode(text))),
  })
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream that says something now and then is followed; one that falls silent is left, though it stands', async () => {
  const versions: number[] = []
  let ended = false
  void followNews('token', null, new AbortController().signal, (event) =>
    versions.push('version' in event ? event.version : 0),
  ).then(() => (ended = true))
  await vi.advanceTimersByTimeAsync(10)
  for (let n = 1; n < 10; n++) {
    say(n % 3 ? ': still here\n\n' : `event: news\ndata: ${n}\n\n`)
    await vi.advanceTimersByTimeAsync(25_000)
  }
  expect([versions, ended]).toEqual([[3, 6, 9], false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toBe(true)
})
