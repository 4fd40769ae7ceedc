import { syncedTableNames } from '#shared/model/tables.ts'
import type { Device } from '../data/device.ts'
import { countAttention, countUnsent } from './unsent.ts'

/** Everything that has not reached the server, or came back from it and waits for the person. */
export async function countWaiting(device: Device): Promise<{ unsent: number; attention: number }> {
  const [unsent, attention] = await Promise.all([countUnsent(device), countAttention(device)])
  return { unsent, attention }
}

/**
 * On logging out: what others could read goes, what has not been sent stays (C-093). The cursor goes with the rows, so
 * the next sign-in fetches them anew; the queue keeps its numbers, and which server they are numbers of.
 */
export async function forgetCopies(device: Device): Promise<void> {
  await device.transaction('rw', [...syncedTableNames, 'kept', 'marks', 'meta'], async () => {
    for (const table of [...syncedTableNames, 'kept', 'marks'] as const) await device.table(table).clear()
    const { cursor, judged, epoch = '' } = await device.get('position')
    const blank = { cursor: null, judged, sweeping: false, ready: false, progress: null }
    // What taskings said when they were looked at and decided, and what went wrong with them.
    await device.meta.bulkDelete(['looked', 'diary', 'seen', 'said'])
    await device.set('position', { ...blank, epoch: cursor?.split('.')[0] ?? epoch })
  })
}
