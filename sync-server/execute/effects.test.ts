import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { addDays } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import type { Effect } from '#shared/model/server-tables.ts'
import type { Notification } from '#shared/model/notification.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { sentenceFor } from '#shared/rules/notifications.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { aDeliverable, type Standing } from '#shared/testing/samples.ts'
import { people } from '../demo/people.ts'
import { aPost } from '../testing/post.ts'
import { stage, type Stage } from '../testing/stage.ts'

/** Marcus made every tasking, Ana has it, and its request names Pete and somebody without an account. */
const idOf = (mail: string): number => must(people.find((person) => person.mail === mail)).id
const mailOf = (id: number): string => must(people.find((person) => person.id === id)).mail
const recipients = 'pete@fieldpost.example; field.office@partner.example'
const content = 'The dates clash.'

let on: Stage
beforeAll(async () => {
  on = await stage({ post: aPost().post })
})
afterAll(() => on.close())
// Nobody's bundle goes on in the next test.
beforeEach(() => on.clock.advance(10 * 60_000))

async function aTasking(standing: Standing, row: Partial<ProjectFacts> = {}): Promise<number> {
  const id = await on.tasking(standing, { createdById: idOf('marcus'), assigneeId: idOf('ana'), ...row })
  const { project } = await on.store.read({ reads: { project: many('projects', { id }) } })
  const { request } = await on.store.read({ reads: { request: many('requests', { id: project[0]?.requestId ?? 0 }) } })
  if (request[0]) await on.write(put('requests', { ...request[0], recipients }))
  return id
}

const all = async (): Promise<{ notifications: Notification[]; effects: Effect[] }> =>
  on.store.read({ reads: { notifications: many('notifications', {}), effects: many('effects', {}) } })

/** What the world has learned meanwhile: `ana: denied as assignee`, `now ana`. */
async function toldBy(act: () => Promise<unknown>): Promise<{ inboxes: string[]; letters: string[] }> {
  const before = await all()
  const had = new Set([...before.notifications, ...before.effects].map(({ id }) => id))
  await act()
  const after = await all()
  const inboxes = after.notifications
    .filter((row) => !had.has(row.id))
    .map(({ userId, kind, why }) => `${mailOf(userId)}: ${kind} as ${why}`)
  const letters = after.effects
    .filter((row) => !had.has(row.id))
    .map(({ kind, receiver }) => `${kind} ${/^\d+$/.test(receiver) ? mailOf(Number(receiver)) : receiver}`)
  return { inboxes: inboxes.sort(), letters: letters.sort() }
}

let sent = 0
/** A call out of a device's queue. */
async function viaQueue(who: string, name: string, toInput: (newId: number) => object): Promise<void> {
  const round = (device: number, calls: object[]) =>
    on.post(who, 'sync', { protocol: PROTOCOL, device, cursor: null, from: 1, calls, limit: 2_000 })
  const { body } = await round(0, [])
  const device = Number(body.device)
  const input = toInput(device * 1_000_000 + 1)
  const id = `effects-test-${String(++sent).padStart(8, '0')}`
  const call = { seq: 1, id, name, input, at: on.clock.now() }
  for (let n = 0; n < 2; n++) expect((await round(device, [call])).status).toBe(200)
  const { calls } = await on.store.read({ reads: { calls: many('calls', { callId: id }) } })
  expect(calls.map(({ verdict }) => verdict)).toEqual(['applied'])
}
const viaRest = async (who: string, method: string, path: string, body: unknown): Promise<void> => {
  const key = { 'idempotency-key': `effects-${++sent}` }
  for (let n = 0; n < 2; n++) expect((await on.as(who, method, path, body, key)).status, path).toBe(200)
}

interface Event {
  what: string
  by: string
  at: Standing
  row?: Partial<ProjectFacts>
  /** The tasking has an open deliverable, of its own id. */
  hasDeliverable?: true
  command: string
  input: (id: number, newId: number) => object
  rest: [method: string, path: string, body: object | true]
  inboxes: string[]
  letters: string[]
}
const ads = ['adam', 'ingrid', 'salma', 'simon']
const cors = ['cora', 'simon', 'tomas']
const as = (kind: string, why: string, ...who: string[]) => who.map((mail) => `${mail}: ${kind} as ${why}`)
const partner = 'now field.office@partner.example'

