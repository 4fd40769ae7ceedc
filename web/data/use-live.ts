import { useLiveQuery } from 'dexie-react-hooks'
import type { Device } from './device.ts'
import { readAlive, useDisk } from './disk.ts'

/** What this device says, again whenever that changes, and after its database had to be opened anew. Undefined until the first answer. */
export function useLive<T>(device: Device, read: () => PromiseLike<T> | T, deps: readonly unknown[]): T | undefined {
  const openings = useDisk((disk) => disk.openings)
  return useLiveQuery(() => readAlive(device, read), [device, openings, ...deps])
}
