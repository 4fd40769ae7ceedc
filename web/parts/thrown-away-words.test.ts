import { expect, test } from 'vitest'
import { thrownAwayWords } from './thrown-away-words.ts'

test.each([
  [{ items: 3, back: 3, texts: 0 }, '3 of 3 unsent items were put back.'],
  [{ items: 3, back: 1, texts: 1 }, '1 of 3 unsent items was put back. One half-typed text is lost.'],
  [{ items: 1, back: 0, texts: 2 }, '0 of 1 unsent item was put back. 2 half-typed texts are lost.'],
  [{ items: 0, back: 0, texts: 0 }, 'Everything you had finished was already sent.'],
])('what was thrown away and put back: %o', (thrownAway, words) => {
  expect(thrownAwayWords(thrownAway, true)).toBe(`This browser removed Fieldpost's data from this device. ${words}`)
})
