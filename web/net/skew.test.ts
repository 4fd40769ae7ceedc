import { expect, test } from 'vitest'
import { skewAfter, skewIn } from './skew.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
const noon = Date.parse('2026-03-10T12:00:00.400Z')

/** What a device knows after answers that took so long, each written halfway, when its clock is `skew` behind the server's. */
function known(skew: number, tookMs: number[], before = 0): number {
  let now = noon
  return tookMs.reduce((so, took) => {
    const date = new Date(now + took / 2 + skew).toUTCString()
    const after = skewAfter(so, skewIn(date, now, now + took))
    now += took + 7_300
    return after
  }, before)
}

test('with equal clocks the skew stays 0 however slow the link and whatever its answers take', () => {
  for (const took of [1, 40, 800, 2_400, 9_000, 50_000]) expect(known(0, [took, took, took])).toBe(0)
})

test('a clock days away is known after one answer, as exactly as that answer was fast', () => {
  for (const skew of [-3 * DAY, 3 * DAY, -90 * SECOND]) {
    expect(Math.abs(known(skew, [40]) - skew)).toBeLessThan(1.1 * SECOND)
    expect(Math.abs(known(skew, [20_000]) - skew)).toBeLessThan(11 * SECOND)
  }
})

test('a slow answer does not spoil what a fast one has said, a faster one makes it better', () => {
  expect(known(3 * DAY, [40, 20_000, 9_000])).toBe(known(3 * DAY, [40]))
  expect(Math.abs(known(3 * DAY, [20_000, 40]) - 3 * DAY)).toBeLessThan(2.1 * SECOND)
})

test('a clock that was put right is followed with the next answer', () => {
  expect(Math.abs(known(0, [800], 3 * DAY))).toBeLessThan(2 * SECOND)
})

test('an answer without a date, or during which the clock was set back, says nothing', () => {
  expect(skewAfter(77, skewIn(null, noon, noon + 40))).toBe(77)
  expect(skewAfter(77, skewIn(new Date(noon).toUTCString(), noon, noon - DAY))).toBe(77)
})
