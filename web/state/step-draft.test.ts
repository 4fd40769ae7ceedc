import { expect, test } from 'vitest'
import { carryOver, hasEdits } from './step-draft.ts'

const current = { contact: 'Pete', details: 'Two interpreters' }

test('without anything half-typed a step starts from the draft', () => {
  expect(carryOver(null, current)).toEqual({ base: current, values: current })
})

test('untouched fields follow what another device wrote, touched ones keep what they began from', () => {
  const mine = { base: { contact: 'Pete', details: '' }, values: { contact: 'Pete, Nairobi', details: '' } }
  const theirs = { contact: 'Pete Okafor', details: 'Two interpreters' }
  expect(carryOver(mine, theirs)).toEqual({
    base: { contact: 'Pete', details: 'Two interpreters' },
    values: { contact: 'Pete, Nairobi', details: 'Two interpreters' },
  })
})

test('a field that the draft already says is no longer an edit', () => {
  const mine = { base: { contact: '', details: '' }, values: current }
  expect(hasEdits(mine)).toBe(true)
  expect(hasEdits(carryOver(mine, current))).toBe(false)
})

test('a stored field this version does not know is left behind', () => {
  const old = { base: { contact: '', fax: '' }, values: { contact: '', fax: '12' } } as never
  expect(carryOver(old, { contact: 'Pete' })).toEqual({ base: { contact: 'Pete' }, values: { contact: 'Pete' } })
})
