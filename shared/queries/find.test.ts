import { describe, expect, test } from 'vitest'
import type { ProjectFacts } from '../model/project.ts'
import { aProjectIn, ask, contextOf, people, withReferences } from '../testing/samples.ts'
import { overview } from './dashboard.ts'
import { findChoices } from './find-choices.ts'
import { findCounts, findTaskings, foundIds, taskingRows, type FindFilters } from './find.ts'

const waiting = aProjectIn('interim', {
  id: 42_000_001,
  countryId: 1,
  dueDate: '2026-03-20',
  description: 'Expert visit',
})
const late = aProjectIn('progress', {
  id: 42_000_002,
  countryId: 2,
  dueDate: '2026-03-01',
  description: 'Lessons for São Tomé',
  assigneeId: people.ana.id,
})
const running = aProjectIn('progress', { id: 42_000_003, countryId: 1, dueDate: '2026-03-10', poolCode: 'BK-200' })
const done = aProjectIn('completed', { id: 42_000_004, countryId: 2, dueDate: '2026-02-01' })
const doneLastYear = aProjectIn('completed', { id: 42_000_005, completedDate: '2025-11-06T09:00:00.000Z' })
const denied = aProjectIn('denied', { id: 42_000_006, countryId: 3, dueDate: '2026-04-01' })

const rows = withReferences({ projects: [waiting, late, running, done, doneLastYear, denied] })
const find = (filters: FindFilters & { page?: number }, projects = rows) =>
  ask(findTaskings, filters, projects, contextOf(people.mia))
const idsOf = (filters: FindFilters) => find(filters).items.map((row) => row.id)

test('without a filter nothing is found', () => {
  expect(find({})).toMatchObject({ items: [], totalItems: 0 })
  expect(idsOf({ countries: [], statuses: [] })).toEqual([])
})

test('ids of one filter are alternatives, filters narrow each other', () => {
  expect(idsOf({ countries: [1, 2], statuses: [0, 3] })).toEqual([late.id, running.id, waiting.id])
  expect(idsOf({ countries: [1], statuses: [0] })).toEqual([waiting.id])
})

test('In Progress includes what is overdue, Overdue only that', () => {
  expect(idsOf({ statuses: [3] })).toEqual([late.id, running.id])
  expect(idsOf({ statuses: [4] })).toEqual([late.id])
  expect(idsOf({ statuses: [0, 4] })).toEqual([late.id, waiting.id])
})

test('a code that does not exist finds nothing', () => {
  expect(idsOf({ statuses: [99] })).toEqual([])
})

test('open ones come by due date, then closed ones with the last closed first', () => {
  expect(idsOf({ statuses: [0, 3, 5, 7] })).toEqual([
    late.id,
    running.id,
    waiting.id,
    denied.id,
    done.id,
    doneLastYear.id,
  ])
})

test('a row says which of its names are not offered any longer (C-146)', () => {
  const old = aProjectIn('progress', { id: 42_000_090, countryId: 3, advisorId: 3 })
  const [row] = ask(findTaskings, { countries: [3] }, withReferences({ projects: [old] }), contextOf(people.mia)).items
  expect(row).toMatchObject({ country: 'Yugoslavia', advisor: 'Old Hand', inactive: ['country', 'advisor'] })
  expect(find({ statuses: [0] }).items[0]).not.toHaveProperty('inactive')
})

describe('completed ones come with how many each year has of which the page shows one (C-040)', () => {
  const completed = (dates: string[], row: Partial<ProjectFacts> = {}) =>
    dates.map((completedDate) => aProjectIn('completed', { id: ++made, completedDate, ...row }))
  let made = 42_000_100
  const thisYear = Array.from({ length: 21 }, (_, n) => `2026-02-${String(n + 1).padStart(2, '0')}T09:00:00.000Z`)
  const projects = [
    ...completed([...thisYear, '2026-01-01T05:00:00.000Z'], { countryId: 2 }),
    // In New York it is still the last evening of the year.
    ...completed(['2026-01-01T04:59:59.999Z', '2025-10-01T04:00:00.000Z', '2025-09-30T12:00:00.000Z']),
    ...completed(['2024-03-01T09:00:00.000Z']),
    aProjectIn('canceled', { id: 42_000_099, canceledDate: '2026-02-02T09:00:00.000Z' }),
    waiting,
  ]
  const all = withReferences({ projects })
  const yearsOf = (filters: FindFilters & { page?: number }, context = contextOf(people.mia)) =>
    ask(findTaskings, filters, all, context).years

  test('the whole year counts, also what is on another page; the present one is the number of the card', () => {
    expect(yearsOf({ statuses: [5] })).toEqual([{ since: '2026-01-01', count: 22 }])
    expect(yearsOf({ statuses: [5], page: 2 })).toEqual([
      { since: '2026-01-01', count: 22 },
      { since: '2025-01-01', count: 3 },
      { since: '2024-01-01', count: 1 },
    ])
    expect(ask(overview, { teamId: 0 }, all, contextOf(people.mia)).completed).toBe(22)
  })

  test('years begin with the month that the organisation says', () => {
    const fiscal = contextOf(people.mia, undefined, { fiscalYearStartMonth: 10 })
    expect(yearsOf({ statuses: [5], page: 2 }, fiscal)).toEqual([
      { since: '2025-10-01', count: 24 },
      { since: '2024-10-01', count: 1 },
      { since: '2023-10-01', count: 1 },
    ])
    expect(ask(overview, { teamId: 0 }, all, fiscal).completed).toBe(24)
  })

  test('other filters narrow them; a list that has others too, or another order, is not told by years', () => {
    expect(yearsOf({ statuses: [5], countries: [2], page: 2 })).toEqual([{ since: '2026-01-01', count: 22 }])
    expect(yearsOf({ statuses: [5], countries: [9] })).toEqual([])
    for (const filters of [
      { statuses: [5, 6] },
      { statuses: [3] },
      { countries: [1] },
      { statuses: [5], term: 'days' },
    ])
      expect(ask(findTaskings, filters, all, contextOf(people.mia))).not.toHaveProperty('years')
  })
})

