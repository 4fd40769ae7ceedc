import { describe, expect, test } from 'vitest'
import { isRefusal } from '../kernel/refusal.ts'
import { must } from '../lib/must.ts'
import type { Organisation } from '../model/limits.ts'
import type { ProjectFacts } from '../model/project.ts'
import * as messages from '../model/messages.ts'
import type { User } from '../model/reference.ts'
import { fingerprint } from '../rules/fingerprint.ts'
import {
  aCountry,
  aDeliverable,
  anAdvisor,
  anAmendment,
  anApproval,
  aPoolCode,
  aProject,
  aProjectIn,
  aProjectType,
  aRequest,
  aService,
  aSubservice,
  aTeam,
  aUser,
  carryOut,
  contextOf,
  NOW,
  people,
  withReferences,
  type Rows,
  type standings,
} from '../testing/samples.ts'
import { cancelProject } from './cancel.ts'
import { completeDeliverable } from './deliverables.ts'
import {
  acceptProject,
  addProject,
  amendProject,
  approveProject,
  completeProject,
  denyProject,
  editProject,
  editRequestContent,
} from './projects.ts'
import { brokenFields } from './tasking.ts'
import { composeContent, contentToText } from '../rules/content.ts'

const { ana, mia, adam, cora, pete, fin, ada } = people
const id = 42_000_017
const made = 42_000_099

const byAdam = anApproval({ id: 1, kind: 'interim', createdById: adam.id, createDate: '2026-03-03T09:00:00.000Z' })
const byCora = anApproval({
  id: 2,
  kind: 'authorization',
  createdById: cora.id,
  createDate: '2026-03-04T09:00:00.000Z',
})

/** A tasking in each place it can be, with the approvals that brought it there. */
const states = {
  interim: { project: aProjectIn('interim'), approvals: [] },
  documented: { project: aProjectIn('documented'), approvals: [] },
  authorization: { project: aProjectIn('authorization'), approvals: [byAdam] },
  acceptance: { project: aProjectIn('acceptance'), approvals: [byAdam, byCora] },
  progress: { project: aProjectIn('progress'), approvals: [byAdam, byCora] },
  internal: { project: aProjectIn('internal'), approvals: [] },
  completed: { project: aProjectIn('completed'), approvals: [byAdam, byCora] },
  denied: { project: aProjectIn('denied'), approvals: [] },
  canceled: { project: aProjectIn('canceled'), approvals: [] },
}
type State = keyof typeof states

const rowsIn = (state: State, facts: Partial<ProjectFacts> = {}, more: Rows = {}): Rows =>
  withReferences({
    projects: [aProject({ ...states[state].project, ...facts })],
    requests: [aRequest()],
    approvals: states[state].approvals,
    ...more,
  })

type Run = (state: State, facts?: Partial<ProjectFacts>, more?: Rows) => ReturnType<typeof carryOut>
const approveAs =
  (user: User, more: { seen?: string } = {}, organisation: Partial<Organisation> = {}): Run =>
  (state, facts, rows) =>
    carryOut(
      approveProject,
      { id, approvalId: made, ...more },
      rowsIn(state, facts, rows),
      contextOf(user, NOW, organisation),
    )
const denyAs =
  (user: User, more: object = {}, organisation: Partial<Organisation> = {}): Run =>
  (state, facts, rows) =>
    carryOut(
      denyProject,
      { id, commentId: made, content: 'The dates clash.', assigneeId: pete.id, ...more },
      rowsIn(state, facts, rows),
      contextOf(user, NOW, organisation),
    )
const acceptAs =
  (user: User, more: object = {}, organisation: Partial<Organisation> = {}): Run =>
  (state, facts, rows) =>
    carryOut(acceptProject, { id, ...more }, rowsIn(state, facts, rows), contextOf(user, NOW, organisation))
const amendAs =
  (user: User, more: object = {}): Run =>
  (state, facts, rows) =>
    carryOut(
      amendProject,
      { projectId: id, amendmentId: made, content: 'Two days are enough.', ...more },
      rowsIn(state, facts, rows),
      contextOf(user),
    )
const rewriteAs =
  (user: User, more: object = {}): Run =>
  (state, facts, rows) =>
    carryOut(
      editRequestContent,
      { projectId: id, revisionId: made, content: 'Two days\nin Nairobi', ...more },
      rowsIn(state, facts, rows),
      contextOf(user),
    )
const cancelAs =
  (user: User, more: object = {}): Run =>
  (state, facts, rows) =>
    carryOut(cancelProject, { id, ...more }, rowsIn(state, facts, rows), contextOf(user))
const completeAs =
  (user: User): Run =>
  (state, facts, rows) =>
    carryOut(completeProject, { id }, rowsIn(state, facts, rows), contextOf(user))
const editAs =
  (user: User, fields: object): Run =>
  (state, facts, rows) =>
    carryOut(editProject, { id, fields }, rowsIn(state, facts, rows), contextOf(user))
const completeLastAs =
  (user: User, more: object = {}): Run =>
  (state, facts, rows) =>
    carryOut(
      completeDeliverable,
      { id: 42_000_050, projectTaskId: id, ...more },
      rowsIn(state, facts, { deliverables: [aDeliverable()], ...rows }),
      contextOf(user),
    )

/** The phase after, or why not. */
function outcome({ decision, rows }: ReturnType<typeof carryOut>): string {
  if (isRefusal(decision)) return decision.refused
  if ('nothing' in decision) return 'already'
  return must(rows.projects.find((row) => row.id === id)).phase
}

describe('the transitions of C.3, from every state', () => {
  const from: State[] = [
    'interim',
    'documented',
    'authorization',
    'acceptance',
    'progress',
    'internal',
    'completed',
    'denied',
    'canceled',
  ]
  const table: [string, Run, string[]][] = [
    [
      'an AD approves',
      approveAs(adam),
      [
        'authorization',
        'authorization',
        'already',
        'already',
        'already',
        'moved-on',
        'already',
        'already-decided',
        'closed',
      ],
    ],
    [
      'a COR approves',
      approveAs(cora),
      [
        'acceptance',
        'acceptance',
        'acceptance',
        'already',
        'already',
        'moved-on',
        'already',
        'already-decided',
        'closed',
      ],
    ],
    [
      'an AD denies',
      denyAs(adam),
      ['denied', 'denied', 'denied', 'already-decided', 'already-decided', 'moved-on', 'closed', 'already', 'closed'],
    ],
    [
      'a COR denies',
      denyAs(cora),
      ['denied', 'denied', 'denied', 'already-decided', 'already-decided', 'moved-on', 'closed', 'already', 'closed'],
    ],
    [
      'a manager denies',
      denyAs(mia),
      ['moved-on', 'moved-on', 'denied', 'denied', 'already-decided', 'moved-on', 'closed', 'already', 'closed'],
    ],
    [
      'a manager accepts',
      acceptAs(mia),
      ['moved-on', 'moved-on', 'progress', 'progress', 'already', 'moved-on', 'already', 'already-decided', 'closed'],
    ],
    [
      'anyone amends',
      amendAs(pete),
      [
        'interim',
        'authorization',
        'authorization',
        'acceptance',
        'progress',
        'progress',
        'closed',
        'interim',
        'closed',
      ],
    ],
    [
      'a COR edits the request',
      rewriteAs(cora),
      [
        'interim',
        'authorization',
        'moved-on',
        'moved-on',
        'already-decided',
        'not-found',
        'closed',
        'already-decided',
        'closed',
      ],
    ],
    [
      'a manager cancels',
      cancelAs(mia),
      ['canceled', 'canceled', 'canceled', 'canceled', 'canceled', 'canceled', 'closed', 'canceled', 'already'],
    ],
    [
      'a manager completes',
      completeAs(mia),
      [
        'moved-on',
        'moved-on',
        'moved-on',
        'moved-on',
        'completed',
        'completed',
        'already',
        'already-decided',
        'closed',
      ],
    ],
    [
      'the last deliverable is completed',
      completeLastAs(ana),
      [
        'interim',
        'authorization',
        'authorization',
        'acceptance',
        'completed',
        'completed',
        'closed',
        'denied',
        'closed',
      ],
    ],
  ]
  const cells = table.flatMap(([title, run, expected]) =>
    from.map((state, index) => [title, state, must(expected[index]), run] as const),
  )
  test.each(cells)('%s on %s: %s', (_, state, expected, run) => {
    expect(outcome(run(state))).toBe(expected)
  })
})

