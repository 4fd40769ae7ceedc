import { Dexie, liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery, type AnswerOf, type AnyQuery, type InputOf } from '#shared/kernel/query.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { dashboardTab } from '#shared/queries/dashboard.ts'
import { dueTaskings } from '#shared/queries/due-taskings.ts'
import { findCounts, findTaskings, foundIds } from '#shared/queries/find.ts'
import { monthsOfWork } from '#shared/queries/months.ts'
import { openPicture } from '#shared/queries/open-picture.ts'
import { statistics } from '#shared/queries/statistics.ts'
import { syncedRow } from '#shared/model/tables.ts'
import { aProjectIn, people, references, standings, type Standing } from '#shared/testing/samples.ts'
import { Device } from './device.ts'
import { makeReady, readForQuery } from './read-page.ts'
import { askDevice } from './use-query.ts'

/** More than a question may walk through without holding them, and no more than must be. */
const COUNT = 2_100
const kinds = Object.keys(standings) as Standing[]
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

const tasking = (n: number, more: object = {}) =>
  syncedRow(
    'projects',
    aProjectIn(kinds[n % kinds.length] ?? 'progress', {
      id: 42_000_001 + n,
      requestId: 0,
      description: n % 3 === 0 ? `Driver for the mission number ${n}` : `Four desks and a lamp, lot ${n}`,
      countryId: 1 + (n % 3),
      teamId: 2 + (n % 2),
      assigneeId: [0, 1, 2, 5][n % 4] ?? 0,
      // A hundred due on one day: keys of an index that are the same.
      dueDate: day((n % 24) - 12).slice(0, 10),
      modifiedDate: day(-(n % 50)),
      createDate: day(-(n % 300)),
      ...more,
    }),
  )

let device: Device
let place: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
let asked = { requests: 0, largest: 0, rows: 0 }
/** Counts what IndexedDB is asked, and how many rows it gives at once. */
const counting = {
  stack: 'dbcore' as const,
  name: 'counting',
  create: (core: Parameters<NonNullable<Parameters<Device['use']>[0]['create']>>[0]) => ({
    ...core,
    table(name: string) {
      const table = core.table(name)
      const heard = <T extends readonly unknown[]>(rows: T): T => {
        const { length } = rows.filter((row) => row !== undefined)
        const isTaskings = name === 'projects'
        asked = {
          requests: asked.requests + 1,
          largest: Math.max(asked.largest, isTaskings ? length : 0),
          rows: asked.rows + (isTaskings ? length : 0),
        }
        return rows
      }
      return {
        ...table,
        getMany: (request: Parameters<typeof table.getMany>[0]) => table.getMany(request).then(heard),
        query: (request: Parameters<typeof table.query>[0]) =>
          table.query(request).then((answer) => ({ ...answer, result: heard(answer.result) })),
      }
    },
  }),
}

beforeEach(async () => {
  place = { indexedDB: new IDBFactory(), IDBKeyRange }
  // Without one Dexie asks nothing live.
  Dexie.dependencies.indexedDB = place.indexedDB
  device = new Device('many', place)
  device.use(counting)
  await device.open()
  for (const [table, rows] of Object.entries(references))
    await device.table(table).bulkPut(rows.map((row) => syncedRow(table as 'teams', row as never)))
  await device.rows('projects').bulkPut(Array.from({ length: COUNT }, (_, n) => tasking(n)))
  asked = { requests: 0, largest: 0, rows: 0 }
})
afterEach(() => device.close())

const open = () => ({ device, user: people.mia, organisation: defaultOrganisation })
/** As if so few were very many. */
async function ask<Q extends AnyQuery>(query: Q, input: InputOf<Q>): Promise<AnswerOf<Q>> {
  const context = contextAt(people.mia, new Date().toISOString(), defaultOrganisation)
  await makeReady(device, planOfQuery(query, input, context).reads, 1_500)
  return askDevice(open(), query, input)
}

/** What a device says that holds nothing in memory. */
async function plainly<Q extends AnyQuery>(query: Q, input: InputOf<Q>): Promise<AnswerOf<Q>> {
  const context = contextAt(people.mia, new Date().toISOString(), defaultOrganisation)
  const other = new Device('many', place)
  await other.open()
  const found = await readForQuery(other, planOfQuery(query, input, context))
  other.close()
  return query.answer(input, found, context) as AnswerOf<Q>
}

