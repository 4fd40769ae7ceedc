import { fc } from '#shared/testing/random.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery, type AnswerOf } from '#shared/kernel/query.ts'
import type { Paged } from '#shared/lib/paging.ts'
import { piecesOf, wordsOf } from '#shared/lib/words.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { Project } from '#shared/model/project.ts'
import type { Country } from '#shared/model/reference.ts'
import { statusCodes, statusOf } from '#shared/model/status.ts'
import { syncedRow, type Facts, type SyncedTable } from '#shared/model/tables.ts'
import { thisYear } from '#shared/queries/dashboard.ts'
import { findTaskings, type FindFilters } from '#shared/queries/find.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import {
  aProjectIn,
  aRequest,
  people,
  references,
  standings,
  type Rows,
  type Standing,
} from '#shared/testing/samples.ts'
import { restServer, type RestServer } from '#server/testing/rest.ts'
import { Device } from './device.ts'
import { readForQuery } from './read-page.ts'

/** One organisation on the server and on a device: `GET /api/find` and the screen must answer alike, and be right. */
const MIA = people.mia.email
let server: RestServer
let device: Device
let rows: Project[]
let countries: Country[] = references.countries

async function write(written: Rows): Promise<void> {
  const entries = Object.entries(written) as [SyncedTable, Facts<SyncedTable>[]][]
  const changes = entries.flatMap(([table, list]) => list.map((row) => put(table, row)))
  await server.store.transact({ reads: {} }, () => ({ changes, value: null }))
  for (const [table, list] of entries) await device.table(table).bulkPut(list.map((row) => syncedRow(table, row)))
}

const today = '2026-03-10'
const nouns =
  "São Tomé|lessons|LESSONS|four-wheel|Łódź|O'Hara|2nd|42|17|bk|e-mail|Kenya|naïve|漢字|½|ﬁne|Whitfield|x²|a_b|100%|Δέλτα"
const phrases = nouns.split('|')

const aRow = fc
  .record({
    on: fc.constantFrom(42, 42, 42, 4, 420, 27),
    n: fc.integer({ min: 1, max: 400 }),
    standing: fc.constantFrom(...(Object.keys(standings) as Standing[])),
    words: fc.array(fc.constantFrom(...phrases), { minLength: 1, maxLength: 5 }),
    by: fc.constantFrom(' ', ', ', '-', '/'),
    country: fc.constantFrom(1, 2, 3),
    team: fc.constantFrom(2, 3),
    advisor: fc.constantFrom(0, 1, 2, 3),
    task: fc.constantFrom(101, 102, 201),
    assignee: fc.constantFrom(0, 1, 2, 5),
    pool: fc.constantFrom('BK-100', 'BK-200', 'RV-300', ''),
    ship: fc.constantFrom(12, 17, 4211),
    day: fc.integer({ min: -90, max: 40 }),
    changed: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ on, n, standing, words, by, country, team, advisor, task, assignee, pool, ship, day, changed }) => {
    const at = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString()
    const closing = at(Math.min(0, day * 2))
    return aProjectIn(standing, {
      id: on * 1_000_000 + n,
      requestId: 0,
      description: words.join(by),
      countryId: country,
      teamId: team,
      advisorId: advisor,
      bocId: Math.floor(task / 100),
      taskId: task,
      assigneeId: assignee,
      poolCode: pool,
      shipNumber: ship,
      dueDate: at(day).slice(0, 10),
      modifiedDate: at(-changed),
      ...(standing === 'completed' ? { completedDate: closing } : {}),
      ...(standing === 'canceled' ? { canceledDate: closing } : {}),
    })
  })

beforeAll(async () => {
  server = await restServer({ seed: 'none' })
  device = new Device('find', { indexedDB: new IDBFactory(), IDBKeyRange })
  await device.open()
  await write({ ...references, requests: [aRequest()] })
  const sampled = fc.sample(fc.uniqueArray(aRow, { minLength: 110, maxLength: 110, selector: (row) => row.id }), {
    numRuns: 1,
    seed: 42,
  })
  rows = sampled[0] ?? []
  await write({ projects: rows })
})
afterAll(async () => {
  device.close()
  await server.close()
})

async function onDevice(input: FindFilters & { page: number }): Promise<AnswerOf<typeof findTaskings>> {
  const context = contextAt(people.mia, server.clock.now(), defaultOrganisation)
  const found = await readForQuery(device, planOfQuery(findTaskings, input, context))
  return findTaskings.answer(input, found as never, context)
}

