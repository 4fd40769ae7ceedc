import { expect, test } from 'vitest'
import { missingLine, readinessOf, type Readiness } from './readiness.ts'
import type { KeptApp } from './kept-app.ts'

test.each([
  ['the rows are not all here, whatever the app is', false, 'kept', 'loading'],
  ['the rows are here, and nobody has counted the files yet', true, 'looking', 'looking'],
  ['the rows are here and the app is not', true, 'keeping', 'keeping'],
  ['both are here', true, 'kept', 'ready'],
  ['the rows are here, and this browser keeps no app', true, 'cannot', 'online-only'],
] satisfies [string, boolean, KeptApp['state'], Readiness][])('%s', (_, hasRows, app, readiness) => {
  expect(readinessOf(hasRows, app)).toBe(readiness)
})

test('what is missing is said with its number, and nothing where nothing is', () => {
  expect(missingLine('keeping', { kept: 41, total: 62 })).toContain('The app is still being kept: 41 of 62 files.')
  expect(missingLine('keeping', { kept: 0, total: 0 })).toContain('The app is still being kept.')
  expect(missingLine('online-only', { kept: 0, total: 0 })).toContain('does not open without a connection')
  expect(missingLine('ready', { kept: 62, total: 62 })).toBeNull()
  expect(missingLine('loading', { kept: 62, total: 62 })).toBeNull()
})