const questions = [
  { countries: [1] },
  { countries: [1, 2], page: 7 },
  { term: 'lamp lot', teams: [2], page: 3 },
  { term: 'kenya' },
]

async function answersAsPlainly(): Promise<void> {
  for (const input of questions) {
    expect(await ask(findTaskings, input), JSON.stringify(input)).toEqual(await plainly(findTaskings, input))
    const { page: _, ...choice } = input
    expect(await ask(findCounts, choice)).toEqual(await plainly(findCounts, choice))
    expect(await ask(foundIds, choice)).toEqual(await plainly(foundIds, choice))
    const due = { ...choice, from: day(-5).slice(0, 10), to: day(5).slice(0, 10) }
    expect(await ask(dueTaskings, due)).toEqual(await plainly(dueTaskings, due))
  }
}

test('what is held of the taskings answers as the taskings do, also after some were written, added and deleted', async () => {
  await ask(findTaskings, { countries: [1] })
  const projects = device.rows('projects')
  await projects.put(
    tasking(0, { description: 'A driver no more: lamp lot', countryId: 3, dueDate: day(1).slice(0, 10) }),
  )
  await projects.put(tasking(COUNT + 5, { countryId: 1 }))
  await projects.delete(42_000_001 + 3)
  await answersAsPlainly()
  // As a page of a first sync: so many at once are told as everything.
  await projects.bulkPut(Array.from({ length: 80 }, (_, n) => tasking(COUNT + 10 + n, { description: 'driver' })))
  await answersAsPlainly()
  await projects.clear()
  expect((await ask(findTaskings, { countries: [1] })).totalItems).toBe(0)
})

test('a letter more and another filter read the page that is shown, and not every tasking again', async () => {
  await ask(findTaskings, { countries: [1] })
  expect(asked.rows).toBeLessThan(COUNT + 50)
  for (const input of [{ term: 'dri' }, { term: 'drive' }, { countries: [2] }, { countries: [2], advisors: [1] }]) {
    asked = { requests: 0, largest: 0, rows: 0 }
    await ask(findTaskings, input)
    await ask(findCounts, input)
    expect(asked.rows, JSON.stringify(input)).toBeLessThanOrEqual(20)
    expect(asked.requests, JSON.stringify(input)).toBeLessThan(25)
  }
  asked = { requests: 0, largest: 0, rows: 0 }
  await device.rows('projects').put(tasking(1, { description: 'A driver' }))
  asked = { requests: 0, largest: 0, rows: 0 }
  await ask(findCounts, { term: 'driver' })
  expect(asked.rows).toBe(1)
})

test('no question about all taskings takes more than five hundred rows at once', async () => {
  const all = [
    [findTaskings, { countries: [1] }],
    [findCounts, { countries: [1] }],
    [openPicture, { teamId: 0 }],
    [openPicture, { teamId: 2 }],
    [monthsOfWork, { teamId: 0 }],
  ] as const
  for (const [query, input] of all) {
    asked = { requests: 0, largest: 0, rows: 0 }
    await ask(query as AnyQuery, input)
    expect(asked.largest, query.name).toBeLessThanOrEqual(500)
  }
})

test('the months of work read what is open, canceled or was completed in them, and nothing that was completed before', async () => {
  const rows = await device.rows('projects').toArray()
  const completed = rows.filter(({ phase }) => phase === 'completed')
  const longAgo = (date: string | null) => date && `2019${date.slice(4)}`
  await device.rows('projects').bulkPut(
    completed.map((row) =>
      syncedRow('projects', {
        ...row,
        createDate: `2018${row.createDate.slice(4)}`,
        completedDate: longAgo(row.completedDate),
      }),
    ),
  )
  asked = { requests: 0, largest: 0, rows: 0 }
  const months = await ask(monthsOfWork, { teamId: 0 })
  expect(asked.rows).toBeLessThanOrEqual((COUNT - completed.length) * 1.1)
  expect(months.reduce((sum, { completed }) => sum + completed, 0)).toBe(0)
})

