import { describe, expect, test } from 'vitest'
import type { User } from '../model/reference.ts'
import {
  aDeliverableTemplate,
  ask,
  aUser,
  carryOut,
  contextOf,
  NOW,
  people,
  withReferences,
} from '../testing/samples.ts'
import {
  deliverableTemplateList,
  moveDeliverableTemplate,
  saveDeliverableTemplate,
} from '../reference/deliverable-templates.ts'
import { saveService } from '../reference/services.ts'
import { saveSubservice } from '../reference/subservices.ts'

const { ana, mia, adam, cora, pete, fin, ada } = people
const made = 1_000_017
const EARLIER = '2026-03-02T14:00:00.000Z'
const audit = { createDate: EARLIER, createdById: 0, modifiedDate: EARLIER, modifiedById: 0 }
const template = aDeliverableTemplate({ name: 'Transcript', ...audit })
const rows = withReferences({ deliverableTemplates: [template] })

const service = (input: object, user: User = mia) => carryOut(saveService, input as never, rows, contextOf(user))
const subservice = (input: object, user: User = mia) => carryOut(saveSubservice, input as never, rows, contextOf(user))
const deliverable = (input: object, user: User = mia) =>
  carryOut(saveDeliverableTemplate, input as never, rows, contextOf(user))

const verbs: [string, typeof service, object, object][] = [
  ['a service', service, { id: 1, name: 'Languages' }, {}],
  ['a sub-service', subservice, { id: 101, name: 'Interpreting' }, { bocId: 1 }],
  ['a standard deliverable', deliverable, { id: 1, name: 'Final transcript' }, { taskId: 101 }],
]

describe.each(verbs)('saving %s', (_, save, input, parent) => {
  const { id } = input as { id: number }

  test.each([
    ['an administrator', ada, true],
    ['a manager', mia, true],
    ['finance', fin, false],
    ['an analyst', ana, false],
    ['an AD', adam, false],
    ['a COR', cora, false],
    ['a PO', pete, false],
    ['operations', aUser({ roles: 'Operations' }), false],
  ])('by %s', (_, user, allowed) => {
    if (allowed) expect(save(input, user).decision).toHaveProperty('changes')
    else expect(save(input, user).decision).toEqual({ refused: 'not-allowed' })
  })

  test('notes when, and what is already so changes nothing', () => {
    expect(save(input).decision).toMatchObject({
      changes: [{ row: { ...input, createDate: EARLIER, modifiedDate: NOW } }],
    })
    expect(save({ id, active: false }).decision).toMatchObject({ changes: [{ row: { id, active: false } }] })
    expect(save({ id, active: true }).decision).toEqual({ nothing: 'already' })
  })

  test('a new one needs a name of three characters, and an id of its own', () => {
    const error = { refused: 'invalid', errors: [{ field: 'name', message: 'Name is required' }] }
    expect(save({ id: made, isNew: true, ...parent, name: ' ab' }).decision).toEqual(error)
    expect(save({ id: made, isNew: true, ...parent }).decision).toEqual(error)
    expect(save({ id: made, isNew: true, ...parent, name: ' Catering ' }).decision).toMatchObject({
      changes: [{ row: { id: made, name: 'Catering', active: true, createDate: NOW, ...parent } }],
    })
    expect(save({ ...input, ...parent, isNew: true }).decision).toEqual({ refused: 'duplicate' })
    expect(save({ ...input, id: 999 }).decision).toEqual({ refused: 'not-found' })
  })
})

