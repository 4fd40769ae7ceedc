import Database from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { aBareProject, putsOf, references } from '#shared/testing/samples.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openSqlite, type SqliteStore } from './sqlite.ts'

let folder: string
let path: string
let store: SqliteStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldpost-checkpoints-'))
  path = join(folder, 'log.sqlite')
  store = openSqlite({ path, mode: 'demo' })
  await write(putsOf(references))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const write = (changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: null }))
let last = 40_000_000
/** Some twenty pages each. */
const aLongOne = () => put('projects', aBareProject({ id: ++last, description: `${last} ${'x'.repeat(80_000)}` }))
/** What this thread has written to files; the others of the process are not in it. */
const bytesOfThisThread = () => Number(/wchar: (\d+)/.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1])

test('what a backup kept in the log is played beside the process that answers, and then the log begins anew', async () => {
  const backup = new Database(path, { readonly: true })
  backup.exec('BEGIN; SELECT * FROM meta')
  for (let n = 0; n < 40; n++) await write(Array.from({ length: 10 }, aLongOne))
  backup.exec('COMMIT')
  const before = bytesOfThisThread()
  await write([put('projects', aBareProject({ id: ++last }))])
  // One commit is less than a megabyte; the log that waited has thirty.
  expect(bytesOfThisThread() - before).toBeLessThan(2_000_000)
  const pagesInLog = () => (backup.pragma('wal_checkpoint') as { log: number }[])[0]?.log ?? 0
  await expect
    .poll(async () => {
      await write(Array.from({ length: 10 }, aLongOne))
      return pagesInLog()
    })
    .toBeLessThan(4_000)
  backup.close()
})

test('a thread that dies says so once, and is asked no more', async () => {
  const db = new Database(path)
  let failures = 0
  const checkpoints = createCheckpoints(db, () => failures++, 'throw new Error("no such luck")')
  checkpoints.wrote(1_000)
  await expect.poll(() => failures).toBe(1)
  checkpoints.wrote(1_000)
  expect(checkpoints.isAtWork()).toBe(false)
  await checkpoints.close()
  expect(failures).toBe(1)
  db.close()
})
