import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { many, type Where } from '#shared/kernel/reads.ts'
import { syncedRow } from '#shared/model/tables.ts'
import { aProjectIn, standings, type Standing } from '#shared/testing/samples.ts'
import { Device } from './device.ts'
import { readMany } from './read.ts'

/** What a device finds taskings by: keys cost more than rows. */
let device: Device
beforeEach(async () => {
  device = new Device('lists', { indexedDB: new IDBFactory(), IDBKeyRange })
  await device.open()
})
afterEach(() => device.close())

const put = (standing: Standing, row: object = {}) =>
  device.rows('projects').put(syncedRow('projects', aProjectIn(standing, row)))

async function keys(): Promise<number> {
  const { indexes } = device.table('projects').schema
  const counts = await Promise.all(indexes.map(({ name }) => device.table('projects').orderBy(name).count()))
  return counts.reduce((sum, count) => sum + count, 0)
}

test.each(Object.keys(standings) as Standing[])(
  'a tasking that is %s stands in its lists and in no other',
  async (standing) => {
    await put(standing)
    const isClosed = standing === 'completed' || standing === 'canceled'
    // Of its request, and since when; then by whose it is: all, its team's, its assignee's, its author's.
    expect(await keys()).toBe(isClosed ? 2 : 6)
  },
)

const ids = (where: Where<'projects'>, order: 'acceptedDate' | 'completedDate' | 'dueDate') =>
  readMany(device, many('projects', where, { order })).then((rows) => rows.map(({ id }) => id))

test('a list of open taskings answers for no closed one', async () => {
  await put('progress', { id: 42_000_001 })
  await put('completed', { id: 42_000_002 })
  const of = (phase: Where<'projects'>['phase']) => ids({ teamId: 3, ...(phase && { phase }) }, 'dueDate')
  expect(await of(['progress', 'completed'])).toEqual([42_000_001, 42_000_002])
  expect(await of(undefined)).toEqual([42_000_001, 42_000_002])
  expect(await of(['progress', 'denied'])).toEqual([42_000_001])
})

test('what has no date is in its phase and in no range of dates, as in SQL', async () => {
  await put('progress', { id: 42_000_001, acceptedDate: null })
  await put('progress', { id: 42_000_002, acceptedDate: '2026-03-02T10:00:00.000Z' })
  await put('completed', { id: 42_000_003, completedDate: null })
  expect(await ids({ phase: 'progress' }, 'acceptedDate')).toEqual([42_000_001, 42_000_002])
  expect(await ids({ phase: 'progress', acceptedDate: { to: '2027' } }, 'acceptedDate')).toEqual([42_000_002])
  expect(await ids({ phase: 'progress', acceptedDate: null }, 'acceptedDate')).toEqual([42_000_001])
  expect(await ids({ phase: ['progress', 'completed'] }, 'completedDate')).toHaveLength(3)
  expect(await ids({ phase: 'completed', completedDate: { to: '2027' } }, 'completedDate')).toEqual([])
})
