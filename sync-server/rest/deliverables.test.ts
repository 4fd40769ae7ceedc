import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { everyRole, internal, restServer, roleNames, type RestServer, type RoleName } from '../testing/rest.ts'

let server: RestServer
let projectTaskId: number
beforeEach(async () => {
  server = await restServer()
  projectTaskId = (await server.post('ana', 'projects', internal)).body.id
})
afterEach(() => server.close())

const add = async () =>
  (await server.post('ana', 'projects/deliverables', { id: 0, projectTaskId, name: 'Draft report', dueDate: '' })).body

test('a form as a browser sends it: ids and flags as text, blank dates, an instant where a day is meant', async () => {
  const { id } = await add()
  const send = async (body: object) =>
    (await server.post('ana', 'projects/deliverables', { id: String(id), ...body })).body
  expect(await send({ startDate: '2026-03-10T14:00:00.000Z' })).toMatchObject({
    id,
    startDate: '2026-03-10',
    dueDate: null,
  })
  expect(await send({ startDate: '', name: 'Report' })).toMatchObject({ startDate: null, name: 'Report' })
  expect(await send({ complete: '1', completedDate: '2026-03-10', keepOpen: true })).toMatchObject({ complete: true })
  expect((await server.get('ana', `projects/${projectTaskId}`)).body.completed).toBe(false)
})

test('one that is added is planned, and may have begun; what it cannot be yet is refused, and nothing is added', async () => {
  const send = (body: object) =>
    server.post('ana', 'projects/deliverables', { id: 0, projectTaskId, name: 'Report', ...body })
  const blank = { complete: false, completedDate: '', active: true, keepOpen: false }
  expect((await send({ startDate: '2026-03-10T14:00:00.000Z', ...blank })).body).toMatchObject({
    startDate: '2026-03-10',
    complete: false,
    completedDate: null,
  })
  for (const [field, value] of Object.entries({ complete: '1', completedDate: '2026-03-10', active: false })) {
    const { status, body } = await send({ [field]: value })
    expect([status, body]).toMatchObject([422, { code: 'VALIDATION', errors: [{ field }] }])
  }
  expect((await send({ startDate: 'soon' })).status).toBe(422)
  expect((await server.get('ana', `projects/${projectTaskId}/deliverables`)).list).toHaveLength(1)
})

test('one body that completes it and changes its name and days does all of it, or nothing', async () => {
  const { id } = await add()
  const send = (body: object) => server.post('ana', 'projects/deliverables', { id, complete: true, ...body })
  const wrong = await send({ name: '  ', startDate: '2026-03-02' })
  expect([wrong.status, (await server.get('ana', `projects/${projectTaskId}/deliverables`)).list]).toMatchObject([
    422,
    [{ id, complete: false, name: 'Draft report', startDate: null }],
  ])
  const said = { name: 'Final report', startDate: '2026-03-02', dueDate: '2026-03-20', completedDate: '2026-03-09' }
  expect((await send({ ...said, keepOpen: true })).body).toMatchObject({ id, complete: true, ...said })
  // One call, one line of the diary.
  expect((await send({ name: 'Too late' })).status).toBe(409)
})

test('where somebody else has renamed it first, it is completed and the name is told as a conflict', async () => {
  const { id } = await add()
  await server.patch('ana', 'projects/deliverables', { id, name: 'Theirs' })
  const fields = { name: { from: 'Draft report', to: 'Mine' }, dueDate: { to: '2026-03-20' } }
  const { status, body } = await server.post('ana', 'projects/deliverables', { id, complete: true, fields })
  expect([status, body]).toMatchObject([200, { complete: true, name: 'Theirs', dueDate: '2026-03-20' }])
  expect(body['conflicts']).toMatchObject([{ field: 'name', theirs: 'Theirs', yours: 'Mine' }])
})

test.each([
  ['', '2026-03-10T03:30:00.000Z', '2026-03-09'],
  ['', '2026-03-10T04:30:00.000Z', '2026-03-10'],
  ['Asia/Tokyo', '2026-03-10T15:30:00.000Z', '2026-03-11'],
  ['Asia/Tokyo', '2026-03-10T23:30:00-05:00', '2026-03-11'],
  ['Not/A-Zone', '2026-03-10T03:30:00Z', '2026-03-09'],
  ['Asia/Tokyo', '2026-03-10T23:30', '2026-03-10'],
  ['Asia/Tokyo', '2026-03-10', '2026-03-10'],
])(
  'in the zone %j the day of %s is %s: of an instant the sender’s day counts (C-151)',
  async (zone, startDate, day) => {
    const { id } = await add()
    await server.store.transact({ reads: { users: many('users', {}) } }, ({ users }) => ({
      changes: users.filter(({ email }) => email.startsWith('ana')).map((row) => put('users', { ...row, zone })),
      value: 0,
    }))
    expect((await server.post('ana', 'projects/deliverables', { id, startDate })).body).toMatchObject({
      startDate: day,
    })
  },
)

