import Database from 'better-sqlite3'
import { fc } from '#shared/testing/random.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { planOfQuery, type AnswerOf } from '#shared/kernel/query.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { referenceOf } from '#shared/model/project.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import { findTaskings, type FindFilters } from '#shared/queries/find.ts'
import { aPoolCode, aProjectIn, ask, contextOf, people, references, withReferences } from '#shared/testing/samples.ts'
import { openSqlite, type SqliteStore } from './sqlite.ts'

/** The store must find what `rankBy` finds row by row, whether a search has few rows to look at or many. */
const devices = [2, 3, 12, 27, 27, 27, 27, 27, 27, 270, 2_700, 31]
const words = ['lessons', 'in tax', 'Kenya', 't-27', 'T-27-132', '27', '132', '27-1', "don't", 'bk', '2nd']
const anId = fc
  .tuple(fc.constantFrom(...devices), fc.oneof(fc.integer({ min: 0, max: 140 }), fc.integer({ min: 1, max: 30_000 })))
  .map(([device, count]) => device * IDS_PER_DEVICE + count)
const aRow = fc
  .record({
    id: anId,
    standing: fc.constantFrom('interim', 'progress', 'completed'),
    said: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
    pool: fc.constantFrom('BK-100', 'BK-27', 'T-27', '27-132', ''),
    ship: fc.constantFrom(1, 27, 132, 4_211),
    countryId: fc.constantFrom(1, 2, 3),
    changed: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ id, standing, said, pool, ship, countryId, changed }) =>
    aProjectIn(standing, {
      ...{ id, requestId: 0, countryId, description: said.join(', '), poolCode: pool, shipNumber: ship },
      modifiedDate: new Date(Date.UTC(2026, 0, 1) + changed * 3_600_000).toISOString(),
    }),
  )

const [projects = []] = fc.sample(
  fc.uniqueArray(aRow, { minLength: 1_100, maxLength: 1_100, selector: ({ id }) => id }),
  { numRuns: 1, seed: 27 },
)
const pools = ['T-27', 'T-98', '27-132', 'BK-27'].map((poolCode, n) => aPoolCode({ id: 900 + n, poolCode }))
const rows = withReferences({ projects, poolCodes: [...(references.poolCodes ?? []), ...pools] })
const context = contextOf(people.mia)
let store: SqliteStore
/** Taskings that statements have given or counted. */
let touched = 0
/** Pages that the full text has put together. */
let byFullText = 0
/** How often it was asked at all. */
let askedFullText = 0

beforeAll(async () => {
  const prepare = Database.prototype.prepare
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
    const statement = prepare.call(this, text) as Database.Statement<unknown[]>
    if (!/^SELECT.* FROM "projects(?!_words_counts)/.test(text)) return statement
    const { get, all } = statement
    return Object.assign(statement, {
      get(...values: unknown[]) {
        askedFullText += Number(text.includes(' MATCH '))
        const row = get.call(statement, ...values)
        touched += (row as { count?: number } | undefined)?.count ?? 1
        return row
      },
      all(...values: unknown[]) {
        const rows = all.call(statement, ...values)
        touched += rows.length
        askedFullText += Number(text.includes(' MATCH '))
        byFullText += Number(text.includes(' MATCH '))
        return rows
      },
    })
  })
  store = openSqlite({ path: ':memory:', mode: 'demo' })
  const changes = Object.entries(rows).flatMap(([table, list]) =>
    list.map((row) => put(table as SyncedTable, row as never) as Change),
  )
  await store.transact({ reads: {} }, () => ({ changes, value: null }))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await store.close()
})

async function inStore(input: FindFilters & { page?: number }): Promise<AnswerOf<typeof findTaskings>> {
  return findTaskings.answer(input, (await store.read(planOfQuery(findTaskings, input, context))) as never, context)
}

const aReference = fc.tuple(anId, fc.nat(9)).map(([id, length]) => referenceOf(id).slice(0, 3 + length))
const aTerm = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: aReference },
      fc.constantFrom(...words, 'T-2', 't-27', 'T-270', '27-1', 't-27-1', 'zzz', 'in', 'T-8888', 'lind'),
      anId.map((id) => String(id)),
      anId.map((id) => referenceOf(id).slice(2)),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(' '))

