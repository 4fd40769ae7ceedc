import { afterEach, expect, test } from 'vitest'
import { tellTimesIn } from '../data/clock-zone.ts'
import { atWords, dateOf, dayAndTimeOf, inFull, preciseTimeOf, shortDateOf, sinceMidnight } from './when.tsx'

afterEach(() => tellTimesIn(''))

// Of the reader's own clock, whichever that is.
const now = new Date(2026, 2, 10, 14, 5).getTime()
const at = (...[year, month, day]: [number, number, number]) => new Date(year, month, day, 9, 31).getTime()

test.each([
  [at(2026, 2, 10), 'at 09:31', '09:31'],
  [at(2026, 2, 9), 'on March 09 at 09:31', 'March 09, 09:31'],
  [at(2025, 11, 31), 'on December 31, 2025 at 09:31', 'December 31, 2025, 09:31'],
])('what was decided another day says which', (moment, words, short) => {
  expect(atWords(moment, now)).toBe(words)
  expect(sinceMidnight(moment, now)).toBe(short)
})

test('who has chosen a time zone reads moments by its clock, wherever the device is', () => {
  const newYear = '2025-12-31T22:30:09.000Z'
  const later = Date.parse('2026-01-01T12:00:00Z')
  tellTimesIn('Asia/Kathmandu')
  expect(inFull(newYear)).toBe('January 01, 2026, 04:15 UTC+05:45')
  expect(sinceMidnight(newYear, later)).toBe('04:15')
  expect(atWords(newYear, later)).toBe('at 04:15')
  tellTimesIn('America/New_York')
  expect(inFull(newYear)).toBe('December 31, 2025, 17:30 UTC-05:00')
  expect(preciseTimeOf(newYear)).toBe('17:30:09')
  expect(shortDateOf(newYear, later)).toBe('December 31, 2025')
  expect(dayAndTimeOf('2026-03-08T06:30:00.000Z', later)).toBe('March 08, 01:30')
  // Where clocks skip an hour.
  expect(dayAndTimeOf('2026-03-08T07:30:00.000Z', later)).toBe('March 08, 03:30')
  expect(dateOf('2026-07-01T03:00:00.000Z')).toBe('June 30, 2026')
})

test('a zone that this machine does not know is told by its own clock', () => {
  const own = inFull('2026-03-08T07:30:00.000Z')
  tellTimesIn('Asia/Kathmandu')
  tellTimesIn('Nowhere/At all')
  expect(inFull('2026-03-08T07:30:00.000Z')).toBe(own)
})
