import { describe, expect, test } from 'vitest'
import type { Deliverable } from '../model/project.ts'
import type { User } from '../model/reference.ts'
import {
  aDeliverable,
  aPoolCode,
  aProjectIn,
  aUser,
  carryOut,
  contextOf,
  NOW,
  people,
  TODAY,
  type Rows,
  type Standing,
} from '../testing/samples.ts'
import {
  addDeliverable,
  commentOnDeliverable,
  completeDeliverable,
  editDeliverable,
  removeDeliverable,
  startDeliverable,
} from './deliverables.ts'

const { ana, mia, pete, fin } = people
const id = 42_000_050
const projectTaskId = 42_000_017
const made = 42_000_099

const rowsIn = (standing: Standing, deliverables: Deliverable[] = [aDeliverable()], assigneeId = 0): Rows => ({
  projects: [aProjectIn(standing, { assigneeId })],
  deliverables,
})

const add = (more: object = {}, rows: Rows = rowsIn('progress', []), user: User = ana) =>
  carryOut(addDeliverable, { id: made, projectTaskId, name: 'Draft report', ...more }, rows, contextOf(user))
const edit = (fields: object, rows: Rows = rowsIn('progress'), user: User = ana) =>
  carryOut(editDeliverable, { id, fields }, rows, contextOf(user))
const start = (more: object = {}, rows: Rows = rowsIn('progress'), user: User = ana) =>
  carryOut(startDeliverable, { id, ...more }, rows, contextOf(user))
const complete = (more: object = {}, rows: Rows = rowsIn('progress'), user: User = ana) =>
  carryOut(completeDeliverable, { id, projectTaskId, ...more }, rows, contextOf(user))
const removeIt = (rows: Rows = rowsIn('progress'), user: User = ana) =>
  carryOut(removeDeliverable, { id }, rows, contextOf(user))

const verbs: [string, (rows: Rows, user: User) => { decision: object }][] = [
  ['adding', (rows, user) => add({}, rows, user)],
  ['editing', (rows, user) => edit({ name: { to: 'Final report' } }, rows, user)],
  ['starting', (rows, user) => start({}, rows, user)],
  ['completing', (rows, user) => complete({}, rows, user)],
  ['removing', (rows, user) => removeIt(rows, user)],
]

/** Who closed it, and when. */
const byMia = { by: mia.id, at: '2026-03-06T09:00:00.000Z' }

describe('who works the deliverables (C-025)', () => {
  test.each(verbs)('%s: anyone who may edit the tasking, and its assignee', (_, run) => {
    expect(run(rowsIn('progress'), ana).decision).toHaveProperty('changes')
    expect(run(rowsIn('progress'), fin).decision).toEqual({ refused: 'not-allowed' })
    expect(run(rowsIn('progress', [aDeliverable()], fin.id), fin).decision).toHaveProperty('changes')
    expect(run(rowsIn('interim'), fin).decision).toHaveProperty('changes')
  })

  test.each(verbs)('%s is over once the tasking is closed, for everybody', (_, run) => {
    expect(run(rowsIn('completed', [aDeliverable()], ana.id), ana).decision).toEqual({
      refused: 'closed',
      message: 'This tasking is completed.',
      ...byMia,
    })
    expect(run(rowsIn('canceled', [aDeliverable()], ana.id), mia).decision).toEqual({
      refused: 'closed',
      message: 'This tasking was canceled.',
      ...byMia,
    })
  })

  test.each(verbs)('%s on a tasking that is not there is refused', (_, run) => {
    expect(run({ deliverables: [aDeliverable()] }, ana).decision).toEqual({ refused: 'not-found' })
    expect(run({}, ana).decision).toEqual({ refused: 'not-found' })
  })
})

