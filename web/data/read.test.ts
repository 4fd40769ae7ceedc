import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { syncedRow, type SyncedTable } from '#shared/model/tables.ts'
import { engineContract } from '#server/testing/engine-contract.ts'
import { Device } from './device.ts'
import { readForQuery } from './read-page.ts'

engineContract('Dexie on the device', async () => {
  const device = new Device('contract', { indexedDB: new IDBFactory(), IDBKeyRange })
  await device.open()
  return {
    read: (plan) => readForQuery(device, plan),
    write: async (changes) => {
      for (const change of changes) {
        const table = device.table(change.table)
        if (change.kind !== 'remove') await table.put(syncedRow(change.table as SyncedTable, change.row as never))
        else await table.delete(change.id)
      }
    },
    close: () => {
      device.close()
      return Promise.resolve()
    },
  }
})
