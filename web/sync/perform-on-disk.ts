import { refuse, type FieldError } from '#shared/kernel/refusal.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import type { AttentionItem, Device, QueuedCall } from '../data/device.ts'
import { askToKeepStorage } from '../data/keep-storage.ts'
import { NotKept, onDisk } from '../data/disk.ts'
import { newCallId } from '../data/call-id.ts'
import { perform, type Actor, type Performed } from './perform.ts'

/** `notKept`: what this device has not taken, which is nowhere but on the screen, and the sentence that says so. */
type PerformedOnDisk<I> = Performed<I> & { notKept?: { input: I; sentence: string } }

/**
 * `perform` on a disk that may be full and a database that may have died. What has not been kept is a refusal, so the form stays
 * as it is.
 */
export async function performOnDisk<I>(
  device: Device,
  actor: Actor,
  command: AnyCommand,
  input: (newId: () => number) => I,
  options: {
    now?: number
    hold?: (callId: string) => Promise<void>
    errors?: readonly FieldError[]
    also?: (() => PromiseLike<unknown>) | undefined
    replaces?: (() => PromiseLike<AttentionItem[]>) | undefined
  } = {},
): Promise<PerformedOnDisk<I>> {
  const id = newCallId()
  try {
    const performed = await onDisk<Performed<I>>(device, async (again) => {
      const kept = again ? await keptUnder(device, id) : undefined
      if (kept) return { refusal: null, call: kept, input: kept.input as I }
      return perform(device, actor, command, input, { ...options, id })
    })
    void askToKeepStorage(device).catch(() => undefined)
    return performed
  } catch (error) {
    if (!(error instanceof NotKept)) throw error
    const { message } = error
    return { refusal: refuse('failed', { message }), notKept: { input: input(() => 0), sentence: message } }
  }
}

/** A write may fail after it has reached the disk. Then its call is there, or has even been judged, and is not made twice. */
const keptUnder = async (device: Device, id: string): Promise<QueuedCall | undefined> =>
  (await device.outbox.filter((call) => call.id === id).first()) ?? (await device.judged.get(id))
