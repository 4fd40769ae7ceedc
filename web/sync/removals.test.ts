import { afterEach, expect, test } from 'vitest'
import { put, remove } from '#shared/kernel/change.ts'
import { PROTOCOL, versionOf } from '#shared/protocol/sync.ts'
import { addComment } from '#shared/commands/comments.ts'
import { prune } from '#server/operations/prune.ts'
import { aComment, aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, differences, done, type TestDevice, type World } from '../testing/world.ts'

const DAY_MS = 86_400_000
const PROJECT = 40_000_001
let world: World
afterEach(() => world.close())

const aWorld = async () => {
  world = await createWorld()
  const comments = [1, 2].map((n) => put('comments', aComment({ id: PROJECT + n, projectId: PROJECT, createdById: 1 })))
  await world.write(put('projects', aBareProject({ id: PROJECT })), ...comments)
}
const later = (days: number) => (world.clock.now += days * DAY_MS)
const ids = async (device: TestDevice) => (await device.rows('comments')).map((row) => row.id)

test('a device that was away for longer than removals are kept starts anew, and keeps what it has queued', async () => {
  await aWorld()
  const [away, back] = [await world.device(cast.ana), await world.device(cast.mia)]
  await away.settle()
  await back.settle()
  await world.write(remove('comments', PROJECT + 1))
  await back.settle()
  const queued = done(
    await away.perform(addComment, (newId) => ({ id: newId(), projectId: PROJECT, comment: 'Written long ago' })),
  )
  later(179)
  expect((await prune(world.server)).removals).toBe(0)
  later(2)
  expect((await prune(world.server)).removals).toBe(1)

  const reset = await world.post('/sync', cast.ana.id, {
    protocol: PROTOCOL,
    device: (await away.db.get('identity')).number,
    cursor: (await away.db.get('position')).cursor,
    from: 1,
    calls: [],
    limit: 500,
  })
  expect(await reset.json()).toMatchObject({ reset: true })
  await away.settle()
  expect(await ids(away)).toEqual([queued.id, PROJECT + 2].sort((a, b) => a - b))
  await back.settle()
  expect(await differences(world, away)).toEqual([])
  expect(await differences(world, back)).toEqual([])
})

test('a device that has seen the removal goes on as it was', async () => {
  await aWorld()
  const device = await world.device(cast.ana)
  await world.write(remove('comments', PROJECT + 1))
  await device.settle()
  const { cursor } = await device.db.get('position')
  await world.write(remove('comments', PROJECT + 2))
  later(200)
  await world.write(put('comments', aComment({ id: PROJECT + 3, projectId: PROJECT, createdById: 1 })))
  const page = await world.store.changesSince({ after: versionOf(cursor), sight: () => [], limit: 10 })
  expect(page?.removed).toEqual({ comments: [PROJECT + 2] })
  await device.settle()
  await prune(world.server)
  const { cursor: now } = await device.db.get('position')
  expect(await world.store.changesSince({ after: versionOf(now), sight: () => [], limit: 10 })).not.toBe(null)
  expect(await differences(world, device)).toEqual([])
})
