import type { User } from '#shared/model/reference.ts'
import type { Device } from '../data/device.ts'
import { saveFile } from './save-file.ts'

/**
 * Downloads everything that has not been sent or needs the person, as a file they can read, keep and read back; with it `notKept`, which
 * this device has not taken.
 */
export async function saveCopy(device: Device, user: User, notKept?: { name: string; input: unknown }): Promise<void> {
  // Here since the first contact (`use-courier.ts`), so that it can be saved where nothing else can be fetched.
  const { wholeCopy } = await import('../state/courier.ts')
  const copy = await wholeCopy(device, user, notKept)
  const name = `fieldpost-outbox-${copy.saved.slice(0, 16).replace(/[:T]/g, '-')}.json`
  saveFile(name, new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
}