describe('who has no right to it is refused, in whatever state, and learns nothing more', () => {
  const everyone = [ana, mia, adam, cora, pete, fin, ada, aUser({ roles: 'Client;Director' })]
  test.each([
    ['approve', approveAs, 'AD COR'],
    ['deny', denyAs, 'Manager AD COR'],
    ['accept', acceptAs, 'Manager'],
    ['edit the request', rewriteAs, 'AD COR'],
    ['cancel', cancelAs, 'Manager Admin'],
    ['complete', completeAs, 'Manager Admin'],
  ] as [string, (user: User) => Run, string][])('to %s', (_, as, allowed) => {
    for (const state of ['interim', 'acceptance', 'progress', 'completed', 'denied', 'canceled'] as State[]) {
      const refused = everyone.filter((user) => outcome(as(user)(state)) === 'not-allowed')
      expect(refused.map((user) => user.roles)).toEqual(
        everyone.map((user) => user.roles).filter((roles) => !allowed.split(' ').includes(roles)),
      )
    }
  })

  test.each([
    ['approve', approveAs(cora)],
    ['deny', denyAs(cora)],
    ['accept', acceptAs(mia)],
    ['amend', amendAs(pete)],
    ['edit the request of', rewriteAs(cora)],
    ['cancel', cancelAs(ada)],
    ['complete', completeAs(ada)],
    ['edit', editAs(ana, { description: { to: 'Something else' } })],
  ] as [string, Run][])('nobody can %s a tasking that is not there', (_, run) => {
    expect(outcome(run('interim', {}, { projects: [] }))).toBe('not-found')
  })
})

describe('approving', () => {
  test('an AD gives interim approval, with a comment', () => {
    const { rows } = carryOut(
      approveProject,
      { id, approvalId: made, comment: 'Agreed.' },
      rowsIn('interim'),
      contextOf(adam),
    )
    expect(rows.approvals).toEqual([
      {
        id: made,
        projectId: id,
        kind: 'interim',
        comment: 'Agreed.',
        selfApproved: false,
        voided: false,
        createdById: adam.id,
        forId: 0,
        createDate: NOW,
        receivedDate: null,
      },
    ])
    expect(rows.projects[0]).toMatchObject({
      approved: true,
      approvedDate: NOW,
      interim: true,
      authorized: false,
      accepted: false,
      modifiedById: adam.id,
      modifiedDate: NOW,
    })
  })

  test('a COR authorizes, after an AD or without one', () => {
    const after = approveAs(cora)('authorization').rows
    expect(after.approvals.map((row) => row.kind)).toEqual(['interim', 'authorization'])
    expect(after.projects[0]).toMatchObject({ interim: true, authorized: true, approved: true })
    const alone = approveAs(cora)('interim').rows
    expect(alone.approvals.map((row) => row.kind)).toEqual(['authorization'])
    expect(alone.projects[0]).toMatchObject({ interim: false, authorized: true, approved: true })
  })

  test('somebody who is both AD and COR authorizes', () => {
    const both = aUser({ roles: 'AD;COR' })
    expect(approveAs(both)('interim').rows.approvals[0]?.kind).toBe('authorization')
  })

  test('who approves second is told who was first, and nothing is recorded twice (C-068)', () => {
    const { decision, rows } = approveAs(aUser({ roles: 'COR' }))('acceptance')
    expect(decision).toEqual({ nothing: 'already', by: cora.id, at: '2026-03-04T09:00:00.000Z' })
    expect(rows.approvals).toHaveLength(2)
  })

  test('the last approval is told by its date, because ids say where they were minted and not when', () => {
    const approvals = [{ ...byAdam, id: 9 }, byCora]
    expect(approveAs(cora)('acceptance', {}, { approvals }).decision).toMatchObject({ by: cora.id })
    expect(
      approveAs(adam)('acceptance', {}, { approvals: [byAdam, { ...byCora, voided: true }] }).decision,
    ).toMatchObject({ by: adam.id })
  })

  test('an authorization is no second interim approval: who comes too late with it is told that, and keeps the words (C-068)', () => {
    const byAdOnly = { approvals: [byAdam] }
    expect(approveAs(cora)('progress', { authorized: false }, byAdOnly).decision).toEqual({
      refused: 'already-decided',
      by: mia.id,
      at: must(states.progress.project.acceptedDate),
    })
    expect(outcome(approveAs(cora)('completed', { authorized: false }, byAdOnly))).toBe('closed')
    expect(approveAs(adam)('progress', { authorized: false }, byAdOnly).decision).toMatchObject({
      nothing: 'already',
      by: adam.id,
    })
  })

  test('of two approvals an authorization is told to a COR, whichever was made later', () => {
    const approvals = [{ ...byAdam, createDate: '2026-03-05T09:00:00.000Z' }, byCora]
    expect(approveAs(cora)('acceptance', {}, { approvals }).decision).toMatchObject({ nothing: 'already', by: cora.id })
  })

  test('who denies what was authorized meanwhile is told who did it (C-068)', () => {
    const wasEdited = { modifiedById: mia.id }
    expect(denyAs(adam)('acceptance', wasEdited).decision).toEqual({
      refused: 'already-decided',
      by: cora.id,
      at: '2026-03-04T09:00:00.000Z',
    })
  })

  test('who denies what an AD approved at the same moment is told who did it, and denies it once they have seen that (C-068)', () => {
    for (const user of [adam, cora]) {
      expect(denyAs(user, { interim: false })('authorization').decision).toEqual({
        refused: 'already-decided',
        by: adam.id,
        at: '2026-03-03T09:00:00.000Z',
      })
      expect(outcome(denyAs(user, { interim: true })('authorization'))).toBe('denied')
      expect(outcome(denyAs(user, { interim: false })('documented'))).toBe('denied')
      expect(outcome(denyAs(user)('authorization'))).toBe('denied')
    }
    expect(outcome(denyAs(mia, { interim: true })('acceptance'))).toBe('denied')
    expect(outcome(denyAs(mia, { interim: false })('acceptance'))).toBe('denied')
  })

  test('who approves what was denied is told who denied it', () => {
    expect(approveAs(cora)('denied').decision).toEqual({
      refused: 'already-decided',
      by: adam.id,
      at: '2026-03-06T09:00:00.000Z',
    })
  })

  test('the own tasking is approved as self-approved, or not at all when the organisation says so (C-067)', () => {
    expect(approveAs(cora)('interim', { createdById: cora.id }).rows.approvals[0]?.selfApproved).toBe(true)
    const strict = { allowSelfApproval: false }
    expect(approveAs(cora, {}, strict)('interim', { createdById: cora.id }).decision).toEqual({
      refused: 'not-allowed',
      message: 'You cannot approve your own request.',
    })
    expect(outcome(approveAs(cora, {}, strict)('interim'))).toBe('acceptance')
  })

  test('a new approval of a changed tasking clears the mark of the change', () => {
    const { rows } = approveAs(cora)('authorization', { changedAfterApproval: true })
    expect(rows.projects[0]?.changedAfterApproval).toBe(false)
  })
})

