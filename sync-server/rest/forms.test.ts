import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import {
  aCountry,
  anAdvisor,
  aPoolCode,
  aProjectType,
  aService,
  aSubservice,
  aTeam,
  aUser,
} from '#shared/testing/samples.ts'
import { execute } from '../execute/execute.ts'
import { stage, type Stage } from '../testing/stage.ts'

/** Every form, every field, everything that can be wrong with it, and what is said: to devices and over REST alike. */
const GONE = 9_001
const NOBODY = 99_999
const MISSING = Symbol('left out')

/** A fault by its name: what is given, and the sentence. */
type Faults = Record<string, readonly [value: unknown, sentence: string]>
type Fields = Record<string, Faults>
interface Form {
  who: string
  say: [method: string, path: string]
  /** What is fine. */
  body: Record<string, unknown>
  command: string
  /** The input of the command for such a body. */
  input: (body: Record<string, unknown>) => Record<string, unknown>
  fields: Fields
}

const gone = messages.inactive
const texts = { type: [7, 'Please enter a text'], none: [null, 'Please enter a text'] } as const
const long = (most: number) => ['x'.repeat(most + 1), messages.tooLong(most)] as const
const aText = (sentence: string): Faults => ({
  missing: [MISSING, sentence],
  short: [' ab ', sentence],
  type: [7, sentence],
  long: long(20_000),
  control: ['abc\u0000', messages.unreadableText],
})
const anyText: Faults = { ...texts, long: long(20_000), control: ['abc\u0000', messages.unreadableText] }
const aLine = (sentence: string, most = 500): Faults => ({
  ...aText(sentence),
  long: long(most),
  control: ['Ana\u0007 Bell', messages.oneLine],
  tab: ['Ana\tBell', messages.oneLine],
  lines: ['Ana\nBell', messages.oneLine],
  turned: ['\u202egnp.exe', messages.oneLine],
  isolated: ['Ana \u2066Bell', messages.oneLine],
  half: ['Ana \ud800Bell', messages.oneLine],
})
const aChoice = (sentence: string, inactive: number | string = GONE): Faults => ({
  missing: [MISSING, sentence],
  zero: [0, sentence],
  type: ['x', sentence],
  fraction: [1.5, sentence],
  unknown: [NOBODY, sentence],
  inactive: [inactive, gone(sentence)],
})
const aReference = (sentence: string): Faults => ({
  type: ['x', 'Please enter a whole number'],
  fraction: [1.5, 'Please enter a whole number'],
  negative: [-1, 'Please enter 0 or more'],
  long: [2 ** 60, 'Please enter at most 9,007,199,254,740,991'],
  unknown: [NOBODY, sentence],
  inactive: [GONE, gone(sentence)],
})
const aDay = (sentence: string): Faults => ({
  missing: [MISSING, sentence],
  empty: ['', sentence],
  type: [7, sentence],
  unreal: ['2026-02-30', messages.day],
})
const anyDay: Faults = { type: [7, messages.day], unreal: ['2026-02-30', messages.day], text: ['soon', messages.day] }
const anAmount = (sentence: string): Faults => ({
  type: ['x', sentence],
  negative: [-1, sentence],
  long: [1e15, sentence],
})
const aCost: Faults = { ...anAmount(messages.amount), long: [100_000_000_001, messages.cost] }
const aFlag: Faults = { type: ['maybe', 'Please answer with true or false'] }
const aCode: Faults = {
  ...aLine(messages.poolCode),
  unknown: ['NO-SUCH', messages.poolCode],
  inactive: ['BK-GONE', gone(messages.poolCode)],
}

