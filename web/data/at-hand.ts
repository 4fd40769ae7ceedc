import { liveQuery, type Subscription } from 'dexie'
import { startTransition } from 'react'
import type { Device, DeviceMeta } from './device.ts'
import { readAlive } from './disk.ts'

const keys = ['closed', 'contact', 'fieldMode', 'identity', 'position'] as const
export type AtHand = (typeof keys)[number]
type Told = Partial<Pick<DeviceMeta, AtHand>>
interface Watcher {
  next: (told: Told) => void
  failed: (error: unknown) => void
}

/** One for each database, as often as it was opened; it looks for as long as anybody does. */
const open = new WeakMap<Device, ReturnType<typeof look>>()

/** What of a device every screen looks at, as observables: some thirty looks at a start are one read, and one at each round. */
export function atHandOf(device: Device, openings: number) {
  const known = open.get(device)
  if (known?.openings === openings) return known
  const fresh = look(device, openings, known?.told() ?? {})
  open.set(device, fresh)
  return fresh
}

/** The server's clock minus this device's, in ms, as the last contact has shown it; 0 until that was read. */
export const skewOf = (device: Device): number => open.get(device)?.told().contact?.skew ?? 0

function look(device: Device, openings: number, before: Told) {
  let told = before
  let live: Subscription | undefined
  const watchers = new Set<Watcher>()

  async function read(): Promise<Told> {
    const rows = await device.transaction('r', device.meta, () => Promise.all(keys.map((key) => device.get(key))))
    return Object.fromEntries(keys.map((key, n) => [key, sameAs(told[key], rows[n])]))
  }
  function watch(watcher: Watcher): () => void {
    watchers.add(watcher)
    live ??= liveQuery(() => readAlive(device, read)).subscribe(
      (now) => {
        told = now
        startTransition(() => watchers.forEach(({ next }) => next(now)))
      },
      (error) => {
        // Whoever looks after that begins anew.
        stop()
        watchers.forEach(({ failed }) => failed(error))
      },
    )
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0) stop()
    }
  }
  function stop(): void {
    live?.unsubscribe()
    live = undefined
  }
  return {
    openings,
    told: () => told,
    of: <K extends AtHand>(key: K) => ({
      hasValue: () => told[key] !== undefined,
      getValue: () => told[key],
      subscribe(next: (value: Told[K]) => void, failed: (error: unknown) => void) {
        if (told[key] !== undefined) next(told[key])
        return watch({ next: (now) => next(now[key]), failed })
      },
    }),
  }
}

/** Whoever looks at what has not changed is not drawn again. */
const sameAs = <T>(before: T | undefined, now: T): T =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
