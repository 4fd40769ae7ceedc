import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { aNotification, people } from '#shared/testing/samples.ts'
import { Device } from '../data/device.ts'
import { unreadOf } from './unread.ts'

test('the bell counts what its person has not read, and nobody else’s', async () => {
  const device = new Device('fieldpost-user-1', { indexedDB: new IDBFactory(), IDBKeyRange })
  const [me, other] = [people.ana.id, people.pete.id]
  await device
    .rows('notifications')
    .bulkPut([
      aNotification({ id: 1, userId: me }),
      aNotification({ id: 2, userId: me, readDate: '2026-03-10T14:00:00.000Z' }),
      aNotification({ id: 3, userId: other }),
      aNotification({ id: 4, userId: me }),
    ])
  expect(await unreadOf(device, me).count()).toBe(2)
  expect(await unreadOf(device, me).primaryKeys()).toEqual([1, 4])
})
