import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNDO_MS } from '#shared/model/limits.ts'
import { Device, type QueuedCall } from '../data/device.ts'
import { endOfHolds, hold, holding, holdLeft, letGo } from './hold.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
let device: Device
let calls = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  device = new Device(`hold-${crypto.randomUUID()}`)
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  device.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A call in the queue, held or not, as `perform` leaves it. */
async function queued({ isHeld }: { isHeld: boolean }): Promise<string> {
  const id = `call-${++calls}`
  if (isHeld) await hold(id)
  const call: QueuedCall = {
    ...{ seq: calls, id, name: 'approveProject', input: {}, at: new Date().toISOString(), touches: [] },
    ...{ held: isHeld, firstSent: 0, attempts: 0 },
  }
  await device.outbox.add(call)
  return id
}
const heldHere = async () => (await device.outbox.filter((call) => call.held).toArray()).map(({ id }) => id)

test.each([-3 * DAY, -3 * SECOND, 0, 3 * SECOND, 3 * DAY])(
  'a call is held for six seconds, whatever jumps the clock makes meanwhile (%i ms)',
  async (jump) => {
    const id = await queued({ isHeld: true })
    for (const passed of [1, 2, 3, 4, 5]) {
      await vi.advanceTimersByTimeAsync(SECOND)
      vi.setSystemTime(Date.now() + (passed % 2 ? jump : -2 * jump))
      await letGo(device)
      expect(await heldHere()).toEqual([id])
      expect(holdLeft(id)).toBe(UNDO_MS - passed * SECOND)
    }
    await vi.advanceTimersByTimeAsync(SECOND)
    // Until the next look.
    expect([await heldHere(), holdLeft(id)]).toEqual([[id], 0])
    await letGo(device)
    expect(await heldHere()).toEqual([])
  },
)

test('what a page held that is gone is let go at the first look, what a living one holds is not', async () => {
  const id = await queued({ isHeld: true })
  await device.outbox.add({ ...(await device.outbox.toArray())[0], seq: ++calls, id: 'of-a-dead-page' } as QueuedCall)
  await letGo(device)
  expect(await heldHere()).toEqual([id])
})

/** Web locks as a browser keeps them, those of other tabs included: one after the other by name. */
function aLockManager() {
  const ends = new Map<string, Promise<unknown>>()
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, work: () => Promise<unknown> | undefined) => {
        await ends.get(name)
        // Another process grants it.
        await new Promise((resolve) => setImmediate(resolve))
        const end = Promise.resolve(work())
        ends.set(name, end)
        await end
        ends.delete(name)
      },
      query: () => Promise.resolve({ held: [...ends.keys()].map((name) => ({ name })) }),
    },
  })
  return { ends, held: () => [...ends.keys()] }
}

test('other tabs and the worker see who holds by a web lock, which is had before the call is queued and ends with the hold', async () => {
  const locks = aLockManager()
  await hold('mine')
  expect(locks.held()).toEqual(['fieldpost-hold-mine'])
  locks.ends.set('fieldpost-hold-of-another-tab', new Promise(() => undefined))
  expect(await holding()).toEqual(new Set(['mine', 'of-another-tab']))
  expect(holdLeft('of-another-tab')).toBe(UNDO_MS)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(await holding()).toEqual(new Set(['of-another-tab']))
})

test('the worker that the browser has woken waits for the end of what is held, and no longer', async () => {
  aLockManager()
  await queued({ isHeld: true })
  let isOver = false
  const end = endOfHolds(device).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  await device.outbox.count()
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await end
  await queued({ isHeld: false })
  await endOfHolds(device)
})
