import { expect, test } from 'vitest'
import { waitingSince } from './queues.ts'

const at = (day: number) => ({ createDate: `2026-03-${day}T09:00:00.000Z` })

test('a step waits since the last thing that moved the tasking, an approval among them that an edit has taken away since', () => {
  const project = at(10)
  const given = { ...at(14), voided: true }
  expect(waitingSince({ project, approvals: [], amendments: [] })).toBe(project.createDate)
  expect(waitingSince({ project, approvals: [], amendments: [at(12)] })).toBe(at(12).createDate)
  expect(waitingSince({ project, approvals: [given], amendments: [at(12)] })).toBe(given.createDate)
})