const added = {
  ...{ description: 'Office move', bocId: 1, taskId: 101, teamId: 3, advisorId: 1, countryId: 1 },
  ...{ projectTypeId: 3, poolCode: 'BK-100', dueDate: '2026-04-20' },
}
const noCosts = { blanketTasking: null, taskingCostEstimate: 0, initialCostEstimate: 0, actualCost: 0 }

/** C.14, by hand. Each call comes twice, by the queue and by REST: a repeat tells nobody. */
const events: Event[] = [
  {
    what: 'an interim approval tells the requester, and those who may authorize',
    ...{ by: 'adam', at: 'interim', command: 'approveProject' },
    input: (id, newId) => ({ id, approvalId: newId }),
    rest: ['POST', 'projects/{id}/approve', true],
    inboxes: [...as('interim', 'requester', 'marcus'), ...as('interim', 'decider', ...cors)],
    letters: ['digest marcus'],
  },
  {
    what: 'an authorization tells the requester, and the managers',
    ...{ by: 'cora', at: 'authorization', command: 'approveProject' },
    input: (id, newId) => ({ id, approvalId: newId }),
    rest: ['POST', 'projects/{id}/approve', true],
    inboxes: [...as('authorized', 'requester', 'marcus'), ...as('authorized', 'decider', 'karin', 'mia')],
    letters: ['digest marcus'],
  },
  {
    what: 'a denial tells the new assignee and the requester at once',
    ...{ by: 'cora', at: 'authorization', command: 'denyProject' },
    input: (id, newId) => ({ id, commentId: newId, content, assigneeId: idOf('pete') }),
    rest: ['POST', 'projects/{id}/deny', { content, assigneeId: idOf('pete') }],
    inboxes: [...as('denied', 'assignee', 'pete'), ...as('denied', 'requester', 'marcus')],
    letters: ['now marcus', 'now pete'],
  },
  {
    what: 'an amendment tells the assignee, and who approved it that nothing is to do',
    ...{ by: 'marcus', at: 'acceptance', command: 'amendProject' },
    input: (projectId, newId) => ({ projectId, amendmentId: newId, content }),
    rest: ['POST', 'requests/amend', { projectId: '{id}', content }],
    inboxes: [...as('amended', 'assignee', 'ana'), ...as('amended', 'approver', 'adam')],
    letters: ['now ana'],
  },
  {
    what: 'an acceptance tells requester, assignee and recipients, those without an account by letter',
    ...{ by: 'mia', at: 'acceptance', command: 'acceptProject' },
    input: (id) => ({ id }),
    rest: ['POST', 'projects/{id}/accept', {}],
    inboxes: [
      ...as('accepted', 'assignee', 'ana'),
      ...as('accepted', 'requester', 'marcus'),
      ...as('accepted', 'recipient', 'pete'),
    ],
    letters: ['digest marcus', 'digest pete', partner],
  },
  {
    what: 'an acceptance that assigns tells the assignee that it is theirs',
    ...{ by: 'mia', at: 'acceptance', command: 'acceptProject' },
    input: (id) => ({ id, assigneeId: idOf('ben') }),
    rest: ['POST', 'projects/{id}/accept', { assigneeId: idOf('ben') }],
    inboxes: [
      ...as('assigned', 'assignee', 'ben'),
      ...as('accepted', 'requester', 'marcus'),
      ...as('accepted', 'recipient', 'pete'),
    ],
    letters: ['digest marcus', 'digest pete', 'now ben', partner],
  },
  {
    what: 'a completion tells requester, assignee and recipients, and not the assignee who did it',
    ...{ by: 'ana', at: 'progress', command: 'completeProject' },
    input: (id) => ({ id }),
    rest: ['POST', 'projects/{id}/complete', {}],
    inboxes: [...as('completed', 'requester', 'marcus'), ...as('completed', 'recipient', 'pete')],
    letters: ['digest marcus', 'digest pete', partner],
  },
  {
    what: 'an assignment tells whom it is given to',
    ...{ by: 'mia', at: 'progress', command: 'editProject' },
    input: (id) => ({ id, fields: { assigneeId: { from: idOf('ana'), to: idOf('ben') } } }),
    rest: ['PATCH', 'projects/details', { id: '{id}', assigneeId: idOf('ben') }],
    inboxes: as('assigned', 'assignee', 'ben'),
    letters: ['now ben'],
  },
  {
    what: 'what an approval rests on, changed after acceptance, tells the CORs at once (C-069)',
    ...{ by: 'mia', at: 'progress', command: 'editProject', row: { taskingCostEstimate: 100_00 } },
    input: (id) => ({ id, fields: { taskingCostEstimate: { from: 100_00, to: 250_00 } } }),
    rest: ['PATCH', 'projects/details', { id: '{id}', taskingCostEstimate: 250 }],
    inboxes: as('changed', 'cor', ...cors),
    letters: cors.map((mail) => `now ${mail}`),
  },
  {
    what: 'what no approval rests on, changed after acceptance, tells nobody',
    ...{ by: 'mia', at: 'progress', command: 'editProject', row: { taskingCostEstimate: 100_00 } },
    input: (id) => ({ id, fields: { taskingCostEstimate: { from: 100_00, to: 50_00 } } }),
    rest: ['PATCH', 'projects/details', { id: '{id}', taskingCostEstimate: 50 }],
    inboxes: [],
    letters: [],
  },
  {
    what: 'a change by a COR is their own approval, and tells no other',
    ...{ by: 'cora', at: 'progress', command: 'editProject', row: { taskingCostEstimate: 100_00 } },
    input: (id) => ({ id, fields: { taskingCostEstimate: { from: 100_00, to: 250_00 } } }),
    rest: ['PATCH', 'projects/details', { id: '{id}', taskingCostEstimate: 250 }],
    inboxes: [],
    letters: [],
  },
  {
    what: 'before acceptance the approval is taken back instead, which tells whose it was',
    ...{ by: 'mia', at: 'acceptance', command: 'editProject', row: { taskingCostEstimate: 100_00 } },
    input: (id) => ({ id, fields: { taskingCostEstimate: { from: 100_00, to: 250_00 } } }),
    rest: ['PATCH', 'projects/details', { id: '{id}', taskingCostEstimate: 250 }],
    inboxes: as('changed', 'approver', 'adam'),
    letters: ['now adam'],
  },
  {
    what: 'a comment tells assignee and requester; who is named in it is told that, at once',
    ...{ by: 'cora', at: 'progress', command: 'addComment' },
    input: (projectId, newId) => ({ id: newId, projectId, comment: 'Please look, @Tomas RIVERA and @ana whitfield.' }),
    rest: ['POST', 'projects/{id}/comments', { comment: 'Please look, @Tomas RIVERA and @ana whitfield.' }],
    inboxes: [...as('mentioned', 'mentioned', 'ana', 'tomas'), ...as('commented', 'requester', 'marcus')],
    letters: ['digest marcus', 'now ana', 'now tomas'],
  },
  {
    what: 'a comment on a deliverable tells the same, and whoever wrote it nothing',
    ...{ by: 'ana', at: 'progress', hasDeliverable: true, command: 'commentOnDeliverable' },
    input: (deliverableId, newId) => ({ id: newId, deliverableId, comment: 'The draft is there, @Tomas Rivera.' }),
    rest: ['POST', 'projects/deliverables/{id}/comments', { comment: 'The draft is there, @Tomas Rivera.' }],
    inboxes: [...as('mentioned', 'mentioned', 'tomas'), ...as('commented', 'requester', 'marcus')],
    letters: ['digest marcus', 'now tomas'],
  },
  {
    what: 'work that is added tells whom it is given to, and nobody else',
    ...{ by: 'mia', at: 'internal', command: 'addProject' },
    input: (_, newId) => ({ id: newId, ...added, ...noCosts, assigneeId: idOf('ben') }),
    rest: ['POST', 'projects', { ...added, assigneeId: idOf('ben') }],
    inboxes: as('assigned', 'assignee', 'ben'),
    letters: ['now ben'],
  },
  {
    what: 'work that somebody adds for themselves tells nobody',
    ...{ by: 'mia', at: 'internal', command: 'addProject' },
    input: (_, newId) => ({ id: newId, ...added, ...noCosts, assigneeId: idOf('mia') }),
    rest: ['POST', 'projects', { ...added, assigneeId: idOf('mia') }],
    inboxes: [],
    letters: [],
  },
  {
    what: 'the last deliverable completes its tasking, and tells of it like a completion',
    ...{ by: 'ana', at: 'progress', hasDeliverable: true, command: 'completeDeliverable' },
    input: (id) => ({ id, projectTaskId: id }),
    rest: ['POST', 'projects/deliverables', { id: '{id}', projectTaskId: '{id}', complete: true }],
    inboxes: [...as('completed', 'requester', 'marcus'), ...as('completed', 'recipient', 'pete')],
    letters: ['digest marcus', 'digest pete', partner],
  },
  {
    what: 'the last deliverable of a tasking that is kept open tells nobody',
    ...{ by: 'ana', at: 'progress', hasDeliverable: true, command: 'completeDeliverable' },
    input: (id) => ({ id, projectTaskId: id, keepOpen: true }),
    rest: ['POST', 'projects/deliverables', { id: '{id}', projectTaskId: '{id}', complete: true, keepOpen: true }],
    inboxes: [],
    letters: [],
  },
]

