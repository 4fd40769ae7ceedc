import { fc } from '#shared/testing/random.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

function known(text: string): number[] {
  const digest = createHash('sha256').update(Buffer.from(text, 'utf16le').swap16()).digest()
  return Array.from({ length: 8 }, (_, n) => digest.readInt32BE(4 * n))
}

test('of texts of every length that a block can end at it is what others say it is', () => {
  for (let length = 0; length <= 200; length++) {
    const text = 'é'.repeat(length)
    expect(sha256(text), String(length)).toEqual(known(text))
  }
})

test('of any text, whole characters or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      expect(sha256(text)).toEqual(known(text))
    }),
    { numRuns: 500 },
  )
  expect(sha256('\ud800')).toEqual(known('\ud800'))
})
