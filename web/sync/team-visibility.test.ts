import { fc } from '#shared/testing/random.ts'
import { afterEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { addComment } from '#shared/commands/comments.ts'
import { editProject } from '#shared/commands/projects.ts'
import type { Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import {
  aComment,
  aDeliverable,
  aDeliverableComment,
  aFile,
  anAmendment,
  anApproval,
  aProjectIn,
  aRequest,
  aRevision,
} from '#shared/testing/samples.ts'
import { simulate, stepArbitrary } from '../testing/simulation.ts'
import { cast, createWorld, differences, done, type TestDevice, type World } from '../testing/world.ts'

const restricted = { restrictTeamVisibility: true }
const TASKING = 42_000_017
const SIBLING = 42_000_018
const WAITING = 42_000_019
let world: World
afterEach(() => world.close())

/** One tasking of team 3 with a row of each kind, and another one of the same request that is team 2's. */
async function aWorld(settings: Partial<Organisation> = restricted): Promise<void> {
  world = await createWorld(settings)
  const at = { createdById: cast.ana.id }
  await world.write(
    put('requests', aRequest(at)),
    put('revisions', aRevision()),
    put('projects', aProjectIn('progress', { ...at, id: TASKING })),
    put('projects', aProjectIn('progress', { ...at, id: SIBLING, teamId: 2 })),
    put('approvals', anApproval()),
    put('amendments', anAmendment()),
    put('comments', aComment()),
    put('deliverables', aDeliverable({ comments: 1 })),
    put('deliverableComments', aDeliverableComment()),
    put('files', aFile()),
    put('comments', aComment({ id: 42_000_099, projectId: SIBLING })),
  )
}

const inTeam = (user: User, teamId: number) => world.write(put('users', { ...user, teamId }))
async function deviceOf(user: User): Promise<TestDevice> {
  const device = await world.device(user)
  await device.settle()
  return device
}
const move = async (change: { teamId?: number; assigneeId?: number }, id = TASKING) => {
  const row = (await world.rows('projects')).find((project) => project.id === id)
  if (row) await world.write(put('projects', { ...row, ...change }))
}
const taskings = async (device: TestDevice) => (await device.rows('projects')).map((row) => row.id)
const children = ['approvals', 'amendments', 'comments', 'deliverables', 'deliverableComments', 'files'] as const
const countsOn = async (device: TestDevice) => {
  const counts = await Promise.all(children.map(async (table) => (await device.rows(table)).length))
  return [...counts, (await device.rows('requests')).length, (await device.rows('revisions')).length]
}
const whole = [1, 1, 1, 1, 1, 1, 1, 1]
const nothing = [0, 0, 0, 0, 0, 0, 0, 0]
/** What one more round told it. */
async function news(device: TestDevice) {
  const { cursor } = await device.db.get('position')
  const { number } = await device.db.get('identity')
  const body = { protocol: PROTOCOL, device: number, cursor, from: 1, calls: [], limit: 500 }
  const answer = await world.post('/sync', device.user.id, body)
  return answer.status === 204 ? null : ((await answer.json()) as { removed: object; changes: object; reset?: true })
}

test('a device of a team holds its taskings with all that belongs to them, and those its person is assigned to', async () => {
  await aWorld()
  const pete = await deviceOf(cast.pete)
  expect([await taskings(pete), await countsOn(pete)]).toEqual([[TASKING], whole])
  await inTeam(cast.cora, 2)
  const cora = await deviceOf(cast.cora)
  expect([await taskings(cora), (await cora.rows('comments')).length]).toEqual([[SIBLING], 1])
  await pete.settle()
  for (const device of [pete, cora]) expect(await differences(world, device)).toEqual([])
})

test('a tasking that moves to another team leaves one with everything, and comes to the other with everything', async () => {
  await aWorld()
  await inTeam(cast.cora, 2)
  const [pete, cora] = [await deviceOf(cast.pete), await deviceOf(cast.cora)]
  await move({ teamId: 2 })
  for (const device of [pete, cora]) await device.settle()
  expect([await taskings(pete), await countsOn(pete)]).toEqual([[], nothing])
  expect(await taskings(cora)).toEqual([TASKING, SIBLING])
  await move({ teamId: 3 })
  for (const device of [pete, cora]) await device.settle()
  expect([await taskings(pete), await countsOn(pete)]).toEqual([[TASKING], whole])
  for (const device of [pete, cora]) expect(await differences(world, device)).toEqual([])
})

test('who is assigned gets it, who was no longer has it, and nobody else is told of either', async () => {
  await aWorld()
  await inTeam(cast.cora, 2)
  const [pete, cora] = [await deviceOf(cast.pete), await deviceOf(cast.cora)]
  await move({ assigneeId: cast.pete.id }, SIBLING)
  await pete.settle()
  expect(await taskings(pete)).toEqual([TASKING, SIBLING])
  await move({ assigneeId: cast.mia.id }, SIBLING)
  await pete.settle()
  expect([await taskings(pete), await countsOn(pete)]).toEqual([[TASKING], whole])
  await cora.settle()
  // From one person to another, in a team that pete is not of: not even its id is told.
  await move({ assigneeId: cast.ana.id }, SIBLING)
  expect(await news(pete)).toMatchObject({ removed: {}, changes: {} })
  // Who keeps seeing it is sent the row alone, and not all that belongs to it again.
  expect(Object.keys((await news(cora))?.changes ?? {})).toEqual(['projects'])
  for (const device of [pete, cora]) {
    await device.settle()
    expect(await differences(world, device)).toEqual([])
  }
})

test('a person who changes team starts anew with other rows, and what they have queued stays queued and is judged', async () => {
  await aWorld()
  await world.write(put('projects', aProjectIn('interim', { id: WAITING, createdById: cast.ana.id })))
  const pete = await deviceOf(cast.pete)
  const late = (newId: () => number) => ({ id: newId(), projectId: TASKING, comment: 'Written before' })
  pete.wire = () => Promise.reject(new TypeError('no wire'))
  done(await pete.perform(addComment, late))
  done(await pete.perform(editProject, () => ({ id: WAITING, fields: { description: { to: 'Said before' } } })))
  await inTeam(cast.pete, 2)
  const reset = await news(pete)
  expect(reset?.reset).toBe(true)
  expect((await pete.outbox()).length).toBe(2)
  pete.wire = (deliver) => deliver()
  await pete.settle()
  expect(await taskings(pete)).toEqual([SIBLING])
  const told = (await pete.attention()).sort((a, b) => a.call.seq - b.call.seq)
  expect(told.map(({ call, refusal }) => [call.name, refusal?.refused])).toEqual([
    ['addComment', 'not-found'],
    ['editProject', 'not-found'],
  ])
  expect(await differences(world, pete)).toEqual([])
  await inTeam(cast.pete, 0)
  await pete.settle()
  expect(await taskings(pete)).toEqual([TASKING, SIBLING, WAITING])
  expect(await differences(world, pete)).toEqual([])
})

test('a tasking that is hidden is not fetched either, and progress counts what is seen', async () => {
  await aWorld()
  const pete = await deviceOf(cast.pete)
  expect([await pete.fetchTasking(SIBLING), await pete.fetchTasking(TASKING)]).toEqual(['not-found', 'found'])
  const body = { protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 500 }
  const first = (await (await world.post('/sync', cast.pete.id, body)).json()) as { progress: number[] }
  expect(first.progress).toEqual([1, 1])
  expect(await differences(world, pete)).toEqual([])
})

test('without the setting a device of a team has all taskings, and the project types and pools of its own team (C-023)', async () => {
  await aWorld({})
  const pete = await deviceOf(cast.pete)
  const pools = async () => (await pete.rows('poolCodes')).map((row) => row.poolCode)
  expect([await taskings(pete), await pools()]).toEqual([[TASKING, SIBLING], ['BK-100']])
  const [type] = (await world.rows('projectTypes')).filter((row) => row.id === 2)
  if (type) await world.write(put('projectTypes', { ...type, teamId: 3 }))
  await pete.settle()
  expect(await pools()).toEqual(['BK-100', 'RV-220'])
  if (type) await world.write(put('projectTypes', type))
  await pete.settle()
  expect([await pools(), await differences(world, pete)]).toEqual([['BK-100'], []])
  await inTeam(cast.pete, 2)
  await pete.settle()
  expect([await pools(), await differences(world, pete)]).toEqual([['RV-220'], []])
})

test('a device refuses nothing about a pool it does not have that the server would not refuse', async () => {
  await aWorld({})
  await world.write(
    put(
      'projects',
      aProjectIn('interim', { id: SIBLING, teamId: 2, projectTypeId: 2, poolCode: 'RV-220', shipNumber: 21 }),
    ),
  )
  const pete = await deviceOf(cast.pete)
  const edit = { description: { to: 'Still about that pool' }, taskingCostEstimate: { from: 0, to: 900 } }
  done(await pete.perform(editProject, () => ({ id: SIBLING, fields: edit })))
  const mine = { projectTypeId: { from: 2, to: 1 }, poolCode: { from: 'RV-220', to: 'BK-100' } }
  done(await pete.perform(editProject, () => ({ id: SIBLING, fields: mine })))
  await pete.settle()
  expect([await pete.attention(), await differences(world, pete)]).toEqual([[], []])
  const pools = await world.rows('poolCodes')
  expect(pools.map((row) => [row.poolCode, row.estimated])).toEqual([
    ['BK-100', 900],
    ['RV-220', 0],
  ])
})

const runs = Math.ceil(Number(process.env['SIMULATIONS'] ?? 400) / 10)

test(
  `over ${runs} adversarial networks, where teams of taskings and of people change, every device ends with what its person may see`,
  async () => {
    await aWorld()
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 8, maxLength: 40 }), async (steps) => {
        expect(await simulate(steps, { settings: restricted })).toEqual([])
      }),
      { numRuns: runs, timeout: 15_000, endOnFailure: !process.env['SHRINK'] },
    )
  },
  Math.max(180_000, runs * 4_000),
)