describe.each(events)(
  '$what',
  ({ by, at, row = {}, hasDeliverable, command, input, rest: [method, path, body], inboxes, letters }) => {
    const expected = { inboxes: [...inboxes].sort(), letters: [...letters].sort() }

    const prepared = async (): Promise<number> => {
      const id = await aTasking(at, row)
      if (hasDeliverable) await on.write(put('deliverables', aDeliverable({ id, projectTaskId: id })))
      return id
    }

    test('out of a queue', async () => {
      const id = await prepared()
      expect(await toldBy(() => viaQueue(by, command, (newId) => input(id, newId)))).toEqual(expected)
    })

    test('over REST', async () => {
      const id = await prepared()
      const said = JSON.parse(JSON.stringify(body).replaceAll('"{id}"', String(id))) as object
      expect(await toldBy(() => viaRest(by, method, path.replace('{id}', String(id)), said))).toEqual(expected)
    })
  },
)

test('a request that is finished tells who may approve it and its recipients, once for all its taskings', async () => {
  const finish = async (approval: string) => {
    const told = new Map<string, number | string>()
    const requestId = await on.filled('{draft}', idOf('leila'), told)
    const { request } = await on.store.read({ reads: { request: many('requests', { id: Number(requestId) }) } })
    const tasks = [101, 102].map((taskId) => ({ taskId, name: 'Interpretation', description: '' }))
    await on.write(put('requests', { ...must(request[0]), tasks, advisorId: 1 }))
    return toldBy(() => viaRest('leila', 'POST', 'requests/complete', { requestId, recipients, approval }))
  }
  const toAll = { inboxes: as('requested', 'recipient', 'pete'), letters: ['digest pete', partner] }
  expect(await finish('')).toEqual({
    inboxes: [...as('requested', 'decider', ...ads), ...toAll.inboxes].sort(),
    letters: [...ads.map((mail) => `now ${mail}`), ...toAll.letters].sort(),
  })
  const { notifications } = await all()
  expect(must(notifications.at(-1)).count).toBe(2)
  expect((await finish('By letter')).inboxes).toEqual([...as('requested', 'decider', ...cors), ...toAll.inboxes].sort())
})

