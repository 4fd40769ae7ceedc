import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerOver, resultOver } from './beats.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** So many seconds pass, and what is posted meanwhile is delivered. */
async function pass(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n++) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** What has been heard at one end of a port while `work` runs at the other, after so many seconds. */
function hear(work: () => Promise<string>) {
  const { port1, port2 } = new MessageChannel()
  const heard: (string | null)[] = []
  void resultOver<string>(port1).then((result) => heard.push(result))
  const answering = answerOver(port2, work)
  return { heard, answering, close: () => port2.close() }
}
const after = (seconds: number, result = 'done') =>
  new Promise<string>((resolve) => setTimeout(() => resolve(result), seconds * 1_000))

test('work of two minutes is waited for, because its player says that it is alive', async () => {
  const { heard, close } = hear(() => after(120))
  await pass(119)
  expect(heard).toEqual([])
  await pass(2)
  expect(heard).toEqual(['done'])
  close()
})

test('a player that has died is noticed after fifteen seconds of silence', async () => {
  const { port1, port2 } = new MessageChannel()
  const heard: unknown[] = []
  void resultOver(port1).then((result) => heard.push(result))
  await pass(14)
  expect(heard).toEqual([])
  await pass(2)
  expect(heard).toEqual([null])
  port2.close()
})

test('work that breaks is told at once, and no beat follows', async () => {
  const { heard, answering, close } = hear(() => Promise.reject(new Error('no disk')))
  await answering
  await pass(1)
  expect(heard).toEqual([null])
  expect(vi.getTimerCount()).toBe(0)
  close()
})
