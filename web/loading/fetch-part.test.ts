import { expect, test } from 'vitest'
import { fetchPatiently, PartLost } from './fetch-part.ts'

/** A file that is lost so many times before it arrives. */
function lostFor(times: number) {
  const tries = { count: 0 }
  const load = async () => {
    if (tries.count++ < times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  }
  return { tries, load }
}
const waits: number[] = []
const wait = async (ms: number) => void waits.push(ms)

test('a part that is lost twice is asked for three times, with growing waits in between', async () => {
  waits.length = 0
  const { tries, load } = lostFor(2)
  expect(await fetchPatiently(load, wait)).toBe('the part')
  expect(tries.count).toBe(3)
  expect(waits).toHaveLength(2)
  expect(waits[1]).toBeGreaterThan(waits[0] ?? 0)
})

test('a part that does not arrive is told as lost, with the cause, and may be asked for again', async () => {
  const { tries, load } = lostFor(3)
  const failure = await fetchPatiently(load, wait).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PartLost)
  expect((failure as PartLost).cause).toBeInstanceOf(TypeError)
  expect(await fetchPatiently(load, wait)).toBe('the part')
  expect(tries.count).toBe(4)
})
