import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add, put, type Change } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { aUser, putsOf, references } from '#shared/testing/samples.ts'
import type { CallRow } from '#shared/model/server-tables.ts'
import type { Decided, Store } from '../store/store.ts'

/** What any store of a server must do beyond the engine contract: order, ids, and what somebody may be told when. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`${name} keeps the store contract`, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const write = (...changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: undefined }))
    const counting = () =>
      store.transact({ reads: { counter: one('counters', 1) } }, ({ counter }): Decided<number> => {
        const value = (counter?.value ?? 0) + 1
        return { changes: [put('counters', { id: 1, name: 'devices', value })], value }
      })

    test('what is handed over one after the other takes effect in that order, each after what the one before wrote', async () => {
      const values = await Promise.all(Array.from({ length: 60 }, counting))
      expect(values).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
    })

    test('one that throws writes nothing, and the others around it go on', async () => {
      const broken = () =>
        store.transact({ reads: {} }, () => {
          throw new Error('A bug')
        })
      const all = await Promise.allSettled([counting(), broken(), counting()])
      expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'thrown'))).toEqual([1, 'thrown', 2])
      expect((await store.position()).version).toBe(2)
    })

    test('one whose question fails is alone with it, also beside others of the same moment', async () => {
      const broken = store.transact(
        {
          reads: { counter: one('counters', 9) },
          follow: () => {
            throw new TypeError('A bug')
          },
        },
        () => ({ changes: [], value: 0 }),
      )
      const all = await Promise.allSettled([counting(), broken, counting()])
      expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'thrown'))).toEqual([1, 'thrown', 2])
    })

    test('a number that is no id finds nothing, and keeps nobody from what is there', async () => {
      await write(...putsOf(references))
      const odd = [Number.NaN, 1.5, 2 ** 53, -(2 ** 63), 1e308, Number.POSITIVE_INFINITY]
      for (const id of odd) {
        const reads = { one: one('countries', id), all: many('countries', { id: [id, 1] }) }
        const found = await store.read({ reads })
        expect([id, found.one, found.all.map((row) => row.id)]).toEqual([id, undefined, [1]])
        expect(await store.transact({ reads }, ({ one: row }) => ({ changes: [], value: row }))).toBeUndefined()
      }
    })

    test('each commit that writes has an id that no other has', async () => {
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          store.transact({ reads: {} }, (_found, freshId): Decided<number> => {
            return { changes: [put('counters', { id: 10 + n, name: `c${n}`, value: freshId })], value: freshId }
          }),
        ),
      )
      expect(new Set(ids).size).toBe(40)
    })

    test('its version rises with what is written and with nothing else, its epoch stays', async () => {
      const before = await store.position()
      await store.transact({ reads: {} }, () => ({ changes: [], value: 0 }))
      expect(await store.position()).toEqual(before)
      await counting()
      expect(await store.position()).toEqual({ epoch: before.epoch, version: before.version + 1 })
    })

    test('whoever has a lease has it again, and has others beside it', async () => {
      expect([await store.lease('prune'), await store.lease('prune'), await store.lease('letters')]).toEqual([
        true,
        true,
        true,
      ])
    })

    test('outcomes are those of one device, from a number on, in order, each with its version', async () => {
      await write(...putsOf(references), put('users', aUser({ id: 1 })))
      const versions: number[] = []
      // Ids tell no order.
      for (const [id, device, seq] of [
        [90, 40, 1],
        [20, 40, 2],
        [50, 41, 1],
        [10, 40, 3],
      ] as const) {
        await write(add('calls', aCall({ id, device, seq })))
        versions.push((await store.position()).version)
      }
      const told = async (from: number, limit = 500) =>
        (await store.outcomes({ device: 40, from, limit })).map(({ seq, version }) => [seq, version])
      const [one, two, , three] = versions
      expect([await told(1), await told(2), await told(1, 2), await told(4)]).toEqual([
        [
          [1, one],
          [2, two],
          [3, three],
        ],
        [
          [2, two],
          [3, three],
        ],
        [
          [1, one],
          [2, two],
        ],
        [],
      ])
      const [first] = await store.outcomes({ device: 40, from: 1, limit: 1 })
      expect(first).toEqual({ ...aCall({ id: 90, device: 40, seq: 1 }), version: one })
    })
  })
}

const at = '2026-03-01T12:00:00.000Z'
const aCall = (more: Pick<CallRow, 'id' | 'device' | 'seq'>): CallRow => ({
  callId: `contract-${more.id}`,
  userId: 1,
  name: 'addComment',
  input: { content: 'äöü' },
  at,
  received: at,
  carriedById: 0,
  address: '',
  verdict: 'applied',
  detail: { verdict: 'applied' },
  ...more,
})
