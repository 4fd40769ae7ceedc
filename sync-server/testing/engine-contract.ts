import { fc } from '#shared/testing/random.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import {
  count,
  many,
  one,
  page,
  tally,
  type Found,
  type Page,
  type Plan,
  type QueryReads,
  type Tallied,
  type Where,
} from '#shared/kernel/reads.ts'
import type { Phase } from '#shared/model/status.ts'
import {
  aComment,
  aCountry,
  aPoolCode,
  aBareProject,
  aDraft,
  aUser,
  putsOf,
  references,
} from '#shared/testing/samples.ts'

/** What any store of rows must do: SQLite on the server and Dexie on the device answer the same questions alike. */
interface Engine {
  read<R extends QueryReads, F extends QueryReads = Record<never, never>>(
    plan: Plan<R, F>,
  ): Promise<Found<R> & Found<F>>
  write(changes: Change[]): Promise<void>
  close(): Promise<void>
}

const base = 40_000_000

const byOf = (told: Tallied[]): Tallied[] => told.sort((a, b) => Number(a.of) - Number(b.of))

export function engineContract(name: string, open: () => Promise<Engine>): void {
  describe(`${name} keeps the engine contract`, () => {
    let engine: Engine
    beforeEach(async () => {
      engine = await open()
      await engine.write(putsOf(references))
    })
    afterEach(() => engine.close())

    const projectIds = async (where: Where<'projects'>, options: Parameters<typeof many<'projects'>>[2] = {}) => {
      const { rows } = await engine.read({ reads: { rows: many('projects', where, options) } })
      return rows.map((row) => row.id - base)
    }
    const pageOf = async (
      where: Where<'projects'>[],
      options: Omit<Page, 'kind' | 'table' | 'where' | 'number'> & { number?: number } = {},
    ) => {
      const { found } = await engine.read({
        reads: { found: page('projects', where, { number: 1, ...(options as { order?: 'urgency' }) }) },
      })
      return { ...found, items: found.items.map((row) => row.id - base) }
    }
    const idsBy = async (words: string, where: Where<'projects'>[] = [{}]) =>
      (await pageOf(where, { words, order: 'modifiedDate', descending: true })).items
    const writeProjects = (rows: Partial<ReturnType<typeof aBareProject>>[]) =>
      engine.write(rows.map((row, index) => put('projects', aBareProject({ ...row, id: base + 1 + index }))))

    test('a row comes back as it was written, with its derived columns', async () => {
      await engine.write([put('projects', aBareProject())])
      const { row } = await engine.read({ reads: { row: one('projects', base + 1) } })
      // A device's has keys of its lists besides.
      expect(row).toMatchObject({
        ...aBareProject(),
        name: 'T-40-1',
        phase: 'interim',
        closedDate: '',
        urgency: Date.parse('2026-04-01'),
      })
    })

    test('a row that is not there is undefined', async () => {
      expect(await engine.read({ reads: { row: one('projects', 7), none: one('projects', 0) } })).toEqual({
        row: undefined,
        none: undefined,
      })
    })

    test('lists, records, nulls and booleans keep their kind', async () => {
      const revision = {
        requestId: base + 1,
        kind: 'draft',
        createdById: 1,
        createDate: '2026-03-01T12:00:00.000Z',
      } as const
      await engine.write([
        put('projects', aBareProject({ blanketTasking: false })),
        put('comments', aComment({ projectId: base + 1, history: ['before', 'äöü 漢字 "quoted"'] })),
        put('requests', aDraft({ id: base + 1, advisorId: 0 })),
        put('revisions', { ...revision, id: 5, replaced: { taskDetails: 'old\ntext' } }),
      ])
      const found = await engine.read({
        reads: {
          project: one('projects', base + 1),
          comment: one('comments', aComment().id),
          request: one('requests', base + 1),
          revision: one('revisions', 5),
        },
      })
      expect(found.project?.blanketTasking).toBe(false)
      expect(found.comment).toEqual(aComment({ projectId: base + 1, history: ['before', 'äöü 漢字 "quoted"'] }))
      expect(found.request).toEqual({ ...aDraft({ id: base + 1, advisorId: 0 }), draftOf: 1 })
      expect(found.revision?.replaced).toEqual({ taskDetails: 'old\ntext' })
    })

    test('writing a row again replaces it and derives anew', async () => {
      await engine.write([put('projects', aBareProject())])
      await engine.write([put('projects', aBareProject({ active: false, canceledDate: '2026-03-02T00:00:00.000Z' }))])
      const { rows } = await engine.read({ reads: { rows: many('projects', {}) } })
      expect(rows.map((row) => [row.phase, row.closedDate])).toEqual([['canceled', '2026-03-02T00:00:00.000Z']])
    })

    test('derived columns that somebody wrote by hand do not count', async () => {
      await engine.write([put('projects', { ...aBareProject(), phase: 'completed', name: 'forged' } as never)])
      const { row } = await engine.read({ reads: { row: one('projects', base + 1) } })
      expect([row?.phase, row?.name]).toEqual(['interim', 'T-40-1'])
    })

    test('a removed row is gone, and removing what is not there does nothing', async () => {
      await engine.write([put('projects', aBareProject())])
      await engine.write([remove('projects', base + 1), remove('projects', 999)])
      expect(await projectIds({})).toEqual([])
    })

    test('changes of one write apply in order', async () => {
      await engine.write([
        put('users', aUser({ id: 9 })),
        remove('users', 9),
        put('users', aUser({ id: 9, fullName: 'Second' })),
      ])
      const { row } = await engine.read({ reads: { row: one('users', 9) } })
      expect(row?.fullName).toBe('Second')
    })

    test('without a condition all rows come by id', async () => {
      await engine.write([3, 1, 2].map((n) => put('projects', aBareProject({ id: base + n }))))
      expect(await projectIds({})).toEqual([1, 2, 3])
      expect(await projectIds({}, { descending: true })).toEqual([3, 2, 1])
    })

    test('equality selects, on facts and on derived columns, and conditions add up', async () => {
      await writeProjects([{ teamId: 3 }, { teamId: 2 }, { teamId: 3, accepted: true }])
      expect(await projectIds({ teamId: 3 })).toEqual([1, 3])
      expect(await projectIds({ phase: 'progress' })).toEqual([3])
      expect(await projectIds({ teamId: 3, phase: 'interim' })).toEqual([1])
      expect(await projectIds({ teamId: 7 })).toEqual([])
    })

    test('booleans select', async () => {
      await writeProjects([{ approved: true }, { approved: false }, { blanketTasking: true }])
      expect(await projectIds({ approved: true })).toEqual([1])
      expect(await projectIds({ approved: false, blanketTasking: true })).toEqual([3])
    })

    test('only some columns may be asked for: they come as they were written, in the order that was asked for', async () => {
      await writeProjects([
        { teamId: 3, assigneeId: 0, interim: true },
        { teamId: 2, assigneeId: 1 },
        { teamId: 3, assigneeId: 2, accepted: true, dueDate: '2026-03-01' },
      ])
      const only = ['id', 'phase', 'assigneeId', 'interim', 'blanketTasking'] as const
      const { rows } = await engine.read({
        reads: { rows: many('projects', { teamId: 3 }, { order: 'dueDate', only }) },
      })
      const asked = rows.map((row) => only.map((column) => row[column]))
      expect(asked).toEqual([
        [base + 3, 'progress', 2, false, null],
        [base + 1, 'authorization', 0, true, null],
      ])
    })

    test('null selects what is null', async () => {
      await writeProjects([
        { blanketTasking: null },
        { blanketTasking: false },
        { completedDate: '2026-03-01T00:00:00.000Z' },
      ])
      expect(await projectIds({ blanketTasking: null })).toEqual([1, 3])
      expect(await projectIds({ completedDate: null })).toEqual([1, 2])
      expect(await projectIds({ blanketTasking: [null, false] })).toEqual([1, 2, 3])
    })

    test('0 and an empty text in a reference mean not chosen, and select like any value', async () => {
      await writeProjects([{ assigneeId: 0 }, { assigneeId: 2 }, { poolCode: '' }])
      expect(await projectIds({ assigneeId: 0 })).toEqual([1, 3])
      expect(await projectIds({ assigneeId: [0, 2] })).toEqual([1, 2, 3])
      expect(await projectIds({ assigneeId: { from: 1 } })).toEqual([2])
      expect(await projectIds({ assigneeId: { to: 1 } })).toEqual([1, 3])
      expect(await projectIds({ poolCode: '' })).toEqual([3])
      const { row } = await engine.read({ reads: { row: one('projects', base + 3) } })
      expect([row?.poolCode, row?.assigneeId]).toEqual(['', 0])
    })

    test('a list selects its members; an empty list selects nothing', async () => {
      await writeProjects([{ teamId: 3 }, { teamId: 2 }, { teamId: 3, accepted: true }])
      expect(await projectIds({ teamId: [2, 3, 99] })).toEqual([1, 2, 3])
      expect(await projectIds({ phase: ['progress', 'denied'] })).toEqual([3])
      expect(await projectIds({ teamId: [] })).toEqual([])
      expect(await projectIds({ id: [base + 3, base + 1, base + 1] })).toEqual([1, 3])
    })

    test('a list of a thousand ids selects them', async () => {
      await writeProjects(Array.from({ length: 5 }, () => ({})))
      expect(await projectIds({ id: Array.from({ length: 1000 }, (_, n) => base + 3 + n) })).toEqual([3, 4, 5])
    })

    test('a range includes both its bounds and never null', async () => {
      await writeProjects([
        { dueDate: '2026-03-01' },
        { dueDate: '2026-03-05', deniedDate: '2026-03-05T00:00:00.000Z' },
        { dueDate: '2026-03-10' },
      ])
      expect(await projectIds({ dueDate: { from: '2026-03-05' } })).toEqual([2, 3])
      expect(await projectIds({ dueDate: { to: '2026-03-05' } })).toEqual([1, 2])
      expect(await projectIds({ dueDate: { from: '2026-03-05', to: '2026-03-05' } })).toEqual([2])
      expect(await projectIds({ dueDate: { from: '2026-03-06', to: '2026-03-05' } })).toEqual([])
      expect(await projectIds({ deniedDate: { from: '' } })).toEqual([2])
      expect(await projectIds({ deniedDate: {} })).toEqual([2])
    })

    test('order sorts by the column and then by id, both ways the same way round', async () => {
      await writeProjects([{ dueDate: '2026-03-02' }, { dueDate: '2026-03-01' }, { dueDate: '2026-03-02' }])
      expect(await projectIds({}, { order: 'dueDate' })).toEqual([2, 1, 3])
      expect(await projectIds({}, { order: 'dueDate', descending: true })).toEqual([3, 1, 2])
    })

    test('nulls come first, and last when descending', async () => {
      await writeProjects([
        { acceptedDate: '2026-03-02T00:00:00.000Z' },
        {},
        { acceptedDate: '2026-03-01T00:00:00.000Z' },
      ])
      expect(await projectIds({}, { order: 'acceptedDate' })).toEqual([2, 3, 1])
      expect(await projectIds({}, { order: 'acceptedDate', descending: true })).toEqual([1, 3, 2])
    })

    test('several phases sort together by due date', async () => {
      await writeProjects([
        { dueDate: '2026-03-03' },
        { dueDate: '2026-03-01', accepted: true },
        { dueDate: '2026-03-02', denied: true },
      ])
      expect(await projectIds({ phase: ['interim', 'progress', 'denied'] }, { order: 'dueDate', limit: 2 })).toEqual([
        2, 3,
      ])
    })

    test('limit and offset cut a page out of the order', async () => {
      await writeProjects(Array.from({ length: 5 }, (_, n) => ({ dueDate: `2026-03-0${5 - n}` })))
      expect(await projectIds({}, { order: 'dueDate', limit: 2 })).toEqual([5, 4])
      expect(await projectIds({}, { order: 'dueDate', limit: 2, offset: 3 })).toEqual([2, 1])
      expect(await projectIds({}, { offset: 4 })).toEqual([5])
      expect(await projectIds({}, { limit: 0 })).toEqual([])
    })

    test('count counts what many would find', async () => {
      await writeProjects([{ teamId: 3 }, { teamId: 2 }, { teamId: 3 }])
      const found = await engine.read({
        reads: {
          all: count('projects', {}),
          team: count('projects', { teamId: 3 }),
          some: count('projects', { phase: ['interim'], dueDate: { to: '2026-12-31' } }),
          none: count('projects', { id: [] }),
        },
      })
      expect(found).toEqual({ all: 3, team: 2, some: 3, none: 0 })
    })

    test('a tally tells each value of a column, how many rows have it and what another column of them adds up to', async () => {
      await writeProjects([
        { teamId: 3, assigneeId: 5, actualCost: 100 },
        { teamId: 2, actualCost: 20 },
        { teamId: 3, dueDate: '2027-01-01', actualCost: 3 },
      ])
      const found = await engine.read({
        reads: {
          teams: tally('projects', {}, ['teamId'], { sum: 'actualCost' }),
          // A reference that is not chosen is a value too.
          assignees: tally('projects', { dueDate: { to: '2026-12-31' } }, ['assigneeId', 'phase']),
          none: tally('projects', { id: [] }, ['teamId']),
        },
      })
      expect(byOf(found.teams.teamId)).toEqual([
        { of: 2, count: 1, sum: 20 },
        { of: 3, count: 2, sum: 103 },
      ])
      expect(byOf(found.assignees.assigneeId)).toEqual([
        { of: 0, count: 1, sum: 0 },
        { of: 5, count: 1, sum: 0 },
      ])
      expect(found.assignees.phase).toEqual([{ of: 'interim', count: 2, sum: 0 }])
      expect(found.none).toEqual({ teamId: [] })
    })

    test('a tally by stretches tells where each date stands; what is before the first or not set is in none', async () => {
      const [before, first, within, last] = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-03-09'].map(
        (day) => `${day}T00:00:00.000Z`,
      )
      await writeProjects([
        { createDate: before, actualCost: 1 },
        { createDate: first, actualCost: 10 },
        { createDate: within, completedDate: last, actualCost: 100 },
        { createDate: last, actualCost: 1_000 },
      ])
      const begins = ['2026-01', '2026-02', '2026-03'].map((month) => `${month}-01T00:00:00.000Z`)
      const found = await engine.read({
        reads: {
          begun: tally('projects', {}, ['createDate'], { begins, sum: 'actualCost' }),
          some: tally('projects', { createDate: { from: within } }, ['createDate'], { begins }),
          done: tally('projects', { teamId: 3 }, ['createDate', 'completedDate'], { begins }),
        },
      })
      expect(byOf(found.begun.createDate)).toEqual([
        { of: 0, count: 2, sum: 110 },
        { of: 2, count: 1, sum: 1_000 },
      ])
      expect(byOf(found.some.createDate).map(({ of, count }) => [of, count])).toEqual([
        [0, 1],
        [2, 1],
      ])
      expect(byOf(found.done.completedDate).map(({ of, count }) => [of, count])).toEqual([[2, 1]])
    })

    test('text compares exactly, and a derived key finds whatever the case', async () => {
      await engine.write([put('poolCodes', aPoolCode({ id: 9, poolCode: "O'Hara; DROP" }))])
      const found = await engine.read({
        reads: {
          exact: many('poolCodes', { poolCode: 'bk-200' }),
          byKey: many('poolCodes', { codeKey: 'bk-200' }),
          odd: many('poolCodes', { poolCode: ["O'Hara; DROP"] }),
        },
      })
      expect([found.exact.length, found.byKey[0]?.poolCode, found.odd[0]?.id]).toEqual([0, 'BK-200', 9])
    })

    test('the second step asks for what the first found, and both are answered together', async () => {
      await engine.write([put('projects', aBareProject({ assigneeId: 5 }))])
      const found = await engine.read({
        reads: { project: one('projects', base + 1) },
        follow: ({ project }) => ({
          assignee: one('users', project?.assigneeId ?? 0),
          pools: many('poolCodes', { poolCode: project?.poolCode ?? '' }),
        }),
      })
      expect([found.project?.id, found.assignee?.fullName, found.pools.length]).toEqual([base + 1, 'Pete Okafor', 1])
    })

    test('a condition that is undefined is no condition', async () => {
      await writeProjects([{}, {}])
      expect(await projectIds({ teamId: undefined })).toEqual([1, 2])
    })

    test('a page has twenty rows in order, and says how many there are in all', async () => {
      await writeProjects(Array.from({ length: 45 }, (_, n) => ({ teamId: 2 + (n % 2) })))
      const third = { pageNumber: 3, totalPages: 3, totalItems: 45, pageNumbers: [1, 2, 3] }
      expect(await pageOf([{}], { number: 3 })).toEqual({ ...third, items: [41, 42, 43, 44, 45] })
      expect(await pageOf([{}], { number: 3, descending: true })).toEqual({ ...third, items: [5, 4, 3, 2, 1] })
      expect(await pageOf([{}], { number: 99 })).toEqual({ ...third, items: [41, 42, 43, 44, 45] })
      expect(await pageOf([{ teamId: 3 }], { number: -1 })).toMatchObject({ pageNumber: 1, totalItems: 22 })
    })

    test('a page is as long as it is asked for, and may be ids alone', async () => {
      await writeProjects(Array.from({ length: 45 }, () => ({})))
      expect(await pageOf([{}], { number: 2, size: 30, only: ['id'] })).toMatchObject({
        ...{ pageNumber: 2, totalPages: 2, totalItems: 45 },
        items: Array.from({ length: 15 }, (_, n) => n + 31),
      })
      const all = await pageOf([{}], { size: Infinity })
      expect([all.items.length, all.totalPages]).toEqual([45, 1])
    })

    test('a page of nothing is the first of one', async () => {
      await writeProjects([{}])
      const nothing = { items: [], pageNumber: 1, totalPages: 1, totalItems: 0, pageNumbers: [1] }
      expect(await pageOf([])).toEqual(nothing)
      expect(await pageOf([{ teamId: 99 }], { order: 'urgency', number: 2 })).toEqual(nothing)
      expect(await pageOf([{ phase: [] }], { order: 'urgency' })).toEqual(nothing)
    })

    test('urgency puts open ones by due date before closed ones by closing date, the last closed first', async () => {
      const closed = (completedDate: string) => ({ completed: true, completedDate })
      await writeProjects([
        closed('2026-01-05T00:00:00.000Z'),
        { dueDate: '9999-12-31' },
        closed('2026-03-05T00:00:00.001Z'),
        { active: false, canceledDate: '2026-03-05T00:00:00.000Z' },
        { dueDate: '2026-01-01', denied: true },
        { dueDate: '2026-01-01' },
      ])
      expect((await pageOf([{}], { order: 'urgency' })).items).toEqual([5, 6, 2, 3, 4, 1])
    })

    test('alternatives are one list', async () => {
      await writeProjects([
        { accepted: true, dueDate: '2026-03-05' },
        { accepted: true, dueDate: '2026-03-01' },
        { dueDate: '2026-03-02' },
        { denied: true, dueDate: '2026-03-03' },
      ])
      const late = { phase: 'progress', urgency: { to: Date.parse('2026-03-03') } } as const
      const alternatives = [{ phase: ['interim', 'denied'] as const }, late]
      const rows = { teamId: 3, countryId: [1, 2, 99] }
      for (const where of [alternatives, alternatives.map((one) => ({ ...one, ...rows }))])
        expect(await pageOf(where, { order: 'urgency' })).toMatchObject({ items: [2, 3, 4], totalItems: 3 })
    })

    test('pages over more values than an engine takes apart are those over few', async () => {
      await writeProjects(Array.from({ length: 25 }, (_, n) => ({ assigneeId: n % 3 })))
      const many = Array.from({ length: 900 }, (_, n) => n)
      for (const number of [1, 2])
        expect(await pageOf([{ assigneeId: many }], { order: 'urgency', number })).toEqual(
          await pageOf([{ assigneeId: [2, 1, 0] }], { order: 'urgency', number }),
        )
    })

    test('whatever the filters, a page is a cut out of the list that many finds, and the total is its length', async () => {
      await writeProjects(
        Array.from({ length: 60 }, (_, n) => ({
          teamId: 2 + (n % 2),
          countryId: 1 + ((n >> 1) % 2),
          assigneeId: n % 3,
          accepted: n % 5 > 1,
          denied: n % 11 === 0,
          dueDate: `2026-03-${String(1 + ((n * 7) % 28)).padStart(2, '0')}`,
          ...(n % 4 === 0 ? { completed: true, completedDate: `2026-02-${10 + (n % 9)}T00:00:00.000Z` } : {}),
        })),
      )
      const some = <T>(values: T[]) => fc.option(fc.subarray(values), { nil: undefined })
      const filters = fc.record({
        teamId: some([2, 3, 9]),
        countryId: some([1, 2]),
        assigneeId: some([0, 1, 2]),
        phase: some<Phase>(['interim', 'progress', 'completed', 'denied']),
        urgency: fc.constantFrom(undefined, { to: Date.parse('2026-03-14') }),
      })
      const order = fc.record({
        order: fc.constantFrom('urgency' as const, 'id' as const, 'modifiedDate' as const),
        descending: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(filters, order, fc.integer({ min: 1, max: 4 }), async (where, options, number) => {
          const all = await projectIds(where, options)
          const found = await pageOf([where], { ...options, number })
          const from = (found.pageNumber - 1) * 20
          expect([found.items, found.totalItems]).toEqual([all.slice(from, from + 20), all.length])
        }),
        { numRuns: 60 },
      )
    })

    test('words begin words of codes and texts, without accents and in any case', async () => {
      await writeProjects([
        { description: 'Lessons for São Tomé, 2nd part' },
        { description: 'LESSONS (four-wheel drive) in Łódź 漢字' },
        { description: 'Nothing, 40000001', poolCode: 'BK-200', shipNumber: 14 },
      ])
      expect(await idsBy('lesson')).toEqual([2, 1])
      expect(await idsBy('esson')).toEqual([])
      expect(await idsBy('TOME sao')).toEqual([1])
      expect(await idsBy('Tomé  lessons')).toEqual([1])
      expect(await idsBy('łódź')).toEqual([2])
      expect(await idsBy('漢字')).toEqual([2])
      expect(await idsBy('BK-2')).toEqual([3])
      expect(await idsBy('14')).toEqual([3])
      expect(await idsBy('t-40-2')).toEqual([2])
    })

    test('signs join words that stand together, the last of which may go on', async () => {
      await writeProjects([{ description: 'four-wheel drive' }, { description: 'wheel of four' }])
      expect(await idsBy('four wheel')).toEqual([2, 1])
      expect(await idsBy('four/whe')).toEqual([1])
      expect(await idsBy('fou-wheel')).toEqual([])
      for (const nothing of ['', ' ', '--', '"', '*', '_', 'f w']) expect(await idsBy(nothing)).toEqual([])
    })

    test('what a search engine would take for an order is but a word', async () => {
      await writeProjects([{ description: 'four-wheel drive' }, { description: 'wheel of four' }])
      for (const found of ['"four', 'four*', '^four', 'four"*', 'four -x'])
        expect(await idsBy(found), found).toEqual([2, 1])
      for (const lost of ['four) OR (xx', 'four NOT wheel', '{words}:four', "fo'ur", 'NEAR(four)', 'words : four'])
        expect(await idsBy(lost), lost).toEqual([])
      expect(await idsBy('=countryId1')).toEqual([])
      expect(await idsBy('countryId1')).toEqual([])
    })

    test('names of the rows it points at are found, and a new name at once', async () => {
      await writeProjects([{ countryId: 2, assigneeId: 5 }, { assigneeId: 1 }, { assigneeId: 0 }])
      expect(await idsBy('peru')).toEqual([1])
      expect(await idsBy('okafor per')).toEqual([1])
      expect(await idsBy('okafor kenya')).toEqual([])
      expect(await idsBy('pete-okafor')).toEqual([1])
      await engine.write([put('countries', aCountry({ id: 2, title: 'República del Perú' }))])
      expect(await idsBy('republica-del')).toEqual([1])
      expect(await idsBy('peru')).toEqual([1])
      await engine.write([put('countries', aCountry({ id: 2, title: 'Andes' }))])
      expect(await idsBy('peru')).toEqual([])
    })

    test('a row that is written again or removed is found by what it says now', async () => {
      await writeProjects([{ description: 'first' }, { description: 'first' }])
      await engine.write([
        put('projects', aBareProject({ id: base + 1, description: 'second', countryId: 2 })),
        remove('projects', base + 2),
      ])
      expect([await idsBy('first'), await idsBy('second'), await idsBy('peru'), await idsBy('kenya')]).toEqual([
        [],
        [1],
        [1],
        [],
      ])
      await engine.write([put('projects', aBareProject({ id: base + 2, description: 'third' }))])
      expect([await idsBy('first'), await idsBy('third')]).toEqual([[], [2]])
    })

    test('hits in a code come first, then the order; filters narrow words', async () => {
      const changed = (day: number) => `2026-03-0${day}T00:00:00.000Z`
      await writeProjects([
        { poolCode: 'BK-200', modifiedDate: changed(1) },
        { description: 'from bk-200', modifiedDate: changed(3) },
        { description: 'from bk-200', modifiedDate: changed(4), teamId: 2 },
        { poolCode: 'BK-200', modifiedDate: changed(2) },
        { description: 'from bk-200', modifiedDate: changed(3) },
      ])
      expect(await idsBy('bk-200')).toEqual([4, 1, 3, 5, 2])
      expect(await idsBy('bk-200', [{ teamId: [3] }])).toEqual([4, 1, 5, 2])
      expect(await idsBy('bk-200', [{ teamId: 2 }, { teamId: 3, poolCode: 'BK-200' }])).toEqual([4, 1, 3])
      expect(await idsBy('bk-200', [])).toEqual([])
      expect(await idsBy('bk-20')).toEqual([4, 1, 3, 5, 2])
      await engine.write([put('projects', aBareProject({ id: base + 6, shipNumber: 20, modifiedDate: changed(1) }))])
      await engine.write([put('projects', aBareProject({ id: base + 7, shipNumber: 200, modifiedDate: changed(5) }))])
      expect(await idsBy('20')).toEqual([6, 7, 4, 1, 3, 5, 2])
    })

    test('pages of words go on where codes end', async () => {
      await writeProjects(
        Array.from({ length: 50 }, (_, n) => ({ description: '14 days', shipNumber: n % 2 ? 14 : 12 })),
      )
      const pages = await Promise.all([1, 2, 3].map((number) => pageOf([{}], { words: '14', number })))
      expect(pages.map(({ totalItems }) => totalItems)).toEqual([50, 50, 50])
      const odd = Array.from({ length: 25 }, (_, n) => 2 * n + 2)
      expect(pages.flatMap(({ items }) => items)).toEqual([...odd, ...odd.map((n) => n - 1)])
    })
  })
}