describe('a decision about something else than what was seen is not carried out (S13)', () => {
  const print = (state: State) => fingerprint(states[state].project, aRequest().content, [])
  const table: [string, (seen: string) => Run, State, string][] = [
    ['approving', (seen) => approveAs(cora, { seen }), 'interim', 'acceptance'],
    ['denying', (seen) => denyAs(cora, { seen }), 'interim', 'denied'],
    ['accepting', (seen) => acceptAs(mia, { seen }), 'acceptance', 'progress'],
    ['editing the request', (seen) => rewriteAs(cora, { seen }), 'interim', 'interim'],
  ]
  test.each(table)('%s', (_, as, state, expected) => {
    const run = as(print(state))
    expect(outcome(run(state))).toBe(expected)
    const changed = { taskingCostEstimate: 900, modifiedById: ana.id, modifiedDate: '2026-03-09T08:00:00.000Z' }
    const { decision, rows } = run(state, changed)
    expect(decision).toEqual({
      ...{ refused: 'changed-since-seen', message: 'T-42-17 changed since you reviewed it.' },
      ...{ by: ana.id, at: '2026-03-09T08:00:00.000Z' },
    })
    expect(rows.projects[0]?.phase).toBe(state)
    expect(outcome(run(state, {}, { requests: [aRequest({ content: 'Another text' })] }))).toBe('changed-since-seen')
    expect(outcome(run(state, {}, { amendments: [anAmendment()] }))).toBe('changed-since-seen')
  })

  test('where whoever decides was the last to sign it, nobody is named: somebody else may have changed what was read', () => {
    const seen = print('interim')
    const since = { taskingCostEstimate: 900, modifiedById: cora.id, modifiedDate: '2026-03-09T08:00:00.000Z' }
    expect(approveAs(cora, { seen })('interim', since).decision).toEqual({
      ...{ refused: 'changed-since-seen', message: 'T-42-17 changed since you reviewed it.' },
    })
  })

  test('nobody can make two descriptions of which a decision on the one is one on the other', () => {
    const shown = 'taczftplppnumzfnumzftplpptplpptplpptplpptplppnumzftplpptplpptplppnumzfnumzftplppnumzfnumzf'
    const put = 'taczftplppnumzftplppnumzfnumzftplppnumzftplpptplpptplppnumzfnumzfnumzfnumzftplppnumzfnumzf'
    const seen = fingerprint(aProject({ description: shown }), aRequest().content, [])
    expect(outcome(approveAs(cora, { seen })('interim', { description: shown }))).toBe('acceptance')
    expect(outcome(approveAs(cora, { seen })('interim', { description: put }))).toBe('changed-since-seen')
  })

  test('who was only slower gets to know that, and not that it changed', () => {
    const seen = fingerprint(aProject({ description: 'Long ago' }), '', [])
    expect(outcome(approveAs(cora, { seen })('acceptance'))).toBe('already')
    expect(outcome(denyAs(cora, { seen })('denied'))).toBe('already')
    expect(outcome(acceptAs(mia, { seen })('progress'))).toBe('already')
  })
})

describe('denying', () => {
  test('leaves the reason as a comment, names who goes on with it, and keeps the approvals', () => {
    const { rows } = denyAs(mia, { content: '  The dates clash.  ' })('acceptance')
    expect(rows.comments).toEqual([
      {
        id: made,
        projectId: id,
        kind: 'denial',
        comment: 'The dates clash.',
        active: true,
        attachment: null,
        editedDate: null,
        history: [],
        createdById: mia.id,
        createDate: NOW,
        receivedDate: null,
      },
    ])
    expect(rows.projects[0]).toMatchObject({
      denied: true,
      deniedById: mia.id,
      deniedDate: NOW,
      deniedStage: 2,
      assigneeId: pete.id,
      approved: true,
      authorized: true,
    })
    expect(rows.approvals.every((row) => !row.voided)).toBe(true)
  })

  test.each([
    ['interim', adam, 0],
    ['documented', cora, 1],
    ['authorization', mia, 1],
    ['acceptance', mia, 2],
  ] as [State, User, number][])('from %s the stage that denied it is kept', (state, user, stage) => {
    expect(denyAs(user)(state).rows.projects[0]?.deniedStage).toBe(stage)
  })

  test.each([
    ['a reason of two characters', { content: 'no' }, 'content', 'Please enter a reason of at least 3 characters'],
    ['a reason of blanks', { content: '  x  ' }, 'content', 'Please enter a reason of at least 3 characters'],
    ['no assignee', { assigneeId: 0 }, 'assigneeId', 'Please select an assignee'],
    ['an assignee who does not exist', { assigneeId: 999 }, 'assigneeId', 'Please select an assignee'],
  ])('is refused with %s (C-070)', (_, more, field, message) => {
    expect(denyAs(cora, more)('interim').decision).toEqual({ refused: 'invalid', errors: [{ field, message }] })
  })

  test('is refused with an assignee who has left', () => {
    const users = [cora, { ...pete, active: false }]
    expect(outcome(denyAs(cora)('interim', {}, { users }))).toBe('invalid')
  })

  test('in the strict setting a manager waits for the COR', () => {
    expect(outcome(denyAs(mia, {}, { requireCorAuthorization: true })('authorization'))).toBe('moved-on')
    expect(outcome(denyAs(mia, {}, { requireCorAuthorization: true })('acceptance'))).toBe('denied')
  })

  test('what was denied first stays denied by whom it was', () => {
    expect(denyAs(cora)('denied').decision).toEqual({
      nothing: 'already',
      by: adam.id,
      at: '2026-03-06T09:00:00.000Z',
    })
  })
})

describe('accepting', () => {
  test('records who and when, and assigns in the same breath (C-079)', () => {
    const { rows } = acceptAs(mia, { assigneeId: ana.id })('acceptance')
    expect(rows.projects[0]).toMatchObject({
      accepted: true,
      acceptedById: mia.id,
      acceptedDate: NOW,
      assigneeId: ana.id,
    })
    expect(acceptAs(mia)('acceptance', { assigneeId: pete.id }).rows.projects[0]?.assigneeId).toBe(pete.id)
    expect(acceptAs(mia, { assigneeId: 0 })('acceptance', { assigneeId: pete.id }).rows.projects[0]?.assigneeId).toBe(
      pete.id,
    )
  })

  test('is refused with an assignee who does not exist', () => {
    expect(acceptAs(mia, { assigneeId: 999 })('acceptance').decision).toEqual({
      refused: 'invalid',
      errors: [{ field: 'assigneeId', message: 'Please select an assignee' }],
    })
  })

  test('in the strict setting the COR comes first (C-063)', () => {
    expect(outcome(acceptAs(mia, {}, { requireCorAuthorization: true })('authorization'))).toBe('moved-on')
    expect(outcome(acceptAs(mia, {}, { requireCorAuthorization: true })('acceptance'))).toBe('progress')
  })
})

