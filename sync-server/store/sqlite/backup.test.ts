import Database from 'better-sqlite3'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { aBareProject, aComment, putsOf, references } from '#shared/testing/samples.ts'
import { removeFolder } from '../../testing/remove-folder.ts'
import { createIds } from '../ids.ts'
import { backUp, restore } from './backup.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldpost-backup-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await removeFolder(folder)
})

test('a copy goes on from portion to portion whatever is committed meanwhile, and is of one moment', async () => {
  const [path, copy] = [join(folder, 'db.sqlite'), join(folder, 'copy.sqlite')]
  const store = openSqlite({ path, mode: 'demo' })
  const write = (...changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: null }))
  await write(...putsOf(references), put('projects', aBareProject({ id: 40_000_001 })))
  const long = 'x'.repeat(3_900)
  const comments = Array.from({ length: 3_000 }, (_, n) =>
    put('comments', aComment({ id: 41_000_000 + n, projectId: 40_000_001, comment: long })),
  )
  await write(...comments)

  const left: number[] = []
  let written = 0
  const { backup } = Database.prototype
  vi.spyOn(Database.prototype, 'backup').mockImplementation(function (this: Database.Database, to, options) {
    const progress: NonNullable<typeof options>['progress'] = (info) => {
      left.push(info.remainingPages)
      // Committed by somebody else before the next portion is read.
      other.prepare("UPDATE counters SET value = value + 1 WHERE name = 'meanwhile'").run()
      written += 1
      return options?.progress?.(info) ?? 0
    }
    return backup.call(this, to, { ...options, progress })
  })
  await write(put('counters', { id: 900, name: 'meanwhile', value: 0 }))
  const other = new Database(path)
  await backUp(path, copy)
  other.close()
  await store.close()

  expect(written).toBeGreaterThan(2)
  expect(left).toEqual(left.toSorted((a, b) => b - a))
  expect(new Set(left).size).toBeGreaterThan(2)
  const copied = new Database(copy, { readonly: true })
  expect(copied.prepare("SELECT value FROM counters WHERE name = 'meanwhile'").pluck().get()).toBe(0)
  copied.close()
})

test('a life that begins with a backup gives out no id that another life since gave out, also the second time', async () => {
  const [path, copy] = [join(folder, 'lives.sqlite'), join(folder, 'lives-backup.sqlite')]
  const given: number[] = []
  const give = async () => {
    const store = openSqlite({ path })
    const newId = createIds(store)
    for (let n = 0; n < 3; n++) given.push(await newId())
    await store.close()
  }
  await give()
  await backUp(path, copy)
  for (let life = 0; life < 3; life++) {
    await give()
    restore(copy, path, 'production')
  }
  await give()
  expect(new Set(given).size).toBe(given.length)
  // And where nothing can be read of what was there, all that a restore knows is the backup.
  writeFileSync(path, 'no database')
  expect(() => restore(copy, path, 'production')).not.toThrow()
})