const start = {
  countryId: aChoice(messages.country),
  teamId: aChoice(messages.team),
  advisorId: aChoice(messages.advisor),
  projectTypeId: aChoice(messages.projectType),
  poolCode: aCode,
  dueDate: { ...aDay(messages.dueDate), past: ['2026-03-01', messages.dueDatePast] },
  blanketTasking: aFlag,
} satisfies Fields
const aStart = {
  ...{ countryId: 1, teamId: 3, advisorId: 1, projectTypeId: 3, poolCode: 'BK-100' },
  ...{ dueDate: '2026-04-20', blanketTasking: null },
}
const task = { taskId: 102, name: 'Translation', description: '' }
const core = {
  description: aText(messages.description),
  bocId: aChoice(messages.service),
  taskId: aChoice(messages.subservice),
  teamId: aChoice(messages.team),
  advisorId: aChoice(messages.advisor),
  countryId: aChoice(messages.country),
} satisfies Fields
const details = {
  assigneeId: aChoice(messages.assignee),
  projectTypeId: aChoice(messages.projectType),
  poolCode: aCode,
  blanketTasking: aFlag,
  dueDate: aDay(messages.dueDate),
  taskingCostEstimate: aCost,
  initialCostEstimate: aCost,
  actualCost: aCost,
} satisfies Fields
const aCore = { description: 'Office move', bocId: 1, taskId: 101, teamId: 3, advisorId: 1, countryId: 1 }
const someDetails = {
  ...{ assigneeId: 1, projectTypeId: 3, poolCode: 'BK-100', blanketTasking: null, dueDate: '2026-04-20' },
  ...{ taskingCostEstimate: 0, initialCostEstimate: 0, actualCost: 0 },
}

/** Of a change, what is not given stays as it is. */
const changing = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, faults]) => {
      const { missing: _, ...others } = faults
      return [name, others]
    }),
  )
const edited = (body: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name, to]) => !names.includes(name) && to !== undefined)
      .map(([name, to]) => [name, { to }]),
  )