const onServer = async (path: string) =>
  (await server.get(MIA, path)).body as unknown as Paged<TaskingRow> & { message?: string }

/** Asks the server for all pages and the device for the last; fails unless they are equal. */
async function bothOf(path: string, filters: FindFilters): Promise<{ ids: number[]; total: number }> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const theirs = await onServer(`${path}&page=${page}`)
    ids.push(...theirs.items.map((row) => row.id))
    if (page < theirs.totalPages) continue
    expect(theirs).toEqual(await onDevice({ ...filters, page }))
    return { ids, total: theirs.totalItems }
  }
}

const some = <T>(values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined })

test('filters answer alike on device and server, and as a plain look at every row', async () => {
  const filters = fc
    .record({
      countries: some([1, 2, 3, 99]),
      teams: some([2, 3]),
      advisors: some([0, 1, 2, 3]),
      services: some([1, 2, 8]),
      assignees: some([0, 1, 2, 5]),
      statuses: some([0, 1, 2, 3, 4, 5, 6, 7, 99]),
    })
    .filter((chosen) => Object.values(chosen).some((values) => values !== undefined))
  await fc.assert(
    fc.asyncProperty(filters, async (chosen) => {
      const given = Object.entries(chosen).filter(([, values]) => values !== undefined)
      const path = given.map(([name, values]) => `${name}=${String(values)}`).join('&')
      const found = await bothOf(`find?${path}`, Object.fromEntries(given))
      const isIn = (values: number[] | undefined, value: number) => !values || values.includes(value)
      const isStatus = ({ phase, dueDate }: Project) =>
        isIn(chosen.statuses, statusCodes[statusOf({ phase, dueDate }, today)].filterCode) ||
        isIn(chosen.statuses, statusCodes[phase].filterCode)
      const wanted = rows.filter(
        (row) =>
          isIn(chosen.countries, row.countryId) &&
          isIn(chosen.teams, row.teamId) &&
          isIn(chosen.advisors, row.advisorId) &&
          isIn(chosen.services, row.bocId) &&
          isIn(chosen.assignees, row.assigneeId) &&
          isStatus(row),
      )
      const [open, closed] = [wanted.filter((row) => !row.closedDate), wanted.filter((row) => row.closedDate)]
      const by = (key: (row: Project) => string, sign: 1 | -1) => (a: Project, b: Project) =>
        key(a) === key(b) ? a.id - b.id : key(a) < key(b) ? -sign : sign
      open.sort(by((row) => row.dueDate, 1))
      closed.sort(by((row) => row.closedDate, -1))
      expect(found.ids).toEqual([...open, ...closed].map((row) => row.id))
      expect(found.total).toBe(wanted.length)
    }),
    { numRuns: 40 },
  )
})