describe('amending', () => {
  test('appends, and hands on to the assignee when one is named', () => {
    const { rows } = amendAs(mia, { content: ' Two days are enough. ', assigneeId: ana.id })('progress')
    expect(rows.amendments).toEqual([
      {
        id: made,
        projectId: id,
        amendment: 'Two days are enough.',
        createdById: mia.id,
        createDate: NOW,
        receivedDate: null,
      },
    ])
    expect(rows.projects[0]).toMatchObject({ assigneeId: ana.id, accepted: true })
    expect(rows.requests[0]?.content).toBe(aRequest().content)
  })

  test('whoever may not edit it hands it to nobody, themselves least of all; the words are kept', () => {
    const taken = amendAs(fin, { assigneeId: fin.id })('progress', { assigneeId: ana.id }).rows
    expect(taken.projects[0]?.assigneeId).toBe(ana.id)
    expect(taken.amendments).toHaveLength(1)
    const completed = carryOut(completeProject, { id }, taken, contextOf(fin))
    expect(outcome(completed)).toBe('not-allowed')
    expect(amendAs(fin, { assigneeId: 999 })('progress').rows.amendments).toHaveLength(1)
  })

  test.each([
    ['internal', 'ana', true],
    ['progress', 'mia', true],
    ['interim', 'pete', true],
    ['authorization', 'pete', false],
    ['internal', 'pete', false],
    ['denied', 'pete', true],
  ] as const)('in %s %s names another assignee: %s', (state, name, isTaken) => {
    const { rows } = amendAs(people[name], { assigneeId: fin.id })(state, { assigneeId: ana.id })
    expect(rows.projects[0]?.assigneeId).toBe(isTaken ? fin.id : ana.id)
  })

  test('an answer to the denial of what had been approved names who goes on with it', () => {
    const denied = denyAs(mia, { assigneeId: pete.id })('acceptance').rows
    const answer = { projectId: id, amendmentId: made, content: 'Two days are enough.', assigneeId: ana.id }
    expect(carryOut(amendProject, answer, denied, contextOf(pete)).rows.projects[0]?.assigneeId).toBe(ana.id)
  })

  test('words that were written before it was denied do not answer the denial: it stands as it was sent back', () => {
    const denied = denyAs(mia, { assigneeId: pete.id })('acceptance').rows
    const amend = (more: object) => {
      const input = { projectId: id, amendmentId: made, content: 'Two days are enough.', assigneeId: ana.id, ...more }
      return carryOut(amendProject, input, denied, contextOf(pete))
    }
    const [unread, answer] = [amend({ denied: false }), amend({ denied: true })]
    expect(unread.rows.amendments).toHaveLength(1)
    expect(unread.rows.projects[0]).toMatchObject({ phase: 'denied', deniedById: mia.id, assigneeId: pete.id })
    expect(unread.rows.projects[0]?.deniedDate).toBe(denied.projects[0]?.deniedDate)
    expect(answer.rows.projects[0]).toMatchObject({ phase: 'acceptance', assigneeId: ana.id })
    expect(amendAs(pete, { denied: false })('interim').rows.projects[0]).toMatchObject({ phase: 'interim' })
  })

  test.each([
    ['interim', adam, 'interim'],
    ['documented', cora, 'authorization'],
    ['authorization', mia, 'authorization'],
    ['acceptance', mia, 'acceptance'],
  ] as [State, User, string][])(
    'what was denied at %s goes back there, with its approvals standing (S11)',
    (state, by, phase) => {
      const denied = denyAs(by)(state).rows
      const { rows } = carryOut(
        amendProject,
        { projectId: id, amendmentId: made, content: 'Two days are enough.' },
        denied,
        contextOf(pete),
      )
      expect(rows.projects[0]).toMatchObject({ phase, denied: false, deniedById: 0, deniedDate: null })
      expect(rows.approvals).toEqual(states[state].approvals)
    },
  )

  test('a protected field that changed while it was denied takes the approvals with it (S11)', () => {
    const denied = denyAs(mia)('acceptance').rows
    const fields = { poolCode: { from: 'BK-100', to: 'BK-200' } }
    const edited = carryOut(editProject, { id, fields }, denied, contextOf(ana)).rows
    expect(edited.projects[0]).toMatchObject({ phase: 'denied', approved: false })
    const { rows } = carryOut(
      amendProject,
      { projectId: id, amendmentId: made, content: 'Now on another pool.' },
      edited,
      contextOf(pete),
    )
    expect(rows.projects[0]?.phase).toBe('interim')
    expect(rows.approvals.map((row) => row.voided)).toEqual([true, true])
  })

  test.each([
    ['two characters', { content: 'no' }, 'content', 'Please enter an amendment of at least 3 characters'],
    ['an assignee who does not exist', { assigneeId: 999 }, 'assigneeId', 'Please select an assignee'],
  ])('is refused with %s', (_, more, field, message) => {
    expect(amendAs(pete, more)('denied').decision).toEqual({ refused: 'invalid', errors: [{ field, message }] })
  })

  test.each([
    ['canceled', { message: 'This tasking was canceled.', by: mia.id, at: '2026-03-06T09:00:00.000Z' }],
    ['completed', { message: 'This tasking is completed.', by: mia.id, at: '2026-03-06T09:00:00.000Z' }],
  ] as [State, object][])('is refused on what is %s, and says since when (C-072)', (state, more) => {
    expect(amendAs(pete)(state).decision).toEqual({ refused: 'closed', ...more })
  })
})

describe('editing the text of the request', () => {
  test('replaces it, escaped, and keeps what it replaced (C-073)', () => {
    const { rows } = rewriteAs(adam, { content: 'Two days\n<b>in Nairobi</b>' })('interim')
    expect(rows.requests[0]).toMatchObject({
      content: 'Two days<br>&lt;b&gt;in Nairobi&lt;/b&gt;',
      modifiedDate: NOW,
    })
    expect(rows.revisions).toEqual([
      {
        id: made,
        requestId: 42_000_010,
        kind: 'content',
        replaced: { content: aRequest().content },
        createdById: adam.id,
        createDate: NOW,
      },
    ])
    expect(rows.projects[0]).toMatchObject({ modifiedById: adam.id, modifiedDate: NOW, phase: 'interim' })
  })

  test.each([
    ['is approved', 'authorization', 'moved-on'],
    ['was accepted', 'progress', 'moved-on'],
    ['is completed', 'completed', 'moved-on'],
    ['waits too', 'interim', 'interim'],
    ['was canceled', 'canceled', 'interim'],
  ] as [string, keyof typeof standings, string][])(
    'when another tasking of the request %s: %s',
    (_, standing, expected) => {
      const beside = aProjectIn(standing, { id: 42_000_018 })
      const result = rewriteAs(adam)('interim', {}, { projects: [aProjectIn('interim'), beside] })
      expect(outcome(result)).toBe(expected)
      if (expected === 'moved-on')
        expect(result.decision).toMatchObject({
          message: expect.stringContaining('T-42-18') as string,
          by: beside.modifiedById,
        })
    },
  )

  test('a tasking of the request that one may not see keeps the text too, and is not named', () => {
    const beside = aProjectIn('progress', { id: 42_000_018, teamId: 2 })
    const ofTeam = contextOf({ ...adam, teamId: 3 }, NOW, { restrictTeamVisibility: true })
    const rows = withReferences({ projects: [aProjectIn('interim'), beside], requests: [aRequest()] })
    const input = { projectId: 42_000_017, revisionId: 42_000_500, content: 'Three days instead' }
    expect(carryOut(editRequestContent, input, rows, ofTeam).decision).toEqual({
      refused: 'moved-on',
      message: messages.textKeptElsewhere,
    })
  })

  test('is already so when the text is the same', () => {
    const requests = [aRequest({ content: 'Two days<br>in Nairobi' })]
    expect(rewriteAs(cora)('interim', {}, { requests }).decision).toEqual({ nothing: 'already' })
  })

  test('is already so when it is saved as the box showed it, and the headings of its first writing stay', () => {
    const request = aRequest({ content: composeContent(aRequest()) })
    expect(request.content).toContain('<b>Contact Details</b>')
    const content = contentToText(request.content)
    const { decision, rows } = rewriteAs(cora, { content })('interim', {}, { requests: [request] })
    expect(decision).toEqual({ nothing: 'already' })
    expect(rows.requests).toEqual([request])
  })

  test('is refused with two characters', () => {
    expect(outcome(rewriteAs(cora, { content: 'no' })('interim'))).toBe('invalid')
  })
})

