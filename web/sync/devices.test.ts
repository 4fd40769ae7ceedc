import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { cancelProject } from '#shared/commands/cancel.ts'
import { addComment } from '#shared/commands/comments.ts'
import { savePreferences } from '#shared/commands/preferences.ts'
import { acceptProject, amendProject, approveProject, denyProject, editProject } from '#shared/commands/projects.ts'
import {
  chooseTasks,
  completeRequest,
  describeRequest,
  discardRequest,
  editRequestStart,
  startRequest,
} from '#shared/commands/requests.ts'
import { must } from '#shared/lib/must.ts'
import * as messages from '#shared/model/messages.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { withoutLongTexts } from '#shared/rules/edits.ts'
import { draftPrint, fingerprint } from '#shared/rules/fingerprint.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { newDevice } from '#server/sync/device-numbers.ts'
import { removeFolder } from '#server/testing/remove-folder.ts'
import { deviceName } from '../data/device.ts'
import { keepFile } from '../state/kept-files.ts'
import { NEW_REQUEST } from '../state/half-typed-starts.ts'
import { stepKey } from '../state/request-steps.ts'
import {
  cast,
  copyOf,
  createWorld,
  differences,
  done,
  type TestDevice,
  type Wire,
  type World,
} from '../testing/world.ts'

let world: World
let pete: TestDevice
let cora: TestDevice

beforeEach(async () => {
  world = await createWorld()
  pete = await world.device(cast.pete)
  cora = await world.device(cast.cora)
  await pete.settle()
  await cora.settle()
})
afterEach(() => world.close())

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()
const answerLost: Wire = async (deliver) => {
  await deliver()
  throw new TypeError('the connection died before the answer')
}

/** Pete's request for interpreters, from Start to Finish, as he would make it: four calls and one tasking. */
async function finishRequest(device: TestDevice): Promise<number> {
  const finished = done(await finishDraft(device, await writeRequest(device)))
  return must(finished.taskings[0]).id
}

/** All of it but Finish. */
async function writeRequest(device: TestDevice): Promise<number> {
  const { id: requestId } = done(
    await device.perform(startRequest, (newId) => ({
      id: newId(),
      countryId: 1,
      teamId: 3,
      advisorId: 1,
      projectTypeId: 1,
      poolCode: 'BK-100',
      dueDate: '2026-03-20',
      blanketTasking: null,
    })),
  )
  const task = { taskId: 101, name: 'Interpretation', description: 'An interpreter.' }
  done(
    await device.perform(chooseTasks, (newId) => ({
      requestId,
      revisionId: newId(),
      fields: { category: { from: 0, to: 1 }, tasks: { from: [], to: [task] } },
    })),
  )
  done(
    await device.perform(describeRequest, (newId) => ({
      requestId,
      revisionId: newId(),
      fields: { contactDetails: { from: '', to: 'Pete, Nairobi' }, taskDetails: { from: '', to: 'Two interpreters' } },
    })),
  )
  return requestId
}

/** What stands there on the device, and nothing else. */
async function finishDraft(device: TestDevice, requestId: number) {
  const seen = draftPrint(must(await device.row('requests', requestId)))
  return device.perform(completeRequest, (newId) => ({
    requestId,
    recipients: '',
    approval: '',
    taskings: [{ taskId: 101, id: newId() }],
    seen,
  }))
}

async function seenBy(device: TestDevice, id: number): Promise<string> {
  const project = must(await device.row('projects', id))
  const amendments = (await device.rows('amendments')).filter(({ projectId }) => projectId === id)
  return fingerprint(project, (await device.row('requests', project.requestId))?.content ?? '', amendments)
}

test('a request made without a connection is on the disk, survives a restart and reaches the others unchanged', async () => {
  pete.wire = cut
  const id = await finishRequest(pete)
  expect(await pete.round()).toMatchObject({ kind: 'problem', problem: 'unreachable' })
  await pete.restart()
  expect(await pete.outbox()).toHaveLength(4)
  expect(await pete.row('projects', id)).toMatchObject({
    phase: 'interim',
    name: `T-${Math.floor(id / 1e6)}-${id % 1e6}`,
  })

  pete.wire = connected
  await pete.settle()
  await cora.settle()
  expect(await cora.row('projects', id)).toEqual(await pete.row('projects', id))
  expect(await pete.outbox()).toEqual([])
  expect(await differences(world, pete)).toEqual([])
})

test('a request whose new choices were refused is not finished with the old ones', async () => {
  const requestId = await writeRequest(pete)
  await pete.settle()
  pete.wire = cut
  done(
    await pete.perform(editRequestStart, (newId) => ({
      requestId,
      revisionId: newId(),
      fields: { countryId: { from: 1, to: 2 }, dueDate: { from: '2026-03-20', to: '2026-04-20' } },
    })),
  )
  done(await finishDraft(pete, requestId))
  const [country] = await world.rows('countries').then((rows) => rows.filter(({ id }) => id === 2))
  await world.write(put('countries', { ...must(country), active: false }))
  pete.wire = connected
  await pete.settle()

  expect(await world.rows('projects')).toEqual([])
  expect(await pete.row('requests', requestId)).toMatchObject({ complete: false, countryId: 1 })
  expect(
    Object.fromEntries((await pete.attention()).map(({ call, refusal }) => [call.name, refusal?.refused])),
  ).toEqual({
    editRequestStart: 'invalid',
    completeRequest: 'changed-since-seen',
  })
})

