import { afterAll, beforeAll, expect, test } from 'vitest'
import { askStore, comparePages, listedPuts, writeTo } from '../../testing/list-contract.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { withDatabase } from '../database/client.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { steps } from '../database/steps.ts'
import { LIST_COUNTS } from '../list-counts.ts'
import type { Store } from '../store.ts'
import { listCountsSql, wrongListCountsSql } from './list-counts.ts'
import { openPostgres } from './postgres.ts'

const postgres = await startPostgres()
const url = await postgres.database()
let store: Store
beforeAll(async () => {
  store = await openPostgres({ url })
  await writeTo(store, listedPuts())
})
afterAll(async () => {
  await store.close()
  await postgres.stop()
})

const ask = (text: string): Promise<unknown[]> =>
  withDatabase(url, async (client) => (await client.query(text)).rows as unknown[])

test('every page of a list is the one that a look at every row gives, after taskings came, changed and went too', async () => {
  await comparePages(store)
  expect(await ask(wrongListCountsSql(1))).toEqual([])
})

test('a value that no column holds finds nothing, and what stands beside it is found', async () => {
  const page = { order: 'urgency', number: 1, size: 1_000 } as const
  const find = async (where: object) => {
    const { found } = await store.read({
      reads: { found: { kind: 'page', table: 'projects', where: [where], ...page } },
    })
    return found.totalItems
  }
  for (const filter of [{}, { phase: ['interim', 'completed'] }]) {
    const one = await find({ ...filter, countryId: [2, 1e30, Number.NaN] })
    expect(one).toBe(await find({ ...filter, countryId: 2 }))
    expect([one > 0, await find({ ...filter, countryId: [1e30, Number.NaN] })]).toEqual([true, 0])
  }
})

test('another organisation with the same taskings has counts of its own', async () => {
  const other = await openPostgres({ url, org: 2 })
  await writeTo(other, listedPuts())
  expect(await ask(wrongListCountsSql(2))).toEqual([])
  const everything = { countries: [1, 2, 3] }
  expect((await askStore(other, everything)).totalItems).toBe(600)
  expect((await askStore(store, everything)).totalItems).toBe(570)
  await other.close()
})

test('a database from before the counts gets them, whatever its older processes write afterwards', async () => {
  await ask(`DROP FUNCTION ${LIST_COUNTS}_follow CASCADE`)
  await ask(`DROP TABLE ${LIST_COUNTS}`)
  await ask("UPDATE projects SET phase = 'canceled' WHERE org = 1 AND phase = 'interim'")
  const before = steps.findIndex(({ sql }) => sql === listCountsSql)
  await ask(`UPDATE steps SET step = ${before}`)
  await prepareDatabase(url)
  await ask("UPDATE projects SET phase = 'completed', urgency = urgency + 9000000000 WHERE org = 1 AND id % 3 = 0")
  expect(await ask(`SELECT count(*)::int > 50 AS many FROM ${LIST_COUNTS} WHERE org = 1`)).toEqual([{ many: true }])
  expect([...(await ask(wrongListCountsSql(1))), ...(await ask(wrongListCountsSql(2)))]).toEqual([])
})
