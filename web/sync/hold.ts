import { UNDO_MS } from '#shared/model/limits.ts'
import type { Device } from '../data/device.ts'

/**
 * A decision is held for as long as it may be undone. Who holds it is the page that made it: by a timer, and by a web lock, which every
 * tab and the worker can see and which ends with the page. No clock that somebody may set has a part in it.
 */
const ends = new Map<string, number>()
const LOCK = 'fieldpost-hold-'
const locks = () => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Holds a call from here on for six seconds. Resolves when all can see it; only then may the call be queued. */
export async function hold(callId: string): Promise<void> {
  ends.set(callId, performance.now() + UNDO_MS)
  const over = new Promise<void>((resolve) => setTimeout(resolve, UNDO_MS)).then(() => void ends.delete(callId))
  await new Promise<void>((isSeen) => {
    const held = locks()?.request(LOCK + callId, () => {
      isSeen()
      return over
    })
    if (held) void held.catch(() => isSeen())
    else isSeen()
  })
}

/** The ids of all calls that are held now, by whatever page; without locks those of this one. */
export async function holding(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  const names = held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : []))
  return new Set([...ends.keys(), ...names])
}

/** How long a call is still held at most, in ms; one of another page for no longer than the longest hold. */
export function holdLeft(callId: string): number {
  const now = performance.now()
  return Math.max(0, (ends.get(callId) ?? now + UNDO_MS) - now)
}

/** Lets go of what is held no more: its time is over, or its page is gone. Called before it is decided what goes up. */
export async function letGo(device: Device, held = holding): Promise<void> {
  const waiting = await device.outbox.filter((call) => call.held).toArray()
  if (waiting.length === 0) return
  const ids = await held()
  const over = new Set(waiting.flatMap(({ id }) => (ids.has(id) ? [] : [id])))
  if (over.size === 0) return
  await device.outbox
    .filter(({ id }) => over.has(id))
    .modify((call) => {
      call.held = false
    })
}
