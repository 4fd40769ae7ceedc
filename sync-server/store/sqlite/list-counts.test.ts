import Database from 'better-sqlite3'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fc } from '#shared/testing/random.ts'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { planOfQuery, type AnswerOf } from '#shared/kernel/query.ts'
import type { Project } from '#shared/model/project.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import { findTaskings, type FindFilters } from '#shared/queries/find.ts'
import { aProjectIn, ask, contextOf, people, references, withReferences } from '#shared/testing/samples.ts'
import { listCountProblems } from './list-counts.ts'
import { openSqlite, type SqliteStore } from './sqlite.ts'

/** Five years of work: so many stretches that the counts must know where a page begins. */
const aDay = fc.integer({ min: 0, max: 1_800 }).map((day) => new Date(Date.UTC(2021, 0, 1) + day * 86_400_000))
const aRow = fc
  .record({
    id: fc.integer({ min: 1, max: 90_000 }),
    standing: fc.constantFrom('interim', 'progress', 'completed', 'completed', 'completed'),
    day: aDay,
    countryId: fc.constantFrom(1, 2, 3),
    assigneeId: fc.constantFrom(0, 1, 2),
  })
  .map(({ id, standing, day, ...more }) =>
    aProjectIn(standing, {
      ...{ id, requestId: 0, ...more, dueDate: day.toISOString().slice(0, 10) },
      ...(standing === 'completed' && { completedDate: day.toISOString() }),
    }),
  )
const [projects = []] = fc.sample(fc.uniqueArray(aRow, { minLength: 600, maxLength: 600, selector: ({ id }) => id }), {
  numRuns: 1,
  seed: 12,
})
const context = contextOf(people.mia)
let store: SqliteStore
let rows: Project[] = projects
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
  const all = withReferences({ projects, ...references })
  await write(
    Object.entries(all).flatMap(([table, list]) =>
      list.map((row) => put(table as SyncedTable, row as never) as Change),
    ),
  )
})
afterAll(async () => {
  vi.restoreAllMocks()
  await store.close()
})

const write = (changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: null }))

async function inStore(input: FindFilters & { page?: number }): Promise<AnswerOf<typeof findTaskings>> {
  return findTaskings.answer(input, (await store.read(planOfQuery(findTaskings, input, context))) as never, context)
}
const onDevice = (input: FindFilters & { page?: number }) =>
  ask(findTaskings, input, withReferences({ projects: rows, ...references }), context)

const questions: FindFilters[] = [
  { countries: [1, 2, 3] },
  { countries: [2] },
  { assignees: [0, 2] },
  { statuses: [5] },
  { statuses: [3, 5] },
  { statuses: [4, 5] },
  { countries: [1, 3], statuses: [5] },
]

test('every page of a list is the one that a look at every row gives, after taskings came, changed and went too', async () => {
  const moved = projects.slice(0, 60).map((row, n): Project => {
    const changed = { ...row, countryId: 1 + (n % 3), assigneeId: n % 3, dueDate: `2023-0${1 + (n % 9)}-15` }
    return aProjectIn(n % 2 ? 'progress' : 'interim', { ...changed, active: true })
  })
  const gone = projects.slice(60, 90)
  for (const change of ['none', 'moved', 'gone']) {
    if (change === 'moved') {
      await write(moved.map((row) => put('projects', row)))
      rows = [...moved, ...projects.slice(60)]
    }
    if (change === 'gone') {
      await write(gone.map(({ id }) => remove('projects', id)))
      rows = rows.filter(({ id }) => !gone.some((one) => one.id === id))
    }
    for (const question of questions)
      for (const page of [1, 2, 7, 13, 14, 99])
        expect(await inStore({ ...question, page }), `${change} ${JSON.stringify({ ...question, page })}`).toEqual(
          onDevice({ ...question, page }),
        )
  }
})

test('a page in the middle, and how long the list is, walk no further than the stretch that it begins in', async () => {
  for (const question of [{ countries: [1, 2, 3] }, { statuses: [5] }, { assignees: [0, 1, 2] }])
    for (const page of [1, 9, 12, 99]) {
      walked = 0
      await inStore({ ...question, page })
      // Five years have sixty stretches; the one with what is overdue is the fullest. All of it would be more than five hundred.
      expect(walked, JSON.stringify({ ...question, page })).toBeLessThan(120)
    }
})

test('a database from before the counts gets them at its start, and counts that do not fit are told', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'list-counts-')), 'db.sqlite')
  const open = () => openSqlite({ path, mode: 'demo' })
  const before = open()
  await before.transact({ reads: {} }, () => ({
    changes: Object.entries(withReferences({ projects: projects.slice(0, 50), ...references })).flatMap(
      ([table, list]) => list.map((row) => put(table as SyncedTable, row as never) as Change),
    ),
    value: null,
  }))
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
