import { expect, test } from 'vitest'
import { atWords, sinceMidnight } from './when.tsx'

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