test('three long texts written over three others go in one call, and the request is finished with them', async () => {
  const requestId = await writeRequest(pete)
  const long = (letter: string) => letter.repeat(20_000)
  const fields = ['contactDetails', 'taskDetails', 'specialInstructions'] as const
  for (const letter of ['a', 'b']) {
    const draft = must(await pete.row('requests', requestId))
    const edits = Object.fromEntries(fields.map((field) => [field, { from: draft[field], to: long(letter) }]))
    done(
      await pete.perform(describeRequest, (newId) => ({
        requestId,
        revisionId: newId(),
        fields: withoutLongTexts(edits),
      })),
    )
  }
  done(await finishDraft(pete, requestId))
  await pete.settle()
  expect(await pete.attention()).toEqual([])
  expect(await world.rows('revisions')).toEqual([])
  expect(await world.rows('requests')).toMatchObject([{ complete: true, specialInstructions: long('b') }])
})

test('texts that no call can carry together are refused while whoever typed them is there', async () => {
  pete.wire = cut
  const requestId = await writeRequest(pete)
  const draft = must(await pete.row('requests', requestId))
  const queued = await pete.outbox()
  // Each of 20,000 characters; on its way a line break takes two.
  const lines = (letter: string) => `${letter.repeat(9)}\n`.repeat(2_000).slice(0, -1)
  const describe = (taskDetails: string) =>
    pete.perform(describeRequest, (newId) => ({
      requestId,
      revisionId: newId(),
      fields: {
        contactDetails: { from: draft.contactDetails, to: lines('a') },
        taskDetails: { from: draft.taskDetails, to: taskDetails },
        specialInstructions: { from: '', to: lines('c') },
      },
    }))
  const refused = await describe(`${lines('b')}!`)
  expect(refused.refusal).toMatchObject({
    refused: 'invalid',
    errors: [{ field: 'taskDetails', message: 'Together these texts are too long. Please shorten this one' }],
  })
  expect(await pete.outbox()).toEqual(queued)
  done(await describe(lines('b').slice(0, -3_000)))
  pete.wire = connected
  await pete.settle()
  expect(await pete.attention()).toEqual([])
  expect((await world.rows('requests'))[0]).toMatchObject({ contactDetails: lines('a') })
})

test('an approval given offline is provisional, and holds once the server has judged it', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  cora.wire = cut
  const seen = await seenBy(cora, id)
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  expect((await cora.row('projects', id))?.phase).toBe('acceptance')
  expect(await cora.outbox()).toMatchObject([
    { name: 'approveProject', touches: expect.arrayContaining([`projects:${id}`]) as string[] },
  ])

  cora.wire = connected
  await cora.settle()
  await pete.settle()
  expect(await pete.row('projects', id)).toMatchObject({ phase: 'acceptance', authorized: true })
  expect(await cora.attention()).toEqual([])
})

test('when somebody was faster with the same decision, nothing is recorded twice and it is said by whom', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  const other = await world.device(cast.cora)
  await cora.settle()
  await other.settle()
  const seen = await seenBy(cora, id)
  for (const device of [cora, other])
    done(await device.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  await other.settle()
  await cora.settle()

  expect(await world.rows('approvals')).toHaveLength(1)
  expect(await cora.attention()).toEqual([])
  const judged = await cora.db.judged.toArray()
  expect(judged).toMatchObject([{ verdict: 'nothing', nothing: { by: cast.cora.id } }])
  expect(await differences(world, cora)).toEqual([])
})

test('when somebody decided otherwise first, the decision is refused and kept with who and when', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  const adam = await world.device(cast.adam)
  await adam.settle()
  await cora.settle()
  const seen = await seenBy(cora, id)
  done(
    await adam.perform(denyProject, (newId) => ({
      id,
      commentId: newId(),
      content: 'Too late in the year',
      assigneeId: 5,
      seen,
    })),
  )
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  await adam.settle()
  await cora.settle()
  expect(await cora.attention()).toMatchObject([
    { refusal: { refused: 'already-decided', by: cast.adam.id }, call: { name: 'approveProject' } },
  ])
  expect((await cora.row('projects', id))?.phase).toBe('denied')
})

test('of an approval and a denial at one moment the first counts, and the denial is kept', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  const adam = await world.device(cast.adam)
  await adam.settle()
  await cora.settle()
  const seen = await seenBy(cora, id)
  done(await adam.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  const denial = { id, content: 'Too late in the year', assigneeId: 5, seen }
  done(await cora.perform(denyProject, (newId) => ({ ...denial, commentId: newId(), interim: false })))
  await adam.settle()
  await cora.settle()
  expect(await cora.attention()).toMatchObject([{ refusal: { refused: 'already-decided', by: cast.adam.id } }])
  expect(await cora.row('projects', id)).toMatchObject({ phase: 'authorization', denied: false })

  done(await cora.perform(denyProject, (newId) => ({ ...denial, commentId: newId(), interim: true })))
  await cora.settle()
  expect((await cora.row('projects', id))?.phase).toBe('denied')
})

test('an approval by someone who has lost the role is taken back off the screen', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  cora.wire = cut
  const seen = await seenBy(cora, id)
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  await world.write(put('users', { ...cast.cora, roles: 'Analyst' }))
  cora.wire = connected
  await cora.settle()
  expect((await cora.row('projects', id))?.phase).toBe('interim')
  expect(await world.rows('approvals')).toEqual([])
  expect(await cora.attention()).toMatchObject([{ refusal: { refused: 'not-allowed' }, call: { input: { id } } }])
})