test('whom the service names gets what is requested of it: told once for all of it, while they are there (C-079)', async () => {
  const finish = async (defaultAssigneeId: number) => {
    const { services } = await on.store.read({ reads: { services: many('services', { id: 1 }) } })
    await on.write(put('services', { ...must(services[0]), defaultAssigneeId }))
    const requestId = await on.filled('{draft}', idOf('leila'), new Map())
    const { request } = await on.store.read({ reads: { request: many('requests', { id: Number(requestId) }) } })
    const tasks = [101, 102].map((taskId) => ({ taskId, name: 'Interpretation', description: '' }))
    await on.write(put('requests', { ...must(request[0]), tasks, advisorId: 1 }))
    const told = await toldBy(() => viaRest('leila', 'POST', 'requests/complete', { requestId, recipients: '' }))
    const { projects } = await on.store.read({
      reads: { projects: many('projects', { requestId: Number(requestId) }) },
    })
    return { told, assignees: projects.map(({ assigneeId }) => assigneeId) }
  }
  const { told, assignees } = await finish(idOf('ben'))
  expect(assignees).toEqual([idOf('ben'), idOf('ben')])
  expect(told.inboxes).toEqual([...as('requested', 'decider', ...ads), ...as('requested', 'assignee', 'ben')].sort())
  expect(told.letters).toContain('now ben')
  const { notifications } = await all()
  expect(notifications.findLast(({ why }) => why === 'assignee')).toMatchObject({ userId: idOf('ben'), count: 2 })
  // One's own request does not tell oneself.
  expect((await finish(idOf('leila'))).told.inboxes).toEqual(as('requested', 'decider', ...ads))
  expect(await finish(0)).toMatchObject({ assignees: [0, 0] })
})

