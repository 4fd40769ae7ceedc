import { expect, test } from 'vitest'
import { filesSent } from './files-sent.ts'

test('how many files have arrived is said until all of them have', () => {
  const [here, onTheWay] = [{ stored: true }, { stored: false }]
  expect(filesSent([])).toBeNull()
  expect(filesSent([here, here])).toBeNull()
  expect(filesSent([here, onTheWay, here])).toBe('2 of 3 files sent')
})
