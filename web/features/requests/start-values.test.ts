import { expect, test } from 'vitest'
import * as messages from '#shared/model/messages.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import {
  balanceInWords,
  firstValues,
  isPlaceComplete,
  poolItem,
  poolsOf,
  dueDateErrors,
  type StartChoices,
} from './start-values.ts'

const audit = { createDate: '', createdById: 1, modifiedDate: '', modifiedById: 1 }
const aPool = (more: Partial<PoolCode> = {}): PoolCode => ({
  id: 1,
  projectTypeId: 5,
  poolCode: 'RV-220',
  shipNumber: 5120,
  funds: 42_000_000,
  actual: 14_130_000,
  estimated: 9_630_000,
  pending: 0,
  active: true,
  ...audit,
  ...more,
})
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

test('a pool says its ship and what is left, and since when that is known', () => {
  expect(poolItem(aPool(), 'as of 09:42').subtitle).toBe('Ship 5120 · $182,400 left · as of 09:42')
  expect(poolItem(aPool(), '').subtitle).toBe('Ship 5120 · $182,400 left')
  expect(balanceInWords(-150_00)).toBe('$150 over')
})

test('a chosen pool stays in the list after it was switched off', () => {
  const other = aPool({ id: 2, poolCode: 'RV-221' })
  expect(poolsOf([other], 5, aPool()).map((pool) => pool.poolCode)).toEqual(['RV-220', 'RV-221'])
  expect(poolsOf([other], 6, aPool())).toEqual([])
})
