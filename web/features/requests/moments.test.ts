import { expect, test } from 'vitest'
import { clockTime } from './moments.ts'

const now = new Date(2026, 2, 6, 12, 0)

test('a moment of today is its time alone', () => {
  expect(clockTime(new Date(2026, 2, 6, 9, 3).getTime(), now)).toBe('09:03')
})

test('a moment of another day says which', () => {
  expect(clockTime(new Date(2026, 1, 28, 23, 59).toISOString(), now)).toBe('Feb 28, 23:59')
})
