import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { approveProject, editProject } from '#shared/commands/projects.ts'
import { put, type Change } from '#shared/kernel/change.ts'
import { PROTOCOL, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'
import { rowsToColumns } from '#shared/protocol/columns.ts'
import { columnsOf, syncedTableNames } from '#shared/model/tables.ts'
import { aBareProject, aComment } from '#shared/testing/samples.ts'
import { counting } from '../testing/count-requests.ts'
import { cast, createWorld, done, type TestDevice, type World } from '../testing/world.ts'
import { repaint, stripPaint, workTables } from './perform.ts'
import { rebase } from './rebase.ts'

/** What a tap and an answer ask of IndexedDB: counts say on every machine what times say on one. */
const projectId = 40_000_001
let world: World
let device: TestDevice
beforeEach(async () => {
  world = await createWorld()
  const projects = Array.from({ length: 120 }, (_, n) =>
    put('projects', aBareProject({ id: projectId + n, createdById: 1 })),
  )
  await world.write(...projects)
  device = await world.device(cast.cora)
  await device.settle()
})
afterEach(() => world.close())

const comment = (n: number, text = 'Counted') =>
  device.perform(addComment, (newId) => ({ id: newId(), projectId: projectId + n, comment: text }))
const approve = (n: number) => device.perform(approveProject, (newId) => ({ id: projectId + n, approvalId: newId() }))

test('a tap asks for little, in one transaction, and waits for it in few steps', async () => {
  await comment(0)
  await approve(0)
  // The last asks whether to ask the browser for lasting room, when all is durable.
  expect(await counting(() => comment(1).then(done))).toEqual({ requests: 10, steps: 4, writing: 1 })
  expect(await counting(() => approve(1).then(done))).toEqual({ requests: 15, steps: 5, writing: 1 })
})

test('under two calls on one row lies the row of the server', async () => {
  const server = await device.row('projects', projectId)
  for (const [from, to] of [
    [server?.description, 'Once'],
    ['Once', 'Twice'],
  ] as const)
    done(await device.perform(editProject, () => ({ id: projectId, fields: { description: { from, to } } })))
  expect(await device.row('projects', projectId)).toMatchObject({ description: 'Twice' })
  expect((await device.db.kept.get(`projects:${projectId}`))?.row).toEqual(server)
})

test('a round with fifty calls waits as often as one with a few', async () => {
  for (let n = 0; n < 50; n++) done(await comment(n))
  const round = await counting(() => device.round())
  expect(await device.outbox()).toEqual([])
  expect(round.steps).toBeLessThanOrEqual(30)
})

/** An answer to what the device would ask now. */
async function answered(
  changes: Change[] = [],
  removed: RoundResponse['removed'] = {},
  more: Partial<RoundResponse> = {},
) {
  const { cursor, judged } = await device.db.get('position')
  const { number } = await device.db.get('identity')
  const request: RoundRequest = { protocol: PROTOCOL, device: number, cursor, from: judged + 1, calls: [], limit: 100 }
  const columns = syncedTableNames.flatMap((table) => {
    const rows = changes.flatMap((change) => (change.table === table && 'row' in change ? [change.row] : []))
    return rows.length > 0 ? [[table, rowsToColumns(rows, columnsOf(table))]] : []
  })
  const response: RoundResponse = {
    ...{ cursor: `${cursor}`, device: number, lastSeq: judged, outcomes: [], removed },
    ...{ changes: Object.fromEntries(columns) as RoundResponse['changes'], ...more },
  }
  return counting(() =>
    rebase(
      device.db,
      { user: device.user, organisation: world.server.organisation },
      request,
      response,
      world.clock.now,
    ),
  )
}

const shown = async () =>
  Object.fromEntries(
    await Promise.all(
      [...syncedTableNames, 'kept' as const, 'outbox' as const].map(async (table) => [
        table,
        await device.db.table(table).toArray(),
      ]),
    ),
  )

/** What the device shows is what it would show if all paint were taken off and put on again. */
async function expectPainted() {
  const before = await shown()
  await device.db.transaction('rw', workTables, async () => {
    await stripPaint(device.db)
    await repaint(device.db, { user: device.user, organisation: world.server.organisation })
  })
  expect(before).toEqual(await shown())
}

test('an answer that touches nothing of a hundred queued calls leaves their paint, whatever they are', async () => {
  for (let n = 0; n < 90; n++) done(await comment(n))
  for (let n = 90; n < 100; n++) done(await approve(n))
  const nothing = await answered()
  expect(nothing.requests).toBeLessThanOrEqual(12)
  const other = await answered([
    put('comments', aComment({ id: 40_900_001, projectId, createdById: 1 })),
    put('projects', aBareProject({ id: projectId + 110, description: 'Changed' })),
  ])
  expect(other.requests).toBeLessThanOrEqual(16)
  expect(await device.row('projects', projectId + 110)).toMatchObject({ description: 'Changed' })
  await expectPainted()
})

test('an answer that touches the paint, or what a queued call looks at, paints anew', async () => {
  done(await comment(3))
  done(await approve(5))
  // The tasking under a comment is gone; the approved one has changed; somebody else has approved it; a person has lost their role.
  const anew: [Change[], RoundResponse['removed']?][] = [
    [[], { projects: [projectId + 3] }],
    [[put('projects', aBareProject({ id: projectId + 5, denied: true, deniedById: 1 }))]],
    [[put('users', { ...cast.cora, roles: 'PO' })]],
  ]
  for (const [changes, removed] of anew) {
    await answered(changes, removed)
    await expectPainted()
  }
  expect(await device.rows('approvals')).toEqual([])
})
