import { expect, test } from 'vitest'
import * as messages from '#shared/model/messages.ts'
import { firstValues, isPlaceComplete, dueDateErrors, type StartChoices } from './start-values.ts'

const someChoices = (last: object | null): StartChoices =>
  ({
    countries: [{ id: 1 }],
    teams: [{ id: 2 }, { id: 3 }],
    advisors: [{ id: 4 }],
    projectTypes: [{ id: 5, teamId: 2 }],
    poolCodes: [],
    recentPoolCodes: [],
    last,
  }) as unknown as StartChoices
const lastRequest = { countryId: 1, teamId: 2, advisorId: 4, projectTypeId: 5, poolCode: 'RV-220' }

test('a new request takes country, team, advisor and project type from the last one, and asks the rest', () => {
  const values = firstValues(someChoices(lastRequest), { teamId: 0 })
  expect(values).toMatchObject({ countryId: 1, teamId: 2, advisorId: 4, projectTypeId: 5, poolCode: '', dueDate: '' })
  expect(isPlaceComplete(values)).toBe(true)
})

test('a person with a team has that team, and no project type of another', () => {
  expect(firstValues(someChoices(lastRequest), { teamId: 3 })).toMatchObject({ teamId: 3, projectTypeId: 0 })
})

test('what can no longer be chosen is asked again', () => {
  expect(firstValues(someChoices({ ...lastRequest, advisorId: 9 }), { teamId: 0 }).advisorId).toBe(0)
  expect(firstValues(someChoices(null), { teamId: 0 }).countryId).toBe(0)
})

test('the due date is not before today unless it was there before', () => {
  const tooEarly = [{ field: 'dueDate', message: messages.dueDatePast }]
  expect(dueDateErrors('2026-03-05', '2026-03-06')).toEqual(tooEarly)
  expect(dueDateErrors('2026-03-05', '2026-03-06', '2026-03-05')).toEqual([])
  expect(dueDateErrors('2026-03-06', '2026-03-06')).toEqual([])
})
