import type { User } from '#shared/model/reference.ts'
import type { Device } from '../data/device.ts'
import { saveFile } from './save-file.ts'

/** Downloads everything that has not been sent or needs the person, as a file they can read and keep. */
export async function saveCopy(device: Device, user: User): Promise<void> {
  const copy = {
    application: 'Fieldpost',
    person: { id: user.id, fullName: user.fullName, email: user.email },
    saved: new Date().toISOString(),
    device: (await device.get('identity')).number,
    waiting: await device.outbox.orderBy('seq').toArray(),
    needsYou: await device.attention.toArray(),
    halfTyped: await device.forms.toArray(),
  }
  const name = `fieldpost-outbox-${copy.saved.slice(0, 16).replace(/[:T]/g, '-')}.json`
  saveFile(name, new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
}
