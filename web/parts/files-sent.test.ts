import { expect, test } from 'vitest'
import { filesSent } from './files-sent.ts'

test('how many files have arrived is said until all of them have', () => {
  expect(filesSent({ sent: 0, waiting: 0 })).toBeNull()
  expect(filesSent({ sent: 2, waiting: 0 })).toBeNull()
  expect(filesSent({ sent: 2, waiting: 1 })).toBe('2 of 3 files sent')
})
