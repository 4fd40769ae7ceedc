import { syncedTableNames } from '#shared/model/tables.ts'
import { blankMeta, type Device } from '../data/device.ts'
import { endKeptSession, noteGone, readSession } from '../session/kept-session.ts'
import { alone } from './lock.ts'

/**
 * On logging out: what others could read goes, what has not been sent stays (C-093). The cursor goes with the rows, so
 * the next sign-in fetches them anew; the queue keeps its numbers, and which server they are numbers of.
 */
export async function forgetCopies(device: Device, more: 'judged'[] = []): Promise<void> {
  const gone = [...syncedTableNames, 'kept', 'marks', ...more]
  await device.transaction('rw', [...gone, 'meta'], async () => {
    for (const table of gone) await device.table(table).clear()
    const { cursor, judged, epoch = '' } = await device.get('position')
    // What taskings said when they were looked at and decided, and what went wrong with them.
    await device.meta.bulkDelete(['closed', 'looked', 'viewed', 'diary', 'seen', 'said'])
    const left = Math.random()
    await device.set('position', { ...blankMeta.position, judged, epoch: cursor?.split('.')[0] ?? epoch, left })
  })
  await dropPinned(device.name)
}

/** Where this person's files lie that they keep for reading without a connection; under the lock of this name they come and go. */
export const pinnedOf = (database: string): string => `${database}-pinned`

/** What others could read goes with the rows it belongs to. */
export async function dropPinned(database: string): Promise<void> {
  const name = pinnedOf(database)
  if (typeof caches !== 'undefined') await alone(name, () => caches.delete(name))
}

/** An administrator has ended the session of this token: what was sent goes as well, and nobody is signed in any more (decision 057). */
export async function takeBack(device: Device, token: string): Promise<void> {
  const session = await readSession()
  if ((session?.token ?? token) !== token) return
  await endKeptSession(session, 'revoked')
  await forgetCopies(device, ['judged'])
  if (session) await noteGone(session.user.id)
}
