import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { count, many, one, type Found, type Plan, type Reads, type Where } from '#shared/kernel/reads.ts'
import { aComment, aPoolCode, aProject, aRequest, aUser, references } from './engine-rows.ts'

/** What any store of rows must do: SQLite on the server and Dexie on the device answer the same questions alike. */
export interface Engine {
  read<R extends Reads, F extends Reads = Record<never, never>>(plan: Plan<R, F>): Promise<Found<R> & Found<F>>
  write(changes: Change[]): Promise<void>
  close(): Promise<void>
}

const base = 40_000_000

export function engineContract(name: string, open: () => Promise<Engine>): void {
  describe(`${name} keeps the engine contract`, () => {
    let engine: Engine
    beforeEach(async () => {
      engine = await open()
      await engine.write(references)
    })
    afterEach(() => engine.close())

    const projectIds = async (where: Where<'projects'>, options: Parameters<typeof many<'projects'>>[2] = {}) => {
      const { rows } = await engine.read({ reads: { rows: many('projects', where, options) } })
      return rows.map((row) => row.id - base)
    }
    const writeProjects = (rows: Partial<ReturnType<typeof aProject>>[]) =>
      engine.write(rows.map((row, index) => put('projects', aProject({ ...row, id: base + 1 + index }))))

    test('a row comes back as it was written, with its derived columns', async () => {
      await engine.write([put('projects', aProject())])
      const { row } = await engine.read({ reads: { row: one('projects', base + 1) } })
      expect(row).toEqual({ ...aProject(), name: 'T-40-1', phase: 'interim', closedDate: '' })
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
        put('projects', aProject({ blanketTasking: false })),
        put('comments', aComment({ history: ['before', 'äöü 漢字 "quoted"'] })),
        put('requests', aRequest()),
        put('revisions', { ...revision, id: 5, replaced: { taskDetails: 'old\ntext' } }),
      ])
      const found = await engine.read({
        reads: {
          project: one('projects', base + 1),
          comment: one('comments', base + 1),
          request: one('requests', base + 1),
          revision: one('revisions', 5),
        },
      })
      expect(found.project?.blanketTasking).toBe(false)
      expect(found.comment).toEqual(aComment({ history: ['before', 'äöü 漢字 "quoted"'] }))
      expect(found.request).toEqual({ ...aRequest(), draftOf: 1 })
      expect(found.revision?.replaced).toEqual({ taskDetails: 'old\ntext' })
    })

    test('writing a row again replaces it and derives anew', async () => {
      await engine.write([put('projects', aProject())])
      await engine.write([put('projects', aProject({ active: false, canceledDate: '2026-03-02T00:00:00.000Z' }))])
      const { rows } = await engine.read({ reads: { rows: many('projects', {}) } })
      expect(rows.map((row) => [row.phase, row.closedDate])).toEqual([['canceled', '2026-03-02T00:00:00.000Z']])
    })

    test('derived columns that somebody wrote by hand do not count', async () => {
      await engine.write([put('projects', { ...aProject(), phase: 'completed', name: 'forged' } as never)])
      const { row } = await engine.read({ reads: { row: one('projects', base + 1) } })
      expect([row?.phase, row?.name]).toEqual(['interim', 'T-40-1'])
    })

    test('a removed row is gone, and removing what is not there does nothing', async () => {
      await engine.write([put('projects', aProject())])
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
      await engine.write([3, 1, 2].map((n) => put('projects', aProject({ id: base + n }))))
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

    test('text compares exactly, and a derived key finds whatever the case', async () => {
      await engine.write([put('poolCodes', aPoolCode({ id: 3, poolCode: "O'Hara; DROP" }))])
      const found = await engine.read({
        reads: {
          exact: many('poolCodes', { poolCode: 'BK-200' }),
          byKey: many('poolCodes', { codeKey: 'bk-200' }),
          odd: many('poolCodes', { poolCode: ["O'Hara; DROP"] }),
        },
      })
      expect([found.exact.length, found.byKey[0]?.poolCode, found.odd[0]?.id]).toEqual([0, 'bk-200', 3])
    })

    test('the second step asks for what the first found, and both are answered together', async () => {
      await engine.write([put('projects', aProject({ assigneeId: 2 }))])
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
  })
}
