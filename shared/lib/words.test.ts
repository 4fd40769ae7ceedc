import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { hitsIn } from './hits.ts'
import { hasPiece, hasWhole, hasWords, piecesOf, plain, wordsOf } from './words.ts'

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

test.each([
  ["Côte d'Ivoire", 'Cote', true],
  ["Côte d'Ivoire", 'ivo COTE', true],
  ["Côte d'Ivoire", 'c', true],
  ["Côte d'Ivoire", 'voire', false],
  ['BK-100 Books', 'bk-1', true],
  ['BK-100 Books', '100', true],
  ['BK-100 Books', 'bk-2', false],
  ['Ana Bello ana@fieldpost.example', 'ana@f', true],
  ['Kenya', 'kenya lessons', false],
  ['Kenya', '  ', true],
  ['Kenya', '--', true],
])('a picker that shows %j finds it by %j: %j', (text, term, found) => {
  expect(hasWords(text, term)).toBe(found)
})

test.each([
  ["Côte d'Ivoire", 'Cote', ['Côte']],
  ["Co\u0302te d'Ivoire", 'cote', ['Co\u0302te']],
  ['Interpretation, two interpreters', 'interp', ['Interp', 'interp']],
  ['BK-100 for BK-200', 'bk-1', ['BK-1']],
  ['T-42-17', 't-42-1', ['T-42-1']],
  ['Nairobi', 'nairobi nai', ['Nairobi']],
  ['São Tomé', 'tome sao', ['São', 'Tomé']],
  ['Reinterpret', 'interp', []],
  ['한국어 교육', '한국', ['한국']],
])('in %j the search for %j marks %j', (text, term, marked) => {
  expect(hitsIn(text, piecesOf(term)).map(([from, to]) => text.slice(from, to))).toEqual(marked)
})

test('what is marked is what the search found: no more, no less, and never twice', () => {
  const letters = fc.constantFrom('a', 'b', 'é', 'e\u0301', '1', ' ', '-', 'İ', 'ſ', '漢', '\u0308')
  const words = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''))
  fc.assert(
    fc.property(words, words, (text, term) => {
      const pieces = piecesOf(term)
      for (const piece of pieces)
        expect(hitsIn(text, [piece]).length > 0, JSON.stringify([text, piece])).toBe(hasPiece(plain(text), piece))
      const ends = hitsIn(text, pieces).flat()
      expect(ends).toEqual(ends.toSorted((a, b) => a - b))
      expect(new Set(ends).size).toBe(ends.length)
    }),
    { numRuns: 2_000 },
  )
})