test('what was given up for what somebody else made of it is told and changes nothing, whatever has become of the tasking (S14)', () => {
  const edits = { dueDate: { from: '2026-03-20', to: '2026-03-27' } }
  const keep = (rows: Rows, user = ana, fields = {}) =>
    carryOut(editDeliverable, { id, fields, givenUp: edits }, rows, contextOf(user)).decision
  const givenUp = { projectId: projectTaskId, deliverableId: id, edits }
  for (const standing of ['interim', 'progress', 'completed', 'canceled'] as const)
    expect(keep(rowsIn(standing))).toEqual({ changes: [], conflicts: [], givenUp })
  // With it goes what was not given up, and that can be too late.
  const fields = { name: { to: 'Final report' } }
  expect(keep(rowsIn('progress'), ana, fields)).toMatchObject({ changes: [{ table: 'deliverables' }], givenUp })
  expect(keep(rowsIn('completed'), ana, fields)).toMatchObject({ refused: 'closed' })
  expect(keep(rowsIn('progress'), fin)).toEqual({ refused: 'not-allowed' })
  expect(keep(rowsIn('progress', [aDeliverable({ active: false })]))).toEqual({ refused: 'not-found' })
})

describe('adding', () => {
  test('the first has segment 1, and has not begun', () => {
    expect(add({ name: ' Draft report ', dueDate: '2026-03-20' }).rows.deliverables).toEqual([
      {
        id: made,
        projectTaskId,
        name: 'Draft report',
        active: true,
        complete: false,
        segmentId: 1,
        startDate: null,
        dueDate: '2026-03-20',
        completedDate: null,
        comments: 0,
        createdById: ana.id,
        createDate: NOW,
        modifiedById: ana.id,
        modifiedDate: NOW,
      },
    ])
  })

  test.each([
    ['one', [aDeliverable()], 2],
    ['two that got the same number on two devices', [aDeliverable(), aDeliverable({ id: 2 })], 3],
    ['one with a high number', [aDeliverable({ segmentId: 7 })], 8],
    ['a deleted one', [aDeliverable({ active: false, segmentId: 1 })], 2],
  ])('after %s comes the next number (C-150)', (_, before, segmentId) => {
    const { rows } = add({}, rowsIn('progress', before))
    expect(rows.deliverables.find((row) => row.id === made)?.segmentId).toBe(segmentId)
  })

  test.each(['ab', '   ', ''])('a name like %j is refused', (name) => {
    expect(add({ name }).decision).toEqual({
      refused: 'invalid',
      errors: [{ field: 'name', message: 'Please enter a name of at least 3 characters' }],
    })
  })

  test('an id that is taken is not written over', () => {
    expect(add({ id }, rowsIn('progress')).decision).toEqual({ refused: 'duplicate' })
  })
})

describe('editing', () => {
  test('applies what nobody else touched and hands back the rest (C-163)', () => {
    const { decision, rows } = edit({
      name: { from: 'Draft report', to: 'Final report' },
      dueDate: { from: '2026-03-15', to: '2026-03-25' },
    })
    expect(decision).toMatchObject({
      conflicts: [{ field: 'dueDate', before: '2026-03-15', theirs: '2026-03-20', yours: '2026-03-25' }],
    })
    expect(rows.deliverables[0]).toMatchObject({ name: 'Final report', dueDate: '2026-03-20', modifiedDate: NOW })
  })

  test('only contested writes nothing; nothing to do is already so', () => {
    const byPete = aDeliverable({ modifiedById: pete.id, modifiedDate: '2026-03-05T09:00:00.000Z' })
    expect(edit({ name: { from: 'Old name', to: 'New name' } }, rowsIn('progress', [byPete])).decision).toEqual({
      changes: [],
      conflicts: [
        {
          ...{ field: 'name', before: 'Old name', theirs: 'Draft report', yours: 'New name' },
          ...{ by: pete.id, at: '2026-03-05T09:00:00.000Z' },
        },
      ],
    })
    expect(edit({ dueDate: { from: null, to: '2026-03-20' } }).decision).toEqual({ nothing: 'already' })
  })

  test('a name of two characters is refused', () => {
    expect(edit({ name: { to: 'ab' } }).decision).toMatchObject({ refused: 'invalid' })
  })
})