const aTerm = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...phrases), fc.integer({ min: 1, max: 9 }))
        .map(([word, length]) => word.slice(0, length)),
      fc.constantFrom('peru', 'Yugo', 'revenue', 'said', 'LINDQVIST', 'driver', 'lingua', 'interp', 'República'),
      fc.constantFrom(
        'BK',
        'bk-1',
        'BK 200',
        'rv-300',
        'T-42',
        't-42-1',
        'T-4',
        't-27-1',
        't 42',
        '42-17',
        '27-1',
        '4200001',
        '12',
        '421',
        '42-',
        '"',
        '*',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((parts) => fc.constantFrom(' ', '-', '  ').map((by) => parts.join(by)))

/** Words as people see them, written without the product's own. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function stands(piece: string[], words: string[], whole = false): boolean {
  const mayGoOn = (n: number) => !whole && n === piece.length - 1
  return words.some((_, at) =>
    piece.every((word, n) => (mayGoOn(n) ? words[at + n]?.startsWith(word) : words[at + n] === word)),
  )
}

const isReference = ([t = '', ...numbers]: string[]): boolean =>
  t === 't' && [1, 2].includes(numbers.length) && numbers.every((number) => /^(0|[1-9]\d{0,5})$/.test(number))

async function sameSearch(term: string): Promise<void> {
  const pieces = term
    .split(/\s+/)
    .map(wordsIn)
    .filter((piece) => piece.join(' ').length > 1)
  const path = `find/search?term=${encodeURIComponent(term)}`
  if (pieces.length === 0) {
    expect((await server.get(MIA, path)).status).toBe(422)
    return
  }
  const found = await bothOf(path, { term })
  const nameIn = (list: { id: number; name?: string; title?: string; fullName?: string }[], id: number) => {
    const row = list.find((each) => each.id === id)
    return row?.name ?? row?.title ?? row?.fullName ?? ''
  }
  const ranked = rows.flatMap((row) => {
    const codes = wordsIn(`${row.name} ${row.id} ${row.poolCode} ${row.shipNumber}`)
    const places = [
      codes,
      row.description,
      nameIn(countries, row.countryId),
      nameIn(references.teams, row.teamId),
      nameIn(references.advisors, row.advisorId),
      nameIn(references.users, row.assigneeId),
      nameIn(references.subservices, row.taskId),
    ].map((place) => (typeof place === 'string' ? wordsIn(place) : place))
    const called = pieces.filter(isReference)
    const others = pieces.filter((piece) => !isReference(piece))
    // A reference is no word: it is nowhere but at the front of the tasking's own.
    if (!called.every((piece) => stands(piece, codes.slice(0, piece.length)))) return []
    if (!others.every((piece) => places.some((words) => stands(piece, words)))) return []
    if (called.length > 0) return [{ row, rank: called.some((piece) => stands(piece, codes, true)) ? 0 : 1 }]
    if (pieces.some((piece) => stands(piece, codes, true))) return [{ row, rank: 0 }]
    return [{ row, rank: pieces.some((piece) => stands(piece, codes)) ? 1 : 2 }]
  })
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.row.modifiedDate === b.row.modifiedDate
        ? b.row.id - a.row.id
        : a.row.modifiedDate < b.row.modifiedDate
          ? 1
          : -1),
  )
  expect(found.ids).toEqual(ranked.map(({ row }) => row.id))
}

test('words answer alike on device and server, and as a plain look at every word', async () => {
  await fc.assert(fc.asyncProperty(aTerm, sameSearch), { numRuns: 150 })
})

test('of a reference a device reads the rows with its ids and no other, whatever stands beside it', async () => {
  const read = new Set<number>()
  const note = (row: Project) => (read.add(row.id), row)
  device.rows('projects').hook('reading', note)
  for (const more of [{}, { statuses: [0, 3, 5] }, { teams: [2], statuses: [5], countries: [1, 2, 3] }])
    for (const term of ['T-4', 't-420', 'T-27-1', 'T-42-1 lessons', 'kenya T-27', 'T-99']) {
      const words = piecesOf(term).filter((piece) => piece.startsWith(' t '))
      const begun = rows
        .filter(({ name }) => words.every((piece) => wordsOf(name).startsWith(piece)))
        .map(({ id }) => id)
      read.clear()
      await onDevice({ term, ...more, page: 1 })
      expect(begun, term).toEqual(expect.arrayContaining([...read]))
      if (more.statuses === undefined) expect(read.size, term).toBe(begun.length)
    }
  device.rows('projects').hook('reading').unsubscribe(note)
})

test('a renamed country is found by its new name at once, on both', async () => {
  const before = await onServer('find/search?term=Peru')
  expect(before.totalItems).toBeGreaterThan(0)
  countries = countries.map((row) => (row.id === 2 ? { ...row, title: 'República Andina' } : row))
  await write({ countries })
  expect((await onServer('find/search?term=Peru')).totalItems).toBe(0)
  expect((await onServer('find/search?term=republica-andina')).totalItems).toBe(before.totalItems)
  for (const term of ['Peru', 'república', 'andina lessons', 'republica-and', 'bk kenya']) await sameSearch(term)
})

test('each number of the dashboard is the length of the list it opens', async () => {
  const counts = (await server.get(MIA, 'dashboard/overview')).body as unknown as Record<string, [{ count: number }]>
  const totalOf = async (status: string) => (await onServer(`find?status=${status}`)).totalItems
  expect(counts['inProgress']?.[0].count).toBe(await totalOf('3'))
  expect(counts['overdue']?.[0].count).toBe(await totalOf('4'))
  expect(counts['requests']?.[0].count).toBe(await totalOf('0,1,2,7'))
  const completed = new Set((await bothOf('find?status=5', { statuses: [5] })).ids)
  const since = thisYear(contextAt(people.mia, server.clock.now(), defaultOrganisation))
  const ofThisYear = rows.filter((row) => completed.has(row.id) && (row.completedDate ?? '') >= since)
  expect(counts['completed']?.[0].count).toBe(ofThisYear.length)
  expect(completed.size).toBeGreaterThan(ofThisYear.length)
})