describe('canceling and completing', () => {
  test('canceling keeps who, when and why, and says so to who cancels again', () => {
    const { rows } = cancelAs(ada, { reason: 'No longer needed' })('progress')
    expect(rows.projects[0]).toMatchObject({
      active: false,
      canceledById: ada.id,
      canceledDate: NOW,
      cancelReason: 'No longer needed',
      closedDate: NOW,
    })
    expect(cancelAs(mia)('canceled').decision).toEqual({
      nothing: 'already',
      by: mia.id,
      at: '2026-03-06T09:00:00.000Z',
    })
  })

  test('the assignee completes, whoever it is; others without the office do not', () => {
    expect(outcome(completeAs(pete)('progress', { assigneeId: pete.id }))).toBe('completed')
    expect(outcome(completeAs(pete)('progress'))).toBe('not-allowed')
    expect(completeAs(mia)('progress').rows.projects[0]).toMatchObject({
      completed: true,
      completedDate: NOW,
      closedDate: NOW,
    })
  })

  test('nothing is completed over an open deliverable, and a deleted or complete one is not open (C-076)', () => {
    const open = { deliverables: [aDeliverable()] }
    expect(completeAs(mia)('progress', {}, open).decision).toEqual({
      refused: 'moved-on',
      message: 'Complete or delete the open deliverables first.',
    })
    const done = { deliverables: [aDeliverable({ complete: true }), aDeliverable({ id: 2, active: false })] }
    expect(outcome(completeAs(mia)('progress', {}, done))).toBe('completed')
  })
})

describe('more than the totals of a pool can be is refused, and nothing is written', () => {
  const most = 100_000_000_000_000
  const nearlyFull = (facts: object) => {
    const others = withReferences().poolCodes?.filter((pool) => pool.id !== 1) ?? []
    return {
      poolCodes: [aPoolCode({ actual: 5, pending: 5, estimated: most - 10, ...facts }), ...others],
    }
  }
  const table: [string, Run, State, Rows][] = [
    ['a higher estimate', editAs(ana, { taskingCostEstimate: { to: 100_000_000_000 } }), 'interim', nearlyFull({})],
    ['a higher initial one', editAs(ana, { initialCostEstimate: { to: 100_000_000_000 } }), 'interim', nearlyFull({})],
    ['more that was spent', editAs(ana, { actualCost: { to: 6 } }), 'interim', nearlyFull({ actual: most - 5 })],
    ['a denied tasking that counts again', amendAs(pete), 'denied', nearlyFull({})],
  ]
  test.each(table)('%s', (_, run, state, pools) => {
    const { decision, rows } = run(state, state === 'denied' ? { taskingCostEstimate: most } : {}, pools)
    expect(decision).toEqual({ refused: 'invalid', message: messages.tooMuchMoney })
    expect(rows.poolCodes).toEqual(pools.poolCodes)
  })

  test('another pool that is full', () => {
    const [full, ...others] = nearlyFull({ estimated: 0, actual: 0, pending: 0 }).poolCodes
    const next = others.map((pool) => (pool.poolCode === 'BK-200' ? { ...pool, estimated: most } : pool))
    const run = editAs(ana, { poolCode: { to: 'BK-200' } })
    const { decision } = run('interim', { taskingCostEstimate: 1 }, { poolCodes: [must(full), ...next] })
    expect(decision).toEqual({ refused: 'invalid', message: messages.tooMuchMoney })
  })

  test('what takes money out of a pool goes on', () => {
    const run = cancelAs(mia)('interim', { taskingCostEstimate: 1_000 }, nearlyFull({ pending: 1_000 }))
    expect(isRefusal(run.decision)).toBe(false)
  })
})

describe('the money of the pool moves with the tasking (C.10)', () => {
  const money = { taskingCostEstimate: 1_000, actualCost: 200 }
  /** Beside this tasking, others on the pool hold 50, 60 and 70. */
  const poolWith = (actual: number, estimated: number, pending: number) =>
    aPoolCode({ actual: 50 + actual, estimated: 60 + estimated, pending: 70 + pending })
  const table: [string, Run, State, [number, number, number], [number, number, number]][] = [
    ['an AD approves', approveAs(adam), 'interim', [200, 800, 800], [200, 800, 800]],
    ['a COR approves', approveAs(cora), 'interim', [200, 800, 800], [200, 800, 0]],
    ['a COR approves after an AD', approveAs(cora), 'authorization', [200, 800, 800], [200, 800, 0]],
    ['an AD denies', denyAs(adam), 'interim', [200, 800, 800], [200, 0, 0]],
    ['a manager denies', denyAs(mia), 'acceptance', [200, 800, 0], [200, 0, 0]],
    ['a manager accepts without a COR', acceptAs(mia), 'authorization', [200, 800, 800], [200, 800, 0]],
    ['a manager accepts', acceptAs(mia), 'acceptance', [200, 800, 0], [200, 800, 0]],
    ['a denied one is amended', amendAs(pete), 'denied', [200, 0, 0], [200, 800, 800]],
    ['an open one is amended', amendAs(pete), 'progress', [200, 800, 0], [200, 800, 0]],
    ['it is canceled', cancelAs(mia), 'interim', [200, 800, 800], [200, 0, 0]],
    ['it is completed', completeAs(mia), 'progress', [200, 800, 0], [200, 0, 0]],
    ['its last deliverable is completed', completeLastAs(ana), 'progress', [200, 800, 0], [200, 0, 0]],
    ['its request text is edited', rewriteAs(cora), 'interim', [200, 800, 800], [200, 800, 800]],
    ['more is spent', editAs(ana, { actualCost: { to: 300 } }), 'progress', [200, 800, 0], [300, 700, 0]],
    ['too much is spent', editAs(ana, { actualCost: { to: 1_500 } }), 'progress', [200, 800, 0], [1_500, 0, 0]],
    [
      'the estimate is raised, which voids the approvals',
      editAs(ana, { taskingCostEstimate: { to: 1_500 } }),
      'acceptance',
      [200, 800, 0],
      [200, 1_300, 1_300],
    ],
    ['another field is edited', editAs(ana, { countryId: { to: 2 } }), 'progress', [200, 800, 0], [200, 800, 0]],
  ]
  test.each(table)('%s', (_, run, state, before, after) => {
    const others = withReferences().poolCodes?.filter((pool) => pool.id !== 1) ?? []
    const { decision, rows } = run(state, money, { poolCodes: [poolWith(...before), ...others] })
    expect(isRefusal(decision)).toBe(false)
    const { actual, estimated, pending } = must(rows.poolCodes.find((pool) => pool.id === 1))
    expect([actual - 50, estimated - 60, pending - 70]).toEqual(after)
  })

  test('changing the pool takes the money from the one and puts it on the other', () => {
    const poolCodes = [poolWith(200, 800, 0), aPoolCode({ id: 2, poolCode: 'BK-200', shipNumber: 14, actual: 5 })]
    const { rows } = editAs(ana, { poolCode: { from: 'BK-100', to: 'BK-200' } })('progress', money, { poolCodes })
    expect(rows.poolCodes).toMatchObject([
      { id: 1, actual: 50, estimated: 60, pending: 70 },
      { id: 2, actual: 205, estimated: 800, pending: 0 },
    ])
    expect(rows.projects[0]).toMatchObject({ poolCode: 'BK-200', shipNumber: 14, changedAfterApproval: true })
  })

  test('a tasking whose pool is not here changes all the same', () => {
    const { rows } = cancelAs(mia)('progress', money, { poolCodes: [] })
    expect(rows.projects[0]?.phase).toBe('canceled')
    expect(rows.poolCodes).toEqual([])
  })
})

