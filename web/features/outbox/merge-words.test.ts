import { expect, test } from 'vitest'
import { changedWords, mergedWords } from './merge-words.ts'

const before = 'Written Translation — 48 pages, Romanian to English.'
const theirs = 'Written Translation — 64 pages, Romanian to English, sworn translator needed.'
const yours = 'Written Translation — 48 pages, Romanian to English and Russian.'

test('word by word: what is gone, what is new, and both texts can be read out of it', () => {
  const pieces = changedWords(before, theirs)
  expect(pieces.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'gone', text: '48' },
    { kind: 'new', text: '64' },
    { kind: 'new', text: ', sworn translator needed' },
  ])
  const without = (kind: string) =>
    pieces
      .filter((piece) => piece.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([without('new'), without('gone')]).toEqual([before, theirs])
})

test('both changes in one text, where they touch different words', () => {
  expect(mergedWords(before, 'Written Translation — 64 pages, Romanian to English.', yours)).toEqual({
    text: 'Written Translation — 64 pages, Romanian to English and Russian.',
    clean: true,
  })
  expect(mergedWords(before, theirs, yours).text).toBe(
    'Written Translation — 64 pages, Romanian to English, sworn translator needed and Russian.',
  )
})

test('where both changed the same words, both texts stand whole under each other, theirs first: no word of either is lost', () => {
  const merged = mergedWords(before, before.replace('48', '64'), before.replace('48', '50'))
  expect(merged).toEqual({
    text: 'Written Translation — 64 pages, Romanian to English.\n\nWritten Translation — 50 pages, Romanian to English.',
    clean: false,
  })
})

test('the same change by both is made once; nothing becomes nothing; any letters are words', () => {
  expect(mergedWords('a b', 'a c', 'a c')).toEqual({ text: 'a c', clean: true })
  expect(mergedWords('', '', '')).toEqual({ text: '', clean: true })
  expect(changedWords('', 'neu')).toEqual([{ kind: 'new', text: 'neu' }])
  expect(
    changedWords('Κένυα και Περού', 'Κένυα, Περού')
      .map(({ text }) => text)
      .join('|'),
  ).toBe('Κένυα|,| |και |Περού')
})
