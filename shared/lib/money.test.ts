import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { centsToDollars, dollarsToCents, formatMoney, parseMoney } from './money.ts'

test.each([
  [1_280_000, '$12,800'],
  [1_280_050, '$12,800.50'],
  [5, '$0.05'],
  [0, '$0'],
  [10_000_000, '$100,000'],
  [-350_000, '-$3,500'],
  [100_000_000_000_000, '$1,000,000,000,000'],
])('%i cents read %s: cents are hidden when zero (C-182)', (cents, expected) => {
  expect(formatMoney(cents)).toBe(expected)
})

test.each([
  ['12,800', 1_280_000],
  ['$12.5', 1_250],
  [' 12.05 ', 1_205],
  ['0', 0],
  ['-3', -300],
  ['1.15', 115],
  ['', null],
  ['$', null],
  ['12.345', null],
  ['1e3', null],
  ['twelve', null],
  ['12.', null],
  ['Infinity', null],
])('a person who types %j means %s cents', (typed, cents) => {
  expect(parseMoney(typed)).toBe(cents)
})

test('dollars to cents has no residue of binary fractions', () => {
  expect(dollarsToCents(1.15)).toBe(115)
  expect(dollarsToCents(19.99)).toBe(1999)
  expect(dollarsToCents(0.1 + 0.2)).toBe(30)
})

test('whatever amount is shown can be typed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
      expect(parseMoney(formatMoney(cents))).toBe(cents)
      expect(dollarsToCents(centsToDollars(cents))).toBe(cents)
    }),
  )
})
