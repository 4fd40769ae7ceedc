import Database from 'better-sqlite3'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askStore, comparePages, listedPuts, writeTo } from '../../testing/list-contract.ts'
import { listCountProblems } from './list-counts.ts'
import { openSqlite, type SqliteStore } from './sqlite.ts'

let store: SqliteStore
/** Keys that statements have counted or passed over, and those that a page gave. */
let walked = 0

beforeAll(async () => {
  const prepare = Database.prototype.prepare
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
    const statement = prepare.call(this, text) as Database.Statement<unknown[]>
    if (!/^SELECT.* FROM "projects"/.test(text)) return statement
    const { get, all } = statement
    return Object.assign(statement, {
      get(...values: unknown[]) {
        const row = get.call(statement, ...values) as { count?: number } | undefined
        walked += row?.count ?? 0
        return row
      },
      all(...values: unknown[]) {
        if (/LIMIT \? OFFSET \?$/.test(text)) walked += Number(values.at(-1)) + Number(values.at(-2))
        return all.call(statement, ...values)
      },
    })
  })
  store = openSqlite({ path: ':memory:', mode: 'demo' })
  await writeTo(store, listedPuts())
})
afterAll(async () => {
  vi.restoreAllMocks()
  await store.close()
})

test('every page of a list is the one that a look at every row gives, after taskings came, changed and went too', () =>
  comparePages(store))

test('a page in the middle, and how long the list is, walk no further than the stretch that it begins in', async () => {
  // Five years have sixty stretches; the one with what is overdue is the fullest. All of it would be more than five hundred.
  const most = 120
  // What is completed tells how many each year has, and walks those years (C-040).
  const yearly = 50
  for (const question of [{ countries: [1, 2, 3] }, { statuses: [5] }, { assignees: [0, 1, 2] }])
    for (const page of [1, 9, 12, 99]) {
      walked = 0
      const { years = [] } = await askStore(store, { ...question, page })
      expect(walked, JSON.stringify({ ...question, page })).toBeLessThan(most + yearly * years.length)
    }
})

test('a database from before the counts gets them at its start, and counts that do not fit are told', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'list-counts-')), 'db.sqlite')
  const open = () => openSqlite({ path, mode: 'demo' })
  const before = open()
  await writeTo(before, listedPuts())
  await before.close()
  const db = new Database(path)
  db.exec('DROP TABLE projects_list_counts')
  db.close()
  await open().close()
  const after = new Database(path)
  expect(listCountProblems(after)).toEqual([])
  after.exec("UPDATE projects_list_counts SET count = count + 1 WHERE filter = 'phase'")
  expect(listCountProblems(after)).toHaveLength(1)
  after.close()
})