test('an approval of something that changed since it was seen approves nothing', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  const ana = await world.device(cast.ana)
  await ana.settle()
  const seen = await seenBy(cora, id)
  cora.wire = cut
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  done(await ana.perform(editProject, () => ({ id, fields: { taskingCostEstimate: { from: 0, to: 500_000 } } })))
  await ana.settle()
  cora.wire = connected
  await cora.settle()
  expect(await cora.attention()).toMatchObject([{ refusal: { refused: 'changed-since-seen', by: cast.ana.id } }])
  expect((await cora.row('projects', id))?.phase).toBe('interim')
})

test('approvals that an edit voids are void at once where it was made, as the server says afterwards', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  const seen = await seenBy(cora, id)
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  await cora.settle()
  const ana = await world.device(cast.ana)
  await ana.settle()
  const standing = async () => [
    (await ana.row('projects', id))?.phase,
    ...(await ana.rows('approvals')).map(({ voided }) => voided),
  ]
  expect(await standing()).toEqual(['acceptance', false])
  ana.wire = cut
  done(await ana.perform(editProject, () => ({ id, fields: { taskId: { from: 101, to: 102 } } })))
  expect(await standing()).toEqual(['interim', true])
  ana.wire = connected
  await ana.settle()
  expect(await standing()).toEqual(['interim', true])
  expect(await differences(world, ana)).toEqual([])
})

test('an approval of something that was amended since it was seen approves nothing; one over an own amendment does', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  const seen = await seenBy(cora, id)
  cora.wire = cut
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  const amendment = { projectId: id, content: 'Make it five interpreters' }
  done(await pete.perform(amendProject, (newId) => ({ ...amendment, amendmentId: newId() })))
  await pete.settle()
  cora.wire = connected
  await cora.settle()
  expect(await cora.attention()).toMatchObject([{ refusal: { refused: 'changed-since-seen', by: cast.pete.id } }])
  expect((await cora.row('projects', id))?.phase).toBe('interim')

  cora.wire = cut
  done(await cora.perform(amendProject, (newId) => ({ projectId: id, amendmentId: newId(), content: 'Agreed: five' })))
  const now = await seenBy(cora, id)
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen: now })))
  cora.wire = connected
  await cora.settle()
  expect((await cora.row('projects', id))?.phase).toBe('acceptance')
})

test('two people edit different fields and both hold; the same field goes to the one who comes second', async () => {
  await world.write(put('projects', aBareProject({ requested: false, createdById: 1, description: 'Before' })))
  const id = 40_000_001
  const ana = await world.device(cast.ana)
  const mia = await world.device(cast.mia)
  await ana.settle()
  await mia.settle()
  ana.wire = cut
  done(
    await ana.perform(editProject, () => ({
      id,
      fields: { description: { from: 'Before', to: 'By Ana' }, assigneeId: { from: 0, to: 1 } },
    })),
  )
  done(
    await mia.perform(editProject, () => ({
      id,
      fields: { countryId: { from: 1, to: 2 }, assigneeId: { from: 0, to: 2 } },
    })),
  )
  await mia.settle()
  ana.wire = connected
  await ana.settle()
  expect(await ana.row('projects', id)).toMatchObject({ description: 'By Ana', countryId: 2, assigneeId: 2 })
  expect(await ana.attention()).toMatchObject([
    { refusal: null, conflicts: [{ field: 'assigneeId', before: 0, theirs: 2, yours: 1 }] },
  ])
  expect(await differences(world, ana)).toEqual([])
})

test('that theirs was kept is told where it was chosen, without a connection too: once, and nothing else changes (S14)', async () => {
  const id = 40_000_001
  const ana = await world.device(cast.ana)
  await world.write(put('projects', aBareProject({ id, requested: false, createdById: 1, assigneeId: 2 })))
  await ana.settle()
  const before = await world.rows('projects')
  ana.wire = cut
  const keepTheirs = { id, fields: {}, givenUp: { assigneeId: { from: 2, to: 1 } } }
  done(await ana.perform(editProject, () => keepTheirs))
  expect(await ana.outbox()).toMatchObject([{ name: 'editProject', touches: [] }])
  ana.wire = answerLost
  await ana.round()
  ana.wire = connected
  await ana.settle()
  expect([await ana.outbox(), await ana.attention()]).toEqual([[], []])
  expect(await world.rows('projects')).toEqual(before)
  expect(await differences(world, ana)).toEqual([])

  const { deeds } = await world.store.read({ reads: { deeds: many('deeds', { projectId: id }) } })
  const [call] = (await world.diary()).filter(({ name }) => name === 'editProject')
  expect(call).toMatchObject({ userId: cast.ana.id, input: keepTheirs, verdict: 'applied' })
  expect(deeds).toMatchObject([
    { callId: call?.id, changed: [{ field: 'assigneeId', before: 1, after: 2, kept: true }] },
  ])

  // Whoever may not edit it has nothing to give up.
  await pete.settle()
  expect((await pete.perform(editProject, () => keepTheirs)).refusal).toEqual({ refused: 'not-allowed' })
  expect(await pete.outbox()).toEqual([])
})

test('an edit of which every field was changed by somebody else is refused here: nothing is queued, and what would go with it stays', async () => {
  await world.write(put('projects', aBareProject({ requested: false, createdById: 1, assigneeId: 2 })))
  const ana = await world.device(cast.ana)
  await ana.settle()
  let isGone = false
  const performed = await ana.perform(
    editProject,
    () => ({ id: 40_000_001, fields: { assigneeId: { from: 0, to: 1 } } }),
    { also: () => Promise.resolve((isGone = true)) },
  )
  expect(performed.refusal).toMatchObject({ refused: 'conflict' })
  expect([isGone, await ana.outbox()]).toEqual([false, []])
})

