import { afterAll, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { rowOf } from '#shared/testing/samples.ts'
import { ownPostgres } from '../../testing/postgres.ts'
import { startProxy } from '../../testing/proxy.ts'
import { canReplicate, replicaOf } from '../../testing/replica.ts'
import type { Store } from '../store.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { openPostgres } from './postgres.ts'

const postgres = await ownPostgres()
afterAll(() => postgres.stop())

const team = (id: number) => put('teams', rowOf('teams', { id, name: `Team ${id}`, active: true }))
const write = (store: Store, id: number) => store.transact({ reads: {} }, () => ({ changes: [team(id)], value: id }))
const idsAfter = async (store: Store, after: number) => {
  const page = await store.changesSince({ after, sight: () => [], limit: 500 })
  return page && (page.rows.teams ?? []).map(({ id }) => id)
}

test('on another timeline versions jump; who saw what is gone starts anew, and nobody else', async () => {
  const url = await postgres.database()
  const store = await openPostgres({ url })
  for (const id of [1, 2, 3]) await write(store, id)
  const { epoch } = await store.position()
  // As if another primary had begun its log here; the old one may have given versions 4 to 9 to what is gone.
  await postgres.ask("UPDATE organisations SET timeline = '000000FF'", url)
  await write(store, 4)
  const { version } = await store.position()
  expect([(await store.position()).epoch, version]).toEqual([epoch, 1_000_004])
  expect([await idsAfter(store, 2), await idsAfter(store, 3)]).toEqual([[3, 4], [4]])
  expect([await idsAfter(store, 4), await idsAfter(store, 9), await idsAfter(store, 1_000_003)]).toEqual([
    null,
    null,
    null,
  ])
  expect(await idsAfter(store, version)).toEqual([])
  await write(store, 5)
  expect([await idsAfter(store, 9), await idsAfter(store, version)]).toEqual([null, [5]])
  await store.close()
})

test('a list that was kept of a history which has gone is read anew', async () => {
  const url = await postgres.database()
  const store = await openPostgres({ url })
  const teams = many('teams', { active: true })
  const list = () =>
    store.transact(
      { reads: { row: one('counters', 1) }, follow: () => ({ teams }) },
      (found: { teams: { name: string }[] }) => ({ changes: [], value: found.teams }),
    )
  await write(store, 1)
  await write(store, 2)
  const kept = await list()
  expect(await list()).toBe(kept)
  // As if another primary had begun its log before the team was called so.
  await postgres.ask("UPDATE organisations SET timeline = '000000FF'", url)
  await postgres.ask("UPDATE teams SET name = 'before' WHERE id = 2", url)
  await store.transact({ reads: {} }, () => ({
    changes: [put('counters', { id: 1, name: 'c1', value: 1 })],
    value: null,
  }))
  expect((await list()).map(({ name }) => name)).toContain('before')
  await store.close()
})

test.runIf(canReplicate)(
  'a replica that is promoted has all that was acknowledged, and goes on with other versions',
  async () => {
    const url = await postgres.database()
    const replica = await replicaOf(postgres)
    const proxy = await startProxy(url)
    // One that reads: a second would ask for the replica's promise while it is taken away.
    const store = await openPostgres({ url: proxy.url, requireReplica: true, readers: 1 })
    const acknowledged: number[] = []
    for (let id = 1; id <= 10; id++) acknowledged.push(await write(store, id))
    // A call whose wait was cancelled is found written when it comes again, and is not acknowledged before the replica has it.
    await postgres.set('synchronous_standby_names', 'nobody')
    const waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    const untilWaiting = (what: string) =>
      vi.waitFor(async () => expect(await postgres.ask(`SELECT ${what} ${waits}`)).not.toEqual([]), { timeout: 10_000 })
    const unsure = expect(write(store, 20)).rejects.toThrow(StoreUnavailable)
    await untilWaiting('pg_cancel_backend(pid)')
    await unsure
    const again = store.transact({ reads: { known: one('teams', 20) } }, ({ known }) => ({
      changes: [],
      value: known?.name,
    }))
    await untilWaiting('pid')
    await postgres.set('synchronous_standby_names', '*')
    // The replica says how far it is with the next that it is sent.
    await postgres.ask("SELECT pg_logical_emit_message(true, 'test', '')", url)
    expect(await again).toBe('Team 20')
    acknowledged.push(20)
    const before = await store.position()
    await postgres.kill()
    await expect(write(store, 11)).rejects.toThrow(StoreUnavailable)
    await replica.ask('SELECT pg_promote()')
    proxy.redirect(replica.url)
    await expect(write(store, 11)).rejects.toThrow(/No replica/)
    await store.close()
    // It has the settings of the one it followed, and would wait for a replica of its own.
    await replica.set('synchronous_standby_names', null)
    const alone = await openPostgres({ url: Object.assign(new URL(url), { port: replica.port }).toString() })
    expect(await alone.position()).toEqual(before)
    await write(alone, 11)
    expect((await alone.position()).version).toBe(before.version + 1_000_001)
    const { rows } = await alone.read({ reads: { rows: many('teams', {}) } })
    expect(rows.map(({ id }) => id)).toEqual([...acknowledged, 11].sort((a, b) => a - b))
    // Who had heard of all that was acknowledged goes on.
    expect(await idsAfter(alone, before.version)).toEqual([11])
    expect(await idsAfter(alone, before.version + 1)).toBeNull()
    await alone.close()
    await replica.stop()
    await proxy.close()
    await postgres.start()
    await postgres.set('synchronous_standby_names', null)
  },
  60_000,
)