describe('starting', () => {
  test('sets the day it was done, today or the captured one', () => {
    expect(start().rows.deliverables[0]).toMatchObject({ startDate: TODAY, modifiedById: ana.id, modifiedDate: NOW })
    expect(start({ startDate: '2026-03-08' }).rows.deliverables[0]?.startDate).toBe('2026-03-08')
  })

  test('a second time it is already so; what was deleted is not there', () => {
    const begun = aDeliverable({
      startDate: '2026-03-05',
      modifiedById: pete.id,
      modifiedDate: '2026-03-05T09:00:00.000Z',
    })
    expect(start({}, rowsIn('progress', [begun])).decision).toEqual({
      nothing: 'already',
      by: pete.id,
      at: '2026-03-05T09:00:00.000Z',
    })
    expect(start({}, rowsIn('progress', [aDeliverable({ active: false })])).decision).toEqual({ refused: 'not-found' })
  })
})

describe('completing', () => {
  const another = aDeliverable({ id: 42_000_051, segmentId: 2 })

  test('keeps the day, and begins what was never started', () => {
    const { rows } = complete({}, rowsIn('progress', [aDeliverable(), another]))
    expect(rows.deliverables[0]).toMatchObject({
      complete: true,
      completedDate: TODAY,
      startDate: TODAY,
      modifiedById: ana.id,
    })
    const begun = aDeliverable({ startDate: '2026-03-05' })
    expect(complete({ completedDate: '2026-03-08' }, rowsIn('progress', [begun])).rows.deliverables[0]).toMatchObject({
      completedDate: '2026-03-08',
      startDate: '2026-03-05',
    })
  })

  const done = aDeliverable({ id: 42_000_051, complete: true })
  const deleted = aDeliverable({ id: 42_000_052, active: false })
  test.each([
    ['the only one, of an accepted tasking', 'progress', [aDeliverable()], {}, 'completed'],
    ['the only one, of an internal tasking', 'internal', [aDeliverable()], {}, 'completed'],
    ['the last open one', 'progress', [aDeliverable(), done, deleted], {}, 'completed'],
    ['one of two open ones', 'progress', [aDeliverable(), another], {}, 'progress'],
    ['the last one, deliverable only', 'progress', [aDeliverable()], { keepOpen: true }, 'progress'],
    ['the last one before acceptance (C-077)', 'acceptance', [aDeliverable()], {}, 'acceptance'],
    ['the last one before approval (C-077)', 'interim', [aDeliverable()], {}, 'interim'],
    ['the last one of a denied tasking', 'denied', [aDeliverable()], {}, 'denied'],
  ] as [string, Standing, Deliverable[], object, string][])('%s (C-076)', (_, standing, before, more, phase) => {
    const { rows } = complete(more, rowsIn(standing, before))
    expect(rows.deliverables[0]?.complete).toBe(true)
    expect(rows.projects[0]?.phase).toBe(phase)
    if (phase === 'completed')
      expect(rows.projects[0]).toMatchObject({ completedDate: NOW, modifiedById: ana.id, modifiedDate: NOW })
    else expect(rows.projects[0]?.completedDate).toBeNull()
  })

  test('with the tasking, what was committed goes back to the pool', () => {
    const rows: Rows = {
      projects: [aProjectIn('progress', { taskingCostEstimate: 900, actualCost: 300 })],
      deliverables: [aDeliverable()],
      poolCodes: [aPoolCode({ actual: 300, estimated: 600 })],
    }
    expect(complete({}, rows).rows.poolCodes[0]).toMatchObject({ actual: 300, estimated: 0 })
    expect(complete({ keepOpen: true }, rows).rows.poolCodes[0]).toMatchObject({ actual: 300, estimated: 600 })
  })

  test('a second time it is already so, even when the tasking is completed meanwhile', () => {
    const was = aDeliverable({ complete: true, modifiedById: pete.id, modifiedDate: '2026-03-05T09:00:00.000Z' })
    expect(complete({}, rowsIn('completed', [was]), fin).decision).toEqual({
      nothing: 'already',
      by: pete.id,
      at: '2026-03-05T09:00:00.000Z',
    })
  })

  test('of another tasking, or deleted, it is not there', () => {
    expect(complete({ projectTaskId: 42_000_018 }).decision).toEqual({ refused: 'not-found' })
    expect(complete({}, rowsIn('progress', [aDeliverable({ active: false })])).decision).toEqual({
      refused: 'not-found',
    })
  })
})

