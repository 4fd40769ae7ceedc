import { expect, test } from 'vitest'
import { dueInWords, isDueDateAcceptable, isDueSoon } from './due.ts'

test.each([
  ['2026-03-08', false],
  ['2026-03-09', true],
  ['2026-03-10', true],
  ['2026-03-11', true],
  ['2027-03-10', true],
  ['2025-12-31', false],
])('a request made on 2026-03-10 and due on %s is acceptable: %s (C-106)', (dueDate, acceptable) => {
  expect(isDueDateAcceptable(dueDate, '2026-03-10')).toBe(acceptable)
})

test.each([
  ['2026-03-09', false],
  ['2026-03-10', true],
  ['2026-03-17', true],
  ['2026-03-18', false],
])('within seven days of 2026-03-10, a tasking due on %s is due soon: %s (C-043)', (dueDate, soon) => {
  expect(isDueSoon(dueDate, '2026-03-10', 7)).toBe(soon)
})

test('due soon counts days over a change of the clock and of the month', () => {
  expect(isDueSoon('2026-03-08', '2026-03-07', 1)).toBe(true)
  expect(isDueSoon('2026-03-02', '2026-02-27', 3)).toBe(true)
  expect(isDueSoon('2026-03-03', '2026-02-27', 3)).toBe(false)
})

test.each([
  ['2026-03-10', 'Today'],
  ['2026-03-11', 'Tomorrow'],
  ['2026-03-09', 'Yesterday'],
  ['2026-03-19', 'In 9 days'],
  ['2026-03-12', 'In 2 days'],
  ['2026-03-07', '3 days ago'],
])('on 2026-03-10, %s reads %s', (dueDate, words) => {
  expect(dueInWords(dueDate, '2026-03-10')).toBe(words)
})
