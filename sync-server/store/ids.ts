import { put } from '#shared/kernel/change.ts'
import { one } from '#shared/kernel/reads.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import type { Store } from './store.ts'

/** The rows of `counters` that say how far devices are counted, and the server's own ids. */
export const DEVICE_COUNTER = 1
export const ID_COUNTER = 2
/** Number 0 is kept for data that was there before the first device. */
export const FIRST_DEVICE = 10
/** People find a tasking by its reference, which takes nine digits of its device. */
export const LAST_DEVICE = 899_999_999
const BLOCK = 100

/**
 * Whether the server mints under this number: below the first device, and when those are used up above the last. They follow from the count
 * alone, so that no process, restore or grant has to know how far it has come.
 */
export const isServers = (number: number): boolean => number > 0 && (number < FIRST_DEVICE || number > LAST_DEVICE)
const serverId = (count: number): number => {
  const id = IDS_PER_DEVICE + count
  return id < FIRST_DEVICE * IDS_PER_DEVICE ? id : id + (LAST_DEVICE + 1 - FIRST_DEVICE) * IDS_PER_DEVICE
}

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
    next = start + 1
    end = next + BLOCK
    reserving = null
  }

  return async () => {
    while (next === end) {
      reserving ??= reserve().finally(() => (reserving = null))
      await reserving
    }
    return serverId(next++)
  }
}