test('whose approval is void is told what was changed, once: the next edit voids nothing', async () => {
  const id = await aTasking('acceptance', { taskingCostEstimate: 100_00 })
  const raise = (taskingCostEstimate: number) => () =>
    viaRest('mia', 'PATCH', 'projects/details', { id, taskingCostEstimate })
  expect((await toldBy(raise(250))).inboxes).toEqual(as('changed', 'approver', 'adam'))
  const { notifications } = await all()
  expect(must(notifications.at(-1)).text).toBe('cost estimate. Your approval is void.')
  expect((await toldBy(raise(300))).inboxes).toEqual([])
})

test('of what was approved in somebody’s name that person is told as well (C-027)', async () => {
  const id = await aTasking('acceptance', { taskingCostEstimate: 100_00 })
  const { approvals } = await on.store.read({ reads: { approvals: many('approvals', { projectId: id }) } })
  await on.write(put('approvals', { ...must(approvals[0]), forId: idOf('ingrid') }))
  const raise = () => viaRest('mia', 'PATCH', 'projects/details', { id, taskingCostEstimate: 250 })
  expect((await toldBy(raise)).inboxes).toEqual(as('changed', 'approver', 'adam', 'ingrid'))
})

test('of a change after approval whoever authorized it is told, with what changed; while they are there (C-069)', async () => {
  const id = await aTasking('acceptance', { taskingCostEstimate: 100_00 })
  const { approvals } = await on.store.read({ reads: { approvals: many('approvals', { projectId: id }) } })
  const authorization = { ...must(approvals[0]), kind: 'authorization' as const, createdById: idOf('tomas') }
  await on.write(put('approvals', authorization))
  expect((await on.post('mia', `projects/${id}/accept`, {})).status).toBe(200)
  const raise = (taskingCostEstimate: number) => () =>
    viaRest('mia', 'PATCH', 'projects/details', { id, taskingCostEstimate })
  expect(await toldBy(raise(250))).toEqual({ inboxes: as('changed', 'approver', 'tomas'), letters: ['now tomas'] })
  const entry = must((await all()).notifications.at(-1))
  expect(sentenceFor(entry, 'Mia Lindqvist')).toMatch(/^Mia Lindqvist changed T-\d+-\d+ after approval: cost estimate$/)
  on.clock.advance(10 * 60_000)
  await withUsers({ tomas: { active: false } }, async () =>
    expect((await toldBy(raise(300))).inboxes).toEqual(as('changed', 'cor', 'cora', 'simon')),
  )
})

describe('a cancellation', () => {
  const cancel = (who: string, id: number) => () =>
    viaRest(who, 'POST', `projects/${id}/cancel`, { reason: 'No money.' })

  test('tells requester, assignee and recipients once, and its reason goes with it', async () => {
    const id = await aTasking('progress')
    expect(await toldBy(cancel('ada', id))).toEqual({
      inboxes: [
        ...as('canceled', 'assignee', 'ana'),
        ...as('canceled', 'requester', 'marcus'),
        ...as('canceled', 'recipient', 'pete'),
      ].sort(),
      letters: ['digest marcus', 'digest pete', partner].sort(),
    })
    const { notifications } = await all()
    const texts = notifications.filter((row) => row.projectId === id).map(({ text }) => text)
    expect(texts).toEqual(['No money.', 'No money.', 'No money.'])
  })

  test('tells whoever is two of them once, and whoever did it nothing', async () => {
    const both = await aTasking('progress', { createdById: idOf('pete'), assigneeId: 0 })
    expect(await toldBy(cancel('ada', both))).toEqual({
      inboxes: as('canceled', 'requester', 'pete'),
      letters: ['digest pete', partner],
    })
    const own = await aTasking('progress', { createdById: idOf('ada'), assigneeId: idOf('ada') })
    expect(await toldBy(cancel('ada', own))).toEqual({
      inboxes: as('canceled', 'recipient', 'pete'),
      letters: ['digest pete', partner],
    })
  })
})

test('a deliverable before the last tells nobody that it is complete', async () => {
  const id = await aTasking('progress')
  await on.write(...[id, id + 500_000].map((own) => put('deliverables', aDeliverable({ id: own, projectTaskId: id }))))
  const complete = () => viaQueue('ana', 'completeDeliverable', () => ({ id, projectTaskId: id }))
  expect(await toldBy(complete)).toEqual({ inboxes: [], letters: [] })
})

