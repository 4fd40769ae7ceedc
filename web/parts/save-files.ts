import type { User } from '#shared/model/reference.ts'
import type { Device } from '../data/device.ts'
import { bytesOf, waitingFiles } from '../state/kept-files.ts'
import { saveCopy } from './save-copy.ts'
import { saveFile } from './save-file.ts'

/** The copy of everything that has not been sent, and beside it each file that waits, as it was chosen. */
export async function saveCopyAndFiles(device: Device, user: User): Promise<void> {
  await saveCopy(device, user)
  for (const file of await waitingFiles(device)) {
    const bytes = await bytesOf(device, file)
    if (bytes) saveFile(file.name, bytes)
  }
}