test('what several counts of one question walk through is read once', async () => {
  const projects = device.rows('projects')
  const now = Date.now()
  const recent = (n: number) => new Date(now - (n % 40) * 60_000).toISOString()
  // Thirty-five at the same moment: portions are cut within such keys.
  await projects.bulkPut(
    Array.from({ length: 1_400 }, (_, n) => {
      const dates = { createDate: recent(n), completedDate: recent(n) }
      return syncedRow('projects', aProjectIn('completed', { id: 42_000_001 + n, requestId: 0, ...dates }))
    }),
  )
  const completed = await projects.filter(({ phase }) => phase === 'completed').count()
  const openOnes = COUNT - completed
  expect(completed).toBeGreaterThanOrEqual(1_400)
  for (const [query, input] of [
    [monthsOfWork, { teamId: 0 }],
    [statistics, { userId: 1 }],
  ] as const) {
    asked = { requests: 0, largest: 0, rows: 0 }
    await ask(query as AnyQuery, input)
    expect(asked.rows, query.name).toBeLessThan(1.2 * completed + openOnes)
  }
  const months = await ask(monthsOfWork, { teamId: 0 })
  expect(must(months.at(-1)).completed + must(months.at(-2)).completed).toBe(1_400)
})

test('a list of the first few that leaves some rows out reads on until it is full, and no further', async () => {
  const waiting = (n: number) =>
    syncedRow(
      'projects',
      aProjectIn(n % 5 === 0 ? 'documented' : 'authorization', {
        id: 42_000_001 + n,
        requestId: 0,
        dueDate: day(n % 24).slice(0, 10),
        ...(n % 5 === 0 && { approved: false }),
      }),
    )
  await device.rows('projects').bulkPut(Array.from({ length: 1_500 }, (_, n) => waiting(n)))
  const all = await device.rows('projects').toArray()
  const due = all
    .filter(({ phase, approved }) => phase === 'acceptance' || (phase === 'authorization' && approved))
    .sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id)
  expect(due.length).toBeGreaterThan(1_200)
  asked = { requests: 0, largest: 0, rows: 0 }
  const shown = await ask(dashboardTab, { teamId: 0, tab: 'acceptance', userId: 1 })
  expect(shown.map(({ id }) => id)).toEqual(due.slice(0, 200).map(({ id }) => id))
  expect(asked.rows).toBeLessThan(900)
})

test('letters that are typed while the taskings are read for the first time read them once', async () => {
  await Promise.all(['dr', 'dri', 'driv', 'drive'].map((term) => ask(findTaskings, { term })))
  expect(asked.rows).toBeLessThan(COUNT + 100)
})

test('a live question over what is held is asked again when any tasking changes', async () => {
  await ask(findTaskings, { term: 'driver' })
  const totals: number[] = []
  const live = liveQuery(() => askDevice(open(), findTaskings, { term: 'chandelier' })).subscribe(({ totalItems }) =>
    totals.push(totalItems),
  )
  await expect.poll(() => totals, { timeout: 10_000 }).toEqual([0])
  await device.rows('projects').put(tasking(7, { description: 'One chandelier' }))
  await expect.poll(() => totals, { timeout: 10_000 }).toEqual([0, 1])
  live.unsubscribe()
})

test('a list of some thousands does not wait until all taskings are in memory', async () => {
  const { totalItems } = await ask(findTaskings, { statuses: [5] })
  expect(totalItems).toBeGreaterThan(200)
  expect(asked.rows).toBeLessThan(totalItems * 1.1)
})

test('statistics of a person and of a team read what is open and what was completed this year', async () => {
  const rows = await device.rows('projects').toArray()
  const [closed, completed] = ['completed', 'canceled'].map((phase) => rows.filter((row) => row.phase === phase))
  const longAgo = (date: string | null) => date && `2019${date.slice(4)}`
  await device.rows('projects').bulkPut(
    [...must(closed), ...must(completed)].map((row) =>
      syncedRow('projects', {
        ...{ ...row, createDate: `2018${row.createDate.slice(4)}` },
        ...{ completedDate: longAgo(row.completedDate), canceledDate: longAgo(row.canceledDate) },
      }),
    ),
  )
  for (const input of [{ userId: 1 }, { teamId: 2 }]) {
    asked = { requests: 0, largest: 0, rows: 0 }
    const { count } = await ask(statistics, input)
    expect(count).toBeGreaterThan(50)
    const own = rows.filter(({ teamId, assigneeId }) => ('teamId' in input ? teamId === 2 : assigneeId === 1))
    const made = rows.filter(({ createdById }) => 'userId' in input && createdById === 1)
    // What is both assigned to a person and made by them is looked for among what is assigned once more.
    expect(asked.rows).toBeLessThanOrEqual(own.length + made.length)
  }
})
