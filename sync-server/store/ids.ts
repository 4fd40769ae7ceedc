import { put } from '#shared/kernel/change.ts'
import { one } from '#shared/kernel/reads.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import type { Store } from './store.ts'

/** The server mints ids like any device does, under this number. */
export const SERVER_DEVICE = 1
/** The rows of `counters` that say how far devices are counted, and the server's own ids. */
export const DEVICE_COUNTER = 1
export const ID_COUNTER = 2
/** Numbers below are kept for the server itself and for data that was there before the first device. */
export const FIRST_DEVICE = 10
const BLOCK = 100

export type NewId = () => Promise<number>

/** Ids that nobody else has: a block is reserved durably before its first id is given out. */
export function createIds(store: Store): NewId {
  let next = 0
  let end = 0
  let reserving: Promise<void> | null = null

  const reserve = async (): Promise<void> => {
    const start = await store.transact({ reads: { counter: one('counters', ID_COUNTER) } }, ({ counter }) => {
      const value = counter?.value ?? 0
      return { changes: [put('counters', { id: ID_COUNTER, name: 'ids', value: value + BLOCK })], value }
    })
    next = SERVER_DEVICE * IDS_PER_DEVICE + start + 1
    end = next + BLOCK
    reserving = null
  }

  return async () => {
    while (next === end) {
      reserving ??= reserve().finally(() => (reserving = null))
      await reserving
    }
    return next++
  }
}