test('work done while a round is running stays on the screen and goes with the next', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  let during: Promise<unknown> | undefined
  pete.wire = async (deliver) => {
    const response = await deliver()
    during ??= pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Written meanwhile' }))
    await during
    return response
  }
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Written before' })))
  await pete.round()
  expect((await pete.rows('comments')).map((row) => row.comment)).toEqual(['Written before', 'Written meanwhile'])
  expect(await pete.outbox()).toHaveLength(1)
  await pete.settle()
  expect(await differences(world, pete)).toEqual([])
})

test('a lost answer is asked for again and gives exactly one request', async () => {
  pete.wire = answerLost
  const { number } = await pete.db.get('identity')
  await finishRequest(pete)
  await pete.round()
  await pete.round()
  expect(await pete.outbox()).toHaveLength(4)
  pete.wire = connected
  await pete.settle()
  // The server knew the calls: it did not take this device for a copy of itself.
  expect((await pete.db.get('identity')).number).toBe(number)
  expect(await world.rows('requests')).toHaveLength(1)
  expect(await world.rows('projects')).toHaveLength(1)
  expect(await world.diary()).toHaveLength(4)
})

test('a call stays painted until the rows it touched have arrived', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  // A fresh process asks for small pages, so its own work is several answers away.
  await pete.restart()
  for (let n = 0; n < 250; n++) await world.write(put('projects', aBareProject({ id: 40_000_100 + n, createdById: 1 })))
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Always on the screen' })))
  let rounds = 0
  while ((await pete.outbox()).length > 0 && rounds++ < 20) {
    expect((await pete.rows('comments')).map((row) => row.comment)).toEqual(['Always on the screen'])
    await pete.round()
  }
  expect(rounds).toBeGreaterThan(1)
  expect((await pete.rows('comments')).map((row) => row.comment)).toEqual(['Always on the screen'])
  expect(await world.diary()).toHaveLength(5)
})

test('the same push twice, as a browser re-sends by itself, changes nothing the second time', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  pete.wire = async (deliver) => {
    await deliver()
    return deliver()
  }
  for (const comment of ['ok then', 'ok then'])
    done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  await pete.settle()
  expect(await world.rows('comments')).toHaveLength(2)
  expect(await pete.attention()).toEqual([])
})

test('an answer that arrives after the device has moved on is dropped, harmlessly', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'First' })))
  let late: Response | undefined
  pete.wire = async (deliver) => {
    late = await deliver()
    throw new TypeError('cut')
  }
  await pete.round()
  pete.wire = connected
  await pete.settle()
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Second' })))
  // The tab asked, then the service worker did and was answered first; now the tab's answer comes in.
  const before = await pete.db.get('position')
  pete.wire = async () => {
    await pete.db.set('position', { ...before, cursor: `${before.cursor}9` })
    return must(late)
  }
  await pete.round()
  expect((await pete.rows('comments')).map((row) => row.comment)).toEqual(['First', 'Second'])
  expect(await pete.outbox()).toHaveLength(1)
  expect((await pete.db.get('position')).cursor).toBe(`${before.cursor}9`)
  await pete.db.set('position', before)
  pete.wire = connected
  await pete.settle()
  expect(await differences(world, pete)).toEqual([])
})

test('a call that makes the server fail is refused after five failures and does not block the queue', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  // A trap in the database: this one comment cannot be written, whatever the reason.
  const poison = 'poison'
  const { transact } = world.store
  world.store.transact = (plan, decide) =>
    transact(plan, (found, version) => {
      const decided = decide(found, version)
      if (
        decided.changes.some(
          (change) => change.kind !== 'remove' && 'comment' in change.row && change.row.comment === poison,
        )
      )
        throw new Error('a bug')
      return decided
    })
  for (const comment of [poison, 'after it'])
    done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  for (let n = 0; n < 4; n++) {
    expect(await pete.round()).toMatchObject({ kind: 'problem' })
    expect(await pete.outbox()).toHaveLength(2)
  }
  await pete.settle()
  expect(await pete.attention()).toMatchObject([
    { refusal: { refused: 'failed' }, call: { input: { comment: poison } } },
  ])
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['after it'])
})

test('a copied device takes a number of its own, and nothing of either is lost or mixed up', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  const copy = await copyOf(world, pete)
  for (const [device, comment] of [
    [pete, 'From the first'],
    [copy, 'From the copy'],
  ] as const) {
    done(await device.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  }
  const written = new Date(world.clock.now).toISOString()
  world.clock.now += 3_600_000
  await pete.settle()
  await copy.settle()
  await pete.settle()
  const comments = await world.rows('comments')
  expect(comments.map((row) => row.comment).sort()).toEqual(['From the copy', 'From the first'])
  // Also what moved to a number that was granted later keeps the time at which it was written.
  expect(comments.map((row) => row.createDate)).toEqual([written, written])
  expect((await copy.db.get('identity')).number).not.toBe((await pete.db.get('identity')).number)
  expect(await copy.attention()).toEqual([])
  expect(await differences(world, pete)).toEqual([])
  expect(await differences(world, copy)).toEqual([])
})