describe('removing', () => {
  test('hides it and keeps it', () => {
    const { rows } = removeIt()
    expect(rows.deliverables).toEqual([aDeliverable({ active: false, modifiedById: ana.id, modifiedDate: NOW })])
    expect(rows.projects[0]?.phase).toBe('progress')
  })

  test('what is complete stays; what is gone is already so', () => {
    expect(removeIt(rowsIn('progress', [aDeliverable({ complete: true })])).decision).toEqual({
      refused: 'closed',
      message: 'A completed deliverable cannot be deleted.',
    })
    expect(removeIt(rowsIn('progress', [aDeliverable({ active: false })])).decision).toEqual({ nothing: 'already' })
  })
})

describe('commenting on a deliverable', () => {
  const say = (more: object = {}, rows: Rows = rowsIn('progress', [aDeliverable({ comments: 4 })])) =>
    carryOut(
      commentOnDeliverable,
      { id: made, deliverableId: id, comment: ' With the printer ', ...more },
      rows,
      contextOf(aUser({ roles: 'Client' })),
    )

  test('is for everybody, and counts', () => {
    const { rows } = say()
    expect(rows.deliverableComments).toEqual([
      {
        id: made,
        deliverableId: id,
        projectId: projectTaskId,
        comment: 'With the printer',
        createdById: 90,
        createdAt: NOW,
      },
    ])
    expect(rows.deliverables[0]?.comments).toBe(5)
  })

  test('is possible on a closed tasking (C-074)', () => {
    expect(say({}, rowsIn('canceled')).decision).toHaveProperty('changes')
  })

  test('is refused with two characters, on nothing, and under an id that is taken', () => {
    expect(say({ comment: 'ok' }).decision).toEqual({
      refused: 'invalid',
      errors: [{ field: 'comment', message: 'Please enter at least 3 characters' }],
    })
    expect(say({}, {}).decision).toEqual({ refused: 'not-found' })
    expect(
      carryOut(commentOnDeliverable, { id: made, deliverableId: id, comment: 'Once more' }, say().rows, contextOf(ana))
        .decision,
    ).toEqual({ refused: 'duplicate' })
  })
})

describe('what is done stays done', () => {
  const completed = aDeliverable({ complete: true, startDate: '2026-03-02', completedDate: '2026-03-05' })

  test.each([
    { completedDate: { to: null } },
    { completedDate: { from: '2026-03-05', to: '2026-03-01' } },
    { startDate: { to: null } },
    { name: { to: 'Final report' } },
  ])('a completed deliverable is not changed by %j', (fields) => {
    const answer = { refused: 'closed', message: 'A completed deliverable cannot be changed.' }
    expect(edit(fields, rowsIn('progress', [completed])).decision).toEqual(answer)
  })

  test('saving it as it is changes nothing, and is no refusal', () => {
    const fields = { name: { to: completed.name }, completedDate: { to: '2026-03-05' } }
    expect(edit(fields, rowsIn('progress', [completed])).decision).toEqual({ nothing: 'already' })
  })

  test('one that was deleted is not there, for whatever one wants of it', () => {
    const rows = rowsIn('progress', [aDeliverable({ active: false })])
    const comment = { id: made, deliverableId: id, comment: 'Agreed.' }
    expect(edit({ name: { to: 'Final report' } }, rows).decision).toEqual({ refused: 'not-found' })
    expect(start({}, rows).decision).toEqual({ refused: 'not-found' })
    expect(complete({}, rows).decision).toEqual({ refused: 'not-found' })
    expect(carryOut(commentOnDeliverable, comment, rows, contextOf(ana)).decision).toEqual({ refused: 'not-found' })
  })

  test('those of a completed tasking are read-only, complete or not', () => {
    const closed = { refused: 'closed', message: 'This tasking is completed.', ...byMia }
    for (const row of [completed, aDeliverable()])
      expect(edit({ name: { to: 'Final report' } }, rowsIn('completed', [row])).decision).toEqual(closed)
  })
})
