import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#shared/commands/index.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import type { User } from '#shared/model/reference.ts'
import { aFile, aRequest } from '#shared/testing/samples.ts'
import { people } from '../demo/people.ts'
import { execute } from '../execute/execute.ts'
import { decisionTable, type Decided } from '../spec-tables/decision-table.ts'
import { everyRole, roleNames, type RoleName } from '../testing/rest.ts'
import { stage, THEIRS, type Stage } from '../testing/stage.ts'

/** Where the organisation restricts it (C-017), a target that one may not see is not there, whatever one may do with those one sees. */
let on: Stage
beforeAll(async () => {
  on = await stage({ organisation: { restrictTeamVisibility: true } })
  const { users } = (await on.rows()) as unknown as { users: User[] }
  const ours = users.filter((user) => Object.values(everyRole).some((name) => user.email.startsWith(`${name}@`)))
  await on.write(...ours.map((user) => put('users', { ...user, teamId: 3 })))
})
afterAll(() => on.close())

const idOf = (role: RoleName): number => must(people.find((person) => person.mail === everyRole[role])).id

// A list of taskings: those that are not there for somebody are left out of it.
const ofTasking = decisionTable.filter(({ at, command }) => at && command !== 'handOver')
/** A finished request, a draft and a file of another team, in the words of the table. */
const hiddenWords = ['{finished}', '{draft}', '{ownFile}', '{removedFile}']
const ofOthers = decisionTable.filter(({ input }) => hiddenWords.some((word) => JSON.stringify(input).includes(word)))
const cases = [...ofTasking, ...ofOthers].map((decided): [string, Decided] => [
  `${decided.command} ${decided.at ?? ''} ${decided.say[1]} ${JSON.stringify(decided.say[2] ?? '')}`,
  decided,
])

/** What the words of a call mean: rows of another team, made by somebody else. */
async function hidden({ at }: Decided): Promise<Map<string, number | string>> {
  const tasking = await on.tasking(at ?? 'progress', { teamId: 4, createdById: THEIRS })
  const file = await on.filled('{new}', THEIRS, new Map())
  const removed = await on.filled('{new}', THEIRS, new Map())
  const request = await on.filled('{new}', THEIRS, new Map())
  const one = aFile({ projectId: tasking, requestId: 0, createdById: THEIRS })
  await on.write(
    put('files', { ...one, id: Number(file), active: true, removedDate: null }),
    put('files', { ...one, id: Number(removed), active: false, removedDate: on.clock.now() }),
    put(
      'requests',
      aRequest({ id: Number(request), teamId: 4, createdById: THEIRS, projectTypeId: 3, shipNumber: 12 }),
    ),
  )
  return new Map<string, number | string>([
    ...([
      ['tasking', tasking],
      ['ownFile', Number(file)],
      ['removedFile', Number(removed)],
    ] as const),
    ...([
      ['finished', Number(request)],
      ['draft', Number(request)],
    ] as const),
  ])
}

/** Rows of any synced table, whoever may see them. */
async function changedSince(after: number) {
  const { rows, removed } = must(await on.store.changesSince({ after, sight: () => [], limit: 1_000 }))
  return { rows, removed }
}

test.each(cases)('%s: over REST it is 404 for everybody, and nothing changes', async (_, decided) => {
  const [method, path, body] = decided.say
  for (const role of roleNames) {
    const words = await hidden(decided)
    // What else the call names is made first, so that only the call itself can change anything.
    await on.filled([path, body], idOf(role), words)
    const before = (await on.store.position()).version
    const { answer } = await on.say(everyRole[role], { method, path, body }, words)
    expect([role, answer.status, answer.body.code]).toEqual([role, 404, 'NOT_FOUND'])
    expect(await changedSince(before)).toEqual({ rows: {}, removed: {} })
  }
})

/** What announces a file has no address. */
const announcing = cases
  .filter(([, { command }]) => command === 'addFile')
  .map(([title, decided]) => [`announced: ${title}`, { ...decided, command: 'announceFile' }] as const)

test.each([...cases, ...announcing])('%s: through the one door it is not found', async (_, decided) => {
  for (const role of roleNames) {
    const userId = idOf(role)
    const input = await on.filled(decided.input, userId, await hidden(decided))
    const before = (await on.store.position()).version
    const callId = `hidden-${crypto.randomUUID()}`
    const call = { userId, device: 0, seq: null, callId, name: decided.command, input, at: on.clock.now() }
    expect([role, await execute(on.server, call)]).toEqual([
      role,
      { verdict: 'refused', refusal: { refused: 'not-found' } },
    ])
    expect(await changedSince(before)).toEqual({ rows: {}, removed: {} })
  }
})

