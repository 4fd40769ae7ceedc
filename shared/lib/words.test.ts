import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPiece, hasWhole, piecesOf, plain, wordsOf } from './words.ts'

test.each([
  ['T-42-17', ' t 42 17'],
  ['  São Tomé, (2nd part)! ', ' sao tome 2nd part'],
  ['O’Hara_x', ' o hara x'],
  ['Łódź Δέλτα 漢字 İstanbul', ' łodz δελτα 漢字 istanbul'],
  ['½ x² ﬁne', ' ½ x² ﬁne'],
  ['non\u00a0breaking\u2028line', ' non breaking line'],
  ['a\u0000b\ud800c', ' a b c'],
  ['', ''],
  ['--', ''],
])('%j has the words%s', (text, words) => {
  expect(wordsOf(text)).toBe(words)
})

test('words of words are the same words, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const words = wordsOf(text)
      expect(words).toMatch(/^( [\p{L}\p{N}]+)*$/u)
      expect(wordsOf(words)).toBe(words)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['kenya lessons', [' kenya', ' lessons']],
  [' t-42-17  KENYA kenya ', [' t 42 17', ' kenya']],
  ['vitamin c', [' vitamin']],
  ['t-4', [' t 4']],
  ['"x" -- *', []],
  ['', []],
])('%j looks for %j', (term, pieces) => {
  expect(piecesOf(term)).toEqual(pieces)
})

test('no more than twelve pieces are looked for', () => {
  expect(piecesOf(Array.from({ length: 50 }, (_, n) => `word${n}`).join(' '))).toHaveLength(12)
})

test.each([
  ['Four-wheel drive', 'dri', true, false],
  ['Four-wheel drive', 'four', true, true],
  ['Four-wheel drive', 'our', false, false],
  ['Four-wheel drive', 'four/whe', true, false],
  ['Four-wheel drive', 'four.wheel', true, true],
  ['Four-wheel drive', 'fou-wheel', false, false],
  ['T-42-17', 't-42-1', true, false],
  ['T-42-17', '42-17', true, true],
  ['Résumé', 'RESUMÉ', true, true],
])('in %j %j begins a word: %s, and is whole: %s', (text, term, begins, whole) => {
  const [piece = ''] = piecesOf(term)
  expect([hasPiece(plain(text), piece), hasWhole(plain(text), piece)]).toEqual([begins, whole])
})