test.each(['2026-02-30T10:00:00Z', '2026-03-10T25:00:00Z', '2026-03-10T25:00', '2026-03-10Tnoon', '2026-02-30'])(
  'what is no day or no time is refused, not taken as another one (%s)',
  async (startDate) => {
    const { id } = await add()
    const { status, body } = await server.post('ana', 'projects/deliverables', { id, startDate })
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'startDate' }] }])
  },
)

test('deactivating hides it; what is complete stays (S16)', async () => {
  const [first, second] = [await add(), await add()]
  await server.patch('ana', 'projects/deliverables', { id: first.id, active: 0 })
  await server.post('ana', 'projects/deliverables', { ...second, complete: true })
  expect((await server.get('ana', `projects/${projectTaskId}/deliverables`)).list.map((row) => row.id)).toEqual([
    second.id,
  ])
  expect((await server.get('ana', `projects/${projectTaskId}`)).body.completed).toBe(true)
  expect((await server.post('ana', 'projects/deliverables', { id: second.id, active: false })).status).toBe(409)
  expect((await server.get('ana', 'projects/999/deliverables')).status).toBe(404)
  expect((await server.get('ana', 'projects/deliverables/999/comments')).status).toBe(404)
})

test('a deliverable is changed at its own tasking alone', async () => {
  const { id } = await add()
  const other = (await server.post('ana', 'projects', internal)).body.id
  const rename = (body: object) => server.post('ana', 'projects/deliverables', { id, name: 'Final report', ...body })
  expect((await rename({ projectTaskId: other })).status).toBe(404)
  expect((await rename({ projectTaskId: other, active: 0 })).status).toBe(404)
  expect((await rename({ projectTaskId: String(projectTaskId) })).body).toMatchObject({ id, name: 'Final report' })
})

test('a comment is edited by its author and hidden by managers; an unknown one is not there', async () => {
  const path = `projects/${projectTaskId}/comments`
  const { id } = (await server.post('pete', path, { id: '0', comment: 'ok then', projectId: projectTaskId, active: 1 }))
    .body
  expect((await server.post('pete', path, { id: String(id), comment: 'ok now' })).body).toMatchObject({
    id,
    comment: 'ok now',
  })
  expect((await server.post('ana', path, { id, active: 0 })).status).toBe(403)
  expect((await server.post('mia', path, { id, active: 0 })).status).toBe(200)
  expect((await server.post('pete', path, { id: 999, comment: 'ok now' })).status).toBe(404)
})

const editors: RoleName[] = ['Admin', 'Manager', 'Analyst', 'AD', 'COR']
const lines: [what: string, allowed: RoleName[], (id: number) => [method: string, path: string, body?: object]][] = [
  ['lists', roleNames, () => ['GET', `projects/${projectTaskId}/deliverables`]],
  ['reads comments of', roleNames, (id) => ['GET', `projects/deliverables/${id}/comments`]],
  ['comments on', roleNames, (id) => ['POST', `projects/deliverables/${id}/comments`, { comment: 'ok then' }]],
  ['adds', editors, () => ['POST', 'projects/deliverables', { projectTaskId, name: 'Another' }]],
  ['renames', editors, (id) => ['PATCH', 'projects/deliverables', { id, name: 'Final report' }]],
  ['starts', editors, (id) => ['POST', 'projects/deliverables', { id, startDate: '2026-03-10' }]],
  ['deactivates', editors, (id) => ['POST', 'projects/deliverables', { id, active: false }]],
  [
    'comments on the tasking of',
    roleNames,
    () => ['POST', `projects/${projectTaskId}/comments`, { comment: 'ok then' }],
  ],
]
test.each(lines)('who %s a deliverable of an internal tasking: %j (C.4, C-025)', async (_, allowed, call) => {
  const may: RoleName[] = []
  for (const role of roleNames) {
    const { id } = await add()
    const [method, path, body] = call(id)
    if ((await server.as(everyRole[role], method, path, body)).status !== 403) may.push(role)
  }
  expect(may).toEqual(allowed)
})