test('what is handed over is one entry and one letter for whoever gets it, and says how many it is', async () => {
  const ids = [await aTasking('progress'), await aTasking('interim'), await aTasking('completed')]
  const told = await toldBy(() =>
    viaRest('mia', 'POST', `resources/users/${idOf('ana')}/handover`, { assigneeId: idOf('ben'), projectIds: ids }),
  )
  expect(told).toEqual({ inboxes: as('handedOver', 'assignee', 'ben'), letters: ['now ben'] })
  expect((await all()).notifications.at(-1)).toMatchObject({ projectId: ids[0], count: 2 })
})

test('who is away and their substitute are told by letter, whoever said it; what waits for that role is told the substitute too (C-027)', async () => {
  const from = on.clock.now().slice(0, 10)
  const at = `resources/users/${idOf('cora')}/substitutes`
  // To whom a letter goes is sealed with its words.
  const both = { inboxes: [], letters: ['letter ', 'letter '] }
  const named = { substituteId: idOf('ana'), from, until: addDays(from, 5) }
  expect(await toldBy(() => viaRest('ada', 'POST', at, named))).toEqual(both)
  const approved = async () => {
    const id = await aTasking('interim', { assigneeId: idOf('ben') })
    return (await toldBy(() => viaRest('adam', 'POST', `projects/${id}/approve`, true))).inboxes
  }
  expect(await approved()).toContain('ana: interim as decider')
  expect(await toldBy(() => viaRest('cora', 'DELETE', `${at}/${idOf('ana')}`, undefined))).toEqual(both)
  expect(await approved()).not.toContain('ana: interim as decider')
})

test('so they are when an account is changed that leaves no substitute, but for an account that is closed', async () => {
  const from = on.clock.now().slice(0, 10)
  const named = { substituteId: idOf('ingrid'), from: addDays(from, 2), until: addDays(from, 5) }
  const save = (who: string, change: object) => viaRest('ada', 'PATCH', 'resources/users', { id: idOf(who), ...change })
  const lettersFor = async (who: string, change: object) =>
    (await toldBy(() => save(who, change))).letters.filter((letter) => letter === 'letter ').length
  const wait = () => viaRest('ada', 'POST', `resources/users/${idOf('salma')}/substitutes`, named)
  // Whose account is changed is told that as well.
  const alone = await lettersFor('salma', { roles: 'AD;Client' })
  await wait()
  expect(await lettersFor('salma', { roles: 'Client' })).toBe(alone + 2)
  await save('salma', { roles: 'AD' })
  await wait()
  expect(await lettersFor('ingrid', { fullName: 'Ingrid Solheim Dahl' })).toBe(0)
  expect(await lettersFor('ingrid', { active: false })).toBe(1)
  await save('ingrid', { fullName: 'Ingrid Solheim', active: true })
})

test('what is refused, and what was so already, tells nobody', async () => {
  const id = await aTasking('interim')
  const told = await toldBy(async () => {
    expect((await on.post('pete', `projects/${id}/approve`, true)).status).toBe(403)
    expect((await on.post('adam', `projects/${id}/deny`, { content: 'x', assigneeId: 5 })).status).toBe(422)
    const done = await aTasking('completed')
    expect((await on.post('mia', `projects/${done}/complete`, {})).body.already).toBeDefined()
  })
  expect(told).toEqual({ inboxes: [], letters: [] })
})

async function withUsers(change: Record<string, Partial<User>>, act: () => Promise<void>): Promise<void> {
  const { users } = await on.store.read({ reads: { users: many('users', { id: Object.keys(change).map(idOf) }) } })
  await on.write(...users.map((user) => put('users', { ...user, ...change[mailOf(user.id)] })))
  await act()
  await on.write(...users.map((user) => put('users', user)))
}

test('nobody is told who is not active, and by letter only what they want', async () => {
  const accept = async () => {
    const id = await aTasking('acceptance')
    return toldBy(() => viaRest('mia', 'POST', `projects/${id}/accept`, { assigneeId: idOf('ben') }))
  }
  const quiet = { marcus: { active: false }, pete: { letters: 'actions' }, ben: { letters: 'none' } } as const
  await withUsers(quiet, async () =>
    expect(await accept()).toEqual({
      inboxes: [...as('assigned', 'assignee', 'ben'), ...as('accepted', 'recipient', 'pete')].sort(),
      letters: [partner],
    }),
  )
})

