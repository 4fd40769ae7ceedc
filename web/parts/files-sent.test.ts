import { expect, test } from 'vitest'
import { filesSent } from './files-sent.ts'

test('how many files have arrived is said until all of them have', () => {
  expect(filesSent(0, 0)).toBeNull()
  expect(filesSent(2, 0)).toBeNull()
  expect(filesSent(2, 1)).toBe('2 of 3 files sent')
})
