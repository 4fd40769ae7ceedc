import { expect, test } from 'vitest'
import { homePathOf } from '#shared/rules/access.ts'
import { wayHome } from './paths.ts'

test('who has no dashboard is not promised one', () => {
  expect(wayHome(homePathOf({ roles: 'Finance', dashboard: '' }))).toBe('Go to Find')
  expect(wayHome(homePathOf({ roles: 'COR', dashboard: '' }))).toBe('Go to my dashboard')
})