test('whoever may not see a tasking is told nothing of it, whatever they are to it', async () => {
  const strict = await stage({ organisation: { restrictTeamVisibility: true }, post: aPost().post })
  const id = await strict.tasking('interim', { teamId: 3, createdById: idOf('marcus'), assigneeId: idOf('ana') })
  const { users } = await strict.store.read({ reads: { users: many('users', {}) } })
  // Tomás authorizes for another team; Cora for all.
  await strict.write(put('users', { ...must(users.find(({ id }) => id === idOf('tomas'))), teamId: 4 }))
  expect((await strict.post('adam', `projects/${id}/approve`, true)).status).toBe(200)
  const mention = { comment: 'As @Tomás Rivera and @Fin Barlow said.' }
  expect((await strict.post('adam', `projects/${id}/comments`, mention)).status).toBe(200)
  const { told } = await strict.store.read({ reads: { told: many('notifications', {}) } })
  const who = told.map(({ userId, kind }) => `${mailOf(userId)} ${kind}`).sort()
  expect(who).toEqual([
    'ana commented',
    'cora interim',
    'fin mentioned',
    'marcus commented',
    'marcus interim',
    'simon interim',
  ])
  await strict.close()
})

describe('who has muted a tasking', () => {
  const comment = (id: number, text: string) => () =>
    viaRest('cora', 'POST', `projects/${id}/comments`, { comment: text })
  const mute = (who: string, projectId: number, muted: boolean) =>
    viaQueue(who, 'muteTasking', () => ({ projectId, muted }))

  test('is told nothing of it by entry or letter, not even by name, and the others are told as before', async () => {
    const id = await aTasking('progress')
    await comment(id, 'First')()
    await mute('ana', id, true)
    on.clock.advance(10 * 60_000)
    expect(await toldBy(comment(id, 'Second, @Ana Whitfield'))).toEqual({
      inboxes: as('commented', 'requester', 'marcus'),
      letters: ['digest marcus'],
    })
    // Another tasking is another matter.
    const other = await aTasking('progress')
    expect((await toldBy(comment(other, 'Elsewhere'))).inboxes).toContain('ana: commented as assignee')
    await mute('ana', id, false)
    on.clock.advance(10 * 60_000)
    expect((await toldBy(comment(id, 'Third'))).letters).toContain('digest ana')
  })

  test('hears what waits for them all the same, and it stays muted', async () => {
    const id = await aTasking('interim')
    await on.write(
      put('notifications', {
        ...must((await all()).notifications.at(-1)),
        ...{ id: 98_001, userId: idOf('cora'), projectId: id, muted: true },
      }),
    )
    const told = await toldBy(() => viaRest('adam', 'POST', `projects/${id}/approve`, true))
    expect(told.inboxes).toContain('cora: interim as decider')
    const entries = (await all()).notifications.filter((row) => row.projectId === id && row.userId === idOf('cora'))
    expect(entries.map(({ muted }) => muted)).toEqual([true, true])
    const denied = await toldBy(() =>
      viaRest('simon', 'POST', `projects/${id}/deny`, { content, assigneeId: idOf('cora') }),
    )
    expect(denied.inboxes).toContain('cora: denied as assignee')
  })

  test('mutes for nobody else, and what they were never told of they cannot', async () => {
    const id = await aTasking('progress')
    await comment(id, 'For two')()
    expect((await on.post('pete', 'notifications/mute', { projectId: id, muted: true })).body.already).toBeDefined()
    await mute('marcus', id, true)
    const rows = (await all()).notifications.filter((row) => row.projectId === id)
    expect(rows.map(({ userId, muted }) => [mailOf(userId), muted]).sort()).toEqual([
      ['ana', false],
      ['marcus', true],
    ])
  })
})

test('the same within five minutes is one entry that counts, unread again; later it is another', async () => {
  const id = await aTasking('progress')
  const comment = (text: string) => viaRest('cora', 'POST', `projects/${id}/comments`, { comment: text })
  const entries = async () =>
    (await all()).notifications.filter((row) => row.projectId === id && row.userId === idOf('ana'))
  await comment('One more thing')
  const [first] = await entries()
  expect((await on.post('ana', 'notifications/read', { ids: [must(first).id] })).status).toBe(200)
  on.clock.advance(4 * 60_000)
  await comment('And another')
  expect(await entries()).toMatchObject([{ id: must(first).id, count: 2, text: 'And another', readDate: '' }])
  on.clock.advance(6 * 60_000)
  await comment('Much later')
  expect((await entries()).map(({ count, text }) => [count, text])).toEqual([
    [2, 'And another'],
    [1, 'Much later'],
  ])
})

