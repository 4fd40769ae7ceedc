import { expect, test } from 'vitest'
import type { AttentionItem } from '../../data/device.ts'
import { conflictSentence } from './reason.ts'

const edit = (fields: string[], contested: string[]) =>
  ({
    call: { input: { id: 1, fields: Object.fromEntries(fields.map((field) => [field, { to: 1 }])) } },
    conflicts: contested.map((field) => ({ field, before: 0, theirs: 2, yours: 1 })),
  }) as unknown as AttentionItem

test('what was applied of an edit is said only where something was', () => {
  expect(conflictSentence(edit(['assigneeId', 'countryId'], ['assigneeId']))).toBe(
    'Somebody else changed the same field first. The rest of your edit was applied.',
  )
  expect(conflictSentence(edit(['assigneeId', 'countryId'], ['assigneeId', 'countryId']))).toBe(
    'Somebody else changed the same fields first. Your edit was not applied.',
  )
})