test('a copied device with a whole request in its queue keeps its references together under the new number', async () => {
  const copy = await copyOf(world, pete)
  await finishRequest(pete)
  await finishRequest(copy)
  const [request] = await copy.rows('requests')
  const place = { requestId: must(request).id }
  const file = await keepFile(copy.db, place, new Blob(['Nine']), { name: 'Agenda.txt' })
  const [project] = await copy.rows('projects')
  const before = { request: place.requestId, project: must(project).id }
  const saved = new Date(world.clock.now).toISOString()
  const halfTyped = (key: string) => ({ key, values: { comment: key }, saved })
  await copy.db.forms.bulkAdd([
    halfTyped(stepKey(before.request, 'details')),
    halfTyped(`comment:${before.project}`),
    halfTyped(NEW_REQUEST),
  ])
  await copy.db.set('looked', { [before.project]: { at: saved, said: {} } })
  await pete.settle()
  await copy.settle()
  const projects = await world.rows('projects')
  const requests = await world.rows('requests')
  // What waits for it goes with it.
  const moved = must(await copy.db.uploads.get(file.id))
  expect(moved.requestId).not.toBe(place.requestId)
  expect(requests.map(({ id }) => id)).toContain(moved.requestId)
  const after = must(projects.find(({ requestId }) => requestId === moved.requestId)).id
  expect((await copy.db.forms.toArray()).map(({ key, values }) => [key, values])).toEqual([
    [`comment:${after}`, { comment: `comment:${before.project}` }],
    [stepKey(moved.requestId, 'details'), { comment: stepKey(before.request, 'details') }],
    [NEW_REQUEST, { comment: NEW_REQUEST }],
  ])
  expect(Object.keys((await copy.db.get('looked')) ?? {})).toEqual([String(after)])
  expect(requests).toHaveLength(2)
  expect(projects.map((row) => row.requestId).sort()).toEqual(requests.map((row) => row.id).sort())
  expect(await copy.attention()).toEqual([])
})

test('what a page was opened under leads to the last of two new numbers, as often as a number is given up before the queue goes', async () => {
  await finishRequest(pete)
  const idOf = async () => must((await pete.rows('requests'))[0]).id
  const first = await idOf()
  for (let n = 0; n < 2; n++) {
    await pete.db.change('identity', (own) => ({ ...own, givenUp: true }))
    await pete.round()
  }
  expect((await pete.db.get('renamed'))[first]).toBe(await idOf())
  expect(await idOf()).not.toBe(first)
  await pete.settle()
  expect((await world.rows('requests')).map(({ id }) => id)).toEqual([await idOf()])
})

/** A copy of Pete's device, and what he has said on the first one since. */
async function copyBehind(): Promise<{ copy: TestDevice; id: number }> {
  const id = await finishRequest(pete)
  await pete.settle()
  const copy = await copyOf(world, pete)
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'From the first' })))
  await pete.settle()
  return { copy, id }
}

test('a copy that is more than a page behind when it sends takes a number of its own all the same', async () => {
  const { copy, id } = await copyBehind()
  for (let n = 0; n < 150; n++) await world.write(put('projects', aBareProject({ id: 40_000_100 + n, createdById: 1 })))
  done(await copy.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'From the copy' })))
  await copy.settle()
  expect((await world.rows('comments')).map((row) => row.comment).sort()).toEqual(['From the copy', 'From the first'])
  expect(await differences(world, copy)).toEqual([])
})

test('what is written on a copy while a round without calls is on the wire goes, and before what is written later', async () => {
  const { copy, id } = await copyBehind()
  const says = async (comment: string) =>
    done(await copy.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  copy.wire = async (deliver) => {
    const answer = await deliver()
    await says('Written meanwhile')
    return answer
  }
  // It is not left to who asks next: a worker that is woken plays on until all has gone.
  expect(await copy.round()).toMatchObject({ kind: 'done', more: true })
  copy.wire = connected
  await says('Written later')
  await copy.settle()
  const comments = (await world.diary()).filter(({ name }) => name === 'addComment')
  expect(comments.map(({ input }) => (input as { comment: string }).comment)).toEqual([
    'From the first',
    'Written meanwhile',
    'Written later',
  ])
  expect(await differences(world, copy)).toEqual([])
})

test('a device copied with work in its queue shares what both have in common and keeps what is its own', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'In both queues' })))
  const copy = await copyOf(world, pete)
  for (const [device, comment] of [
    [pete, 'Only here'],
    [copy, 'Only there'],
  ] as const) {
    done(await device.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  }
  await pete.settle()
  await copy.settle()
  expect((await world.rows('comments')).map((row) => row.comment).sort()).toEqual([
    'In both queues',
    'Only here',
    'Only there',
  ])
  expect(await copy.attention()).toEqual([])
})