test('what another person does within five minutes is an entry of its own: nobody’s name or words take the place of others’', async () => {
  const id = await aTasking('progress')
  const comment = (who: string, text: string) => viaRest(who, 'POST', `projects/${id}/comments`, { comment: text })
  await comment('cora', 'Of Cora')
  await comment('mia', 'Of Mia')
  await comment('cora', 'Of Cora again')
  const mine = (await all()).notifications.filter((row) => row.projectId === id && row.userId === idOf('ana'))
  expect(mine.map(({ actorId, count, text }) => [actorId, count, text])).toEqual([
    [idOf('cora'), 2, 'Of Cora again'],
    [idOf('mia'), 1, 'Of Mia'],
  ])
})

test('what a comment said leaves every inbox when it is hidden, with all it had said before; what others said stays (C-155)', async () => {
  const id = await aTasking('progress')
  const other = await aTasking('progress')
  const said = 'The source is called Ilse, and she lives by the north gate'
  const comment = (who: string, comment: string, to = id) =>
    viaRest(who, 'POST', `projects/${to}/comments`, { comment })
  await comment('cora', said)
  await comment('mia', said)
  await comment('cora', said, other)
  const { comments } = await on.store.read({ reads: { comments: many('comments', { projectId: id }) } })
  const hers = must(comments.find(({ createdById }) => createdById === idOf('cora'))).id
  expect((await on.patch('cora', `projects/${id}/comments`, { id: hers, comment: 'Without the name' })).status).toBe(
    200,
  )
  expect((await on.patch('cora', `projects/${id}/comments`, { id: hers, active: false })).status).toBe(200)
  const told = (await all()).notifications.filter(({ projectId }) => [id, other].includes(projectId))
  expect(new Set(told.map((row) => `${row.projectId === id} ${mailOf(row.actorId)} ${row.text}`))).toEqual(
    new Set(['true cora ', `true mia ${said}`, `false cora ${said}`]),
  )
})

test("an inbox is its person's: nobody else reads it, marks it, or gets it on a device", async () => {
  const id = await aTasking('progress')
  await viaRest('cora', 'POST', `projects/${id}/comments`, { comment: 'For Ana and Marcus' })
  const mine = must((await all()).notifications.filter((row) => row.userId === idOf('ana')).at(-1))
  const listed = (await on.get('ana', 'notifications')).items.map((row) => row.id)
  expect(listed[0]).toBe(mine.id)
  expect((await on.get('mia', 'notifications')).items.map((row) => row.id)).not.toContain(mine.id)
  const marked = await on.post('mia', 'notifications/read', { ids: [mine.id] })
  expect([marked.status, marked.body.already]).toEqual([200, { nothing: 'already' }])
  expect((await all()).notifications.find((row) => row.id === mine.id)?.readDate).toBe('')

  for (const who of ['ana', 'mia']) {
    const { body } = await on.post(who, 'sync', {
      ...{ protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 20_000 },
    })
    const { notifications } = body.changes as { notifications?: { each: { id?: number[] }; same: { userId: number } } }
    if (notifications) expect([who, notifications.same.userId]).toEqual([who, idOf(who)])
    expect(notifications?.each.id?.includes(mine.id) ?? false).toBe(who === 'ana')
  }
})

test('only who is told something hears that there is news', async () => {
  const heard: unknown[] = []
  const stop = on.store.onCommit((_, newsOf) => heard.push(newsOf))
  const id = await aTasking('progress')
  await viaRest('cora', 'POST', `projects/${id}/comments`, { comment: 'News for everybody' })
  const [mine] = (await on.get('ana', 'notifications')).items
  heard.length = 0
  await on.post('ana', 'notifications/read', { ids: [must(mine).id] })
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toEqual([new Set([idOf('ana')])])
  stop()
})

test('a recipient field of a thousand addresses writes to fifty of them', async () => {
  const id = await aTasking('progress')
  const { project } = await on.store.read({ reads: { project: many('projects', { id }) } })
  const requestId = must(project[0]).requestId
  const { request } = await on.store.read({ reads: { request: many('requests', { id: requestId }) } })
  const many1000 = Array.from({ length: 1_000 }, (_, n) => `a${n}@b.example`).join(';')
  await on.write(put('requests', { ...must(request[0]), recipients: many1000 }))
  const { letters } = await toldBy(() => viaRest('ana', 'POST', `projects/${id}/complete`, {}))
  expect(letters.filter((letter) => letter.endsWith('@b.example')).length).toBe(50)
})
