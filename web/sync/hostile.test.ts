import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import type { User } from '#shared/model/reference.ts'
import { PROTOCOL, type RoundResponse } from '#shared/protocol/sync.ts'
import { aDeliverable, aProject, aRequest, aRevision, anAmendment, anApproval } from '#shared/testing/samples.ts'
import { cast, createWorld, done, type World } from '../testing/world.ts'

/** What was done to other people over `POST /sync` once, and must never be again. */
let world: World
beforeEach(async () => {
  world = await createWorld()
  const project = aProject({ id: 40_000_001, requestId: 40_000_002, approved: true, interim: true })
  await world.write(
    put('requests', aRequest({ id: 40_000_002 })),
    put('projects', project),
    put('projects', aProject({ id: 40_000_003, requestId: 40_000_002 })),
    put('amendments', anAmendment({ id: 40_000_004, projectId: project.id, createdById: cast.ana.id })),
    put(
      'approvals',
      anApproval({ id: 40_000_005, projectId: project.id, createdById: cast.cora.id, kind: 'authorization' }),
    ),
    put('revisions', aRevision({ id: 40_000_006, requestId: 40_000_002, createdById: cast.cora.id })),
    put('deliverables', aDeliverable({ id: 40_000_007, projectTaskId: project.id, complete: true })),
  )
})
afterEach(() => world.close())

let number = 0
/** A hostile device of this person: it says what it likes. */
async function attacker(user: User) {
  const ask = async (more: object) => {
    const round = { protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 500, ...more }
    return (await (await world.post('/sync', user.id, round)).json()) as RoundResponse
  }
  const { device } = await ask({})
  let seq = 0
  const send = async (name: string, input: object, at = '2026-03-10T14:00:00.000Z') => {
    const calls = [{ seq: ++seq, id: `attack-${String(++number).padStart(12, '0')}`, name, input, at }]
    const { outcomes } = await ask({ device, from: seq, calls })
    return outcomes
  }
  return { device, send, verdict: async () => (await world.diary()).at(-1)?.detail }
}
const invalid = { verdict: 'refused', refusal: { refused: 'invalid' } }

test('a program officer cannot take over the amendment of somebody else', async () => {
  const pete = await attacker(cast.pete)
  await pete.send('amendProject', { projectId: 40_000_003, amendmentId: 40_000_004, content: 'Mine now' })
  expect(await pete.verdict()).toMatchObject(invalid)
  expect(await world.rows('amendments')).toMatchObject([
    { id: 40_000_004, projectId: 40_000_001, createdById: cast.ana.id },
  ])
})

test('an associate director cannot write over the authorization of a contracting officer', async () => {
  const adam = await attacker(cast.adam)
  await adam.send('approveProject', { id: 40_000_003, approvalId: 40_000_005 })
  expect(await adam.verdict()).toMatchObject(invalid)
  expect(await world.rows('approvals')).toMatchObject([{ kind: 'authorization', createdById: cast.cora.id }])
})

test('nobody reopens a completed deliverable by adding one under its id', async () => {
  const ana = await attacker(cast.ana)
  await ana.send('addDeliverable', { id: 40_000_007, projectTaskId: 40_000_003, name: 'Draft report' })
  expect(await ana.verdict()).toMatchObject(invalid)
  expect(await world.rows('deliverables')).toMatchObject([{ complete: true, projectTaskId: 40_000_001 }])
})

test('the history of a text is not wiped by an edit under the id of an earlier one', async () => {
  const adam = await attacker(cast.adam)
  await adam.send('editRequestContent', { projectId: 40_000_003, revisionId: 40_000_006, content: 'Other words' })
  expect(await adam.verdict()).toMatchObject(invalid)
  expect(await world.rows('revisions')).toMatchObject([{ createdById: cast.cora.id }])
})

test('a denial does not come to stand in the place of a comment of somebody else', async () => {
  const honest = await world.device(cast.ana)
  await honest.settle()
  const { id } = done(
    await honest.perform(addComment, (newId) => ({ id: newId(), projectId: 40_000_003, comment: 'Agreed' })),
  )
  await honest.settle()
  const cora = await attacker(cast.cora)
  await cora.send('denyProject', { id: 40_000_003, commentId: id, content: 'No.', assigneeId: cast.pete.id })
  expect(await world.rows('comments')).toMatchObject([{ comment: 'Agreed', createdById: cast.ana.id, kind: 'comment' }])
  honest.close()
})

test('the ids of another device are not used up before it needs them', async () => {
  const honest = await world.device(cast.ana)
  await honest.settle()
  const { number: theirs } = await honest.db.get('identity')
  const pete = await attacker(cast.pete)
  for (let n = 1; n <= 5; n++)
    await pete.send('addComment', { id: theirs * 1_000_000 + n, projectId: 40_000_003, comment: 'Taken' })
  expect(await world.rows('comments')).toEqual([])
  await honest.perform(addComment, (newId) => ({ id: newId(), projectId: 40_000_003, comment: 'Agreed' }))
  await honest.settle()
  expect(await honest.attention()).toEqual([])
  expect(await world.rows('comments')).toMatchObject([{ comment: 'Agreed' }])
  honest.close()
})

test('an approval was not given in 2001, and says when it was heard of', async () => {
  const cora = await attacker(cast.cora)
  const own = cora.device * 1_000_000
  await cora.send('approveProject', { id: 40_000_003, approvalId: own + 1 }, '2001-01-01T00:00:00.000Z')
  const given = (await world.rows('approvals')).find((row) => row.id === own + 1)
  expect(given).toMatchObject({ createDate: '2026-03-10T14:00:00.000Z', receivedDate: '2026-03-10T14:00:00.000Z' })
  expect(must(await world.rows('projects')).find((row) => row.id === 40_000_003)?.approvedDate).toBe(given?.createDate)
})
