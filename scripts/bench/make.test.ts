import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { syncedTableNames } from '#shared/model/tables.ts'
import { phases } from '#shared/model/status.ts'
import { poolAfter } from '#shared/rules/funding.ts'
import { createRandom } from '#server/demo/random.ts'
import { openSqlite, type SqliteStore } from '#server/store/sqlite/sqlite.ts'
import { verify } from '#server/store/sqlite/verify.ts'
import { makeDatabase } from './make.ts'
import { drawIds } from './reads.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-made-'))
const path = join(folder, 'made.sqlite')
let store: SqliteStore
beforeAll(async () => {
  await makeDatabase(path, 1_000, '2026-03-10T00:00:00.000Z')
  store = openSqlite({ path, mode: 'demo' })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a made database is sound: nothing points nowhere, and the diary fits its rows', () => {
  const db = new Database(path, { readonly: true })
  expect(Object.keys(verify(db).calls)).toEqual(['applied'])
  db.close()
})

test('it holds what the store itself would hold: written again through the store, no row changes', async () => {
  const db = new Database(path, { readonly: true })
  const rowsOf = () => db.prepare('SELECT * FROM projects ORDER BY id').all() as Record<string, unknown>[]
  const before = rowsOf()
  const { projects } = await store.read({ reads: { projects: many('projects', {}) } })
  await store.transact({ reads: {} }, () => ({
    changes: projects.map((row) => ({ kind: 'put', table: 'projects', row })),
    value: 0,
  }))
  const withoutVersion = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, version: 0 }))
  expect(withoutVersion(rowsOf())).toEqual(withoutVersion(before))
  expect(projects).toHaveLength(1_000)
  db.close()
})

test('each pool’s running totals are those of all its taskings', async () => {
  const { pools, projects } = await store.read({
    reads: { pools: many('poolCodes', {}), projects: many('projects', {}) },
  })
  const blank = { actual: 0, estimated: 0, pending: 0 }
  const counted = new Map(pools.map((pool) => [pool.poolCode, { ...pool, ...blank }]))
  for (const project of projects)
    counted.set(project.poolCode, poolAfter(must(counted.get(project.poolCode)), null, project))
  expect(pools).toEqual([...counted.values()])
  expect(pools.some((pool) => pool.pending > 0)).toBe(true)
})

test('every read has something to read: each phase occurs, and no table of devices is empty', async () => {
  const { projects } = await store.read({ reads: { projects: many('projects', {}) } })
  expect(new Set(projects.map((row) => row.phase))).toEqual(new Set(phases))
  const found = await store.read({
    reads: Object.fromEntries(syncedTableNames.map((table) => [table, many(table, {})])),
  })
  const empty = syncedTableNames.filter((table) => found[table]?.length === 0)
  expect(empty).toEqual([])
})

test('what is read is drawn from all rows, one as likely as another', async () => {
  const drawn = await drawIds(store, createRandom(1), 'projects', 2_000)
  const { projects } = await store.read({ reads: { projects: many('projects', {}) } })
  expect(projects.map(({ id }) => id)).toEqual(expect.arrayContaining(drawn))
  expect(new Set(drawn).size).toBeGreaterThan(800)
})
