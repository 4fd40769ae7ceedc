import { expect, test } from 'vitest'
import { coreFields, detailsFields } from '#shared/commands/forms.ts'
import * as messages from '#shared/model/messages.ts'
import { editsBetween, mergeEdits } from '#shared/rules/edits.ts'
import { carryOver } from '#web/state/step-draft.ts'
import { amountErrors, editsIn, factsIn, tabIn, tabOf, taskingFields, typedAgain, valuesOf } from './tasking-values.ts'

const facts = {
  description: 'Two interpreters',
  bocId: 1,
  taskId: 101,
  teamId: 3,
  advisorId: 1,
  countryId: 1,
  assigneeId: 1,
  projectTypeId: 1,
  poolCode: 'BK-100',
  blanketTasking: null,
  dueDate: '2026-03-20',
  taskingCostEstimate: 1_280_000,
  initialCostEstimate: 950_050,
  actualCost: 0,
}

test('a form shows money in dollars, leaves none empty, and says the same again', () => {
  const values = valuesOf(facts)
  expect(values).toMatchObject({ taskingCostEstimate: '12,800', initialCostEstimate: '9,500.50', actualCost: '' })
  expect(factsIn(values)).toEqual(facts)
  expect(Object.keys(values)).toEqual(taskingFields)
})

test('an amount that is only written differently is no edit', () => {
  const before = valuesOf(facts)
  const after = { ...before, taskingCostEstimate: '$12800.00', actualCost: '0', description: 'Three interpreters' }
  expect(editsIn(editsBetween(before, after))).toEqual({
    description: { from: 'Two interpreters', to: 'Three interpreters' },
  })
  expect(editsIn(editsBetween(before, { ...before, actualCost: '14.5', blanketTasking: true }))).toEqual({
    actualCost: { from: 0, to: 1450 },
    blanketTasking: { from: null, to: true },
  })
})

test.each([
  ['', []],
  ['12,800', []],
  ['twelve', ['taskingCostEstimate']],
  ['-5', ['taskingCostEstimate']],
  ['1.234', ['taskingCostEstimate']],
])('the amount %j is wrong at %j', (typed, at) => {
  const wrong = amountErrors({ ...valuesOf(facts), taskingCostEstimate: typed })
  expect(wrong).toEqual(at.map((field) => ({ field, message: messages.amount })))
})

test('each field stands on one tab, and an address without one opens where something is half-typed', () => {
  expect(taskingFields.filter((field) => tabOf(field) === 'core')).toEqual(Object.keys(coreFields))
  expect(taskingFields.filter((field) => tabOf(field) === 'details')).toEqual(Object.keys(detailsFields))
  expect(['', '#core', '#details', '#other'].map((hash) => tabIn(hash))).toEqual(['core', 'core', 'details', 'core'])
  const typed = (more: object) => ({ base: valuesOf(facts), values: { ...valuesOf(facts), ...more } })
  expect(tabIn('', typed({ assigneeId: 2 }))).toBe('details')
  expect(tabIn('', typed({ assigneeId: 2, countryId: 2 }))).toBe('core')
  expect(tabIn('#core', typed({ assigneeId: 2 }))).toBe('core')
})

test('a field is contested when somebody made something else of what was typed over', () => {
  const before = valuesOf(facts)
  const edits = editsBetween(before, { ...before, assigneeId: 2, countryId: 2, actualCost: '7' })
  expect(mergeEdits(before, edits).contested).toEqual([])
  expect(mergeEdits({ ...before, assigneeId: 3, countryId: 2, teamId: 4 }, edits).contested).toEqual(['assigneeId'])
})

const call = (name: string, input: object) => ({ name, input })

test('a refused new tasking is a half-typed form with all that was typed', () => {
  const again = typedAgain([{ call: call('addProject', { id: 1, ...facts }), conflicts: [] }], null)
  expect(carryOver(again, valuesOf({})).values).toEqual(valuesOf(facts))
})

test('a refused edit comes back over the row as it is now, and what is half-typed lies over it', () => {
  const edit = call('editProject', {
    id: 1,
    fields: { assigneeId: { from: 1, to: 2 }, taskingCostEstimate: { from: 1_280_000, to: 1_460_000 } },
  })
  const current = valuesOf({ ...facts, assigneeId: 3 })
  const again = carryOver(typedAgain([{ call: edit, conflicts: [] }], null), current)
  expect(editsIn(editsBetween(again.base, again.values))).toEqual({
    assigneeId: { from: 1, to: 2 },
    taskingCostEstimate: { from: 1_280_000, to: 1_460_000 },
  })
  expect(mergeEdits(current, editsBetween(again.base, again.values)).contested).toEqual(['assigneeId'])

  const typed = { base: current, values: { ...current, assigneeId: 4 } }
  const both = carryOver(typedAgain([{ call: edit, conflicts: [] }], typed), current)
  expect(both.values).toMatchObject({ assigneeId: 4, taskingCostEstimate: '14,600' })
})

test('of an edit that went through in part, only the contested fields come back', () => {
  const edit = call('editProject', {
    id: 1,
    fields: { assigneeId: { from: 1, to: 2 }, dueDate: { from: '2026-03-20', to: '2026-04-01' } },
  })
  const conflicts = [{ field: 'assigneeId', before: 1, theirs: 3, yours: 2 }]
  const again = typedAgain([{ call: edit, conflicts }], null)
  expect(again).toEqual({ base: { assigneeId: 1 }, values: { assigneeId: 2 } })
})