describe('Add a Project', () => {
  const input = {
    id: made,
    description: 'Office move',
    bocId: 1,
    taskId: 102,
    teamId: 3,
    advisorId: 1,
    countryId: 1,
    assigneeId: ana.id,
    projectTypeId: 1,
    poolCode: 'bk-100 ',
    blanketTasking: null,
    dueDate: '2026-03-10',
    taskingCostEstimate: 700,
    initialCostEstimate: 900,
    actualCost: 100,
  }
  const add = (more: object = {}, user: User = ana, rows: Rows = withReferences()) =>
    carryOut(addProject, { ...input, ...more }, rows, contextOf(user))

  test('none with which the totals of its pool were more than they can be', () => {
    const others = withReferences().poolCodes?.filter((pool) => pool.id !== 1) ?? []
    const full = {
      ...withReferences(),
      poolCodes: [aPoolCode({ estimated: 100_000_000_000_000 - 500 }), ...others],
    }
    expect(add({}, ana, full).decision).toEqual({ refused: 'invalid', message: messages.tooMuchMoney })
  })

  test('makes an internal tasking that is in progress at once, on the pool as it is written', () => {
    const { rows } = add()
    expect(rows.projects[0]).toMatchObject({
      id: made,
      name: 'T-42-99',
      phase: 'progress',
      requested: false,
      requestId: 0,
      approved: false,
      poolCode: 'BK-100',
      shipNumber: 12,
      createdById: ana.id,
      createDate: NOW,
      modifiedById: ana.id,
      modifiedDate: NOW,
    })
    expect(rows.poolCodes[0]).toMatchObject({ actual: 100, estimated: 600, pending: 0 })
  })

  test('is for managers, analysts and administrators', () => {
    const allowed = Object.values(people).filter((user) => !isRefusal(add({}, user).decision))
    expect(allowed.map((user) => user.roles)).toEqual(['Analyst', 'Manager', 'Admin'])
    expect(add({}, pete).decision).toEqual({ refused: 'not-allowed' })
  })

  test.each([
    ['description', 'ab', 'Please enter a description'],
    ['description', '   ', 'Please enter a description'],
    ['bocId', 0, 'Please select a service'],
    ['taskId', 0, 'Please select a sub service'],
    ['teamId', 0, 'Please select a team'],
    ['advisorId', 0, 'Please select an advisor'],
    ['countryId', 0, 'Please select a country'],
    ['assigneeId', 0, 'Please select an assignee'],
    ['projectTypeId', 0, 'Please select a project'],
    ['poolCode', 'BK', 'Please select a pool code'],
    ['poolCode', 'BK-999', 'Please select a pool code'],
    ['poolCode', 'BK-OLD', 'Please select a pool code. The chosen one is no longer active'],
    ['poolCode', 'RV-300', 'Please select a pool code'],
    ['taskId', 201, 'Please select a sub service'],
    ['taskId', 105, 'Please select a sub service. The chosen one is no longer active'],
    ['taskId', 999, 'Please select a sub service'],
    ['dueDate', '2026-02-30', 'Please enter a date such as 2026-04-30'],
  ])('with %s %j it says %j', (field, value, message) => {
    expect(add({ [field]: value }).decision).toEqual({ refused: 'invalid', errors: [{ field, message }] })
  })

  test('work that is written down afterwards may be due before today: that is asked of requests alone (section 5)', () => {
    expect(isRefusal(add({ dueDate: '2026-03-01' }).decision)).toBe(false)
  })

  test('an empty form lists every field at once (S15)', () => {
    const empty = { description: '', bocId: 0, taskId: 0, teamId: 0, advisorId: 0, countryId: 0 }
    const { decision } = add({ ...empty, assigneeId: 0, projectTypeId: 0, poolCode: '', actualCost: -1 })
    expect(isRefusal(decision) && decision.errors?.map((error) => error.field).sort()).toEqual(
      [...Object.keys(empty), 'assigneeId', 'projectTypeId', 'poolCode', 'actualCost'].sort(),
    )
  })

  test('an id that is taken is not written over', () => {
    expect(add({ id }, ana, rowsIn('interim')).decision).toEqual({ refused: 'duplicate' })
  })
})

