import { expect, test } from 'vitest'
import { aboutOnLink } from './outbox-words.ts'

test('how long it takes is told by what the last calls took, and never less than a round', () => {
  const thin = { bytes: 300, ms: 1_600 }
  expect(aboutOnLink(300, thin)).toBe('')
  expect(aboutOnLink(3_000, thin)).toBe('about 3 s on this link')
  expect(aboutOnLink(50 * 300, thin)).toBe('about 7 s on this link')
  expect(aboutOnLink(1_000_000, thin)).toBe('about 5 min on this link')
  expect(aboutOnLink(100, { bytes: 9_000, ms: 4_000 })).toBe('about 4 s on this link')
})

test('nothing is told on a fast link, before anything has travelled, and when nothing waits', () => {
  expect(aboutOnLink(15_000, { bytes: 300, ms: 40 })).toBe('')
  expect(aboutOnLink(15_000, undefined)).toBe('')
  expect(aboutOnLink(0, { bytes: 300, ms: 9_000 })).toBe('')
})
