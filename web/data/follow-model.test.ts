import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import type { RoundResponse } from '#shared/protocol/sync.ts'
import { aTeam } from '#shared/testing/samples.ts'
import { badDisk } from '../testing/bad-disk.ts'
import { cast, createWorld, differences, type TestDevice, type World } from '../testing/world.ts'
import { Device, modelMark } from './device.ts'
import { followModel, followPatiently, type Following } from './follow-model.ts'

/** What can come between a device and the model of a new version. `released.test.ts` has the devices of the versions before. */
let world: World
let device: TestDevice
beforeEach(async () => {
  world = await createWorld()
  device = await world.device(cast.mia)
  await device.settle()
  await followModel(device.db)
})
afterEach(async () => {
  device.close()
  await world.close()
})
const model = () => device.db.get('model')

test('rows that come while a tab of an older app is open take the mark away, and the next start makes all of them anew', async () => {
  // An app with another model plays the round: what it wrote is not of this one.
  await device.db.set('model', { mark: 'of a newer app', next: null })
  await world.write(put('teams', aTeam({ id: 2, name: 'Revenue and Customs' })))
  await device.round()
  expect((await model()).mark).toBe('')
  await followModel(device.db)
  expect(await model()).toEqual({ mark: modelMark, next: null })
  expect((await device.db.get('position')).cursor).toMatch(/\.anew$/)
  await device.settle()
  expect(await differences(world, device)).toEqual([])
})

test('rows of a server that does not know a column yet take the mark away, and the next start asks for all of them once more', async () => {
  // While servers are updated one after the other, one of before may still answer an app that another one gave out.
  device.wire = async (deliver) => {
    const { changes, ...answer } = (await (await deliver()).json()) as RoundResponse
    delete changes.teams?.same['active']
    return Response.json({ ...answer, changes })
  }
  await world.write(put('teams', aTeam({ id: 2, name: 'Revenue and Customs' })))
  await device.round()
  device.wire = (deliver) => deliver()
  expect(await device.row('teams', 2)).not.toMatchObject({ active: true })
  expect((await model()).mark).toBe('')
  await followModel(device.db)
  await device.settle()
  expect(await device.row('teams', 2)).toMatchObject({ active: true })
  expect(await differences(world, device)).toEqual([])
})

test('rows that come under this model leave the mark where it is', async () => {
  await world.write(put('teams', aTeam({ id: 2, name: 'Revenue and Customs' })))
  await device.round()
  expect((await model()).mark).toBe(modelMark)
})

test('on a disk that takes no writes lists wait and say so; when there is room it goes on by itself', async () => {
  const disk = new IDBFactory()
  const bad = badDisk(disk)
  const full = new Device('full', { indexedDB: disk, IDBKeyRange })
  await full.rows('teams').bulkPut([1, 2, 3].map((id) => aTeam({ id }) as never))
  await full.set('model', { mark: 'of the version before', next: null })
  bad.fillAfter(0)
  const told: (Following | null)[] = []
  const over = new AbortController()
  const followed = followPatiently(full, (now) => told.push(now), over.signal)
  await expect.poll(() => told.at(-1)).toEqual({ done: 0, total: 0, isStopped: true })
  expect(told).not.toContain(null)
  bad.makeRoom()
  await followed
  expect(told.at(-1)).toBeNull()
  expect(await full.get('model')).toEqual({ mark: modelMark, next: null })
  full.close()
})

test('one row that no version can read keeps nobody from theirs', async () => {
  await device.db.table('teams').put({ id: 99 })
  await device.db.set('model', { mark: 'of the version before', next: null })
  await followModel(device.db)
  expect(await model()).toEqual({ mark: modelMark, next: null })
  await device.settle()
  expect(await differences(world, device)).toEqual([])
})