test('ids that exist nowhere, and more of them than anybody chooses, find what the others find', () => {
  expect(idsOf({ countries: [1, ...Array.from({ length: 600 }, (_, n) => 1_000 + n)] })).toEqual(
    idsOf({ countries: [1] }),
  )
})

test('words are looked for at the beginning of words, without accents', () => {
  expect(idsOf({ term: 'BK-2' })).toEqual([running.id])
  expect(idsOf({ term: 'sao tome' })).toEqual([late.id])
  expect(idsOf({ term: 'ome' })).toEqual([])
  expect(idsOf({ term: 'zzz' })).toEqual([])
})

test('a reference, a country and an assignee are found', () => {
  expect(idsOf({ term: 't-42-2' })).toEqual([late.id])
  expect(idsOf({ term: 'whitfield' })).toEqual([late.id])
  expect(idsOf({ term: 'yugo' })).toEqual([denied.id])
})

test('one letter is not a search, and neither are signs alone', () => {
  expect(idsOf({ term: 'b' })).toEqual([])
  expect(idsOf({ term: '--' })).toEqual([])
})

test('words joined by signs stand together, words apart do not have to', () => {
  expect(idsOf({ term: 'lessons-for' })).toEqual([late.id])
  expect(idsOf({ term: 'for-lessons' })).toEqual([])
  expect(idsOf({ term: 'for lessons' })).toEqual([late.id])
  expect(idsOf({ term: 'less-for' })).toEqual([])
})

test('a hit in a reference, pool code or ship number comes first, then what was changed last', () => {
  const old = aProjectIn('interim', { id: 42_000_200, poolCode: 'RV-300', modifiedDate: '2026-01-01T00:00:00.000Z' })
  const mentions = (id: number, modifiedDate: string) =>
    aProjectIn('interim', { id, description: 'Money from RV-300', modifiedDate })
  const projects = [
    mentions(42_000_201, '2026-02-01T00:00:00.000Z'),
    mentions(42_000_202, '2026-02-03T00:00:00.000Z'),
    mentions(42_000_203, '2026-02-03T00:00:00.000Z'),
    old,
  ]
  const found = find({ term: 'rv-300' }, withReferences({ projects })).items.map((row) => row.id)
  expect(found).toEqual([old.id, 42_000_203, 42_000_202, 42_000_201])
})

test('words and filters narrow each other', () => {
  expect(idsOf({ term: 'peru', statuses: [5] })).toEqual([done.id])
})

test('pages hold twenty, and a page beyond the last is the last', () => {
  const many = withReferences({
    projects: Array.from({ length: 25 }, (_, at) => aProjectIn('interim', { id: 42_000_100 + at })),
  })
  expect(find({ statuses: [0] }, many).items).toHaveLength(20)
  expect(find({ statuses: [0], page: 999 }, many)).toMatchObject({ pageNumber: 2, totalPages: 2, totalItems: 25 })
})

test('ten thousand rows are searched and filtered', () => {
  const projects = Array.from({ length: 10_000 }, (_, at) =>
    aProjectIn(at % 2 ? 'progress' : 'completed', {
      id: 42_010_000 + at,
      description: `Lessons number ${at} in tax law`,
    }),
  )
  const many = withReferences({ projects })
  expect(find({ term: 'lessons kenya' }, many).totalItems).toBe(10_000)
})

test('choices come by name, inactive ones last and marked', () => {
  const { countries, assignees, statuses } = ask(findChoices, {}, rows, contextOf(people.mia))
  expect(countries.map((choice) => choice.label)).toEqual(['Kenya', 'Peru', 'Yugoslavia (inactive)'])
  expect(assignees[0]).toEqual({ id: 0, label: 'Unassigned' })
  expect(statuses.map((choice) => choice.id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('the ids of all that is found come in the order of the pages, and as rows in the order asked', () => {
  const asked = contextOf(people.mia)
  const { ids, totalItems } = ask(foundIds, { statuses: [0, 3, 5, 7] }, rows, asked)
  expect(ids).toEqual(idsOf({ statuses: [0, 3, 5, 7] }))
  expect(totalItems).toBe(ids.length)
  expect(ask(foundIds, {}, rows, asked)).toEqual({ ids: [], totalItems: 0 })
  const backwards = ask(taskingRows, { ids: [done.id, 99, late.id] }, rows, asked)
  expect(backwards.map(({ id }) => id)).toEqual([done.id, late.id])
})

test('each choice counts what it would find beside the other filters, and overdue counts as in progress too', () => {
  const count = (filters: FindFilters) => ask(findCounts, filters, rows, contextOf(people.mia))
  const asked = { countries: [1], statuses: [0, 3] }
  const counts = count(asked)
  expect(counts.countries).toEqual({ 1: 2, 2: 1 })
  expect(counts.statuses).toEqual({ 0: 1, 3: 1, 5: 1 })
  for (const [id, found] of Object.entries(counts.countries))
    expect(found).toBe(find({ ...asked, countries: [Number(id)] }).totalItems)
  for (const [code, found] of Object.entries(count({ countries: [2] }).statuses))
    expect(found).toBe(find({ countries: [2], statuses: [Number(code)] }).totalItems)
  expect(count({ term: 'tome' }).assignees).toEqual({ [people.ana.id]: 1 })
})
