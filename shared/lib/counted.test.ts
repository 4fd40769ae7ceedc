import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([0, 7, 999, 1_000, 12_800, 123_456, 1_234_567, -1, -999, -1_000, -123_456])(
  '%i as English writes it',
  (n) => {
    expect(counted(n)).toBe(n.toLocaleString('en-US'))
  },
)
