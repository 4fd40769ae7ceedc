import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { piecesOf, wordsOf } from '../lib/words.ts'
import { referenceOf } from './project.ts'
import { commonIds, idOfReference, idsOfReference, otherIds, type IdRange } from './reference-ids.ts'

const idsOf = (term: string) => idsOfReference(piecesOf(term)[0] ?? '')

test.each([
  ['T-27-132', [[27_000_132, 27_000_132]], 4],
  ['t-27', [[27_000_000, 27_999_999]], 8],
  ['t 27', null, 0],
  ['t/27/0', [[27_000_000, 27_000_000]], 1],
  ['T-27-', [[27_000_000, 27_999_999]], 8],
  ['27-132', null, 0],
  ['27000132', null, 0],
  ['T-027', null, 0],
  ['T-27-01', null, 0],
  ['T-27-1000000', null, 0],
  ['T-27-x', null, 0],
  ['T-27-1-2', null, 0],
  ['bk-27', null, 0],
  ['T-99999999999', null, 0],
])('%s is whole at %j, and begins %i ranges', (term, whole, begun) => {
  expect([idsOf(term)?.whole ?? null, idsOf(term)?.begun.length ?? 0]).toEqual([whole, begun])
})

const number = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 999_999 }))
const anId = fc.tuple(number, number).map(([device, count]) => device * 1_000_000 + count)
const isAmong = (ranges: readonly IdRange[], id: number) => ranges.some(([from, to]) => id >= from && id <= to)

test('the ids of a beginning are those whose reference begins so, and of a whole one those that have its words', () => {
  fc.assert(
    fc.property(anId, anId, fc.nat(12), (id, other, length) => {
      const term = referenceOf(other).slice(0, 3 + length)
      const piece = wordsOf(term)
      const ids = idsOf(term)
      if (!ids) return
      const name = wordsOf(referenceOf(id))
      expect(isAmong(ids.begun, other)).toBe(true)
      expect(isAmong(ids.begun, id), `${referenceOf(id)} by ${term}`).toBe(name.startsWith(piece))
      expect(isAmong(ids.whole, id), `${referenceOf(id)} by ${term}`).toBe(`${name} `.startsWith(`${piece} `))
    }),
    { numRuns: 2_000 },
  )
})

test('ranges of ids have in common what both hold, and leave what only the first does', () => {
  const ranges = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 8 })
    .map((ends) => ends.toSorted((a, b) => a - b))
    .map((ends) => ends.flatMap((from, at): IdRange[] => (at % 2 ? [] : [[from, ends[at + 1] ?? from]])))
  const all = Array.from({ length: 42 }, (_, id) => id)
  fc.assert(
    fc.property(ranges, ranges, (some, others) => {
      const members = (list: readonly IdRange[]) =>
        all.flatMap((id) => list.filter((range) => isAmong([range], id)).map(() => id))
      expect(members(commonIds(some, others))).toEqual(all.filter((id) => isAmong(some, id) && isAmong(others, id)))
      expect(members(otherIds(some, others))).toEqual(all.filter((id) => isAmong(some, id) && !isAmong(others, id)))
    }),
  )
})

test.each([
  ['T-42-17', 42_000_017],
  [' t-42-17 ', 42_000_017],
  ['T-42', null],
  ['T-42-017', null],
  ['T-0-0', null],
  ['T-42-17 Nairobi', null],
  ['T 42 17', null],
  ['T-42-1000000', null],
  ['', null],
])('%j names the tasking %j', (text, id) => {
  expect(idOfReference(text)).toBe(id)
})
