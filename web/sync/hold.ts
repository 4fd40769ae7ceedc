import { UNDO_MS } from '#shared/model/limits.ts'
import type { Device, JudgedCall, QueuedCall } from '../data/device.ts'
import { webLocks } from './lock.ts'

/**
 * A decision is held for as long as it may be undone. Who holds it is the page that made it: by a timer, and by a web lock, which every
 * tab and the worker can see and which ends with the page. No clock that somebody may set has a part in it.
 */
const holds = new Map<string, { ends: number; over: Promise<void>; isOver: boolean }>()
const LOCK = 'fieldpost-hold-'

/** Holds a call from here on for six seconds. Resolves when all can see it; only then may the call be queued. */
export async function hold(callId: string): Promise<void> {
  const over = new Promise<void>((resolve) => setTimeout(resolve, UNDO_MS)).then(() => {
    // It stays known: until the next look the call is still marked as held, and is not held for another six seconds.
    held.isOver = true
  })
  const held = { ends: performance.now() + UNDO_MS, over, isOver: false }
  holds.set(callId, held)
  await new Promise<void>((isSeen) => {
    const until = () => {
      isSeen()
      return over
    }
    // Where there are no locks, or none for this page, it holds for itself alone.
    void Promise.resolve(webLocks()?.request(LOCK + callId, until) ?? until()).catch(isSeen)
  })
}

/** The ids of all calls that are held now, by whatever page; without locks those of this one. */
export async function holding(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await webLocks()?.query()) ?? {}
  const here = [...holds].flatMap(([callId, { isOver }]) => (isOver ? [] : [callId]))
  return new Set([...here, ...held.map(({ name = '' }) => name.replace(LOCK, ''))])
}

/** Resolves when this page holds a call no more. */
export const endOfHold = (callId: string): Promise<void> => holds.get(callId)?.over ?? Promise.resolve()

/** How long a call is still held at most, in ms; one of another page for no longer than the longest hold. */
export function holdLeft(callId: string): number {
  const now = performance.now()
  return Math.max(0, (holds.get(callId)?.ends ?? now + UNDO_MS) - now)
}

/** Lets go of what is held no more: its time is over, or its page is gone. Called before it is decided what goes up. */
export async function letGo(device: Device, now = holding): Promise<void> {
  const queued = new Set((await device.outbox.toArray()).filter(isHeld).map(({ id }) => id))
  if (queued.size === 0) return
  // Asked afterwards: a call is held before it is queued.
  const held = await now()
  await device.outbox.filter(({ id }) => queued.has(id) && !held.has(id)).modify({ held: false })
}

/** Resolves when nothing that is queued now is held any more: after six seconds at most, or with its page. */
export async function endOfHolds(device: Device): Promise<void> {
  for (const { id } of await device.outbox.filter(isHeld).toArray())
    await webLocks()?.request(LOCK + id, () => undefined)
}

const isHeld = ({ held }: QueuedCall): boolean => held

/** The server's verdict on a call just queued, when it comes within `ms` of when it may go; null otherwise. */
export async function verdictWithin(device: Device, callId: string, ms: number): Promise<JudgedCall | null> {
  const end = performance.now() + ms + (await holdBefore(device))
  for (;;) {
    const judged = await device.judged.get(callId)
    if (judged || performance.now() > end) return judged ?? null
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** How long what is queued last waits behind what is held, in ms; without a connection it is that which it waits for. */
async function holdBefore(device: Device): Promise<number> {
  const { problem } = await device.get('contact')
  if (problem || (await device.get('fieldMode'))) return 0
  const held = await device.outbox.filter(isHeld).toArray()
  return Math.max(0, ...held.map(({ id }) => holdLeft(id)))
}
