import { UNDO_MS } from '#shared/model/limits.ts'
import type { QueuedCall } from '../data/device.ts'

/** How long a call is still held back, in ms. A clock that was set back cannot make it longer than the longest hold. */
export function holdLeft({ holdUntil }: Pick<QueuedCall, 'holdUntil'>, now: number): number {
  const left = holdUntil - now
  return left > 0 && left <= UNDO_MS ? left : 0
}

export const isHeld = (call: Pick<QueuedCall, 'holdUntil'>, now: number): boolean => holdLeft(call, now) > 0