describe('editing Core and Details', () => {
  test('applies the fields that were edited and no others', () => {
    const fields = { description: { from: aProject().description, to: 'Five days' }, countryId: { from: 1, to: 2 } }
    const { decision, rows } = editAs(ana, fields)('interim')
    expect(decision).toMatchObject({ conflicts: [] })
    expect(rows.projects).toEqual([
      aProject({ description: 'Five days', countryId: 2, modifiedById: ana.id, modifiedDate: NOW }),
    ])
  })

  test('a field that somebody else changed is handed back, and the rest applies (S14)', () => {
    const fields = { description: { from: aProject().description, to: 'Five days' }, assigneeId: { from: 0, to: 5 } }
    const { decision, rows } = editAs(ana, fields)('interim', { assigneeId: 2, countryId: 2 })
    expect(decision).toMatchObject({ conflicts: [{ field: 'assigneeId', before: 0, theirs: 2, yours: 5 }] })
    expect(rows.projects[0]).toMatchObject({ description: 'Five days', countryId: 2, assigneeId: 2 })
  })

  test('when every field is contested, nothing is written and all are handed back, with who was first', () => {
    const theirs = { assigneeId: 2, modifiedById: mia.id, modifiedDate: '2026-03-09T08:00:00.000Z' }
    const { decision } = editAs(ana, { assigneeId: { from: 0, to: 5 } })('interim', theirs)
    const who = { by: mia.id, at: '2026-03-09T08:00:00.000Z' }
    expect(decision).toEqual({
      changes: [],
      conflicts: [{ field: 'assigneeId', before: 0, theirs: 2, yours: 5, ...who }],
    })
  })

  test('nobody is said to have been in their own way: who has signed the row last need not be who changed the field', () => {
    const theirs = { assigneeId: 2, modifiedById: ana.id, modifiedDate: '2026-03-09T08:00:00.000Z' }
    expect(editAs(ana, { assigneeId: { from: 0, to: 5 } })('interim', theirs).decision).toEqual({
      changes: [],
      conflicts: [{ field: 'assigneeId', before: 0, theirs: 2, yours: 5 }],
    })
  })

  test('what was given up for what somebody else made of it is told and changes nothing, whatever has become of the tasking (S14)', () => {
    const edits = { assigneeId: { from: mia.id, to: 5 }, description: { from: 'Hers', to: 'Mine' } }
    const choose = (user: User, state: State, fields = {}) =>
      carryOut(editProject, { id, fields, givenUp: edits }, rowsIn(state), contextOf(user)).decision
    const givenUp = { projectId: id, edits }
    for (const state of ['interim', 'progress', 'completed', 'canceled'] as const)
      expect(choose(ana, state)).toEqual({ changes: [], givenUp })
    // With it goes what was not given up, and that can be too late.
    const fields = { countryId: { from: 1, to: 2 } }
    expect(choose(ana, 'progress', fields)).toMatchObject({ changes: [{ table: 'projects' }], givenUp })
    expect(choose(ana, 'progress', { countryId: { to: 1 } })).toMatchObject({ changes: [], givenUp })
    expect(choose(ana, 'completed', fields)).toMatchObject({ refused: 'closed' })
    expect(choose(fin, 'progress')).toEqual({ refused: 'not-allowed' })
  })

  test('a pool code that somebody else changed is left as they made it, with its money and its ship', () => {
    const fields = {
      description: { from: aProject().description, to: 'Five days' },
      poolCode: { from: 'BK-100', to: 'BK-300' },
    }
    const poolCodes = [
      aPoolCode(),
      aPoolCode({ id: 2, poolCode: 'BK-200', shipNumber: 14, estimated: 500 }),
      aPoolCode({ id: 5, poolCode: 'BK-300', shipNumber: 31 }),
    ]
    const theirs = { poolCode: 'BK-200', shipNumber: 14, taskingCostEstimate: 500 }
    const { decision, rows } = editAs(ana, fields)('progress', theirs, { poolCodes })
    expect(decision).toMatchObject({
      conflicts: [{ field: 'poolCode', before: 'BK-100', theirs: 'BK-200', yours: 'BK-300' }],
    })
    expect(rows.projects[0]).toMatchObject({ description: 'Five days', poolCode: 'BK-200', shipNumber: 14 })
    expect(rows.poolCodes).toEqual(poolCodes)
  })

  test('the ship number follows the choice of a pool, and not an edit of something else', () => {
    const { rows } = editAs(ana, { countryId: { from: 1, to: 2 } })('progress', { shipNumber: 9 })
    expect(rows.projects[0]?.shipNumber).toBe(9)
    expect(editAs(ana, { poolCode: { to: 'bk-200' } })('progress').rows.projects[0]).toMatchObject({
      poolCode: 'BK-200',
      shipNumber: 14,
    })
  })

  test('a service is not joined with a sub service that somebody else chose from another one', () => {
    const fields = { bocId: { from: 1, to: 2 }, taskId: { from: 101, to: 201 } }
    const theirs = editAs(ana, fields)('interim', { taskId: 102 })
    expect(theirs.decision).toMatchObject({ changes: [], conflicts: [{ field: 'taskId' }, { field: 'bocId' }] })
    expect(theirs.rows.projects[0]).toMatchObject({ bocId: 1, taskId: 102 })
    expect(editAs(ana, fields)('interim').rows.projects[0]).toMatchObject({ bocId: 2, taskId: 201 })
  })

  test('what was chosen together is handed back together where somebody changed one of it, and the rest applies', () => {
    const description = { from: aProject().description, to: 'Five days' }
    const services = { taskId: { from: 105, to: 201 }, bocId: { from: 1, to: 2 }, description }
    const { decision, rows } = editAs(ana, services)('interim')
    expect(decision).toMatchObject({
      conflicts: [
        { field: 'taskId', before: 105, yours: 201 },
        { field: 'bocId', before: 1, theirs: 1, yours: 2 },
      ],
    })
    expect(rows.projects[0]).toMatchObject({ bocId: aProject().bocId, description: 'Five days' })
    const pools = { projectTypeId: { from: aProject().projectTypeId, to: 9 }, poolCode: { from: 'BK-300', to: 'EC-1' } }
    expect(editAs(ana, { ...pools, description })('interim').rows.projects[0]).toMatchObject({
      projectTypeId: aProject().projectTypeId,
      poolCode: aProject().poolCode,
      description: 'Five days',
    })
  })

  test('is already so when nothing differs', () => {
    expect(editAs(ana, { countryId: { from: 2, to: 1 } })('interim').decision).toEqual({ nothing: 'already' })
    expect(editAs(ana, {})('interim').decision).toEqual({ nothing: 'already' })
  })

  test.each([
    ['description', 'ab', 'Please enter a description'],
    ['bocId', 0, 'Please select a service'],
    ['taskId', 0, 'Please select a sub service'],
    ['teamId', 0, 'Please select a team'],
    ['advisorId', 0, 'Please select an advisor'],
    ['countryId', 0, 'Please select a country'],
    ['assigneeId', 0, 'Please select an assignee'],
    ['projectTypeId', 0, 'Please select a project'],
    ['poolCode', 'ab', 'Please select a pool code'],
  ])('with %s %j it says %j', (field, value, message) => {
    expect(editAs(ana, { [field]: { to: value } })('interim').decision).toEqual({
      refused: 'invalid',
      errors: [{ field, message }],
    })
  })

  test.each([
    ['poolCode', 'BK-999', 'poolCode', 'Please select a pool code'],
    ['poolCode', 'BK-OLD', 'poolCode', 'Please select a pool code. The chosen one is no longer active'],
    ['poolCode', 'RV-300', 'poolCode', 'Please select a pool code'],
    ['projectTypeId', 2, 'poolCode', 'Please select a pool code'],
    ['taskId', 201, 'taskId', 'Please select a sub service'],
    ['bocId', 2, 'taskId', 'Please select a sub service'],
  ])('%s %j, which does not go with the rest, is refused on %s (C-147)', (field, value, at, message) => {
    expect(editAs(ana, { [field]: { to: value } })('interim').decision).toEqual({
      refused: 'invalid',
      errors: [{ field: at, message }],
    })
  })

  test('a pool of another type is chosen together with the type', () => {
    const fields = { projectTypeId: { to: 2 }, poolCode: { to: 'rv-300' } }
    expect(editAs(ana, fields)('interim').rows.projects[0]).toMatchObject({
      projectTypeId: 2,
      poolCode: 'RV-300',
      shipNumber: 21,
    })
  })

  test('an inactive pool that was chosen long ago does not stand in the way of other edits (C-146)', () => {
    const { rows } = editAs(ana, { countryId: { to: 2 } })('interim', { poolCode: 'BK-OLD' })
    expect(rows.projects[0]).toMatchObject({ countryId: 2, poolCode: 'BK-OLD' })
  })

  test('only a COR changes the due date; sending it unchanged is no change (C-144)', () => {
    const later = { dueDate: { from: '2026-04-01', to: '2026-05-01' } }
    for (const user of [ana, mia, adam, pete, ada]) {
      expect(editAs(user, later)('interim').decision).toEqual({
        refused: 'invalid',
        errors: [{ field: 'dueDate', message: 'Only a COR can change the due date' }],
      })
    }
    expect(editAs(cora, later)('interim').rows.projects[0]?.dueDate).toBe('2026-05-01')
    const unchanged = { dueDate: { from: '2026-04-01', to: '2026-04-01' }, countryId: { to: 2 } }
    expect(editAs(ana, unchanged)('interim').rows.projects[0]).toMatchObject({ dueDate: '2026-04-01', countryId: 2 })
  })

  test.each([
    ['interim', 'pete', 'interim'],
    ['interim', 'fin', 'interim'],
    ['denied', 'pete', 'denied'],
    ['authorization', 'pete', 'not-allowed'],
    ['acceptance', 'fin', 'not-allowed'],
    ['internal', 'pete', 'not-allowed'],
    ['progress', 'ana', 'progress'],
    ['progress', 'adam', 'progress'],
    ['completed', 'ada', 'closed'],
    ['canceled', 'mia', 'closed'],
  ] as [State, keyof typeof people, string][])('in state %s, %s edits: %s (C-015)', (state, user, expected) => {
    expect(outcome(editAs(people[user], { countryId: { to: 2 } })(state))).toBe(expected)
  })
})

