import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { contentToText } from '#shared/rules/content.ts'
import { ID_COUNTER } from '../store/ids.ts'
import { internal } from '../testing/rest.ts'
import { testServer, type TestServer } from '../testing/server.ts'

type Json = Record<string, unknown>
let server: TestServer
const tokens = new Map<string, string>()
beforeEach(async () => {
  server = await testServer()
  tokens.clear()
})
afterEach(() => server.close())

interface Answer {
  status: number
  body: Json & { id: number }
  list: (Json & { id: number })[]
}
/** Speaks as a persona; the body is sent as JSON. */
async function as(
  who: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const token = tokens.get(who) ?? (await server.signIn(who))
  tokens.set(who, token)
  const answer = await server.fetch(`/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Answer['body'] & Answer['list']
  return { status: answer.status, body: json, list: json }
}
const get = (who: string, path: string) => as(who, 'GET', path)
const post = (who: string, path: string, body: unknown = true) => as(who, 'POST', path, body)

const start = {
  countryId: 1,
  teamId: 3,
  advisorId: 2,
  projectTypeId: 3,
  poolCode: 'bk-100',
  dueDate: '2026-04-20',
  blanketTasking: null,
}
const twoTasks = [
  { taskId: 101, name: 'Interpretation', description: '' },
  { taskId: 102, name: 'Written Translation', description: '' },
]
const texts = {
  contactDetails: 'Ask for Grace.',
  taskDetails: 'Two days at the central bank.',
  specialInstructions: '',
}

/** A finished request of Ana's: its id and its taskings. */
async function aFinishedRequest(tasks = twoTasks, approval = ''): Promise<{ requestId: number; ids: number[] }> {
  const { id: requestId } = (await post('ana', 'requests/details', start)).body
  await post('ana', 'requests/tasks', { requestId, type: 'Language Support', category: 1, tasks })
  await post('ana', 'requests/tasks/details', { requestId, ...texts })
  await post('ana', 'requests/complete', { requestId, recipients: '', approval })
  const rows = await get('ana', `requests/${requestId}/projects`)
  return { requestId, ids: rows.list.map((row) => row.id) }
}
async function aTasking(): Promise<number> {
  const { ids } = await aFinishedRequest(twoTasks.slice(0, 1))
  return ids[0] ?? 0
}
async function anAcceptedTasking(): Promise<number> {
  const id = await aTasking()
  await post('cora', `projects/${id}/approve`)
  await post('mia', `projects/${id}/accept`, { assigneeId: 1 })
  return id
}

test('the wizard: start, tasks, details, complete; each task becomes a tasking', async () => {
  const draft = await post('ana', 'requests/details', start)
  expect([draft.status, draft.body.requestId, draft.body.shipNumber, draft.body.country]).toEqual([
    200,
    draft.body.id,
    12,
    'Kenya',
  ])
  const requestId = draft.body.id
  expect((await get('ana', `dashboard/requests/1/drafts`)).list).toMatchObject([
    { id: requestId, requestId, stage: 0, country: 'Kenya', team: 'Banking' },
  ])
  await post('ana', 'requests/tasks', { requestId, type: 'x', category: 1, tasks: twoTasks })
  expect((await get('ana', `requests/${requestId}/tasking`)).body).toEqual({
    requestId,
    type: 'Language Support',
    category: 1,
    tasks: twoTasks,
  })
  await post('ana', 'requests/tasks/details', { requestId, ...texts })
  const done = await post('ana', 'requests/complete', { requestId, recipient: 'cora@fieldpost.example', approval: '' })
  expect(done.body).toMatchObject({
    complete: true,
    recipients: 'cora@fieldpost.example',
    pool: { poolCode: 'BK-100', funds: 100_000 },
  })
  const taskings = await get('mia', `requests/${requestId}/projects`)
  expect(taskings.list).toMatchObject([
    {
      name: 'T-1-4',
      task: 'Interpretation',
      status: 'Needs Interim Approval',
      statusId: 0,
      createdBy: 'Ana Whitfield',
    },
    { task: 'Written Translation' },
  ])
  expect((await get('ana', `dashboard/requests/1/drafts`)).list).toEqual([])
})

test('a task is chosen once, and a draft from before that has one twice is finished when it is mended', async () => {
  const { id: requestId } = (await post('ana', 'requests/details', start)).body
  const say = 'Please select each task only once.'
  const twice = [...twoTasks.slice(0, 1), ...twoTasks.slice(0, 1)]
  const chosen = await post('ana', 'requests/tasks', { requestId, category: 1, tasks: twice })
  expect([chosen.status, chosen.body]).toMatchObject([422, { errors: [{ field: 'tasks', message: say }] }])

  await post('ana', 'requests/tasks', { requestId, category: 1, tasks: twoTasks })
  await post('ana', 'requests/tasks/details', { requestId, ...texts })
  await server.store.transact({ reads: { row: one('requests', requestId) } }, ({ row }) => ({
    changes: row ? [put('requests', { ...row, tasks: twice })] : [],
    value: 0,
  }))
  const finished = await post('ana', 'requests/complete', { requestId })
  expect([finished.status, finished.body]).toMatchObject([422, { errors: [{ field: 'tasks', message: say }] }])
  await post('ana', 'requests/tasks', { requestId, category: 1, tasks: twoTasks })
  expect((await post('ana', 'requests/complete', { requestId })).status).toBe(200)
})

test('a draft is updated by PATCH, and a body with an id means update even on POST', async () => {
  const { id } = (await post('ana', 'requests/details', start)).body
  const changed = await as('ana', 'PATCH', 'requests/details', { requestId: id, dueDate: '2026-05-01' })
  expect([changed.body.id, changed.body.dueDate]).toEqual([id, '2026-05-01'])
  expect((await post('ana', 'requests/details', { ...start, id, dueDate: '2026-05-02' })).body).toMatchObject({
    id,
    dueDate: '2026-05-02',
  })
})

test('the specification’s messages come back with their fields', async () => {
  const nothing = await post('ana', 'requests/details', {})
  expect([nothing.status, nothing.body.code]).toEqual([422, 'VALIDATION'])
  expect(nothing.body.errors).toContainEqual({ field: 'countryId', message: 'Please select a country' })
  const past = await post('ana', 'requests/details', { ...start, dueDate: '2026-03-01' })
  expect(past.body.errors).toEqual([{ field: 'dueDate', message: 'The due date cannot be before today' }])
  const { id: requestId } = (await post('ana', 'requests/details', start)).body
  expect((await post('ana', 'requests/complete', { requestId, recipients: '', approval: '' })).body.message).toBe(
    'Please select at least one task.',
  )
  const short = await post('ana', 'requests/tasks/details', { requestId, contactDetails: 'ab', taskDetails: 'ab' })
  expect((short.body.errors as Json[]).map((error) => error.message)).toEqual([
    'Contact Details are required',
    'Request Details are required',
  ])
})

test('a draft is its owner’s: others neither see it, change it, finish it nor count it', async () => {
  const { id: requestId } = (await post('ana', 'requests/details', start)).body
  for (const [method, path, body] of [
    ['GET', `requests/${requestId}/summary`],
    ['GET', `requests/${requestId}/tasking`],
    ['GET', `requests/${requestId}/projects`],
    ['POST', 'requests/tasks', { requestId, category: 1, tasks: twoTasks }],
    ['POST', 'requests/complete', { requestId, recipients: '', approval: '' }],
    ['POST', 'requests/clone', requestId],
    ['DELETE', `requests/${requestId}`],
  ] as const)
    expect((await as('mia', method, path, body)).status, path).toBe(404)
  expect((await get('ana', 'dashboard/requests/3/drafts')).status).toBe(403)
})

test('a request is cloned by its bare id or by an object, and the answer is the new id', async () => {
  const { requestId } = await aFinishedRequest()
  const bare = await post('ana', 'requests/clone', requestId)
  const wrapped = await post('ana', 'requests/clone', { requestId })
  expect([typeof bare.body, typeof wrapped.body]).toEqual(['number', 'number'])
  expect((await get('ana', `requests/${String(bare.body)}/summary`)).body).toMatchObject({
    parentRequestId: requestId,
    contactDetails: texts.contactDetails,
    tasks: [],
  })
})

test('a draft can be discarded, and a finished request cannot', async () => {
  const { id } = (await post('ana', 'requests/details', start)).body
  expect((await as('ana', 'DELETE', `requests/${id}`)).body).toEqual({ id })
  expect((await get('ana', `requests/${id}/summary`)).status).toBe(404)
  const { requestId } = await aFinishedRequest()
  expect((await as('ana', 'DELETE', `requests/${requestId}`)).status).toBe(409)
})

test('the approval chain, from the queues', async () => {
  const id = await aTasking()
  expect((await get('adam', 'dashboard/status/0')).list.map((row) => row.id)).toEqual([id])
  expect((await post('ana', `projects/${id}/approve`)).status).toBe(403)
  expect((await post('ada', `projects/${id}/approve`)).status).toBe(403)
  expect((await post('adam', `projects/${id}/approve`, { comment: 'Fine.' })).body).toMatchObject({
    statusId: 1,
    approved: true,
    interim: true,
  })
  expect((await get('mia', 'dashboard/status/2')).list).toMatchObject([{ id, interim: true }])
  expect((await post('cora', `projects/${id}/approve`)).body).toMatchObject({ statusId: 2, status: 'Needs Acceptance' })
  expect((await post('cora', `projects/${id}/accept`)).status).toBe(403)
  expect((await post('mia', `projects/${id}/accept`, { assigneeId: 1 })).body).toMatchObject({
    statusId: 6,
    acceptedBy: 'Mia Lindqvist',
    acceptedById: 2,
    assignee: 'Ana Whitfield',
    assigneeId: 1,
  })
  expect((await get('mia', 'dashboard/status/5')).list.map((row) => row.id)).toEqual([id])
  const { approvals } = (await get('ana', `projects/${id}/request`)).body
  expect(approvals).toMatchObject([
    { createdBy: 'Adam Kessler', kind: 'interim' },
    { createdBy: 'Cora Benedetti', kind: 'authorization' },
  ])
})

test('a body that says no approves and accepts nothing', async () => {
  const id = await aTasking()
  for (const no of [false, { value: false }, 0]) {
    expect((await post('cora', `projects/${id}/approve`, no)).status).toBe(422)
    expect((await get('cora', `projects/${id}`)).body).toMatchObject({ statusId: 0, approved: false })
  }
  expect((await post('cora', `projects/${id}/approve`, true)).body).toMatchObject({ statusId: 2 })
  expect((await post('mia', `projects/${id}/accept`, false)).status).toBe(422)
  expect((await post('mia', `projects/${id}/accept`, { value: true })).body).toMatchObject({ accepted: true })
})

test('the second of two equal decisions is told so, a contrary one is refused with the current state', async () => {
  const id = await aTasking()
  await post('cora', `projects/${id}/approve`)
  const again = await post('tomas', `projects/${id}/approve`)
  expect([again.status, again.body.already]).toMatchObject([200, { by: 4 }])
  const contrary = await post('tomas', `projects/${id}/deny`, { content: 'Too expensive', assigneeId: 1 })
  expect([contrary.status, contrary.body.code, contrary.body.by]).toEqual([409, 'ALREADY_DECIDED', 4])
  expect((contrary.body.current as Json).statusId).toBe(2)
  await post('mia', `projects/${id}/accept`)
  const late = await post('karin', `projects/${id}/deny`, { content: 'Too expensive', projectId: id, assigneeId: 1 })
  expect([late.status, late.body.code, (late.body.current as Json).statusId]).toEqual([409, 'ALREADY_DECIDED', 6])
})

test('deny needs a reason and somebody to go on; amend brings it back', async () => {
  const id = await aTasking()
  const short = await post('cora', `projects/${id}/deny`, { content: 'no', projectId: id, assigneeId: 5 })
  expect(short.status).toBe(422)
  expect(
    (await post('cora', `projects/${id}/deny`, { content: 'No offers yet', projectId: id + 1, assigneeId: 5 })).status,
  ).toBe(422)
  const denied = await post('cora', `projects/${id}/deny`, { content: 'No offers yet', projectId: id, assigneeId: 5 })
  expect(denied.body).toMatchObject({ statusId: 4, assignee: 'Pete Okafor', deniedBy: 'Cora Benedetti' })
  expect((await get('ana', `projects/${id}/comments`)).list).toMatchObject([
    { kind: 'denial', comment: 'No offers yet', createdBy: 'Cora Benedetti' },
  ])
  const amended = await post('pete', 'requests/amend', { content: 'Two offers added', projectId: id, assigneeId: 5 })
  expect(amended.body).toMatchObject({ id, statusId: 0 })
  expect((await get('ana', `projects/${id}/request`)).body.amendments).toMatchObject([
    { amendment: 'Two offers added', createdBy: 'Pete Okafor' },
  ])
})

test('the request’s text is edited before approval by those who decide, and by nobody else', async () => {
  const id = await aTasking()
  expect((await post('mia', 'requests/content', { projectId: id, content: 'Rewritten' })).status).toBe(403)
  await post('cora', 'requests/content', { projectId: id, content: 'New <b>text</b>\nwith a line' })
  const { request } = (await get('ana', `projects/${id}/request`)).body
  expect((request as Json).content).toBe('New &lt;b&gt;text&lt;/b&gt;<br>with a line')
})

test('the text of a request whose three texts are as long as they may be can still be edited', async () => {
  const long = (letter: string) => letter.repeat(20_000)
  const { id: requestId } = (await post('ana', 'requests/details', start)).body
  await post('ana', 'requests/tasks', { requestId, category: 1, tasks: twoTasks.slice(0, 1) })
  const described = { contactDetails: long('a'), taskDetails: long('b'), specialInstructions: long('c') }
  expect((await post('ana', 'requests/tasks/details', { requestId, ...described })).status).toBe(200)
  await post('ana', 'requests/complete', { requestId })
  const projectId = (await get('ana', `requests/${requestId}/projects`)).list[0]?.id ?? 0
  const { request } = (await get('ana', `projects/${projectId}/request`)).body
  const content = contentToText(String((request as Json).content)).replace('a', 'A')
  expect(content.length).toBeGreaterThan(60_000)
  expect((await post('cora', 'requests/content', { projectId, content })).status).toBe(200)
  const again = (await get('ana', `projects/${projectId}/request`)).body.request as Json
  expect(contentToText(String(again.content))).toBe(content)
})

test('cancel wants the id as its body, and only managers and administrators', async () => {
  const id = await aTasking()
  expect((await post('ana', `projects/${id}/cancel`, id)).status).toBe(403)
  expect((await post('mia', `projects/${id}/cancel`, id + 1)).status).toBe(422)
  expect((await post('mia', `projects/${id}/cancel`, id)).body).toMatchObject({ statusId: -1, active: false })
  expect((await post('ada', `projects/${id}/cancel`, { id })).status).toBe(200)
})

const costly = { ...internal, blanketTasking: true, taskingCostEstimate: 1250.5 }

test('a project is added whole, with money in dollars outside and cents inside', async () => {
  const added = await post('ana', 'projects', { id: 0, ...costly })
  expect(added.body).toMatchObject({
    statusId: 6,
    requested: false,
    taskingCostEstimate: 1250.5,
    shipNumber: 12,
    createdBy: 'Ana Whitfield',
    createdById: 1,
  })
  const { projects } = await server.store.read({ reads: { projects: many('projects', {}) } })
  expect(projects[0]?.taskingCostEstimate).toBe(125_050)
  expect((await post('pete', 'projects', costly)).status).toBe(403)
  const empty = await post('ana', 'projects', {})
  expect((empty.body.errors as Json[]).map((error) => error.message)).toContain('Please enter a description')
})

test('an amount below nothing is none, however little below (C-160)', async () => {
  const { id } = (await post('ana', 'projects', costly)).body
  for (const actualCost of [-1, -0.01, -0.004, -1e-9])
    expect((await post('ana', 'projects/details', { id, actualCost })).body).toMatchObject({
      errors: [{ field: 'actualCost', message: 'Please enter an amount of 0 or more' }],
    })
  for (const [actualCost, kept] of [
    [0.004, 0],
    [0.005, 0.01],
    [-0, 0],
  ])
    expect((await post('ana', 'projects/details', { id, actualCost })).body).toMatchObject({ actualCost: kept })
})

test('an amount beyond all numbers is too much, and not too little', async () => {
  const { id } = (await post('ana', 'projects', costly)).body
  for (const actualCost of [1_000_000_000.01, 1e15, 1e308])
    expect((await post('ana', 'projects/details', { id, actualCost })).body).toMatchObject({
      errors: [{ field: 'actualCost', message: 'Please enter an amount of at most $1,000,000,000' }],
    })
})

test('a project may be due before today, and is overdue then; a request may not (section 5)', async () => {
  const late = await post('ana', 'projects', { ...internal, dueDate: '2026-03-01' })
  expect([late.status, late.body.dueDate, late.body.statusId]).toEqual([200, '2026-03-01', 5])
  expect((await post('ana', 'requests/details', { ...start, dueDate: '2026-03-01' })).status).toBe(422)
})

test('core and details are saved by POST, PATCH and PUT, field by field', async () => {
  const { id } = (await post('ana', 'projects', costly)).body
  expect((await as('ana', 'PATCH', 'projects/core', { id, description: 'Other words' })).body).toMatchObject({
    id,
    description: 'Other words',
    countryId: 1,
  })
  expect((await post('ana', 'projects/details', { id, actualCost: 99.99 })).body.actualCost).toBe(99.99)
  expect(
    (await as('ana', 'PUT', 'projects/core', { id, countryId: 2, description: 'ignored? no' })).body,
  ).toMatchObject({ country: 'Peru' })
  const due = await as('ana', 'PATCH', 'projects/details', { id, dueDate: '2026-06-01' })
  expect([due.status, due.body.errors]).toEqual([
    422,
    [{ field: 'dueDate', message: 'Only a COR can change the due date' }],
  ])
  expect((await as('cora', 'PATCH', 'projects/details', { id, dueDate: '2026-06-01' })).body.dueDate).toBe('2026-06-01')
  expect(
    (await post('ana', 'projects', { ...costly, dueDate: '2026-06-01', id, description: 'The whole form again' })).body
      .description,
  ).toBe('The whole form again')
})

test('an edit that says what it saw is merged by field, and what somebody else changed is handed back', async () => {
  const { id } = (await post('ana', 'projects', costly)).body
  const edit = {
    id,
    fields: {
      description: { from: 'Something else', to: 'Mine' },
      actualCost: { from: 0, to: 12.5 },
      taskingCostEstimate: { from: 1, to: 2 },
    },
  }
  const answer = await as('ana', 'PATCH', 'projects/details', edit)
  expect(answer.body).toMatchObject({
    actualCost: 12.5,
    description: 'Figures for the review',
    conflicts: [
      { field: 'description', yours: 'Mine' },
      { field: 'taskingCostEstimate', before: 1, theirs: 1250.5, yours: 2 },
    ],
  })
})

test('fields that only the server may write do nothing', async () => {
  const { id } = (await post('ana', 'projects', { ...costly, accepted: true, createdById: 2, completed: true })).body
  const row = (
    await as('ana', 'PATCH', 'projects/core', { id, approved: true, createdById: 7, description: 'Other words' })
  ).body
  expect(row).toMatchObject({ accepted: false, completed: false, approved: false, createdById: 1 })
})

test('deliverables: one address creates, updates, starts, completes and deletes', async () => {
  const projectTaskId = await anAcceptedTasking()
  const form = {
    id: 0,
    projectTaskId,
    name: 'Draft report',
    active: true,
    complete: false,
    segmentId: 1,
    dueDate: '2026-04-01',
    startDate: null,
    completedDate: null,
  }
  expect((await post('ana', 'projects/deliverables', { ...form, name: 'ab' })).status).toBe(422)
  const first = (await post('ana', 'projects/deliverables', form)).body
  const second = (await post('ana', 'projects/deliverables', { ...form, name: 'Final report' })).body
  expect([first.segmentId, second.segmentId, first.modifiedBy]).toEqual([1, 2, 'Ana Whitfield'])
  const started = (await as('ana', 'PATCH', 'projects/deliverables', { ...first, startDate: '2026-03-10' })).body
  expect(started).toMatchObject({ startDate: '2026-03-10', complete: false })
  expect((await post('ana', 'projects/deliverables', { ...started, name: 'Renamed report' })).body.name).toBe(
    'Renamed report',
  )
  await post('ana', 'projects/deliverables', { ...second, active: false })
  expect((await get('ana', `projects/${projectTaskId}/deliverables`)).list.map((row) => row.id)).toEqual([first.id])
  const done = (await post('ana', 'projects/deliverables', { ...started, complete: true, completedDate: '2026-03-10' }))
    .body
  expect(done).toMatchObject({ complete: true, completedDate: '2026-03-10' })
  expect((await get('ana', `projects/${projectTaskId}`)).body).toMatchObject({ statusId: 3, completed: true })
  expect((await post('ana', 'projects/deliverables', form)).status).toBe(409)
  expect((await post('fin', 'projects/deliverables', { ...done, name: 'Not his to change' })).status).toBe(409)
})

test('a comment is changed and hidden at the address of its own tasking alone', async () => {
  const { id } = (await post('mia', 'projects', internal)).body
  const { id: other } = (await post('mia', 'projects', internal)).body
  const { id: own } = (await post('pete', `projects/${id}/comments`, { comment: 'ok then' })).body
  for (const change of [{ comment: 'ok now' }, { active: false }])
    expect((await post('pete', `projects/${other}/comments`, { id: own, ...change })).status).toBe(404)
  expect((await get('ana', `projects/${id}/comments`)).list).toMatchObject([{ comment: 'ok then', history: [] }])
})

test('comments on a tasking and on a deliverable', async () => {
  const id = await anAcceptedTasking()
  expect(
    (await post('pete', `projects/${id}/comments`, { id: 0, comment: 'ab', projectId: id, active: true })).status,
  ).toBe(422)
  const saved = await post('pete', `projects/${id}/comments`, {
    id: 0,
    comment: 'ok then',
    projectId: id,
    active: true,
  })
  expect(saved.body).toMatchObject({ comment: 'ok then', createdBy: 'Pete Okafor', projectId: id })
  expect(
    (await post('mia', `projects/${id}/comments`, { id: saved.body.id, comment: 'not hers', projectId: id })).status,
  ).toBe(403)
  expect(
    (await post('pete', `projects/${id}/comments`, { id: saved.body.id, comment: 'ok now', projectId: id })).body,
  ).toMatchObject({ comment: 'ok now', history: ['ok then'] })
  expect(
    (
      await post('mia', `projects/${id}/comments`, {
        id: saved.body.id,
        comment: 'ok now',
        projectId: id,
        active: false,
      })
    ).status,
  ).toBe(200)
  expect((await get('ana', `projects/${id}/comments`)).list).toEqual([])
  const deliverable = (await post('ana', 'projects/deliverables', { projectTaskId: id, name: 'Draft report' })).body
  expect(
    (await post('pete', `projects/deliverables/${deliverable.id}/comments`, { comment: 'Looks good' })).body,
  ).toMatchObject({ comment: 'Looks good' })
  expect((await get('ana', `projects/deliverables/${deliverable.id}/comments`)).list).toMatchObject([
    { createdBy: 'Pete Okafor' },
  ])
  expect((await get('ana', `projects/${id}/deliverables`)).list).toMatchObject([{ comments: 1 }])
})

test('a tasking without deliverables is completed by hand', async () => {
  const id = await anAcceptedTasking()
  expect((await post('pete', `projects/${id}/complete`)).status).toBe(403)
  expect((await post('mia', `projects/${id}/complete`)).body).toMatchObject({ statusId: 3 })
  expect((await get('mia', 'dashboard/completed')).list.map((row) => row.id)).toEqual([id])
  expect((await get('mia', 'dashboard/team/3/completed')).list.length).toBe(1)
  expect((await get('mia', 'dashboard/team/2/completed')).list).toEqual([])
})

test('funding follows the four taskings of the decision record: 100,000 − 65,000 = 35,000, 65 %', async () => {
  const add = async (taskingCostEstimate: number, actualCost: number) =>
    (await post('mia', 'projects', { ...costly, taskingCostEstimate, actualCost })).body.id
  const completed = await add(25_000, 20_000)
  await post('mia', `projects/${completed}/complete`)
  const inProgress = await add(30_000, 10_000)
  const pending = await aTasking()
  await as('mia', 'PATCH', 'projects/details', { id: pending, taskingCostEstimate: 15_000 })
  const canceled = await add(9_000, 0)
  await post('mia', `projects/${canceled}/cancel`, canceled)
  const figures = {
    funding: 100_000,
    actual: 30_000,
    estimated: 35_000,
    pending: 15_000,
    projection: 65_000,
    balance: 35_000,
    utilization: 65,
  }
  expect((await get('ana', 'requests/funding/bk-100')).body).toEqual(figures)
  expect((await get('ana', `projects/${inProgress}/funding`)).body).toMatchObject({
    ...figures,
    pool: 'BK-100',
    ship: 12,
    type: 'Banking TA',
    tasking: 30_000,
    cost: 30_000,
    restricted: false,
  })
  expect((await get('ana', `projects/${completed}/funding`)).body.cost).toBe(20_000)
  expect((await get('ana', 'requests/funding/XX-1')).status).toBe(404)
  const [code] = (await get('fin', 'resources/pools/types/3/codes')).list
  await post('fin', 'resources/pools/codes', { ...code, id: 0, poolCode: 'summary' })
  expect((await get('ana', 'requests/funding/summary')).body).toMatchObject({ funding: 100_000 })
})

test('the overview counts in arrays, and each number is the length of its list', async () => {
  await aFinishedRequest()
  await anAcceptedTasking()
  await post('ana', 'projects', costly)
  const { body } = await get('mia', 'dashboard/overview')
  expect(body).toEqual({
    inProgress: [{ count: 2 }],
    overdue: [{ count: 0 }],
    completed: [{ count: 0 }],
    requests: [{ count: 2 }],
  })
  expect((await get('mia', 'dashboard/user/1')).list.length).toBe(4)
  expect((await get('mia', 'dashboard/team/3')).list.length).toBe(4)
  expect((await get('mia', 'dashboard/team/3/status/0')).list.length).toBe(2)
  expect((await get('mia', 'dashboard/team/2/status/0')).list).toEqual([])
  for (const path of ['dashboard/status/9', 'dashboard/status/x', 'dashboard/status/-1', 'dashboard/team/x'])
    expect((await get('mia', path)).status, path).toBe(404)
})

test('reference lists: only active ones, and a team’s people see its project types alone', async () => {
  const { body } = await get('ana', 'resources/active')
  expect(body.countries).toEqual([
    { id: 1, title: 'Kenya' },
    { id: 3, title: 'Moldova' },
    { id: 2, title: 'Peru' },
  ])
  expect((body.users as Json[]).map((user) => user.fullName)).not.toContain('Luis Ortega')
  const types = (await get('pete', 'resources/active')).body.projectTypes as Json[]
  expect(types.map((type) => type.name)).toEqual(['Banking TA', 'Banking Training'])
  expect(((await get('ana', 'resources/all')).body.users as Json[]).length).toBe(40)
  expect((await get('pete', 'resources/active/users')).list[0]).toEqual({ id: 5, fullName: 'Pete Okafor', teamId: 3 })
})

test('a repeat with the same Idempotency-Key does nothing again and answers the same', async () => {
  const id = await aTasking()
  const say = () =>
    as('pete', 'POST', `projects/${id}/comments`, { comment: 'ok then', projectId: id }, { 'idempotency-key': 'abc-1' })
  const [first, second] = [await say(), await say()]
  expect(second).toEqual(first)
  expect((await get('ana', `projects/${id}/comments`)).list.length).toBe(1)
  const others = await as(
    'ana',
    'POST',
    `projects/${id}/comments`,
    { comment: 'hers', projectId: id },
    { 'idempotency-key': 'abc-1' },
  )
  expect(others.body.comment).toBe('hers')
  expect((await as('pete', 'POST', 'projects/core', { id }, { 'idempotency-key': 'x'.repeat(300) })).status).toBe(400)
})

test('an Idempotency-Key that comes again with anything else is refused in words, and nothing is done', async () => {
  const [id, other] = [await aTasking(), await aTasking()]
  const key = { 'idempotency-key': 'abc-1' }
  const say = (comment: string, to = id, path = `projects/${id}/comments`) =>
    as('pete', 'POST', path, { comment, projectId: to }, key)
  const first = await say('ok then')
  const refused = [
    await say('something else'),
    await say('ok then', other, `projects/${other}/comments`),
    await say('ok then', id, `projects/${id}/comments?invite=true`),
    await as('pete', 'POST', 'projects/core', { id }, key),
  ]
  for (const { status, body } of refused)
    expect([status, body.code, body.message]).toEqual([422, 'VALIDATION', expect.stringContaining('Take a new key')])
  const { calls } = await server.store.read({ reads: { calls: many('calls', { name: 'addComment' }) } })
  expect(calls).toHaveLength(1)
  expect((await say('ok then')).body).toEqual(first.body)
})

test('an Idempotency-Key that is another with something behind it is a key of its own', async () => {
  const id = await aTasking()
  const say = (comment: string, key: string) =>
    as('pete', 'POST', `projects/${id}/comments`, { comment, projectId: id }, { 'idempotency-key': key })
  await say('first', 'abc-1@0.')
  await say('second', 'abc-1')
  const said = (await get('ana', `projects/${id}/comments`)).list.map(({ comment }) => comment as string)
  expect(said.sort()).toEqual(['first', 'second'])
})

test('a repeat is known by what was asked, although what it would read and mint has changed since', async () => {
  const id = await aTasking()
  const key = { 'idempotency-key': 'approve-1' }
  const approve = () => as('cora', 'POST', `projects/${id}/approve`, {}, key)
  const first = await approve()
  expect(first.status).toBe(200)
  expect(await approve()).toEqual(first)
})

test('every write is in the diary with its author', async () => {
  const id = await aTasking()
  await post('pete', `projects/${id}/comments`, { comment: 'ok then', projectId: id })
  const { calls } = await server.store.read({ reads: { calls: many('calls', { name: 'addComment' }) } })
  expect(calls).toMatchObject([{ userId: 5, device: 0, seq: null, verdict: 'applied', input: { comment: 'ok then' } }])
})

test('a server that has used up the ids of one number goes on with those of another', async () => {
  const id = await aTasking()
  const used = put('counters', { id: ID_COUNTER, name: 'ids', value: 999_900 })
  await server.store.transact({ reads: {} }, () => ({ changes: [used], value: 0 }))
  const made: [number, number][] = []
  for (let n = 0; n < 202; n++) {
    const answer = await post('pete', `projects/${id}/comments`, { comment: `Day ${n}` })
    made.push([answer.status, Math.floor(answer.body.id / 1_000_000)])
  }
  expect(new Set(made.map(([status]) => status))).toEqual(new Set([200]))
  expect(new Set(made.map(([, number]) => number))).toEqual(new Set([1, 2]))
})

test('no id is spent on who may not, nor on what is finished already; the diary has what they asked for', async () => {
  const { requestId } = await aFinishedRequest()
  const spent = async () => (await server.store.read({ reads: { row: one('counters', ID_COUNTER) } })).row?.value
  // What is left of the portion that was reserved last is not seen in the counter.
  const before = await spent()
  const rows = Array.from({ length: 500 }, (_, n) => ({ title: `Country ${n}` }))
  for (const path of ['resources/countries', 'resources/users', 'resources/advisors'])
    expect((await post('pete', `${path}/import`, { rows })).status).toBe(403)
  for (let n = 0; n < 101; n++) {
    expect((await post('pete', 'resources/countries', { title: 'Chad' })).status).toBe(403)
    expect((await post('ana', 'requests/complete', { requestId })).body).toMatchObject({ already: {} })
  }
  expect(await spent()).toBe(before)
  const { calls } = await server.store.read({ reads: { calls: many('calls', { name: 'saveCountry' }) } })
  expect(calls[0]).toMatchObject({ userId: 5, verdict: 'refused', input: { title: 'Chad' } })
})

test('what is not there is 404 in JSON, with a request id and no stack', async () => {
  for (const path of [
    'projects/999',
    'projects/x',
    'projects/0',
    'projects/999/funding',
    'requests/999/summary',
    'nothing/here',
    'projects/1e3',
  ]) {
    const answer = await get('ana', path)
    expect([answer.status, answer.body.code], path).toEqual([404, 'NOT_FOUND'])
    expect(answer.body.requestId).toMatch(/^[\w-]{36}$/)
  }
})

test('bodies that are no JSON, too large, too deep or of another type are refused as such', async () => {
  const token = await server.signIn('ana')
  const send = (body: string, type = 'application/json') =>
    server.fetch('/api/projects', {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    })
  const statuses = []
  for (const answer of [
    await send('{'),
    await send('{"a":1}', 'text/plain'),
    await send('a=1', 'application/x-www-form-urlencoded'),
    await send(JSON.stringify({ description: 'x'.repeat(70_000) })),
    await send('['.repeat(30) + ']'.repeat(30)),
    await send('['.repeat(20_000) + ']'.repeat(20_000)),
    await send('{"description": 1e999}'),
  ])
    statuses.push(answer.status)
  expect(statuses).toEqual([400, 415, 415, 413, 400, 400, 422])
})

test('a choice that does not exist is named, and nothing is saved', async () => {
  const id = await aTasking()
  const before = await get('cora', `projects/${id}`)
  const chosen = { countryId: 999, teamId: 999, advisorId: 999 }
  const edited = await as('cora', 'PATCH', 'projects/core', { id, ...chosen })
  const assigned = await as('cora', 'PATCH', 'projects/details', { id, assigneeId: 999 })
  const details = { assigneeId: 1, projectTypeId: 3, poolCode: 'BK-100', dueDate: '2026-04-20' }
  const added = await post('mia', 'projects', {
    description: 'Office move',
    bocId: 1,
    taskId: 101,
    ...chosen,
    ...details,
  })
  expect([edited.status, assigned.status, added.status]).toEqual([422, 422, 422])
  const fieldsOf = ({ body }: Answer) => (body.errors as { field: string }[]).map(({ field }) => field)
  expect(fieldsOf(edited)).toEqual(['countryId', 'teamId', 'advisorId'])
  expect(fieldsOf(assigned)).toEqual(['assigneeId'])
  expect(fieldsOf(added)).toEqual(['countryId', 'teamId', 'advisorId'])
  expect((await get('cora', `projects/${id}`)).body).toEqual(before.body)
})
