import { describe, expect, test } from 'vitest'
import type { ProjectFacts } from '../model/project.ts'
import type { User } from '../model/reference.ts'
import { fingerprint } from '../rules/fingerprint.ts'
import { queuesOf, type Queue } from '../rules/queues.ts'
import {
  anAmendment,
  anApproval,
  aPoolCode,
  aProjectIn,
  aRequest,
  ask,
  contextOf,
  NOW,
  people,
  withReferences,
  type Standing,
} from '../testing/samples.ts'
import { queue } from './queue.ts'

const { ana, mia, adam, cora, ada } = people
let ids = 42_000_100
const a = (standing: Standing, facts: Partial<ProjectFacts> = {}) => aProjectIn(standing, { id: ++ids, ...facts })
const waiting = (name: Queue, rows: object, actor: User, organisation = {}) =>
  ask(queue, { queue: name }, withReferences({ requests: [aRequest()], ...rows }), contextOf(actor, NOW, organisation))

describe('whose queues', () => {
  test.each([
    [adam, ['interim']],
    [cora, ['cor', 'interim']],
    [mia, ['acceptance']],
    [ana, []],
    [ada, []],
  ])('%o', (user, queues) => {
    expect(queuesOf(user)).toEqual(queues)
  })
  test('somebody with two roles has both, each once', () => {
    expect(queuesOf({ roles: 'AD;COR;Manager' })).toEqual(['interim', 'cor', 'acceptance'])
  })
})

test('earliest due comes first, and nothing that stands elsewhere', () => {
  const [late, soon] = [a('interim', { dueDate: '2026-03-20' }), a('interim', { dueDate: '2026-03-12' })]
  const rows = waiting('interim', { projects: [late, soon, a('authorization'), a('progress'), a('denied')] }, adam)
  expect(rows.map(({ id }) => id)).toEqual([soon.id, late.id])
})

test('what may be said to a row is what its page would offer', () => {
  const projects = [a('authorization', { createdById: cora.id }), a('authorization')]
  const may = (actor: User, name: Queue) => waiting(name, { projects }, actor).map((row) => row.may)
  const noMore = { approve: false, authorize: false, accept: false, deny: true }
  expect(may(adam, 'cor')).toEqual([noMore, noMore])
  expect(may(mia, 'acceptance')).toEqual([
    { approve: false, authorize: false, accept: true, deny: true },
    { approve: false, authorize: false, accept: true, deny: true },
  ])
  const strict = waiting('cor', { projects }, cora, { allowSelfApproval: false }).map((row) => row.may.approve)
  expect(strict).toEqual([false, true])
})

test('a decision from the list is about the tasking and the text as they are in it', () => {
  const project = a('interim')
  const [row] = waiting('interim', { projects: [project] }, adam)
  expect(row?.seen).toBe(fingerprint(project, aRequest().content, []))
  const [changed] = waiting('interim', { projects: [project], requests: [aRequest({ content: 'Other' })] }, adam)
  expect(changed?.seen).not.toBe(row?.seen)
  const amendments = [anAmendment({ projectId: project.id })]
  const [amended] = waiting('interim', { projects: [project, a('interim')], amendments }, adam)
  expect(amended?.seen).toBe(fingerprint(project, aRequest().content, amendments))
})

test('it waits since the last step that moved it', () => {
  const project = a('authorization')
  const of = (rows: object) => waiting('cor', { projects: [project], ...rows }, cora)[0]?.waiting
  const approval = anApproval({ projectId: project.id, createDate: '2026-03-04T09:00:00.000Z' })
  expect(of({})).toBe(project.createDate)
  expect(of({ approvals: [approval] })).toBe(approval.createDate)
  const amendment = anAmendment({ projectId: project.id, createDate: '2026-03-05T09:00:00.000Z' })
  expect(of({ approvals: [{ ...approval, voided: true }], amendments: [amendment] })).toBe(amendment.createDate)
})

test('it tells what it costs and by how much its pool is below zero with it, which is by nothing where it costs nothing', () => {
  const project = a('interim', { taskingCostEstimate: 500_000, actualCost: 20_000, poolCode: 'bk-100' })
  const pool = aPoolCode({ funds: 400_000, estimated: 480_000, actual: 20_000 })
  const [row] = waiting('interim', { projects: [project], poolCodes: [pool] }, adam)
  expect(row).toMatchObject({ cost: 500_000, below: 100_000 })
  const [without] = waiting('interim', { projects: [project], poolCodes: [] }, adam)
  expect(without?.below).toBe(0)
  const free = a('interim', { poolCode: 'bk-100' })
  const nothing = { taskingCostEstimate: 0, initialCostEstimate: 0, actualCost: 0 }
  const [row0] = waiting('interim', { projects: [{ ...free, ...nothing }], poolCodes: [pool] }, adam)
  expect(row0).toMatchObject({ cost: 0, below: 0 })
})