describe('an edit after approval voids it when it touches what was approved (C-069)', () => {
  const estimate = { taskingCostEstimate: 1_000 }
  const others = withReferences().poolCodes?.filter((pool) => pool.id !== 1) ?? []
  const funded = { poolCodes: [aPoolCode({ estimated: 1_000, pending: 1_000 }), ...others] }
  const table: [string, object, boolean][] = [
    ['another pool', { poolCode: { to: 'BK-200' } }, true],
    ['another type, with its pool', { projectTypeId: { to: 2 }, poolCode: { to: 'RV-300' } }, true],
    ['another service, with its sub service', { bocId: { to: 2 }, taskId: { to: 201 } }, true],
    ['another sub service', { taskId: { to: 102 } }, true],
    ['a higher estimate', { taskingCostEstimate: { to: 1_001 } }, true],
    ['a lower estimate', { taskingCostEstimate: { to: 999 } }, false],
    ['the same pool in small letters', { poolCode: { to: 'bk-100' } }, false],
    ['another description', { description: { to: 'Five days' } }, false],
    ['another country', { countryId: { to: 2 } }, false],
    ['another assignee', { assigneeId: { to: 5 } }, false],
    ['a higher initial estimate', { initialCostEstimate: { to: 9_000 } }, false],
    ['actual costs', { actualCost: { to: 9_000 } }, false],
  ]

  test.each(table)('before acceptance, %s', (_, fields, voids) => {
    const { rows } = editAs(ana, fields)('acceptance', estimate, funded)
    expect(rows.approvals.map((row) => row.voided)).toEqual([voids, voids])
    expect(rows.approvals).toHaveLength(2)
    expect(rows.projects[0]).toMatchObject(
      voids
        ? { phase: 'interim', approved: false, approvedDate: null, interim: false, authorized: false }
        : { phase: 'acceptance', approved: true, authorized: true },
    )
    expect(rows.projects[0]?.changedAfterApproval).toBe(false)
  })

  test.each<[string, Partial<ProjectFacts>, object, boolean]>([
    ['a first estimate above it', {}, { taskingCostEstimate: { to: 501 } }, true],
    ['a first estimate below it', {}, { taskingCostEstimate: { to: 499 } }, false],
    ['a higher one', {}, { initialCostEstimate: { to: 501 } }, true],
    ['a lower one', {}, { initialCostEstimate: { to: 499 } }, false],
    ['none any more', {}, { initialCostEstimate: { to: 0 } }, true],
    ['less than it that is taken away', { taskingCostEstimate: 400 }, { taskingCostEstimate: { to: 0 } }, true],
    ['more than it that is taken away', { taskingCostEstimate: 600 }, { taskingCostEstimate: { to: 0 } }, false],
  ])('where the initial estimate is what the pool holds back: %s (C.10)', (_, more, fields, voids) => {
    const { rows } = editAs(ana, fields)('acceptance', { initialCostEstimate: 500, ...more }, funded)
    expect(rows.approvals.map((row) => row.voided)).toEqual([voids, voids])
    expect(rows.projects[0]?.phase).toBe(voids ? 'interim' : 'acceptance')
  })

  test.each([
    ['an AD', adam],
    ['a COR', cora],
  ])('what %s asked for is the COR’s again, as it was when it came (C-064)', (_, requester) => {
    const { rows } = editAs(ana, { poolCode: { to: 'BK-200' } })('acceptance', { createdById: requester.id })
    expect(rows.approvals.every((row) => row.voided)).toBe(true)
    expect(rows.projects[0]).toMatchObject({ phase: 'authorization', approved: false, authorized: false })
  })

  test('an approval that was written down with the request stands: it is the COR’s turn again (C.1, C-064)', () => {
    const requests = [aRequest({ approval: 'Adam agreed by e-mail' })]
    const { rows } = editAs(ana, { poolCode: { to: 'BK-200' } })('acceptance', {}, { requests })
    expect(rows.approvals.every((row) => row.voided)).toBe(true)
    expect(rows.projects[0]).toMatchObject({ phase: 'authorization', approved: false, authorized: false })
  })

  test.each(table)('after acceptance it is only marked, %s', (_, fields, marks) => {
    const { rows } = editAs(mia, fields)('progress', estimate, funded)
    expect(rows.approvals.every((row) => !row.voided)).toBe(true)
    expect(rows.projects[0]).toMatchObject({ phase: 'progress', approved: true, changedAfterApproval: marks })
  })

  test.each(table)('before any approval there is nothing to void, %s', (_, fields) => {
    expect(editAs(ana, fields)('documented', estimate, funded).rows.projects[0]).toMatchObject({
      phase: 'authorization',
    })
  })

  test.each([
    ['an AD', adam],
    ['a COR', cora],
  ])('%s may change what was approved', (_, user) => {
    const { rows } = editAs(user, { poolCode: { to: 'BK-200' } })('acceptance')
    expect(rows.projects[0]).toMatchObject({ phase: 'acceptance', poolCode: 'BK-200' })
    expect(rows.approvals.every((row) => !row.voided)).toBe(true)
  })

  test('a first estimate is no increase, and a first choice is no change', () => {
    expect(editAs(ana, { taskingCostEstimate: { to: 500 } })('acceptance').rows.projects[0]?.phase).toBe('acceptance')
    const before = aProjectIn('acceptance', { bocId: 0, taskId: 0 })
    expect(brokenFields(before, aProject({ ...before, bocId: 1, taskId: 101 }), ana)).toEqual([])
  })

  test('an estimate that is taken away is none that was approved: the next would be a first one again', () => {
    const { rows } = editAs(ana, { taskingCostEstimate: { to: 0 } })('acceptance', estimate, funded)
    expect([rows.projects[0]?.phase, rows.approvals.every((row) => row.voided)]).toEqual(['interim', true])
    const less = editAs(ana, { taskingCostEstimate: { to: 1 } })('acceptance', estimate, funded)
    expect(less.rows.projects[0]?.phase).toBe('acceptance')
  })

  test('approvals that were void already are not written again', () => {
    const approvals = [{ ...byAdam, voided: true }, byCora]
    const { decision } = editAs(ana, { poolCode: { to: 'BK-200' } })('acceptance', {}, { approvals })
    expect('changes' in decision && decision.changes.filter((change) => change.table === 'approvals')).toEqual([
      { kind: 'put', table: 'approvals', row: { ...byCora, voided: true } },
    ])
  })
})

describe('who and what was chosen, and has left since (C-146)', () => {
  const left = aUser({ id: 77, active: false })
  const gone = { users: [...Object.values(people), left] }
  const theirs = { assigneeId: left.id }
  const errors = [{ field: 'assigneeId', message: 'Please select an assignee. The chosen one is no longer active' }]

  test('whom it is assigned to stays, whoever decides; nobody who has left is chosen anew', () => {
    for (const run of [amendAs(pete, theirs), amendAs(pete, {})])
      expect(run('denied', theirs, gone).rows.projects[0]?.assigneeId).toBe(left.id)
    expect(acceptAs(mia, theirs)('acceptance', theirs, gone).rows.projects[0]?.assigneeId).toBe(left.id)
    expect(amendAs(pete, theirs)('denied', {}, gone).decision).toEqual({ refused: 'invalid', errors })
    expect(acceptAs(mia, theirs)('acceptance', {}, gone).decision).toEqual({ refused: 'invalid', errors })
    expect(denyAs(cora, theirs)('interim', {}, gone).decision).toEqual({ refused: 'invalid', errors })
  })

  test('a tasking of what is inactive by now can be edited in everything else', () => {
    const inactive = {
      countries: [aCountry({ active: false })],
      teams: [aTeam({ active: false })],
      advisors: [anAdvisor({ active: false })],
      projectTypes: [aProjectType({ active: false })],
      poolCodes: [aPoolCode({ active: false })],
      services: [aService({ active: false })],
      subservices: [aSubservice({ active: false })],
    }
    const fields = { description: { to: 'Five days' }, countryId: { to: 1 }, poolCode: { to: 'BK-100' } }
    expect(editAs(ana, fields)('interim', {}, inactive).rows.projects[0]?.description).toBe('Five days')
  })
})

test('an approval that was written down with the request leaves the first step to an AD, once (C-064)', () => {
  const first = approveAs(adam)('documented')
  expect(first.rows.projects[0]).toMatchObject({ phase: 'authorization', approved: true, interim: true })
  expect(first.rows.approvals.at(-1)).toMatchObject({ kind: 'interim', createdById: adam.id })
  expect(approveAs(adam)('authorization').decision).toHaveProperty('nothing')
  expect(approveAs(cora)('documented').rows.projects[0]).toMatchObject({ phase: 'acceptance' })
})
