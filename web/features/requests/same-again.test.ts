import { expect, test } from 'vitest'
import { aRequest } from '#shared/testing/samples.ts'
import { stepsLike, valuesLike } from './same-again.ts'
import type { StartChoices } from './start-values.ts'

const like = aRequest({ blanketTasking: true, recipients: 'a@x.example' })
const choices = {
  countries: [{ id: like.countryId }],
  teams: [{ id: like.teamId }],
  advisors: [{ id: like.advisorId }],
  projectTypes: [{ id: like.projectTypeId, teamId: like.teamId }],
  poolCodes: [{ id: 1, poolCode: like.poolCode, projectTypeId: like.projectTypeId }],
  recentPoolCodes: [],
  last: null,
} as unknown as StartChoices

test('the same again has everything of the start but the date', () => {
  const { countryId, teamId, advisorId, projectTypeId, poolCode } = like
  const start = { countryId, teamId, advisorId, projectTypeId, poolCode, blanketTasking: true }
  expect(valuesLike(like, choices, { teamId: 0 })).toEqual({ ...start, dueDate: '' })
})

test('what can no longer be chosen is asked again, the pool too', () => {
  expect(valuesLike(like, { ...choices, poolCodes: [], advisors: [] }, { teamId: 0 })).toMatchObject({
    countryId: like.countryId,
    advisorId: 0,
    poolCode: '',
  })
  expect(valuesLike(like, choices, { teamId: 99 })).toMatchObject({ teamId: 99, projectTypeId: 0, poolCode: '' })
})

test('its other steps stand in the new request as if they had been typed, the decision about it does not', () => {
  const steps = stepsLike(like, 77, '2026-03-06T10:00:00.000Z')
  expect(steps.map(({ key }) => key)).toEqual(['request:77:tasks', 'request:77:details', 'request:77:complete'])
  expect(steps.map(({ values }) => (values as { values: object }).values)).toMatchObject([
    { category: like.category, tasks: like.tasks },
    { contactDetails: like.contactDetails, taskDetails: like.taskDetails, subTaskId: like.subTaskId },
    { recipients: 'a@x.example', approval: '' },
  ])
})