const without = (body: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** The two forms of one kind of reference data: a new row takes everything, an old one whatever is given. */
const saving = (
  command: string,
  path: string,
  body: Record<string, unknown>,
  id: unknown,
  fields: Fields,
): Record<string, Form> => {
  const all = { ...fields, active: aFlag }
  const seen: Faults = { type: ['yesterday', 'Please give a time such as 2026-03-10T09:30:00.000Z'] }
  const { password: _, ...kept } = body
  return {
    [`${command}, new`]: {
      ...{ who: 'ada', say: ['POST', path], body, command, fields: all },
      input: (given) => ({ id: '{new}', isNew: true, ...given, ...(given['password'] ? { password: true } : {}) }),
    },
    [`${command}, old`]: {
      ...{ who: 'ada', say: ['PATCH', path], body: { id, ...kept }, command },
      ...{ input: (given) => given, fields: { ...changing(all), modifiedDate: seen } },
    },
  }
}

const name = aLine(messages.name, 200)
const forms: Record<string, Form> = {
  'Start, new': {
    ...{ who: 'ana', say: ['POST', 'requests/details'], body: aStart, command: 'startRequest', fields: start },
    input: (body) => ({ id: '{new}', ...body }),
  },
  'Start, again': {
    ...{ who: 'ana', say: ['PATCH', 'requests/details'], body: { requestId: '{draft}', ...aStart } },
    command: 'editRequestStart',
    input: ({ requestId, ...body }) => ({ requestId, revisionId: '{new}', fields: edited(body) }),
    fields: changing(start),
  },
  Tasks: {
    ...{ who: 'ana', say: ['POST', 'requests/tasks'], body: { requestId: '{draft}', category: 1, tasks: [task] } },
    command: 'chooseTasks',
    input: ({ requestId, ...body }) => ({ requestId, revisionId: '{new}', fields: edited(body) }),
    fields: {
      category: { type: ['x', messages.tasks], large: [99, messages.tasks], fraction: [1.5, messages.tasks] },
      tasks: {
        none: [[], messages.tasks],
        type: ['x', 'Please give a list'],
        many: [Array.from({ length: 21 }, () => task), 'Please choose at most 20'],
        item: [[{ ...task, taskId: 'x' }], 'Please enter a whole number'],
        long: [[{ ...task, name: 'x'.repeat(501) }], messages.tooLong(500)],
        unknown: [[{ ...task, taskId: NOBODY }], messages.tasks],
        inactive: [[{ ...task, taskId: GONE }], messages.tasksInactive(['Translation'])],
      },
    },
  },
  Details: {
    ...{ who: 'ana', say: ['POST', 'requests/tasks/details'], command: 'describeRequest' },
    body: { requestId: '{draft}', contactDetails: 'Grace', taskDetails: 'Three days', specialInstructions: '' },
    input: ({ requestId, ...body }) => ({ requestId, revisionId: '{new}', fields: edited(body) }),
    fields: {
      ...changing({
        contactDetails: aText(messages.contactDetails),
        taskDetails: aText(messages.taskDetails),
        subTaskId: aReference(messages.subTask),
      }),
      specialInstructions: anyText,
    },
  },
  Complete: {
    ...{ who: 'ana', say: ['POST', 'requests/complete'], body: { requestId: '{draft}', recipients: '', approval: '' } },
    command: 'completeRequest',
    input: (body) => ({ ...body, taskings: [{ taskId: 101, id: '{new}' }] }),
    fields: { recipients: without(anyText, 'none') as Faults, approval: without(anyText, 'none') as Faults },
  },
  'Add a Project': {
    ...{ who: 'ana', say: ['POST', 'projects'], body: { ...aCore, ...someDetails }, command: 'addProject' },
    input: (body) => ({ id: '{new}', ...body }),
    fields: { ...core, ...details },
  },
  Core: {
    ...{ who: 'ana', say: ['PATCH', 'projects/core'], body: { id: '{progress}', ...aCore }, command: 'editProject' },
    input: ({ id, ...body }) => ({ id, fields: edited(body) }),
    fields: changing(core),
  },
  Details_: {
    ...{ who: 'cora', say: ['PATCH', 'projects/details'], command: 'editProject' },
    body: { id: '{progress}', ...someDetails },
    input: ({ id, ...body }) => ({ id, fields: edited(body) }),
    fields: changing(details),
  },
  Deny: {
    ...{ who: 'cora', say: ['POST', 'projects/{interim}/deny'], command: 'denyProject' },
    body: { content: 'The dates clash.', assigneeId: 5 },
    input: (body) => ({ id: '{interim}', commentId: '{new}', ...body }),
    fields: { content: aText(messages.reason), assigneeId: aChoice(messages.assignee) },
  },
  Approve: {
    ...{ who: 'cora', say: ['POST', 'projects/{interim}/approve'], body: { comment: 'Fine.' } },
    command: 'approveProject',
    input: (body) => ({ id: '{interim}', approvalId: '{new}', ...body }),
    fields: { comment: anyText, seen: texts },
  },
  Accept: {
    ...{ who: 'mia', say: ['POST', 'projects/{acceptance}/accept'], body: { assigneeId: 1 }, command: 'acceptProject' },
    input: (body) => ({ id: '{acceptance}', ...body }),
    fields: { assigneeId: aReference(messages.assignee), seen: texts },
  },
  Cancel: {
    ...{ who: 'mia', say: ['POST', 'projects/{interim}/cancel'], body: { id: '{interim}' }, command: 'cancelProject' },
    input: (body) => body,
    fields: { reason: anyText },
  },
  Amend: {
    ...{ who: 'pete', say: ['POST', 'requests/amend'], command: 'amendProject' },
    body: { projectId: '{interim}', content: 'Two days are enough.', assigneeId: 5 },
    input: (body) => ({ amendmentId: '{new}', ...body }),
    fields: { content: aText(messages.amendment), assigneeId: aReference(messages.assignee) },
  },
  'Edit Request': {
    ...{ who: 'cora', say: ['POST', 'requests/content'], body: { projectId: '{interim}', content: 'Two days.' } },
    command: 'editRequestContent',
    input: (body) => ({ revisionId: '{new}', ...body }),
    // Three texts of a request in one.
    fields: { content: { ...aText(messages.requestText), long: long(61_000) } },
  },
  Comment: {
    ...{ who: 'pete', say: ['POST', 'projects/{progress}/comments'], body: { comment: 'Agreed.' } },
    command: 'addComment',
    input: (body) => ({ id: '{new}', projectId: '{progress}', ...body }),
    fields: { comment: aText(messages.comment), attachment: { type: texts.type, long: long(500) } },
  },
  'Comment, again': {
    ...{ who: 'pete', say: ['PATCH', 'projects/{commented}/comments'], command: 'editComment' },
    body: { id: '{ownComment}', comment: 'Agreed.' },
    input: (body) => body,
    fields: { comment: aText(messages.comment) },
  },
  Deliverable: {
    ...{ who: 'ana', say: ['POST', 'projects/deliverables'], command: 'addDeliverable' },
    body: { projectTaskId: '{progress}', name: 'Draft report', dueDate: '2026-04-30' },
    input: (body) => ({ id: '{new}', ...body }),
    fields: { name: aLine(messages.deliverableName), dueDate: anyDay },
  },
  'Deliverable, again': {
    ...{ who: 'ana', say: ['PATCH', 'projects/deliverables'], command: 'editDeliverable' },
    body: { id: '{deliverable}', name: 'Draft report', dueDate: '2026-04-30' },
    input: ({ id, ...body }) => ({ id, fields: edited(body) }),
    fields: {
      ...changing({ name: aLine(messages.deliverableName) }),
      ...{ dueDate: anyDay, startDate: anyDay, completedDate: anyDay },
    },
  },
  'Comment on a deliverable': {
    ...{ who: 'pete', say: ['POST', 'projects/deliverables/{deliverable}/comments'], body: { comment: 'Agreed.' } },
    command: 'commentOnDeliverable',
    input: (body) => ({ id: '{new}', deliverableId: '{deliverable}', ...body }),
    fields: { comment: aText(messages.comment) },
  },
  ...saving('saveCountry', 'resources/customers', { title: 'Chad' }, 1, { title: aLine(messages.title, 200) }),
  ...saving('saveAdvisor', 'resources/advisors', { name: 'Joyce Voss' }, 1, {
    name,
    teamId: aReference(messages.team),
  }),
  ...saving('saveTeam', 'resources/teams', { name: 'Logistics' }, 3, { name }),
  ...saving('savePoolType', 'resources/pools/types', { name: 'Grants' }, 3, {
    name,
    teamId: aReference(messages.team),
  }),
  ...saving(
    'savePoolCode',
    'resources/pools/codes',
    { projectTypeId: 3, poolCode: '{code}', shipNumber: 7, funds: 100 },
    2,
    {
      projectTypeId: aChoice(messages.projectType),
      poolCode: aLine(messages.poolCodeText, 200),
      shipNumber: { missing: [MISSING, messages.ship], type: ['x', messages.ship], negative: [-1, messages.ship] },
      funds: { missing: [MISSING, messages.funds], ...anAmount(messages.funds), long: [1e15, messages.money] },
    },
  ),
  ...saving('saveService', 'settings/services', { name: 'Catering', defaultAssigneeId: 5 }, 1, {
    name,
    defaultAssigneeId: aReference(messages.assignee),
  }),
  ...saving('saveSubservice', 'settings/subservices', { name: 'Signing', bocId: 1 }, 102, {
    name,
    bocId: aChoice(messages.service),
    parentId: aReference(messages.subservice),
  }),
  ...saving('saveDeliverableTemplate', 'settings/deliverables', { name: 'Summary', taskId: 101 }, 1, {
    name,
    taskId: aChoice(messages.subservice),
  }),
  ...saving(
    'saveUser',
    'resources/users',
    { fullName: 'Nora Quill', email: '{mail}', roles: 'Analyst', teamId: 3, password: 'seven brown owls' },
    '{colleague}',
    {
      fullName: aLine(messages.fullName, 200),
      email: {
        missing: [MISSING, messages.emailRequired],
        short: ['nora', messages.emailRequired],
        type: [7, messages.emailRequired],
        long: [`${'x'.repeat(200)}@x.example`, messages.tooLong(200)],
        control: ['no\u0000ra@x.example', messages.oneLine],
        turned: ['\u202enora@x.example', messages.oneLine],
      },
      roles: {
        missing: [MISSING, messages.roles],
        none: ['', messages.roles],
        type: [7, messages.roles],
        unknown: ['Wizard', 'There is no role “Wizard”'],
      },
      teamId: aReference(messages.team),
    },
  ),
}
// What belongs to a service stays there, and that is said before anything else.
delete (forms['saveSubservice, old']?.fields ?? {})['bocId']

let on: Stage
const tokens = new Map<string, number>()
beforeAll(async () => {
  on = await stage()
  await on.write(
    put('teams', aTeam({ id: GONE, active: false })),
    put('countries', aCountry({ id: GONE, active: false })),
    put('advisors', anAdvisor({ id: GONE, active: false })),
    put('users', aUser({ id: GONE, active: false })),
    put('services', aService({ id: GONE, active: false })),
    put('subservices', aSubservice({ id: GONE, active: false })),
    put('projectTypes', aProjectType({ id: GONE, active: false })),
    put('poolCodes', aPoolCode({ id: GONE, projectTypeId: 3, poolCode: 'BK-GONE', active: false })),
    put('poolCodes', aPoolCode({ id: GONE + 1, projectTypeId: 3, poolCode: 'BK-NEXT', shipNumber: 14 })),
  )
  for (const [who, id] of Object.entries({ ana: 1, mia: 2, cora: 4, pete: 5, ada: 7 })) tokens.set(who, id)
})
afterAll(() => on.close())

const inOrder = (errors: readonly FieldError[] | undefined): string[] =>
  (errors ?? []).map(({ field, message }) => `${field}: ${message}`).sort()

/** What is said over REST and to a device. */
async function saidBy(form: Form, faults: Record<string, unknown>): Promise<[string[], string[]]> {
  const told = new Map<string, number | string>()
  const body = Object.fromEntries(Object.entries({ ...form.body, ...faults }).filter(([, value]) => value !== MISSING))
  const [method, path] = form.say
  const { answer, address } = await on.say(form.who, { method, path, body }, told)
  expect(answer.status, `${address} ${JSON.stringify(answer.body)}`).toBe(422)
  const userId = tokens.get(form.who) ?? 0
  const input = await on.filled(form.input(body), userId, told)
  const call = { userId, device: 0, seq: null, callId: `form-${on.clock.now()}-${Math.random()}`, name: form.command }
  const verdict = await execute(on.server, { ...call, input, at: on.clock.now() })
  const { errors } = answer.body as unknown as { errors: FieldError[] }
  return [inOrder(errors), inOrder(typeof verdict === 'object' ? verdict.refusal?.errors : [])]
}

describe.each(Object.entries(forms))('%s', (_, form) => {
  const faults = Object.entries(form.fields).flatMap(([field, kinds]) =>
    Object.entries(kinds).map(([kind, [value, sentence]]) => ({ field, kind, value, sentence })),
  )

  test.each(faults)('$field, $kind: $sentence', async ({ field, value, sentence }) => {
    const expected = [`${field}: ${sentence}`]
    expect(await saidBy(form, { [field]: value })).toEqual([expected, expected])
  })

  test('all that is wrong is said at once, whatever it is', async () => {
    const most = Math.max(...Object.values(form.fields).map((kinds) => Object.keys(kinds).length))
    for (let n = 0; n < most; n++) {
      const chosen = Object.entries(form.fields).map(([field, kinds]) => {
        const all = Object.values(kinds)
        return [field, all[n % all.length] ?? ['', '']] as const
      })
      const expected = chosen.map(([field, [, sentence]]) => `${field}: ${sentence}`).sort()
      const given = Object.fromEntries(chosen.map(([field, [value]]) => [field, value]))
      expect(await saidBy(form, given)).toEqual([expected, expected])
    }
  })
})

const errorsOf = (answer: { body: unknown }) => inOrder((answer.body as { errors?: FieldError[] }).errors)

test('a pool code of two letters without a ship lists both, and what else a new one needs', async () => {
  const answer = await on.post('mia', 'resources/pools/codes', { poolCode: 'AB' })
  expect(errorsOf(answer)).toEqual([
    'funds: Funds are required, 0 or more',
    'poolCode: Pool Code is required',
    'projectTypeId: Please select a project',
    'shipNumber: Ship Number is required',
  ])
})

test('a ship number is the one of its pool code, or it is said which that is; a whole entity can be sent back', async () => {
  const other = 'shipNumber: BK-100 has the ship number 12. Please leave it out or send that one'
  const told = new Map<string, number | string>()
  const sent = async (who: string, method: string, path: string, body: object) => {
    const { answer } = await on.say(who, { method, path, body }, told)
    const { shipNumber } = answer.body as { shipNumber?: number }
    return answer.status === 200 ? shipNumber : errorsOf(answer)
  }
  for (const [who, method, path, body] of [
    ['ana', 'POST', 'projects', { ...aCore, ...someDetails }],
    ['cora', 'PATCH', 'projects/details', { id: '{progress}', assigneeId: 1 }],
    ['ana', 'POST', 'requests/details', aStart],
    ['ana', 'PATCH', 'requests/details', { requestId: '{draft}', poolCode: 'bk-100' }],
  ] as const) {
    expect(await sent(who, method, path, { ...body, shipNumber: 99 })).toEqual([other])
    expect(await sent(who, method, path, { ...body, shipNumber: -1 })).toEqual([`shipNumber: ${messages.shipNumber}`])
    expect(await sent(who, method, path, { ...body, shipNumber: '12' })).toBe(12)
    expect(await sent(who, method, path, { ...body, shipNumber: 0 })).toBe(12)
  }
  // Of a pool that is chosen now it need not follow.
  const moved = { id: '{progress}', poolCode: 'BK-NEXT', shipNumber: 12 }
  expect(await sent('cora', 'PATCH', 'projects/details', moved)).toBe(14)
  const wrong = { ...aCore, ...someDetails, description: 'ab', shipNumber: 99 }
  expect(await sent('ana', 'POST', 'projects', wrong)).toEqual([`description: ${messages.description}`, other])
})

test('a new person without anything lists the roles and the password too, and a weak password stands beside the rest', async () => {
  expect(errorsOf(await on.post('mia', 'resources/users', { email: 'nora' }))).toEqual([
    'email: Email is required',
    'fullName: Full name is required',
    'password: Password must be at least 6 characters',
    'roles: Roles are required',
  ])
  const weak = { fullName: 'No', email: 'mia@fieldpost.example', roles: 'Wizard', teamId: GONE, password: '12345' }
  expect(errorsOf(await on.post('mia', 'resources/users', weak))).toEqual([
    'email: There is already an account with this address',
    'fullName: Full name is required',
    'password: Password must be at least 6 characters',
    'roles: There is no role “Wizard”',
    `teamId: ${gone(messages.team)}`,
  ])
})

test('a taken name alone is a conflict, and beside other faults one of them', async () => {
  const code = { projectTypeId: 3, poolCode: 'bk-100', shipNumber: 7, funds: 1 }
  const taken = 'poolCode: There is already a pool code of this name'
  const alone = await on.post('mia', 'resources/pools/codes', code)
  expect([alone.status, errorsOf(alone)]).toEqual([409, [taken]])
  const among = await on.post('mia', 'resources/pools/codes', { ...code, shipNumber: -1 })
  expect([among.status, errorsOf(among)]).toEqual([422, [taken, 'shipNumber: Ship Number is required']])
})

test('a field that does not exist is named, wherever it stands', async () => {
  const call = { userId: 1, device: 0, seq: null, at: on.clock.now() }
  const said = async (name: string, input: unknown) => {
    const verdict = await execute(on.server, { ...call, callId: `${name}-${Math.random()}`, name, input })
    return typeof verdict === 'object' ? inOrder(verdict.refusal?.errors) : verdict
  }
  const noField = 'There is no such field. Please leave it out'
  const aComment = { id: 1_900_001, projectId: 42_000_017, comment: 'Agreed.' }
  expect(await said('addComment', { ...aComment, createdById: 7, kind: 'x' })).toEqual([
    `createdById: ${noField}`,
    `kind: ${noField}`,
  ])
  const edits = { phase: { to: 'x' }, description: { to: 'Office move', by: 7 } }
  expect(await said('editProject', { id: 42_000_017, fields: edits })).toEqual([
    `description: ${noField}`,
    `phase: ${noField}`,
  ])
})

test('a stranger to the form is told so, and nothing of what is wrong with it', async () => {
  const answer = await on.post('ana', 'resources/pools/codes', { poolCode: 'AB' })
  expect([answer.status, answer.body.errors]).toEqual([403, undefined])
})

test('what one looks for has no control characters, and a file of such a name gets a plain one', async () => {
  const term = encodeURIComponent('office\u0000move')
  for (const path of ['find/search', 'resources/countries', 'resources/advisors'])
    expect(errorsOf(await on.get('mia', `${path}?term=${term}`))).toEqual([`term: ${messages.oneLine}`])
  const form = new FormData()
  form.append('file', new File(['agenda'], '\u202egpj\u0007.agenda.txt', { type: 'text/plain' }))
  const sent = await on.say('ana', { method: 'GET', path: 'projects/{progress}' })
  const answer = await on.as('ana', 'POST', `projects/${sent.answer.body.id}/upload`, form)
  expect(answer.body['name']).toBe('gpj.agenda.txt')
})