test('references, words and filters beside each other find what a look at every row finds, in its order', async () => {
  const manyOf27 = projects.filter(({ id }) => Math.floor(id / IDS_PER_DEVICE) === 27)
  expect(manyOf27.length).toBeGreaterThan(401)
  const chosen = fc.record({
    term: aTerm,
    countries: fc.option(fc.subarray([1, 2, 3], { minLength: 1 }), { nil: undefined }),
    statuses: fc.option(fc.subarray([0, 3, 4, 5], { minLength: 1 }), { nil: undefined }),
    page: fc.integer({ min: 1, max: 30 }),
  })
  const none = { countries: undefined, statuses: undefined, page: 2 }
  await fc.assert(
    fc.asyncProperty(chosen, async (input) => {
      expect(await inStore(input)).toEqual(ask(findTaskings, input, rows, context))
    }),
    {
      numRuns: 60,
      examples: [
        ...['T-27', 'T-2', 't-27 in', 'T-27 T-27-1', 'T-27 T-3'].map((term) => ({ ...none, term })),
        // Of these there are more than the filters leave.
        ...['in', 'bk', 'lessons'].map((term) => ({ term, statuses: [0], countries: [1], page: 2 })),
        { term: 'bk-100', statuses: [4], countries: [2], page: 1 },
        // And of these not.
        ...[{ statuses: [0, 5] }, { countries: [1, 2] }, { countries: [1, 3] }].flatMap((filters) =>
          ['in', 'bk', 'lessons'].map((term) => ({ ...none, ...filters, term })),
        ),
      ].map((input): [typeof input] => [input]),
    },
  )
}, 120_000)

test('what many have is found by looking at the newest rows, what few have or a far page by the full text', async () => {
  const askedOf = async (input: FindFilters & { page?: number }) => {
    byFullText = 0
    const found = await inStore(input)
    expect(found).toEqual(ask(findTaskings, input, rows, context))
    return { byFullText, total: found.totalItems }
  }
  expect(await askedOf({ term: 'lessons' })).toMatchObject({ byFullText: 0 })
  expect(await askedOf({ term: 'lessons', countries: [1], statuses: [0, 5] })).toMatchObject({ byFullText: 0 })
  expect((await askedOf({ term: 'lessons', page: 9 })).byFullText).toBeGreaterThan(0)
  // Hits, but none among the rows that it pays to look at.
  const old = Array.from({ length: 700 }, (_, n) =>
    aProjectIn('interim', {
      ...{ id: 40_000_001 + n, requestId: 0, description: 'Aardvarks' },
      modifiedDate: '2020-01-01T00:00:00.000Z',
    }),
  )
  const fresh = Array.from({ length: 1_500 }, (_, n) => aProjectIn('interim', { id: 41_000_001 + n, requestId: 0 }))
  const more = [...old, ...fresh]
  await store.transact({ reads: {} }, () => ({ changes: more.map((row) => put('projects', row)), value: 0 }))
  byFullText = 0
  const { items, totalItems } = await inStore({ term: 'aardvarks' })
  expect({ byFullText, totalItems, found: items.length }).toEqual({ byFullText: 1, totalItems: 700, found: 20 })
  await store.transact({ reads: {} }, () => ({ changes: more.map(({ id }) => remove('projects', id)), value: 0 }))
}, 60_000)

test('beside a filter the rows that it does not leave are walked past, and are no reason to give the look up', async () => {
  const others = Array.from({ length: 1_600 }, (_, n) => aProjectIn('interim', { id: 41_000_001 + n, requestId: 0 }))
  await store.transact({ reads: {} }, () => ({ changes: others.map((row) => put('projects', row)), value: 0 }))
  const input = { term: 'lessons', statuses: [5] }
  byFullText = 0
  expect(await inStore(input)).toEqual(ask(findTaskings, input, rows, context))
  expect(byFullText).toBe(0)
  await store.transact({ reads: {} }, () => ({ changes: others.map(({ id }) => remove('projects', id)), value: 0 }))
})

test('a reference is looked for in references alone; its numbers and the id are words like any', async () => {
  const [mentioned, called] = [
    aProjectIn('interim', { id: 99_000_001, requestId: 0, description: 'Follows T-98-5', poolCode: 'T-98' }),
    aProjectIn('interim', { id: 98_000_005, requestId: 0, description: 'Asked for by phone, 5551234567' }),
  ]
  await store.transact({ reads: {} }, () => ({
    changes: [put('projects', mentioned), put('projects', called)],
    value: 0,
  }))
  const idsOf = async (term: string) => (await inStore({ term })).items.map(({ id }) => id)
  expect(await idsOf('T-98-5')).toEqual([called.id])
  expect(await idsOf('T-98')).toEqual([called.id])
  expect(await idsOf('98-5')).toEqual([called.id, mentioned.id])
  expect(await idsOf('98000005')).toEqual([called.id])
  expect(await idsOf('5551234')).toEqual([called.id])
})

