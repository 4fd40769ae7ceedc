import { liveQuery } from 'dexie'
import { startTransition } from 'react'
import { asBefore } from './as-before.ts'
import type { Device } from './device.ts'
import { readAlive, useDisk } from './disk.ts'
import { useObserved } from './use-observed.ts'

/** What this device says, again whenever that changes, and after its database had to be opened anew. Undefined until the first answer. */
export function useLive<T>(device: Device, read: () => PromiseLike<T> | T, deps: readonly unknown[]): T | undefined {
  const openings = useDisk((disk) => disk.openings)
  return useObserved<T>(() => live(device, read), [device, openings, ...deps])
}

/**
 * What it says is drawn a few milliseconds at a time, and a touch is answered in between. At a start some twenty questions are answered at once: drawn
 * as they come they keep a slow phone's tab shut for a third of a second at a time. And what it says again is not drawn again: of two
 * hundred rows a decision changes one.
 */
export const live = <T>(device: Device, read: () => PromiseLike<T> | T) => ({
  hasValue: () => false,
  subscribe(next: (value: T) => void, failed?: (error: unknown) => void) {
    let said: T | undefined
    return liveQuery(() => readAlive(device, read)).subscribe((value) => {
      said = asBefore(said, value)
      startTransition(() => next(said as T))
    }, failed)
  },
})
