import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { readNotifications } from '#shared/commands/notifications.ts'
import { put } from '#shared/kernel/change.ts'
import { syncedDefinitionOf, syncedTableNames } from '#shared/model/tables.ts'
import { aNotification, aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, differences, done } from '../testing/world.ts'
import { Device } from './device.ts'

/** What a device of version 1 had, by its own words. */
const first = {
  ...Object.fromEntries(
    syncedTableNames
      .filter((table) => table !== 'notifications')
      .map((table) => {
        const { unique = [], indexes } = syncedDefinitionOf(table)
        const specs = indexes.map((columns) => (columns.length === 1 ? columns[0] : `[${columns.join('+')}]`))
        return [table, ['id', ...unique, ...specs].join(', ')]
      }),
  ),
  ...{ outbox: 'seq, *touches', judged: 'id, seq, judged', attention: 'key', kept: 'key', forms: 'key' },
  ...{ marks: '++n, table', meta: 'key' },
}

test('a device from before there were notifications opens with all that was in it', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const old = new Dexie('fieldpost', options)
  old.version(1).stores(first)
  await old.open()
  const call = {
    seq: 1,
    id: 'a1B2c3D4e5F6g7H8',
    name: 'addComment',
    input: { comment: 'Kept' },
    touches: ['projects:1'],
  }
  const kept: [table: string, row: object][] = [
    ['projects', { ...aBareProject(), phase: 'progress' }],
    ['outbox', call],
    ['attention', { key: 'x', call, refusal: null, conflicts: [], received: '' }],
    ['forms', { key: 'start', values: { countryId: 3 }, saved: '' }],
    ['meta', { key: 'position', value: { cursor: 'e.7', judged: 0, sweeping: false, ready: true, progress: null } }],
  ]
  for (const [table, row] of kept) await old.table(table).add(row)
  expect(old.tables.map(({ name }) => name)).not.toContain('notifications')
  old.close()

  const device = new Device('fieldpost', options)
  for (const [table, row] of kept) expect(await device.table(table).toArray(), table).toEqual([row])
  await device.rows('notifications').add(aNotification())
  expect(await device.rows('notifications').where({ userId: 1, readDate: '' }).count()).toBe(1)
  device.close()
})

test('an inbox comes to the devices of its person alone, and is read in the field too', async () => {
  const world = await createWorld()
  const [ana, mia] = [await world.device(cast.ana), await world.device(cast.mia)]
  await world.write(put('projects', aBareProject()))
  await world.write(put('notifications', aNotification({ projectId: aBareProject().id, actorId: 2 })))
  for (const device of [ana, mia]) await device.settle()
  expect([(await ana.rows('notifications')).length, await mia.rows('notifications')]).toEqual([1, []])

  ana.wire = () => Promise.reject(new Error('No network'))
  done(await ana.perform(readNotifications, () => ({ ids: [aNotification().id] })))
  expect((await ana.rows('notifications')).map(({ readDate }) => readDate === '')).toEqual([false])
  expect((await world.rows('notifications')).map(({ readDate }) => readDate)).toEqual([''])
  ana.wire = (deliver) => deliver()
  await ana.settle()
  expect((await world.rows('notifications')).map(({ readDate }) => readDate === '')).toEqual([false])
  expect(await differences(world, ana)).toEqual([])

  const again = await world.device(cast.ana)
  await again.settle()
  expect(await differences(world, again)).toEqual([])
  await world.close()
})

test('an entry that was pruned leaves its own device, and nobody else is told that it is gone', async () => {
  const world = await createWorld()
  const [ana, mia] = [await world.device(cast.ana), await world.device(cast.mia)]
  await world.write(put('projects', aBareProject()))
  await world.write(put('notifications', aNotification({ projectId: aBareProject().id, actorId: 2 })))
  for (const device of [ana, mia]) await device.settle()
  const told: unknown[] = []
  mia.wire = async (deliver) => {
    const answer = await deliver()
    if (answer.status === 200) told.push(((await answer.clone().json()) as { removed: object }).removed)
    return answer
  }
  await world.write({ kind: 'remove', table: 'notifications', id: aNotification().id })
  for (const device of [ana, mia]) await device.settle()
  expect([await ana.rows('notifications'), told.filter((removed) => JSON.stringify(removed) !== '{}')]).toEqual([
    [],
    [],
  ])
  await world.close()
})
