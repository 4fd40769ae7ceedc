import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRequest } from '#shared/commands/requests.ts'
import { cast, createWorld, done, type TestDevice, type World } from '../testing/world.ts'
import { againKey, countDrafts, halfTypedStarts, NEW_REQUEST } from './half-typed-starts.ts'
import { stepKey } from './request-steps.ts'

let world: World
let pete: TestDevice
beforeEach(async () => {
  world = await createWorld()
  pete = await world.device(cast.pete)
  await pete.settle()
})
afterEach(async () => {
  pete.close()
  await world.close()
})

test('drafts are counted as they are listed: with a number, half typed, and half typed as an earlier one', async () => {
  expect(await countDrafts(pete.db, pete.user.id)).toBe(0)
  const draft = done(await pete.perform(startRequest, (newId) => ({ id: newId(), ...start })))
  const typed = (key: string, saved: string) => ({ key, values: {}, saved })
  await pete.db.forms.bulkAdd([
    typed(NEW_REQUEST, '2026-03-10T09:00:00.000Z'),
    typed(againKey(42_000_010), '2026-03-10T10:00:00.000Z'),
    // What is typed into a draft is no draft of its own.
    typed(stepKey(draft.id, 'tasks'), '2026-03-10T11:00:00.000Z'),
  ])
  const starts = await halfTypedStarts(pete.db)
  expect(starts.map(({ key, like }) => [key, like])).toEqual([
    [againKey(42_000_010), 42_000_010],
    [NEW_REQUEST, 0],
  ])
  expect(await countDrafts(pete.db, pete.user.id)).toBe(3)
})

const start = {
  countryId: 1,
  teamId: 3,
  advisorId: 1,
  projectTypeId: 1,
  poolCode: 'BK-100',
  dueDate: '2026-03-20',
  blanketTasking: null,
}
