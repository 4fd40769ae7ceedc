import { afterAll, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { rowOf } from '#shared/testing/samples.ts'
import { startPostgres } from '../../testing/postgres.ts'
import type { Store } from '../store.ts'
import { openPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

const WRITERS = 16
const READERS = 8
const EACH = 20
const team = (id: number) => put('teams', rowOf('teams', { id, name: `Team ${id}`, active: true }))

const processes = async (): Promise<Store[]> => {
  const url = await postgres.database()
  return Promise.all([1, 2, 3, 4].map((name) => openPostgres({ url: `${url}?application_name=p${name}` })))
}

test('readers that hop between processes miss nothing of what sixteen write', { timeout: 60_000 }, async () => {
  const stores = await processes()
  let isWriting = true
  const writer = async (at: number) => {
    for (let n = 0; n < EACH; n++)
      await must(stores[(at + n) % 4]).transact({ reads: { row: one('teams', 1) } }, () => ({
        changes: [team(1_000 + at * EACH + n)],
        value: 0,
      }))
  }
  /** As a device does it: each page begins where the one before ended, whichever process answers. */
  const reader = async (at: number) => {
    const seen = new Set<number>()
    let cursor = 0
    for (let hop = at, isLast = false; !isLast; hop++) {
      isLast = !isWriting
      for (let more = true; more;) {
        const page = must(await must(stores[hop % 4]).changesSince({ after: cursor, sight: () => [], limit: 7 }))
        for (const { id } of page.rows.teams ?? []) seen.add(id)
        more = page.more
        cursor = page.newest
      }
    }
    return seen.size
  }
  const reading = Promise.all(Array.from({ length: READERS }, (_, at) => reader(at)))
  await Promise.all(Array.from({ length: WRITERS }, (_, at) => writer(at)))
  isWriting = false
  expect(await reading).toEqual(Array.from({ length: READERS }, () => WRITERS * EACH))
  expect((await must(stores[0]).position()).version).toBe(WRITERS * EACH)
  await Promise.all(stores.map((store) => store.close()))
})

test('whoever hears of news finds it there, of its own process and of others, and hears of all of it', async () => {
  const [mine, other] = await processes()
  const heard: number[] = []
  const found: number[] = []
  const versions: number[] = []
  must(mine).onCommit((version, newsOf) => {
    versions.push(version)
    if (newsOf !== 'all') return
    heard.push(version)
    void must(mine)
      .changesSince({ after: 0, sight: () => [], limit: 100 })
      .then((page) => found.push((page?.rows.teams ?? []).length - version))
  })
  const write = (store: Store | undefined, id: number) =>
    must(store).transact({ reads: {} }, () => ({ changes: [team(id)], value: 0 }))
  const note = (store: Store | undefined, id: number) =>
    must(store).transact({ reads: {} }, () => ({
      changes: [put('counters', { id, name: `c${id}`, value: 1 })],
      value: 0,
    }))
  // Of another process, which nobody has told yet when this one commits something that is nobody's news.
  await write(other, 1)
  await note(mine, 20)
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), { timeout: 5_000 })
  expect(heard).toHaveLength(1)
  // What is nobody's news is told to nobody.
  await note(other, 21)
  await vi.waitFor(() => expect(versions).toContain(3), { timeout: 5_000 })
  await note(mine, 22)
  await write(mine, 2)
  await vi.waitFor(() => expect(heard.length).toBe(2), { timeout: 5_000 })
  await vi.waitFor(() => expect(found).toHaveLength(2), { timeout: 5_000 })
  expect(found.every((missing) => missing <= 0)).toBe(true)
  expect(heard).toEqual([heard[0], 5])
})

test('a call that is beaten again and again takes the turn first, and ends', async () => {
  const url = await postgres.database()
  const [store, rival] = [
    await openPostgres({ url: `${url}?application_name=mine` }),
    await openPostgres({ url: `${url}?application_name=rival` }),
  ]
  const reads = { row: one('counters', 1) }
  let decided = 0
  let isDone = false
  const raise = (by: Store, count: () => void) =>
    by.transact({ reads }, ({ row }) => {
      count()
      return { changes: [put('counters', { id: 1, name: 'n', value: (row?.value ?? 0) + 1 })], value: 0 }
    })
  const rivals = (async () => {
    let raised = 0
    for (; !isDone; raised++) await raise(rival, () => undefined)
    return raised
  })()
  for (let n = 0; n < 30; n++) await raise(store, () => (decided += 1))
  isDone = true
  const raised = await rivals
  const { row } = await store.read({ reads })
  expect(row?.value).toBe(30 + raised)
  expect(decided).toBeLessThanOrEqual(30 * 7)
  await Promise.all([store.close(), rival.close()])
})
