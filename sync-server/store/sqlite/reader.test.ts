import Database from 'better-sqlite3'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { many, one, page } from '#shared/kernel/reads.ts'
import { aBareProject, putsOf, references } from '#shared/testing/samples.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { createReader } from './reader.ts'
import { openSqlite, type SqliteStore } from './sqlite.ts'

let folder: string
let path: string
let store: SqliteStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldpost-reader-'))
  path = join(folder, 'reader.sqlite')
  store = openSqlite({ path, mode: 'demo' })
  await write([...putsOf(references), put('projects', aBareProject())])
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const write = (changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: null }))
const all = { found: page('projects', [{}], { number: 1 }) }

test('a page is read beside the process, and sees what was committed before it was asked for', async () => {
  for (let n = 2; n < 30; n++) {
    await write([put('projects', aBareProject({ id: 40_000_000 + n }))])
    expect((await store.read({ reads: all })).found.totalItems).toBe(n)
  }
})

test('a long question does not keep the process: everything else is answered while it runs', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => put('projects', aBareProject({ id: 41_000_001 + n })))
  await write(rows)
  await store.read({ reads: all })
  const order: string[] = []
  const questions = Array.from({ length: 60 }, () =>
    store
      .read({ reads: { found: page('projects', [{}], { number: 1, words: 'three', order: 'modifiedDate' }) } })
      .then(() => order.push('page')),
  )
  await store.read({ reads: { row: one('projects', 41_000_001) } }).then(() => order.push('row'))
  await write([put('projects', aBareProject({ description: 'Meanwhile' }))]).then(() => order.push('write'))
  await Promise.all(questions)
  // A question of its own may be answered before a commit is on the disk; sixty are not.
  expect(order.filter((what) => what !== 'page')).toEqual(['row', 'write'])
  expect(order.indexOf('write')).toBeLessThan(30)
})

test('both steps of a plan see one moment, whatever is written between them', async () => {
  const { found, country } = await store.read({
    reads: all,
    follow: ({ found }) => {
      const other = new Database(path)
      other.exec("UPDATE countries SET title = 'Renamed meanwhile'")
      other.close()
      return { country: one('countries', found.items[0]?.countryId ?? 0) }
    },
  })
  expect([found.totalItems, country?.title]).toEqual([1, 'Kenya'])
  const { country: later } = await store.read({ reads: { ...all, country: one('countries', 1) } })
  expect(later?.title).toBe('Renamed meanwhile')
})

test('a plan whose second step throws fails alone', async () => {
  const failing = store.read({
    reads: all,
    follow: () => {
      throw new TypeError('Nobody thought of this')
    },
  })
  await expect(failing).rejects.toThrow('Nobody thought of this')
  await write([put('projects', aBareProject({ id: 40_000_002 }))])
  expect((await store.read({ reads: all })).found.totalItems).toBe(2)
})

test('a wrong question is told as what it is', async () => {
  const wrong = { found: page('projects', [{ nonsense: 1 } as never], { number: 1 }) }
  await expect(store.read({ reads: wrong })).rejects.toThrow(/nonsense/)
  expect((await store.read({ reads: all })).found.totalItems).toBe(1)
})

test('lists of some columns are the same through the thread', async () => {
  await write([put('projects', aBareProject({ id: 40_000_002, blanketTasking: true, assigneeId: 0 }))])
  const only = ['id', 'phase', 'assigneeId', 'blanketTasking'] as const
  const { rows } = await store.read({ reads: { rows: many('projects', { teamId: 3 }, { order: 'createDate', only }) } })
  expect(rows).toEqual([
    { id: 40_000_001, phase: 'interim', assigneeId: 0, blanketTasking: null },
    { id: 40_000_002, phase: 'interim', assigneeId: 0, blanketTasking: true },
  ])
})

test('when the thread dies its question fails as unavailable, and the next one is answered by another', async () => {
  const script = join(folder, 'dies.mjs')
  const dies = (how: string) => writeFileSync(script, `import { parentPort } from 'node:worker_threads'\n${how}`)
  const reader = createReader(path, pathToFileURL(script))
  for (const how of [
    "parentPort.on('message', () => process.exit(3))",
    "parentPort.on('message', () => { throw new Error('no more') })",
    "throw new Error('does not even start')",
  ]) {
    dies(how)
    await expect(reader.read({ reads: all })).rejects.toThrow(StoreUnavailable)
  }
  dies(
    "parentPort.on('message', (asked) => asked ? parentPort.postMessage({ found: { again: true } }) : parentPort.close())",
  )
  await expect(reader.read({ reads: all })).resolves.toEqual({ again: true })
  await reader.close()
  await expect(reader.read({ reads: all })).rejects.toThrow('The database is closed.')
})

test('what SQLite says of the file is told with its code, so that damage is noticed', async () => {
  const script = join(folder, 'damaged.mjs')
  const answer = "{ message: 'database disk image is malformed', code: 'SQLITE_CORRUPT' }"
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (asked) => asked ? parentPort.postMessage(${answer}) : parentPort.close())`,
  )
  const reader = createReader(path, pathToFileURL(script))
  await expect(reader.read({ reads: all })).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' })
  await reader.close()
})

test('closing waits for the question that is being answered, and leaves an empty log', async () => {
  const asked = store.read({ reads: all })
  await store.close()
  expect((await asked).found.totalItems).toBe(1)
  await expect(store.read({ reads: all })).rejects.toThrow(StoreUnavailable)
  const again = openSqlite({ path, mode: 'demo' })
  expect((await again.read({ reads: all })).found.totalItems).toBe(1)
  await again.close()
})
