import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAsker, FRESH_MS, type Got, type Told } from './asker.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** A server that answers each question after `tookMs` with how many it was asked; `none`: not in time. */
function aServer(tookMs: number, answers: (asked: number) => boolean = () => true, instead: Got<number> = 'none') {
  const told: Told<number>[] = []
  let asked = 0
  const ask = async () => {
    const number = ++asked
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return answers(number) ? { body: number, at: Date.now() } : instead
  }
  return { told, asker: createAsker<number>(ask, (next) => told.push(next)), asked: () => asked }
}

test('a question is asked at once, and again only when something has changed', async () => {
  const { told, asker, asked } = aServer(100)
  asker.ask('1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([{ body: 1, at: 100, changes: '1' }])
  asker.ask('2')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked(), told[1]]).toEqual([2, { body: 2, at: 60_100, changes: '2' }])
})

test('while others change something all the time it is asked every three seconds, and at last about the last change', async () => {
  const { told, asker, asked } = aServer(100)
  for (let change = 0; change < 100; change++) {
    asker.ask(String(change))
    await vi.advanceTimersByTimeAsync(200)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBeLessThanOrEqual(8)
  expect(told.at(-1)?.changes).toBe('99')
})

test('an answer to a question asked before the last change says so', async () => {
  const { told, asker } = aServer(1_000)
  asker.ask('before')
  await vi.advanceTimersByTimeAsync(500)
  asker.ask('after')
  await vi.advanceTimersByTimeAsync(500)
  expect(told.map(({ changes }) => changes)).toEqual(['before'])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(told.map(({ changes }) => changes)).toEqual(['before', 'after'])
})

test('where no answer came it is asked three times more, and again when an answer would be old (C-110)', async () => {
  const { told, asker, asked } = aServer(8_000, (number) => number > 3)
  asker.ask('1')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(told).toEqual([{ body: null, at: 8_000, changes: '1' }])
  await vi.advanceTimersByTimeAsync(120_000)
  expect([asked(), told.at(-1)?.body]).toEqual([4, 4])

  const never = aServer(0, () => false)
  never.asker.ask('1')
  await vi.advanceTimersByTimeAsync(FRESH_MS)
  expect(never.asked()).toBe(4)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(never.asked()).toBe(5)
})

test('a question of which nothing is heard any more is told so, and asked again', async () => {
  const told: Told<number>[] = []
  let asked = 0
  const asker = createAsker<number>(
    () => (++asked === 1 ? new Promise<never>(() => undefined) : Promise.resolve({ body: asked, at: Date.now() })),
    (next) => told.push(next),
  )
  asker.ask('1')
  await vi.advanceTimersByTimeAsync(30_000)
  expect([asked, told.map(({ body }) => body)]).toEqual([2, [null, 2]])
})

test('what the server refuses to say is not asked again until something has changed', async () => {
  const { told, asker, asked } = aServer(100, () => false, 'refused')
  asker.ask('1')
  await vi.advanceTimersByTimeAsync(2 * FRESH_MS)
  expect([asked(), told.length]).toEqual([1, 1])
  asker.ask('2')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked()).toBe(2)
})

test.each([-3, 3])('a clock that jumps by %i days keeps no question waiting', async (days) => {
  const { asker, asked } = aServer(100)
  asker.ask('1')
  await vi.advanceTimersByTimeAsync(1_000)
  vi.setSystemTime(Date.now() + days * 86_400_000)
  asker.ask('2')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked()).toBe(2)
})

test('nothing is told or asked after the end', async () => {
  const { told, asker, asked } = aServer(100)
  asker.ask('1')
  await vi.advanceTimersByTimeAsync(50)
  asker.stop()
  asker.ask('2')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([told, asked()]).toEqual([[], 1])
})
