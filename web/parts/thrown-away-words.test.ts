import { expect, test } from 'vitest'
import { thrownAwayWords } from './thrown-away-words.ts'

const removed = "This browser removed Fieldpost's data from this device."

test.each([
  [{ items: 3, back: 3, texts: 0 }, '3 of 3 unsent items were put back.'],
  [{ items: 3, back: 1, texts: 1 }, '1 of 3 unsent items was put back. One half-typed text is lost.'],
  [{ items: 1, back: 0, texts: 2 }, '0 of 1 unsent item was put back. 2 half-typed texts are lost.'],
  [{ items: 0, back: 0, texts: 0 }, 'Everything you had finished was already sent.'],
  [
    { items: 0, back: 0, texts: 0, textsBack: 1 },
    'Everything you had finished was already sent. One half-typed text was put back.',
  ],
  [
    { items: 2, back: 2, texts: 1, textsBack: 2 },
    '2 of 2 unsent items were put back. 2 half-typed texts were put back. One half-typed text is lost.',
  ],
])('what was thrown away and put back: %o', (thrownAway, words) => {
  expect(thrownAwayWords(thrownAway, true)).toBe(`${removed} ${words}`)
})

test.each([
  [1, 'One half-typed text comes back when you sign in.'],
  [2, '2 half-typed texts come back when you sign in.'],
])('before signing in what can come back is promised: %i', (textsBack, words) => {
  expect(thrownAwayWords({ items: 1, back: 1, texts: 0, textsBack }, false)).toBe(
    `${removed} 1 of 1 unsent item can be put back: sign in as before. ${words}`,
  )
})