test('two people sign in on one machine in turn: what each wrote waits beside the other’s, and counts as its author’s', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  const machine = await world.device(cast.pete, { name: deviceName(cast.pete.id) })
  await machine.settle()
  machine.wire = cut
  done(await machine.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Of the first' })))
  await machine.logOut()
  expect(await machine.rows('projects')).toEqual([])
  const second = await world.device(cast.cora, { disk: machine.disk, name: deviceName(cast.cora.id) })
  expect([await second.outbox(), await second.rows('projects')]).toEqual([[], []])
  await second.settle()
  done(await second.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Of the second' })))
  await second.settle()
  machine.wire = connected
  // Without a session nothing of the first one's goes.
  expect(await machine.round()).toMatchObject({ problem: 'sign-in' })
  machine.isSignedIn = true
  await machine.settle()
  expect((await world.rows('comments')).map((row) => [row.comment, row.createdById])).toEqual([
    ['Of the first', cast.pete.id],
    ['Of the second', cast.cora.id],
  ])
  await second.settle()
  for (const device of [machine, second]) expect(await differences(world, device)).toEqual([])
})

test('a reset with a full queue blanks nothing, sweeps what is gone and sends the queue', async () => {
  const id = await finishRequest(pete)
  await world.write(put('projects', aBareProject({ id: 40_000_099, createdById: 1 })))
  await pete.settle()
  expect(await pete.row('projects', 40_000_099)).toBeDefined()
  pete.wire = cut
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Kept through the reset' })))
  const position = await pete.db.get('position')
  await pete.db.set('position', { ...position, cursor: `other.${position.cursor?.split('.')[1]}` })
  await pete.db
    .rows('countries')
    .put({ ...must(await pete.row('countries', 1)), id: 77, title: 'Gone from the server' })

  pete.wire = connected
  await pete.round()
  expect(await pete.row('projects', id)).toBeDefined()
  expect((await pete.rows('comments')).map((row) => row.comment)).toEqual(['Kept through the reset'])
  await pete.settle()
  expect(await pete.row('countries', 77)).toBeUndefined()
  expect(await world.rows('comments')).toHaveLength(1)
  expect(await differences(world, pete)).toEqual([])
})

test('a server restored from a backup gets again what it has forgotten', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  done(await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'After the backup' })))
  await pete.settle()
  const identity = await pete.db.get('identity')
  const [row] = await world.rows('comments')
  const call = must((await world.diary()).at(-1))
  await world.store.transact({ reads: {} }, () => ({
    changes: [
      { kind: 'remove', table: 'comments', id: must(row).id },
      { kind: 'remove', table: 'calls', id: call.id },
      put('devices', { ...newDevice(identity.number, { id: 5 }, call.at), lastSeq: identity.lastSeq - 1 }),
    ],
    value: null,
  }))
  await pete.round()
  await pete.settle()
  expect((await world.rows('comments')).map((comment) => comment.comment)).toEqual(['After the backup'])
  expect(await differences(world, pete)).toEqual([])
})

test('what was refused stays refused when a server is restored: what comes again closes up behind it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-restored-'))
  await world.close()
  world = await createWorld({}, { folder })
  const id = 40_000_050
  const before = { requested: true, createdById: cast.pete.id, teamId: 3, description: 'Before' }
  await world.write(put('projects', aBareProject({ id, ...before })))
  pete = await world.device(cast.pete)
  cora = await world.device(cast.cora)
  await pete.settle()
  await cora.settle()
  await world.backUp()
  const { number } = await cora.db.get('identity')

  const seen = await seenBy(cora, id)
  cora.wire = cut
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  const description = { from: 'Before', to: 'Something else for much more' }
  done(await pete.perform(editProject, () => ({ id, fields: { description } })))
  await pete.settle()
  cora.wire = connected
  await cora.settle()
  expect(await cora.attention()).toMatchObject([{ refusal: { refused: 'changed-since-seen' } }])
  const denial = { content: 'No, not this.', assigneeId: cast.pete.id, seen: await seenBy(cora, id) }
  done(await cora.perform(denyProject, (newId) => ({ id, commentId: newId(), ...denial })))
  await cora.settle()
  // Of the queue that waits the first was sent and its answer lost.
  done(await cora.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Said after it' })))
  cora.wire = answerLost
  await cora.round()
  cora.wire = connected

  await world.restore()
  await pete.settle()
  await cora.settle()
  expect(await world.rows('approvals')).toEqual([])
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['No, not this.', 'Said after it'])
  expect((await cora.row('projects', id))?.phase).toBe('denied')
  expect((await world.diary()).filter(({ device }) => device === number).map(({ seq, name }) => [seq, name])).toEqual([
    [1, 'denyProject'],
    [2, 'addComment'],
  ])
  // The person still has it, and acts as before.
  expect(await cora.attention()).toMatchObject([{ call: { name: 'approveProject' } }])
  done(await cora.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'And after that' })))
  await cora.settle()
  expect(await cora.db.get('identity')).toMatchObject({ number, lastSeq: 3 })
  expect(await differences(world, cora)).toEqual([])
  await world.close()
  await removeFolder(folder)
  world = await createWorld()
})

test('a server that is restored twice from one backup gets again what was said in both of its lives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-restored-'))
  await world.close()
  world = await createWorld({}, { folder })
  const id = 40_000_052
  await world.write(put('projects', aBareProject({ id, requested: false, createdById: cast.pete.id })))
  await world.backUp()
  // Their numbers are granted after the backup, one in each life.
  pete = await world.device(cast.pete)
  await pete.settle()
  const { number } = await pete.db.get('identity')
  const say = async (by: typeof pete, comment: string) => {
    done(await by.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
    await by.settle()
  }
  await say(pete, 'In the first life')
  await world.restore()
  await pete.settle()
  cora = await world.device(cast.cora)
  await cora.settle()
  await say(pete, 'In the second life')
  await say(cora, 'In the second life, by another')
  const hers = (await cora.db.get('identity')).number
  expect(hers).not.toBe(number)

  await world.restore()
  const mia = await world.device(cast.mia)
  for (const device of [mia, pete, cora, pete]) await device.settle()
  expect((await world.rows('comments')).map((row) => row.comment).sort()).toEqual([
    'In the first life',
    'In the second life',
    'In the second life, by another',
  ])
  const numbers = await Promise.all([mia, pete, cora].map(async ({ db }) => (await db.get('identity')).number))
  expect(numbers.slice(1)).toEqual([number, hers])
  expect(new Set(numbers).size).toBe(3)
  expect(await differences(world, pete)).toEqual([])
  await world.close()
  await removeFolder(folder)
  world = await createWorld()
})

