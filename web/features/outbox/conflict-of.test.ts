import { expect, test } from 'vitest'
import type { TaskingField } from '#web/parts/tasking-labels.ts'
import { editOf, firstChoice, type Contested } from './conflict-of.ts'

const contested = (
  field: TaskingField,
  before: unknown,
  theirs: unknown,
  yours: unknown,
  both = theirs,
): Contested => ({
  field,
  label: field,
  values: { before, theirs, yours, both } as Contested['values'],
  words: { before: '', theirs: '', yours: '', both: '' },
  text: field === 'description' ? { clean: true } : null,
})
const fields = [
  contested('assigneeId', 0, 2, 1),
  contested('taskingCostEstimate', 800_000, 950_000, 875_000),
  contested('countryId', 4, 5, 6),
  contested('description', '48 pages', '64 pages', '48 pages, sworn', '64 pages, sworn'),
]

test('of money, people and days theirs is chosen first, of a text both, of all else what was typed here', () => {
  expect(fields.map((field) => firstChoice(field))).toEqual(['theirs', 'theirs', 'yours', 'both'])
  expect(firstChoice(contested('dueDate', '', '', ''))).toBe('theirs')
})

test('the edit says what the tasking says now and what is to become of it; what stays theirs is not in it', () => {
  expect(editOf(fields, {})).toEqual({
    countryId: { from: 5, to: 6 },
    description: { from: '64 pages', to: '64 pages, sworn' },
  })
  expect(editOf(fields, { assigneeId: 'yours', countryId: 'theirs', description: 'yours' })).toEqual({
    assigneeId: { from: 2, to: 1 },
    description: { from: '64 pages', to: '48 pages, sworn' },
  })
  expect(editOf(fields, { countryId: 'theirs', description: 'theirs' })).toEqual({})
})
