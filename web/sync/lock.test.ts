import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocks } from '../testing/locks.ts'
import { SILENCE_MS } from './beats.ts'
import { exclusively } from './lock.ts'

/** One round at a time in all tabs and the worker of a browser: a lock with beats, taken over from who has fallen silent. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('navigator', { locks: createLocks() })
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Every other tab hears; a frozen one says nothing. */
let isFrozen = false
const channels = new Set<Channel>()
class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    channels.add(this)
  }
  postMessage(data: unknown): void {
    if (!isFrozen) for (const channel of channels) if (channel !== this) channel.onmessage?.({ data })
  }
  close(): void {
    channels.delete(this)
  }
}
beforeEach(() => {
  isFrozen = false
  channels.clear()
})

/** A round that ends when it is told to, and says in `log` when it began and ended. */
function aRound(name: string, log: string[]) {
  let end = () => undefined as void
  const over = new Promise<void>((resolve) => (end = resolve))
  const played = exclusively('fieldpost-round-5', async (isMine) => {
    log.push(`${name} begins`)
    await over
    log.push(`${name} ends${isMine() ? '' : ', passed by'}`)
    return name
  })
  return { played, end }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a worker that the browser has woken and a page play one after the other, however long each takes', async () => {
  const log: string[] = []
  const worker = aRound('worker', log)
  const page = aRound('page', log)
  await pass(20 * SILENCE_MS)
  expect(log).toEqual(['worker begins'])
  worker.end()
  await pass(1)
  page.end()
  expect(await Promise.all([worker.played, page.played])).toEqual(['worker', 'page'])
  expect(log).toEqual(['worker begins', 'worker ends', 'page begins', 'page ends'])
})

test('who holds the lock and says nothing for fifteen seconds is passed by, by one of those who wait, and still gets its own result', async () => {
  const log: string[] = []
  const frozen = aRound('frozen', log)
  await pass(1)
  isFrozen = true
  const first = aRound('first', log)
  await pass(SILENCE_MS - 1)
  expect(log).toEqual(['frozen begins'])
  await pass(2)
  expect(log).toEqual(['frozen begins', 'first begins'])
  isFrozen = false
  const second = aRound('second', log)
  await pass(3 * SILENCE_MS)
  expect(log).toEqual(['frozen begins', 'first begins'])
  first.end()
  await pass(1)
  frozen.end()
  second.end()
  expect(await Promise.all([frozen.played, first.played, second.played])).toEqual(['frozen', 'first', 'second'])
  expect(log.indexOf('second begins')).toBeGreaterThan(log.indexOf('first ends'))
  expect(log).toContain('frozen ends, passed by')
})

test('a round that breaks gives the lock back, and its fault to who asked', async () => {
  const broken = exclusively('fieldpost-round-5', () => Promise.reject(new Error('a fault of the round')))
  await expect(broken).rejects.toThrow('a fault of the round')
  expect(await exclusively('fieldpost-round-5', () => Promise.resolve('the next'))).toBe('the next')
})

test('where a browser has no locks it simply plays', async () => {
  vi.stubGlobal('navigator', {})
  expect(await exclusively('fieldpost-round-5', () => Promise.resolve('played'))).toBe('played')
})
