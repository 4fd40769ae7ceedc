import { expect, test } from 'vitest'
import { StoreUnavailable } from '../unavailable.ts'
import type { Line } from './line.ts'
import { createReads } from './read-together.ts'
import { sql } from './reads.ts'

const asked = Array.from({ length: 20 }, (_, n) => sql('SELECT ?', n))

/** A line on which everything fails in this way, and how often it was tried. */
function failing(error: Error) {
  let tries = 0
  const use = () => Promise.reject(Object.assign(error, { tries: (tries += 1) }))
  const { ask } = createReads(1, { use, end: () => Promise.resolve() } as Line)
  return { answers: Promise.allSettled(asked.map(ask)), tries: () => tries }
}

test('where the database does not answer, who asked together is told so together, and nobody waits for it once more each', async () => {
  const { answers, tries } = failing(new StoreUnavailable('gone'))
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(tries()).toBe(1)
})

test('of a statement that fails each learns alone whether it was theirs', async () => {
  const { answers, tries } = failing(new Error('a fault'))
  expect((await answers).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'))
  expect(tries()).toBe(21)
})