describe('what they belong to', () => {
  test('a sub-service needs a service that exists, and stays with it (C-147)', () => {
    for (const bocId of [undefined, 0, 99])
      expect(subservice({ id: made, isNew: true, name: 'Catering', bocId }).decision, String(bocId)).toEqual({
        refused: 'invalid',
        errors: [{ field: 'bocId', message: 'Please select a service' }],
      })
    expect(subservice({ id: 101, bocId: 2 }).decision).toEqual({
      refused: 'closed',
      message: 'A sub-service stays with its service. Deactivate it and add another one.',
    })
    expect(subservice({ id: 101, bocId: 1, name: 'Interpreting' }).decision).toHaveProperty('changes')
  })

  test.each([
    ['an option of its service', 801, true],
    ['an option of another service', 101, false],
    ['a sub-task', 811, false],
    ['nothing that exists', 999, false],
  ])('a sub-task belongs to an option: %s', (_, parentId, allowed) => {
    const { decision } = subservice({ id: made, isNew: true, bocId: 8, parentId, name: 'Repairs' })
    if (allowed) expect(decision).toMatchObject({ changes: [{ row: { parentId } }] })
    else expect(decision).toMatchObject({ refused: 'invalid', errors: [{ field: 'parentId' }] })
    expect(subservice({ id: 801, parentId: 801 }).decision).toMatchObject({ refused: 'invalid' })
  })

  test('a standard deliverable belongs to a sub-service that exists, and may move', () => {
    for (const taskId of [undefined, 0, 99])
      expect(deliverable({ id: made, isNew: true, name: 'Report', taskId }).decision, String(taskId)).toEqual({
        refused: 'invalid',
        errors: [{ field: 'taskId', message: 'Please select a sub service' }],
      })
    expect(deliverable({ id: 1, taskId: 102 }).rows.deliverableTemplates[0]?.taskId).toBe(102)
    expect(deliverable({ id: 1, taskId: 0 }).decision).toMatchObject({ refused: 'invalid' })
  })
})

describe('the order of standard deliverables', () => {
  const of = (id: number, name: string, position = 0, more: object = {}) =>
    aDeliverableTemplate({ id, name, position, ...more })
  const start = [of(1, 'Report'), of(2, 'Agenda'), of(3, 'Minutes'), of(4, 'Elsewhere', 0, { taskId: 102 })]
  const move = (deliverableTemplates: typeof start, id: number, before: number, user: User = mia) =>
    carryOut(moveDeliverableTemplate, { id, before }, withReferences({ deliverableTemplates }), contextOf(user))
  const offered = (deliverableTemplates: typeof start, asked: object = { taskId: 101 }) =>
    ask(deliverableTemplateList, asked as never, withReferences({ deliverableTemplates }), contextOf(mia)).items.map(
      ({ name }) => name,
    )

  test('is by name until somebody says another; what is new is behind what has a place', () => {
    expect(offered(start)).toEqual(['Agenda', 'Minutes', 'Report'])
    const { rows: after } = move(start, 1, 2)
    expect(offered(after.deliverableTemplates)).toEqual(['Report', 'Agenda', 'Minutes'])
    expect(offered([...after.deliverableTemplates, of(5, 'Abstract')])).toEqual([
      ...['Report', 'Agenda', 'Minutes', 'Abstract'],
    ])
    expect(offered(move(after.deliverableTemplates, 1, 0).rows.deliverableTemplates)).toEqual([
      ...['Agenda', 'Minutes', 'Report'],
    ])
    // Of several sub-services together it is by name.
    expect(offered(after.deliverableTemplates, {})).toEqual(['Agenda', 'Elsewhere', 'Minutes', 'Report'])
  })

  test('two who move different ones both get what they meant', () => {
    const mias = move(start, 1, 2).rows.deliverableTemplates
    expect(offered(move(mias, 2, 0).rows.deliverableTemplates)).toEqual(['Report', 'Minutes', 'Agenda'])
  })

  test('only the moved one is changed by somebody', () => {
    const { rows: after } = move(start, 1, 2)
    expect(after.deliverableTemplates.filter((row) => row.modifiedDate === NOW).map(({ id }) => id)).toEqual([1])
    expect(after.deliverableTemplates.find(({ id }) => id === 4)).toEqual(start[3])
  })

  test('is not said by a stranger, twice, or by a neighbour that is not there', () => {
    expect(move(start, 1, 2, fin).decision).toEqual({ refused: 'not-allowed' })
    expect(move(start, 2, 3).decision).toEqual({ nothing: 'already' })
    expect(move(start, 99, 0).decision).toEqual({ refused: 'not-found' })
    for (const before of [1, 4, 99])
      expect(move(start, 1, before).decision, String(before)).toMatchObject({ errors: [{ field: 'before' }] })
  })
})