test('every verb that has a target of a tasking or a request was tried on one that is hidden', () => {
  // Of others' entries it is `already`: `notifications.test.ts`.
  const targetless = [
    'addProject',
    'startRequest',
    'readNotifications',
    'muteTasking',
    'handOver',
    'nameSubstitute',
    'endSubstitution',
    'moveDeliverableTemplate',
    // Its author’s alone, whoever sees the place: `files/tus.test.ts`.
    'storeFile',
    ...[...commands.keys()].filter((name) => /^(save|import)/.test(name)),
  ]
  const tried = new Set([...cases, ...announcing].map(([, { command }]) => command))
  expect([...commands.keys()].filter((name) => !tried.has(name)).sort()).toEqual(targetless.sort())
})

test('of what is handed over only what one sees goes to somebody else', async () => {
  const assigned = { createdById: THEIRS, assigneeId: THEIRS }
  const theirs = await on.tasking('progress', { teamId: 4, ...assigned })
  const ours = await on.tasking('progress', { teamId: 3, ...assigned })
  const hand = (projectIds: number[]) =>
    on.say('mia', {
      ...{ method: 'POST', path: `resources/users/${THEIRS}/handover` },
      body: { assigneeId: idOf('Analyst'), projectIds },
    })
  expect((await hand([theirs])).answer.body.already).toBeDefined()
  expect((await hand([theirs, ours])).answer.status).toBe(200)
  const { projects } = (await on.rows()) as unknown as { projects: { id: number; assigneeId: number }[] }
  const assigneeOf = (id: number) => projects.find((row) => row.id === id)?.assigneeId
  expect([assigneeOf(theirs), assigneeOf(ours)]).toEqual([THEIRS, idOf('Analyst')])
})

test('a pool of another team can be neither chosen nor changed, and its taken name is still taken (C-023)', async () => {
  const types = (who: string) =>
    on.get(who, 'resources/all').then(({ body }) => body.projectTypes as { teamId: number }[])
  expect(new Set((await types('fin')).map((type) => type.teamId))).toEqual(new Set([3]))
  const { poolCodes, projectTypes } = (await on.rows()) as unknown as Record<string, Record<string, unknown>[]>
  const type = must(projectTypes?.find((row) => row['teamId'] === 4))
  const pool = must(poolCodes?.find((row) => row['projectTypeId'] === type['id']))
  expect((await on.post('fin', 'resources/pools/types', { id: type['id'], name: 'Mine now' })).status).toBe(404)
  expect((await on.post('fin', 'resources/pools/codes', { id: pool['id'], funds: 1 })).status).toBe(404)
  const code = { projectTypeId: 3, poolCode: String(pool['poolCode']).toLowerCase(), shipNumber: 1, funds: 1 }
  expect((await on.post('fin', 'resources/pools/codes', code)).status).toBe(409)
  const choice = { projectTypeId: type['id'], poolCode: pool['poolCode'] }
  const start = { countryId: 1, teamId: 3, advisorId: 1, dueDate: '2026-04-20', blanketTasking: null }
  const errors = (body: unknown) => (body as { errors: { field: string }[] }).errors.map(({ field }) => field)
  const started = await on.post('pete', 'requests/details', { ...start, ...choice })
  expect([started.status, errors(started.body)]).toEqual([422, ['projectTypeId', 'poolCode']])
  const tasking = await on.tasking('progress', { teamId: 3 })
  const edited = await on.patch('ana', 'projects/details', { id: tasking, ...choice })
  expect([edited.status, errors(edited.body)]).toEqual([422, ['projectTypeId', 'poolCode']])
})

test('the money of a pool that its decider does not see moves all the same', async () => {
  const { poolCodes, projectTypes } = (await on.rows()) as unknown as Record<string, Record<string, unknown>[]>
  const type = must(projectTypes?.find((row) => row['teamId'] === 4))
  const pool = must(poolCodes?.find((row) => row['projectTypeId'] === type['id']))
  const on4 = {
    projectTypeId: Number(type['id']),
    poolCode: String(pool['poolCode']),
    shipNumber: Number(pool['shipNumber']),
  }
  const tasking = await on.tasking('progress', { teamId: 3, ...on4, taskingCostEstimate: 500 })
  expect((await on.post('mia', `projects/${tasking}/cancel`, tasking)).status).toBe(200)
  const after = (await on.rows()).poolCodes.find((row) => row.id === pool['id']) as unknown as { estimated: number }
  expect(after.estimated).toBe(Number(pool['estimated']) - 500)
  expect((await on.get('mia', `projects/${tasking}/funding`)).status).toBe(404)
})
