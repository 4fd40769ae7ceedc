import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { Facts } from '#shared/model/tables.ts'
import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import {
  aComment,
  aPoolCode,
  aBareProject,
  aProjectType,
  aRequest,
  aUser,
  isSeen,
  putsOf,
  references,
} from '#shared/testing/samples.ts'
import { prune } from '../operations/prune.ts'
import { aStore } from '../testing/store.ts'
import { playRound, type SyncServer } from './round.ts'

/** Taskings of two requests and of none, in two teams; each with comments, and a pool of each team. */
const FIRST = 40_000_001
const TASKINGS = 5
const at = '2026-03-01T12:00:00.000Z'
const pete = aUser({ id: 2, teamId: 3 })

async function organisation(teamId = 3): Promise<SyncServer> {
  const store = await aStore({ now: () => at })
  const server: SyncServer = {
    ...{ store, organisation: { ...defaultOrganisation, restrictTeamVisibility: true }, now: () => at },
    grant: () => 0,
    firstSync: (_, work) => work(),
  }
  const request = (id: number) => put('requests', aRequest({ id, complete: true, createdById: 1 }))
  const revision = (id: number, requestId: number) =>
    put('revisions', { id, requestId, kind: 'content' as const, replaced: {}, createdById: 1, createDate: at })
  const taskings = Array.from({ length: TASKINGS }, (_, n) =>
    put('projects', aBareProject({ id: FIRST + n, requestId: [7, 7, 8, 8, 0][n] ?? 0, teamId: 2 + (n % 2) })),
  )
  const changes = [
    ...putsOf(references),
    put('users', { ...pete, teamId }),
    put('projectTypes', aProjectType({ id: 2, teamId: 2 })),
    put('poolCodes', aPoolCode({ id: 3, projectTypeId: 2, poolCode: 'RV-300' })),
    ...[request(7), request(8), revision(7, 7), revision(8, 8)],
    ...taskings,
    ...taskings.flatMap(({ row }) => [1, 2].map((n) => comment(row.id, row.id * 10 + n))),
  ]
  await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
  return server
}
const comment = (projectId: number, id: number) => put('comments', aComment({ id, projectId }))

/** A device without anything on it but rows: it does what an answer says. */
function follower(server: SyncServer, teamId = 3) {
  const rows = new Map<string, unknown>()
  let cursor: string | null = null
  let device = 0
  return {
    rows,
    /** One page; false when there is nothing more. */
    async pull(limit: number): Promise<boolean> {
      const answer = await playRound(
        server,
        { ...pete, teamId },
        { protocol: PROTOCOL, device, cursor, from: 1, calls: [], limit },
      )
      if (!answer) return false
      for (const [table, columns] of Object.entries(answer.changes))
        for (const row of columnsToRows(columns)) rows.set(`${table}:${Number(row['id'])}`, row)
      for (const [table, ids] of Object.entries(answer.removed)) for (const id of ids) rows.delete(`${table}:${id}`)
      cursor = answer.cursor
      device = answer.device
      return answer.more ?? false
    },
  }
}

async function visible(server: SyncServer, teamId: number): Promise<string[]> {
  const reads = Object.fromEntries(syncedTableNames.map((table) => [table, many(table, {})]))
  const rows = (await server.store.read({ reads })) as unknown as Record<SyncedTable, { id: number }[]>
  const sight = sightOf({ ...pete, teamId }, server.organisation)
  return syncedTableNames.flatMap((table) =>
    rows[table].filter((row) => isSeen(row, sight(table), rows)).map((row) => `${table}:${row.id}`),
  )
}

const stepArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    n: fc.nat(TASKINGS - 1),
    change: fc.oneof(
      fc.constantFrom(2, 3).map((teamId) => ({ teamId })),
      fc.constantFrom(0, 1, 2).map((assigneeId) => ({ assigneeId })),
      fc.constant({ description: 'Another one' }),
    ),
  }),
  fc.record({ kind: fc.constant('comment' as const), n: fc.nat(TASKINGS - 1) }),
  fc.record({ kind: fc.constant('type' as const), teamId: fc.constantFrom(2, 3) }),
  fc.record({ kind: fc.constant('page' as const), limit: fc.constantFrom(1, 2, 3, 50), beside: fc.boolean() }),
)

test('whatever moves between any pages, a device ends with the rows its person sees, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { minLength: 4, maxLength: 40 }),
      fc.constantFrom(3, 3, 0),
      async (steps, teamId) => {
        const server = await organisation(teamId)
        const device = follower(server, teamId)
        let last = 0
        let pulling: Promise<unknown> = Promise.resolve()
        for (const step of steps) {
          if (step.kind === 'page') {
            await pulling
            pulling = device.pull(step.limit)
            // Or what comes next is written while the page is put together.
            if (!step.beside) await pulling
            continue
          }
          const { projects, projectTypes } = await server.store.read({
            reads: { projects: many('projects', {}), projectTypes: many('projectTypes', { id: 2 }) },
          })
          const change =
            step.kind === 'move'
              ? put('projects', { ...must(projects[step.n]), ...(step.change as Partial<Facts<'projects'>>) })
              : step.kind === 'comment'
                ? comment(FIRST + step.n, ++last)
                : put('projectTypes', { ...must(projectTypes[0]), teamId: step.teamId })
          await server.store.transact({ reads: {} }, () => ({ changes: [change], value: 0 }))
        }
        await pulling
        while (await device.pull(4));
        expect([...device.rows.keys()].sort()).toEqual((await visible(server, teamId)).sort())
        await server.store.close()
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 400) },
  )
}, 120_000)

test('what never was in somebody’s sight is not told as gone, however often it moves elsewhere', async () => {
  const server = await organisation()
  const device = follower(server)
  while (await device.pull(50));
  const [hidden] = (await server.store.read({ reads: { rows: many('projects', { teamId: 2 }) } })).rows
  for (const assigneeId of [1, 0, 1])
    await server.store.transact({ reads: {} }, () => ({
      changes: [put('projects', { ...must(hidden), assigneeId })],
      value: 0,
    }))
  const sight = sightOf(pete, server.organisation)
  const { moved } = must(await server.store.changesSince({ after: 1, sight, limit: 50 }))
  expect(moved.map(({ mayBeHad }) => mayBeHad)).toEqual([false, false, false])
  await server.store.close()
})

test('moves are forgotten with removals, and a device that stands before them starts anew', async () => {
  let now = at
  const server = { ...(await organisation()), now: () => now }
  const device = follower(server)
  while (await device.pull(50));
  const [hidden] = (await server.store.read({ reads: { rows: many('projects', { teamId: 2 }) } })).rows
  const after = (await server.store.position()).version
  const change = put('projects', { ...must(hidden), teamId: 3 })
  await server.store.transact({ reads: {} }, () => ({ changes: [change], value: 0 }))
  const sight = sightOf(pete, server.organisation)
  const told = () => server.store.changesSince({ after, sight, limit: 50 })
  expect((await told())?.moved.length).toBe(1)
  now = '2026-09-20T12:00:00.000Z'
  await prune(server)
  expect(await told()).toBeNull()
  while (await device.pull(50));
  expect([...device.rows.keys()].sort()).toEqual((await visible(server, 3)).sort())
  await server.store.close()
})