test('of an edit that was applied in part only that part comes again when a server is restored, and the rest needs its person as before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-restored-'))
  await world.close()
  world = await createWorld({}, { folder })
  const id = 40_000_050
  const before = { requested: true, createdById: cast.pete.id, teamId: 3, description: 'Before' }
  await world.write(put('projects', aBareProject({ id, ...before })))
  const [ana, mia] = [await world.device(cast.ana), await world.device(cast.mia)]
  await ana.settle()
  await mia.settle()
  await world.backUp()

  const edit = (text: string, cost?: number) => ({
    id,
    fields: {
      description: { from: 'Before', to: text },
      ...(cost ? { taskingCostEstimate: { from: 0, to: cost } } : {}),
    },
  })
  done(await ana.perform(editProject, () => edit('Hers')))
  await ana.settle()
  done(await mia.perform(editProject, () => edit('Mine', 500_000)))
  await mia.settle()
  const conflict = { refusal: null, conflicts: [{ field: 'description', theirs: 'Hers', yours: 'Mine' }] }
  expect(await mia.attention()).toMatchObject([conflict])

  await world.restore()
  // Whoever comes first: what was hers was decided.
  await mia.settle()
  expect(await mia.row('projects', id)).toMatchObject({ description: 'Before', taskingCostEstimate: 500_000 })
  await ana.settle()
  await mia.settle()
  expect(await world.rows('projects')).toMatchObject([{ description: 'Hers', taskingCostEstimate: 500_000 }])
  expect([await ana.attention(), await mia.attention()]).toMatchObject([[], [conflict]])
  expect(await differences(world, mia)).toEqual([])
  await world.close()
  await removeFolder(folder)
  world = await createWorld()
})

test('an undo within its time leaves no trace anywhere', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  const before = await cora.row('projects', id)
  const performed = await cora.perform(approveProject, (newId) => ({ id, approvalId: newId() }), { hold: cora.hold })
  const call = must(performed.refusal ? null : performed.call)
  done(await cora.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Sent after the undo' })))
  await cora.round()
  expect(await cora.withdraw(call.id)).toMatchObject({ name: 'approveProject' })
  expect(await cora.row('projects', id)).toEqual(before)
  await cora.settle()
  expect((await world.diary()).map((entry) => entry.name)).not.toContain('approveProject')
  expect(await world.rows('comments')).toHaveLength(1)
})

test('a call that has been on the wire can no longer be taken back', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  const performed = await pete.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'On its way' }))
  pete.wire = answerLost
  await pete.round()
  expect(await pete.withdraw(must(performed.refusal ? null : performed.call).id)).toBeNull()
  pete.wire = connected
  await pete.settle()
  expect(await world.rows('comments')).toHaveLength(1)
})

test('work done without a connection can be taken back for as long as there is none', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  pete.wire = cut
  pete.reachable = false
  await pete.round()
  const performed = await pete.perform(addComment, (newId) => ({
    id: newId(),
    projectId: id,
    comment: 'Thought better of it',
  }))
  await pete.round()
  await pete.round()
  expect(await pete.withdraw(must(performed.refusal ? null : performed.call).id)).not.toBeNull()
  pete.wire = connected
  pete.reachable = true
  await pete.settle()
  expect(await world.rows('comments')).toEqual([])
})

test('a tasking closed before the window is not kept, and is fetched when somebody opens it', async () => {
  const closed = aBareProject({
    requested: false,
    completed: true,
    completedDate: '2024-03-01T12:00:00.000Z',
    createdById: 1,
  })
  await world.write(put('projects', closed))
  const fresh = await world.device(cast.mia)
  await fresh.settle()
  expect(await fresh.row('projects', closed.id)).toBeUndefined()
  expect(await fresh.fetchTasking(closed.id)).toBe('found')
  expect(await fresh.row('projects', closed.id)).toMatchObject({ phase: 'completed' })
  expect(await fresh.fetchTasking(7)).toBe('not-found')
})

test('a call made by one person is never accepted under another', async () => {
  const { number } = await pete.db.get('identity')
  const id = await finishRequest(pete)
  const [call] = await pete.outbox()
  const { seq, id: callId, name, input, at } = must(call)
  const round = {
    protocol: PROTOCOL,
    device: number,
    cursor: null,
    from: 1,
    limit: 100,
    calls: [{ seq, id: callId, name, input, at }],
  }
  expect((await world.post('/sync', cast.mia.id, round)).status).toBe(200)
  expect(await world.diary()).toEqual([])
  await pete.settle()
  expect(new Set((await world.diary()).map((entry) => entry.userId))).toEqual(new Set([cast.pete.id]))
  expect(await world.rows('projects')).toMatchObject([{ id, createdById: cast.pete.id }])
})

test('nobody gets the drafts of another', async () => {
  await finishRequest(pete)
  done(
    await pete.perform(startRequest, (newId) => ({
      id: newId(),
      countryId: 1,
      teamId: 3,
      advisorId: 1,
      projectTypeId: 1,
      poolCode: 'bk-100',
      dueDate: '2026-03-20',
      blanketTasking: true,
    })),
  )
  await pete.settle()
  await cora.settle()
  expect(await world.rows('requests')).toHaveLength(2)
  expect((await cora.rows('requests')).map((row) => row.complete)).toEqual([true])
})