test('a reference without its T, begun or whole, asks the full text once, whatever stands beside it', async () => {
  for (const term of ['27-1', '27-132', '27-13', '31-2', '98-7', 'lessons 27-1', '27-1 2700-1'])
    for (const filters of [{}, { countries: [1, 2] }, { statuses: [0, 5], teams: [3] }]) {
      askedFullText = 0
      const input = { term, ...filters }
      expect(await inStore(input)).toEqual(ask(findTaskings, input, rows, context))
      expect(askedFullText, JSON.stringify(input)).toBe(1)
    }
  expect((await inStore({ term: '27-1' })).totalItems).toBeGreaterThan(60)
})

test('where more begin so than it pays to look at, none of them is left out', async () => {
  const many = Array.from({ length: 2_001 }, (_, n) => aProjectIn('interim', { id: 55_100_000 + n, requestId: 0 }))
  await store.transact({ reads: {} }, () => ({ changes: many.map((row) => put('projects', row)), value: 0 }))
  const asked = async () => {
    askedFullText = 0
    const { totalItems } = await inStore({ term: '55-10' })
    return { totalItems, isOnce: askedFullText === 1 }
  }
  expect(await asked()).toEqual({ totalItems: 2_001, isOnce: false })
  await store.transact({ reads: {} }, () => ({ changes: [remove('projects', must(many[0]).id)], value: 0 }))
  expect(await asked()).toEqual({ totalItems: 2_000, isOnce: true })
  await store.transact({ reads: {} }, () => ({
    changes: many.slice(1).map(({ id }) => remove('projects', id)),
    value: 0,
  }))
})

test('a reference touches the taskings that it finds and no other, with words and filters beside it too', async () => {
  const { id } = projects.find(({ id }) => Math.floor(id / IDS_PER_DEVICE) === 27) ?? { id: 0 }
  const beside: FindFilters[] = [
    {},
    { countries: [1, 2, 3] },
    { statuses: [0, 3, 5] },
    { assignees: [0, 1, 2], teams: [3] },
  ]
  for (const term of [
    referenceOf(id),
    `${referenceOf(id)} in`,
    `lessons ${referenceOf(id)} kenya`,
    'T-31-1',
    'T-8888',
    'T-7-1',
  ])
    for (const filters of beside) {
      const begun = ask(findTaskings, { term: term.match(/T-\S+/)?.[0] }, rows, context).totalItems
      expect(begun).toBeLessThan(60)
      touched = 0
      await inStore({ term, ...filters })
      // Counted by their ids, looked at, and read for the page.
      expect(touched, `${term} ${JSON.stringify(filters)}`).toBeLessThanOrEqual(3 * begun)
      if (term === referenceOf(id)) expect(touched).toBeGreaterThan(0)
    }
})

test('all taskings of many devices are counted without looking at one of them, also after some have come and gone', async () => {
  const totalOf = async (term: string) => {
    touched = 0
    return (await inStore({ term })).totalItems
  }
  const before = await totalOf('T-2')
  expect(before).toBeGreaterThan(700)
  expect(before).toBe(ask(findTaskings, { term: 'T-2' }, rows, context).totalItems)
  // The page, twice.
  expect(touched).toBeLessThan(60)
  const fresh = [5, 6, 7].map((n) => aProjectIn('interim', { id: 277 * IDS_PER_DEVICE + n, requestId: 0 }))
  await store.transact({ reads: {} }, () => ({ changes: fresh.map((row) => put('projects', row)), value: 0 }))
  await store.transact({ reads: {} }, () => ({
    changes: [put('projects', { ...must(fresh[0]), description: 'Another' }), remove('projects', must(fresh[1]).id)],
    value: 0,
  }))
  expect(await totalOf('T-2')).toBe(before + 2)
  expect(await totalOf('T-277')).toBe(2)
  await store.transact({ reads: {} }, () => ({ changes: fresh.map(({ id }) => remove('projects', id)), value: 0 }))
  expect(await totalOf('T-2')).toBe(before)
})
