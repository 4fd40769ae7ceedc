import type { Device } from '../../data/device.ts'
import { onDisk } from '../../data/disk.ts'

/** Asks the browser not to clear this app when space runs short. Firefox asks the person; the others decide alone. */
export async function askToKeepStorage(device: Device): Promise<void> {
  const kept = (await navigator.storage?.persist?.().catch(() => false)) ?? false
  await onDisk(device, () => device.set('persisted', kept))
}