test('a draft discarded on one device goes from the other', async () => {
  const laptop = await world.device(cast.pete)
  const { id } = done(
    await pete.perform(startRequest, (newId) => ({
      id: newId(),
      countryId: 1,
      teamId: 3,
      advisorId: 1,
      projectTypeId: 1,
      poolCode: 'BK-100',
      dueDate: '2026-03-20',
      blanketTasking: null,
    })),
  )
  await pete.settle()
  await laptop.settle()
  expect(await laptop.row('requests', id)).toBeDefined()
  done(await pete.perform(discardRequest, () => ({ requestId: id })))
  await pete.settle()
  await laptop.settle()
  expect(await laptop.row('requests', id)).toBeUndefined()
})

test('an unknown protocol gets 426 and the queue is kept', async () => {
  await finishRequest(pete)
  const response = await world.post('/sync', cast.pete.id, { protocol: PROTOCOL + 1, anything: true })
  expect(response.status).toBe(426)
  pete.wire = () =>
    Promise.resolve(
      new Response('{"code":"UPGRADE_REQUIRED","message":"…"}', {
        status: 426,
        headers: { 'content-type': 'application/json' },
      }),
    )
  expect(await pete.round()).toMatchObject({ kind: 'problem', problem: 'update' })
  expect(await pete.outbox()).toHaveLength(4)
})

test('a captive portal that answers 200 with a page is no answer', async () => {
  await finishRequest(pete)
  pete.wire = () =>
    Promise.resolve(
      new Response('<html>Welcome to the hotel</html>', { status: 200, headers: { 'content-type': 'text/html' } }),
    )
  expect(await pete.round()).toMatchObject({ kind: 'problem', problem: 'unreachable' })
  expect(await pete.outbox()).toHaveLength(4)
})

test('a 401 pauses and deletes nothing', async () => {
  await finishRequest(pete)
  await world.write(put('users', { ...cast.pete, active: false }))
  pete.wire = () =>
    Promise.resolve(new Response('{}', { status: 401, headers: { 'content-type': 'application/json' } }))
  expect(await pete.round()).toMatchObject({ kind: 'problem', problem: 'sign-in' })
  expect(await pete.outbox()).toHaveLength(4)
})

test('canceling is never queued: the device says what it needs, and one that an older version queued is told where it was made', async () => {
  await finishRequest(pete)
  await pete.settle()
  const mia = await world.device(cast.mia)
  await mia.settle()
  const [project] = await mia.rows('projects')
  const id = must(project).id
  const { refusal } = await mia.perform(cancelProject, () => ({ id }))
  expect(refusal).toEqual({ refused: 'not-allowed', message: messages.onlineOnly })
  expect(await mia.outbox()).toEqual([])

  done(await mia.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Not needed' })))
  await mia.db.outbox.toCollection().modify({ name: 'cancelProject', input: { id } })
  await mia.settle()
  expect((await mia.db.attention.toArray()).map((item) => item.refusal)).toEqual([refusal])
  expect((await mia.row('projects', id))?.phase).toBe('interim')
})

test('everything that is wrong is said on the device, at once, with what only the form knows', async () => {
  const input = { countryId: 9, teamId: 3, advisorId: 0, projectTypeId: 1, poolCode: 'NO-SUCH', dueDate: '2026-03-09' }
  const errors = [{ field: 'dueDate', message: messages.dueDatePast }]
  const { refusal } = await pete.perform(startRequest, (newId) => ({ id: newId(), ...input, blanketTasking: null }), {
    errors,
  })
  expect(refusal?.errors?.map(({ field }) => field).sort()).toEqual(['advisorId', 'countryId', 'dueDate', 'poolCode'])
  expect(await pete.outbox()).toEqual([])
})

test('the manager accepts what is approved, and everybody ends with the same rows', async () => {
  const id = await finishRequest(pete)
  await pete.settle()
  await cora.settle()
  done(await cora.perform(approveProject, (newId) => ({ id, approvalId: newId() })))
  await cora.settle()
  const mia = await world.device(cast.mia)
  await mia.settle()
  done(await mia.perform(acceptProject, () => ({ id, assigneeId: 1 })))
  await mia.settle()
  for (const device of [pete, cora, mia]) {
    await device.settle()
    expect(await differences(world, device)).toEqual([])
  }
  expect(await pete.row('projects', id)).toMatchObject({ phase: 'progress', acceptedById: 2, assigneeId: 1 })
})

test('what somebody prefers is said offline, kept, and follows them to their other devices (C-255)', async () => {
  const other = await world.device(cast.pete)
  await other.settle()
  pete.wire = cut
  done(await pete.perform(savePreferences, () => ({ theme: 'dark', density: 'compact' }) as const))
  expect(await pete.row('users', cast.pete.id)).toMatchObject({ theme: 'dark', density: 'compact' })
  done(await other.perform(savePreferences, () => ({ shortcuts: 'off' }) as const))
  await other.settle()
  pete.wire = connected
  await pete.settle()
  await other.settle()
  const both = { theme: 'dark', density: 'compact', shortcuts: 'off' }
  expect(await other.row('users', cast.pete.id)).toMatchObject(both)
  expect(await differences(world, pete)).toEqual([])
  expect(await pete.attention()).toEqual([])
})
