import { expect, test } from 'vitest'
import { startOfDay } from '#shared/lib/day.ts'
import { holdsSince } from './closed-window.ts'

test('a year that begins on the day from which closed ones come is not whole east of Greenwich: its first hours lie before that day', () => {
  const day = '2026-01-01'
  // What is closed is told by its instant, and the window begins with a day of Greenwich.
  expect(startOfDay('Asia/Tokyo', day) < day).toBe(true)
  expect([holdsSince('2025-12-31', day), holdsSince(day, day), holdsSince('2026-01-02', day)]).toEqual([
    true,
    false,
    false,
  ])
})
