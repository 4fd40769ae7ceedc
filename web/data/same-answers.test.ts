import { fc } from '#shared/testing/random.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery, type AnyQuery } from '#shared/kernel/query.ts'
import { many } from '#shared/kernel/reads.ts'
import { addDays } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { Project } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { findChoices } from '#shared/queries/find-choices.ts'
import { findTaskings } from '#shared/queries/find.ts'
import { ask } from '#server/execute/ask.ts'
import { inputsOf, type Known } from '#server/testing/questions.ts'
import { testServer } from '#server/testing/server.ts'
import { createWorld, differences, type TestDevice, type World } from '../testing/world.ts'
import { isWhole } from './is-whole.ts'
import { readForQuery } from './read-page.ts'

/**
 * REST and a device answer alike: each question of the phrase-book, asked on a device that has synced and on the server, over
 * the demonstration organisation. A device holds what is open and what was closed of late, so the organisation is cut to that.
 */
const HELD_TASKINGS = 300
const askers = ['ana', 'mia', 'cora', 'pete', 'nadia']

let world: World
let devices: TestDevice[]
let ids: Known
let questions: AnyQuery[]

beforeAll(async () => {
  const demo = await testServer({ seed: 'demo' })
  const reads = Object.fromEntries(syncedTableNames.map((table) => [table, many(table, {})]))
  const rows = (await demo.store.read({ reads })) as unknown as Record<SyncedTable, { id: number }[]>
  questions = [...new Set([...demo.lines.flatMap(({ asks }) => asks ?? []), findTaskings, findChoices])]
  await demo.close()

  const kept = heldBy(rows)
  world = await createWorld()
  await world.write(
    ...syncedTableNames.flatMap((table) => kept[table].map((row) => put(table, row as never) as Change)),
  )
  const people = kept.users as User[]
  devices = []
  for (const name of askers) {
    const user = must(
      people.find(({ email }) => email.startsWith(`${name}@`)),
      name,
    )
    const device = await world.device(user)
    await device.settle()
    expect(await differences(world, device)).toEqual([])
    devices.push(device)
  }
  const idsOf = (table: SyncedTable) => kept[table].map((row) => row.id)
  ids = {
    ...{ projects: idsOf('projects'), requests: idsOf('requests'), deliverables: idsOf('deliverables') },
    ...{ comments: idsOf('comments'), users: idsOf('users') },
  }
  expect(ids.projects.length).toBeGreaterThan(150)
}, 180_000)
afterAll(() => world.close())

/** The newest taskings that are in a device's window, with all that belongs to them; reference data whole. */
function heldBy(rows: Record<SyncedTable, { id: number }[]>): Record<SyncedTable, { id: number }[]> {
  const since = addDays('2026-03-10', 1 - defaultOrganisation.syncWindowDays)
  const projects = (rows.projects as Project[])
    .filter((project) => project.closedDate === '' || project.closedDate > since)
    .slice(-HELD_TASKINGS)
  const held = new Set(projects.map(({ id }) => id))
  const asked = new Set(projects.map(({ requestId }) => requestId))
  const requests = (rows.requests as { id: number; complete: boolean }[]).filter(
    (request) => !request.complete || asked.has(request.id),
  )
  const requested = new Set(requests.map(({ id }) => id))
  const isHeld = (row: object): boolean => {
    const { projectId, projectTaskId, requestId } = row as Record<string, number | undefined>
    return held.has(projectId ?? projectTaskId ?? 0) || requested.has(requestId ?? 0)
  }
  const children = [
    'revisions',
    'approvals',
    'amendments',
    'comments',
    'deliverables',
    'files',
    'notifications',
  ] as const
  const cut = Object.fromEntries(children.map((table) => [table, rows[table].filter(isHeld)]))
  const deliverables = new Set((cut.deliverables ?? []).map(({ id }) => id))
  const deliverableComments = (rows.deliverableComments as { id: number; deliverableId: number }[]).filter((row) =>
    deliverables.has(row.deliverableId),
  )
  return { ...rows, ...cut, projects, requests, deliverableComments }
}

const inputs = inputsOf(() => ids)

/** What is asked of one tasking or request that is open before somebody: of those closed long ago its rows are fetched then (decision 071). */
const ofOpened = ['projectDetail', 'projectDeliverables', 'deliverableComments', 'requestSummary', 'earlierTexts']
const names = [...Object.keys(inputs).filter((name) => !ofOpened.includes(name)), ...ofOpened]

/** Everybody opens everything that is not whole on their device. */
async function openAll(): Promise<void> {
  for (const device of devices) {
    const closed = await device.db.get('closed')
    for (const project of await device.rows('projects'))
      if (!isWhole(project, closed)) expect(await device.fetchTasking(project.id)).toBe('found')
  }
}

async function asOnDevice(device: TestDevice, query: AnyQuery, input: object): Promise<unknown> {
  const context = contextAt(device.user, world.server.now(), defaultOrganisation)
  const found = await readForQuery(device.db, planOfQuery(query, input, context))
  return query.answer(input, found, context)
}

/** A tasking of a device has keys of its own lists besides. */
function withoutKeys(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('project' in answer)) return answer
  const { openPhase: _, since: __, ...project } = answer.project as Record<string, unknown>
  return { ...answer, project }
}

describe('a device and the server', () => {
  test('are asked every question that the phrase-book asks', () => {
    expect(questions.length).toBeGreaterThan(30)
    expect(questions.map(({ name }) => name).filter((name) => !(name in inputs))).toEqual([])
  })

  test.each(names)('answer %s alike', { timeout: 120_000 }, async (name) => {
    if (name === ofOpened[0]) await openAll()
    const query = must(
      questions.find((question) => question.name === name),
      `a line that asks ${name}`,
    )
    let answered = 0
    const input = must(inputs[name], name)
    await fc.assert(
      fc.asyncProperty(input, fc.nat(), async (asked, n) => {
        const device = must(devices[n % devices.length], 'a device')
        const theirs = await ask(world.server, device.user, query, asked)
        if (theirs !== null && theirs !== undefined) answered++
        expect(withoutKeys(await asOnDevice(device, query, asked))).toEqual(theirs)
      }),
      { numRuns: 60 },
    )
    expect(answered).toBeGreaterThan(0)
  })
})
