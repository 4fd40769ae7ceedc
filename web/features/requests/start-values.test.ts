import { expect, test } from 'vitest'
import * as messages from '#shared/model/messages.ts'
import {
  blankStart,
  dueDateErrors,
  firstValues,
  inOwnTeam,
  isPlaceComplete,
  type StartChoices,
} from './start-values.ts'

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

test('whoever was given another team goes on with a draft of the old one: its type and pool are asked again', () => {
  const choices = someChoices(null)
  const old = { ...blankStart, countryId: 1, teamId: 3, advisorId: 4, projectTypeId: 6, poolCode: 'BK-100' }
  const moved = inOwnTeam(old, old, choices, { teamId: 2 })
  expect(moved).toEqual({ ...old, teamId: 2, projectTypeId: 0, poolCode: '' })
  expect(isPlaceComplete(moved)).toBe(false)
  // Half typed before: only the type was touched, and it is none of the new team.
  const mixed = { ...old, teamId: 2 }
  expect(inOwnTeam(mixed, { ...blankStart, teamId: 2 }, choices, { teamId: 2 })).toMatchObject({ projectTypeId: 0 })
})

test('a draft of the own team stays as it is, its type too when that was switched off; who has none chooses', () => {
  const choices = someChoices(null)
  const own = { ...blankStart, teamId: 2, projectTypeId: 5, poolCode: 'RV-220' }
  expect(inOwnTeam(own, own, choices, { teamId: 2 })).toEqual(own)
  const off = { ...own, projectTypeId: 9 }
  expect(inOwnTeam(off, off, choices, { teamId: 2 })).toEqual(off)
  expect(inOwnTeam(off, own, choices, { teamId: 0 })).toEqual(off)
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
