import { describe, expect, test } from 'vitest'
import { isRefusal } from '../kernel/refusal.ts'
import { must } from '../lib/must.ts'
import { draftPrint } from '../rules/fingerprint.ts'
import { columnsOf } from '../model/tables.ts'
import type { Request } from '../model/request.ts'
import type { User } from '../model/reference.ts'
import {
  aCountry,
  aDraft,
  aFile,
  aPoolCode,
  aProject,
  aProjectType,
  aRequest,
  aRevision,
  aSubservice,
  aUser,
  carryOut,
  contextOf,
  NOW,
  people,
  references,
  withReferences,
  type Rows,
} from '../testing/samples.ts'
import {
  chooseTasks,
  cloneRequest,
  completeRequest,
  describeRequest,
  discardRequest,
  editRequestStart,
  startRequest,
} from './requests.ts'

const { ana, pete, adam, cora, ada } = people
const draftId = 42_000_020
const revisionId = 42_000_099

const interpretation = { taskId: 101, name: 'Interpretation', description: 'An interpreter.' }
const translation = { taskId: 102, name: 'Written Translation', description: 'Documents.' }
const driver = { taskId: 201, name: 'Driver with Vehicle', description: 'A driver.' }
const housing = { taskId: 801, name: 'Housing', description: 'A residence.' }
const medical = { taskId: 803, name: 'Medical Support', description: 'Insurance.' }

const rowsWith = (draft: Partial<Request> = {}, more: Rows = {}): Rows =>
  withReferences({ requests: [aDraft(draft)], ...more })

const start = {
  id: draftId,
  countryId: 1,
  teamId: 3,
  advisorId: 1,
  projectTypeId: 1,
  poolCode: 'BK-100',
  dueDate: '2026-03-20',
  blanketTasking: true,
}
const startAs = (user: User, more: object = {}, rows: Rows = withReferences()) =>
  carryOut(startRequest, { ...start, ...more }, rows, contextOf(user))
const editStart = (fields: object, draft: Partial<Request> = {}, user: User = ana, more: Rows = {}) =>
  carryOut(editRequestStart, { requestId: draftId, revisionId, fields }, rowsWith(draft, more), contextOf(user))
const choose = (fields: object, draft: Partial<Request> = {}, user: User = ana, more: Rows = {}) =>
  carryOut(chooseTasks, { requestId: draftId, revisionId, fields }, rowsWith(draft, more), contextOf(user))
const describeIt = (fields: object, draft: Partial<Request> = {}, user: User = ana) =>
  carryOut(describeRequest, { requestId: draftId, revisionId, fields }, rowsWith(draft), contextOf(user))

const filled = {
  category: 1,
  type: 'Language Support',
  stage: 2,
  tasks: [interpretation, translation],
  contactDetails: 'Grace, +254 700 000 001',
  taskDetails: 'Three days in Nairobi',
} satisfies Partial<Request>
const finish = (draft: Partial<Request> = {}, more: object = {}, user: User = ana, rows: Rows = {}) =>
  carryOut(
    completeRequest,
    {
      requestId: draftId,
      recipients: 'grace@example.org; omar@example.org',
      approval: '',
      taskings: [
        { taskId: 101, id: 42_000_101 },
        { taskId: 102, id: 42_000_102 },
      ],
      ...more,
    },
    rowsWith({ ...filled, ...draft }, rows),
    contextOf(user),
  )

const refusedWith = (field: string, message: string) => ({ refused: 'invalid', errors: [{ field, message }] })
const once = refusedWith('tasks', 'Please select each task only once.')

describe('starting a request', () => {
  test('makes a draft of stage 0, with the ship number of its pool', () => {
    const { rows } = startAs(pete, { poolCode: ' bk-100' })
    expect(rows.requests).toEqual([
      aDraft({
        dueDate: '2026-03-20',
        blanketTasking: true,
        poolCode: 'BK-100',
        shipNumber: 12,
        createdById: pete.id,
        createDate: NOW,
        modifiedDate: NOW,
      }),
    ])
    expect(rows.projects).toEqual([])
  })

  test.each([
    ['countryId', 0, 'Please select a country'],
    ['countryId', 3, 'Please select a country. The chosen one is no longer active'],
    ['countryId', 99, 'Please select a country'],
    ['advisorId', 0, 'Please select an advisor'],
    ['advisorId', 3, 'Please select an advisor. The chosen one is no longer active'],
    ['projectTypeId', 0, 'Please select a project'],
    ['poolCode', 'BK', 'Please select a pool code'],
    ['poolCode', 'BK-OLD', 'Please select a pool code. The chosen one is no longer active'],
    ['poolCode', 'RV-300', 'Please select a pool code'],
    ['teamId', 0, 'Please select a team'],
    ['dueDate', '2026-03-08', 'The due date cannot be before today'],
    ['dueDate', '2026-13-01', 'Please enter a date such as 2026-04-30'],
  ])('with %s %j it says %j', (field, value, message) => {
    expect(startAs(ana, { [field]: value }).decision).toEqual(refusedWith(field, message))
  })

  test('all that is wrong is told at once, one sentence a field, in the order of the form', () => {
    const { decision } = startAs(ana, {
      countryId: 99,
      teamId: 99,
      advisorId: 99,
      projectTypeId: 99,
      poolCode: 'BK-999',
    })
    expect(isRefusal(decision) && decision.errors).toEqual([
      { field: 'countryId', message: 'Please select a country' },
      { field: 'teamId', message: 'Please select a team' },
      { field: 'advisorId', message: 'Please select an advisor' },
      { field: 'projectTypeId', message: 'Please select a project' },
      { field: 'poolCode', message: 'Please select a pool code' },
    ])
  })

  test('a person of a team starts requests of that team only, and with its project types (C-023)', () => {
    const revenue = { teamId: 2, projectTypeId: 2, poolCode: 'RV-300' }
    const errors = [
      { field: 'teamId', message: 'Please select a team' },
      { field: 'projectTypeId', message: 'Please select a project' },
      { field: 'poolCode', message: 'Please select a pool code' },
    ]
    expect(startAs(pete, revenue).decision).toEqual({ refused: 'invalid', errors })
    expect(isRefusal(startAs(ana, revenue).decision)).toBe(false)
    expect(startAs(ana, { projectTypeId: 2, poolCode: 'RV-300' }).decision).toEqual(
      refusedWith('projectTypeId', 'Please select a project'),
    )
  })

  test('due on the day it is made, or on the day before it in the organisation, is fine (C-106)', () => {
    expect(isRefusal(startAs(ana, { dueDate: '2026-03-10' }).decision)).toBe(false)
    expect(isRefusal(startAs(ana, { dueDate: '2026-03-09' }).decision)).toBe(false)
  })

  test('an id that is taken is not written over', () => {
    expect(startAs(ana, {}, rowsWith({ stage: 2 })).decision).toEqual({ refused: 'duplicate' })
  })
})

describe('a draft is for its owner alone', () => {
  const verbs: [string, (draft: Partial<Request>, user: User) => { decision: object }][] = [
    ['going back to Start', (draft, user) => editStart({ countryId: { to: 2 } }, draft, user)],
    ['choosing tasks', (draft, user) => choose({ category: { to: 1 }, tasks: { to: [interpretation] } }, draft, user)],
    [
      'describing',
      (draft, user) => describeIt({ contactDetails: { to: 'Omar' }, taskDetails: { to: 'Details' } }, draft, user),
    ],
    ['finishing', (draft, user) => finish(draft, {}, user)],
    ['discarding', (draft, user) => carryOut(discardRequest, { requestId: draftId }, rowsWith(draft), contextOf(user))],
  ]
  test.each(verbs)('%s: strangers do not even learn that it exists', (_, run) => {
    expect(run({}, ada).decision).toEqual({ refused: 'not-found' })
  })
  test.each(verbs)('%s somebody else’s finished request is not allowed', (_, run) => {
    expect(run({ complete: true }, ada).decision).toEqual({ refused: 'not-allowed' })
  })
  test.each(verbs.filter(([title]) => title !== 'finishing'))('%s is refused once it is finished', (_, run) => {
    expect(run({ complete: true }, ana).decision).toEqual({ refused: 'already-sent' })
  })
  test.each(verbs.filter(([title]) => title !== 'discarding'))('%s what is not there is refused', (_, run) => {
    expect(run({ id: 42_000_021 }, ana).decision).toEqual({ refused: 'not-found' })
  })
})

describe('the stages of the wizard never go down (C-123)', () => {
  const tasks = { category: { to: 1 }, tasks: { to: [translation] } }
  const words = { contactDetails: { to: 'Omar' }, taskDetails: { to: 'Five days' } }
  const withTasks = { category: 1, type: 'Language Support', tasks: [interpretation] }
  test.each([
    ['Start again', () => editStart({ countryId: { to: 2 } }, { stage: 0 }), 0],
    ['Start again after tasks', () => editStart({ countryId: { to: 2 } }, { stage: 1 }), 1],
    ['Start again after details', () => editStart({ countryId: { to: 2 } }, { stage: 2 }), 2],
    ['tasks', () => choose(tasks, { stage: 0 }), 1],
    ['tasks again', () => choose(tasks, { ...withTasks, stage: 1 }), 1],
    ['tasks again after details', () => choose(tasks, { ...withTasks, stage: 2 }), 2],
    ['details', () => describeIt(words, { ...withTasks, stage: 1 }), 2],
    ['details again', () => describeIt(words, { ...withTasks, stage: 2 }), 2],
    ['details before any task', () => describeIt(words, { stage: 0 }), 0],
  ])('%s', (_, run, stage) => {
    expect(run().rows.requests[0]?.stage).toBe(stage)
  })
})

describe('going back to Start', () => {
  test('choosing another pool brings its spelling and its ship number', () => {
    expect(editStart({ poolCode: { from: 'BK-100', to: 'bk-200' } }).rows.requests[0]).toMatchObject({
      poolCode: 'BK-200',
      shipNumber: 14,
      modifiedDate: NOW,
    })
  })

  test('what was chosen already may have become inactive, or late, since; a new choice may not (C-146)', () => {
    const more = {
      countries: [aCountry({ active: false }), aCountry({ id: 2, active: false })],
      projectTypes: [aProjectType({ active: false })],
      poolCodes: [aPoolCode({ active: false })],
    }
    const old = { dueDate: '2026-01-01' }
    expect(isRefusal(editStart({ blanketTasking: { to: true } }, old, ana, more).decision)).toBe(false)
    expect(editStart({ countryId: { to: 2 } }, old, ana, more).decision).toEqual(
      refusedWith('countryId', 'Please select a country. The chosen one is no longer active'),
    )
    expect(editStart({ dueDate: { to: '2026-01-02' } }, old, ana, more).decision).toEqual(
      refusedWith('dueDate', 'The due date cannot be before today'),
    )
  })

  test('a team without its project type is refused, and both together are accepted', () => {
    expect(editStart({ teamId: { to: 2 } }).decision).toEqual(refusedWith('projectTypeId', 'Please select a project'))
    const both = { teamId: { to: 2 }, projectTypeId: { to: 2 }, poolCode: { to: 'RV-300' } }
    expect(editStart(both).rows.requests[0]).toMatchObject({ teamId: 2, projectTypeId: 2, shipNumber: 21 })
  })

  test('nothing changed is already so', () => {
    expect(editStart({ countryId: { from: 1, to: 1 } }).decision).toEqual({ nothing: 'already' })
  })
})

describe('choosing tasks', () => {
  test('sets the category, its name as type, and the tasks', () => {
    const { rows } = choose({ category: { from: 0, to: 1 }, tasks: { from: [], to: [interpretation, translation] } })
    expect(rows.requests[0]).toMatchObject({
      category: 1,
      type: 'Language Support',
      tasks: [interpretation, translation],
      stage: 1,
    })
    expect(rows.revisions).toEqual([])
  })

  test.each([
    ['no task', { category: { to: 1 }, tasks: { to: [] } }],
    ['no category', { tasks: { to: [interpretation] } }],
    ['category 0', { category: { to: 0 }, tasks: { to: [interpretation] } }],
    ['category 9', { category: { to: 9 }, tasks: { to: [interpretation] } }],
    ['a task of another category', { category: { to: 1 }, tasks: { to: [interpretation, driver] } }],
    ['a task that does not exist', { category: { to: 1 }, tasks: { to: [{ ...driver, taskId: 999 }] } }],
    ['two tasks of category 8', { category: { to: 8 }, tasks: { to: [housing, medical] } }],
  ])('with %s it says "Please select at least one task."', (_, fields) => {
    const { decision } = choose(fields)
    expect(isRefusal(decision) && decision.errors?.[0]?.message).toBe('Please select at least one task.')
  })

  test('a task that was switched off meanwhile is named, and not asked for as if none were chosen (C-146)', () => {
    const off = { taskId: 105, name: 'Transcription', description: '' }
    const told = refusedWith('tasks', 'No longer active: Transcription. Please select another task.')
    expect(choose({ category: { to: 1 }, tasks: { to: [off] } }).decision).toEqual(told)
    expect(choose({ category: { to: 1 }, tasks: { to: [interpretation, off] } }).decision).toEqual(told)
    const chosen = { category: 1, type: 'Language Support', stage: 1, tasks: [off] }
    expect(choose({ tasks: { to: [interpretation, off] } }, chosen).rows.requests[0]?.tasks).toHaveLength(2)
  })

  test('each is chosen once: of a tasking there is one for each task', () => {
    expect(choose({ category: { to: 1 }, tasks: { to: [interpretation, interpretation] } }).decision).toEqual(once)
  })

  test('another category clears the tasks of the first: they cannot be left under it (C-130)', () => {
    const chosen = { category: 1, type: 'Language Support', tasks: [interpretation], stage: 1 }
    expect(choose({ category: { from: 1, to: 2 } }, chosen).decision).toEqual(
      refusedWith('tasks', 'Please select at least one task.'),
    )
    const both = { category: { from: 1, to: 2 }, tasks: { from: [interpretation], to: [driver] } }
    expect(choose(both, chosen).rows.requests[0]).toMatchObject({
      category: 2,
      type: 'Local Transportation',
      tasks: [driver],
    })
  })

  test('one task of category 8 is fine; its sub-task stays as long as the task does (C-129)', () => {
    const fields = { category: { to: 8 }, tasks: { to: [housing] } }
    const more = { subservices: [...references.subservices, aSubservice({ id: 802, bocId: 8, name: 'Subcontractor' })] }
    expect(choose(fields).rows.requests[0]).toMatchObject({ type: 'Other Support', subTaskId: 0 })
    const chosen = { category: 8, tasks: [housing], subTaskId: 811 }
    expect(choose(fields, { ...chosen, stage: 0 }).rows.requests[0]?.subTaskId).toBe(811)
    const other = { tasks: { to: [{ ...housing, taskId: 802, name: 'Subcontractor' }] } }
    expect(choose(other, chosen, ana, more).rows.requests[0]?.subTaskId).toBe(0)
  })
})

describe('describing a request', () => {
  const withTasks = { category: 1, tasks: [interpretation], stage: 1 }
  test('keeps contact, details and instructions', () => {
    const { rows } = describeIt(
      {
        contactDetails: { from: '', to: 'Grace' },
        taskDetails: { from: '', to: 'Three days' },
        specialInstructions: { from: '', to: 'No mic' },
      },
      withTasks,
    )
    expect(rows.requests[0]).toMatchObject({
      contactDetails: 'Grace',
      taskDetails: 'Three days',
      specialInstructions: 'No mic',
      stage: 2,
      modifiedDate: NOW,
    })
  })

  test.each([
    ['contactDetails', 'ab', 'contactDetails', 'Contact Details are required'],
    ['contactDetails', '   ', 'contactDetails', 'Contact Details are required'],
    ['taskDetails', 'ab', 'taskDetails', 'Request Details are required'],
  ])('with %s %j it says so', (field, value, at, message) => {
    const fields = { contactDetails: { to: 'Grace' }, taskDetails: { to: 'Three days' }, [field]: { to: value } }
    expect(describeIt(fields, withTasks).decision).toEqual(refusedWith(at, message))
  })

  test('a field that was never filled is asked for too', () => {
    expect(describeIt({ contactDetails: { to: 'Grace' } }, withTasks).decision).toEqual(
      refusedWith('taskDetails', 'Request Details are required'),
    )
    expect(describeIt({ taskDetails: { to: 'Three days' } }, withTasks).decision).toEqual(
      refusedWith('contactDetails', 'Contact Details are required'),
    )
  })

  test.each([
    ['Housing without a sub-task', housing, 0, false],
    ['Housing with one of its own', housing, 811, true],
    ['Housing with one of Subcontractor', housing, 821, false],
    ['a task without sub-tasks', medical, 0, true],
  ])('%s (C-129)', (_, task, subTaskId, accepted) => {
    const words = { contactDetails: { to: 'Grace' }, taskDetails: { to: 'Three days' }, subTaskId: { to: subTaskId } }
    const { decision, rows } = describeIt(words, { category: 8, tasks: [task], stage: 1 })
    if (accepted) expect(rows.requests[0]).toMatchObject({ subTaskId, stage: 2 })
    else expect(decision).toEqual(refusedWith('subTaskId', 'Please select a task'))
  })
})

describe('one draft on two devices (C-116, S07)', () => {
  const before = { category: 1, tasks: [interpretation], stage: 2, contactDetails: 'Grace', taskDetails: 'Three days' }

  test('edits of two fields are both kept, and nothing was replaced', () => {
    const phone = describeIt({ contactDetails: { from: 'Grace', to: 'Omar' } }, before).rows
    const laptop = carryOut(
      describeRequest,
      { requestId: draftId, revisionId, fields: { taskDetails: { from: 'Three days', to: 'Five days' } } },
      phone,
      contextOf(ana),
    )
    expect(laptop.rows.requests[0]).toMatchObject({ contactDetails: 'Omar', taskDetails: 'Five days' })
    expect(laptop.rows.revisions).toEqual([])
  })

  test('of one field the last writer wins, and the text it replaced is kept', () => {
    const phone = describeIt({ taskDetails: { from: 'Three days', to: 'Four days, Mombasa' } }, before).rows
    const laptop = carryOut(
      describeRequest,
      {
        requestId: draftId,
        revisionId,
        fields: {
          contactDetails: { from: 'Grace', to: 'Omar' },
          taskDetails: { from: 'Three days', to: 'Five days' },
        },
      },
      phone,
      contextOf(ana),
    )
    expect(laptop.rows.requests[0]).toMatchObject({ contactDetails: 'Omar', taskDetails: 'Five days' })
    expect(laptop.rows.revisions).toEqual([
      {
        id: revisionId,
        requestId: draftId,
        kind: 'draft',
        replaced: { taskDetails: 'Four days, Mombasa' },
        createdById: ana.id,
        createDate: NOW,
      },
    ])
  })

  test('replaced tasks are kept as well', () => {
    const fields = { tasks: { from: [], to: [translation] } }
    const { rows } = choose(fields, { category: 1, tasks: [interpretation] })
    expect(rows.requests[0]?.tasks).toEqual([translation])
    expect(rows.revisions[0]?.replaced).toEqual({ tasks: JSON.stringify([interpretation]) })
  })

  test('the same change on both replaces nothing', () => {
    expect(describeIt({ taskDetails: { from: 'x', to: 'Three days' } }, before).decision).toEqual({
      nothing: 'already',
    })
  })
})

describe('finishing', () => {
  test('makes one tasking for each task (C-125), each ready for the first approver', () => {
    const { rows } = finish()
    expect(rows.projects.map(({ id, name, taskId, phase }) => [id, name, taskId, phase])).toEqual([
      [42_000_101, 'T-42-101', 101, 'interim'],
      [42_000_102, 'T-42-102', 102, 'interim'],
    ])
    expect(rows.projects[0]).toEqual(
      aProject({
        id: 42_000_101,
        requestId: draftId,
        description: 'Interpretation — Three days in Nairobi',
        createDate: NOW,
        modifiedDate: NOW,
      }),
    )
  })

  test('finishes the request, with its text composed and those files published that were not taken out (C-135, C-136)', () => {
    const files = [
      aFile({ id: 1, requestId: draftId, projectId: 0, published: false }),
      aFile({ id: 2, requestId: 42_000_010, projectId: 0, published: false }),
      aFile({ id: 3, requestId: draftId, projectId: 0, published: false, active: false, removedDate: NOW }),
    ]
    const { rows } = finish({}, { approval: ' ' }, ana, { files })
    expect(rows.requests[0]).toMatchObject({
      complete: true,
      stage: 2,
      recipients: 'grace@example.org; omar@example.org',
      completedDate: NOW,
      modifiedDate: NOW,
      receivedDate: null,
      draftOf: 0,
      content:
        '<p><b>Contact Details</b><br>Grace, +254 700 000 001</p><p><b>Request Details</b><br>Three days in Nairobi</p>' +
        '<p><b>Tasks</b><br>Interpretation<br>Written Translation</p>',
    })
    expect(rows.files.map((file) => file.published)).toEqual([true, false, false])
  })

  const asSeen = must(rowsWith(filled).requests?.[0])
  test.each([
    ['a pool', { poolCode: 'BK-200' }],
    ['a country', { countryId: 2 }],
    ['a due date', { dueDate: '2026-05-01' }],
    ['whether it is blanket', { blanketTasking: true }],
    ['the contact', { contactDetails: 'Omar' }],
    ['the details', { taskDetails: 'Four days in Mombasa' }],
    ['the instructions', { specialInstructions: 'No microphone' }],
  ] as [string, Partial<Request>][])(
    'a draft that is another in %s than the one that was finished waits',
    (_, other) => {
      const { decision, rows } = finish(other, { seen: draftPrint(asSeen) })
      expect(decision).toMatchObject({ refused: 'changed-since-seen' })
      expect(rows.requests[0]?.complete).toBe(false)
      expect(finish(other).rows.requests[0]?.complete).toBe(true)
    },
  )

  test('the draft as it was seen is finished, however its pool is written and whatever else moved', () => {
    const moved = { poolCode: 'bk-100', shipNumber: 99, recipients: 'a@example.org', modifiedDate: NOW }
    expect(finish(moved, { seen: draftPrint(asSeen) }).rows.requests[0]?.complete).toBe(true)
  })

  test('when the server received it is kept beside when it was made (C-108)', () => {
    const received = '2026-03-12T08:00:00.000Z'
    const input = { requestId: draftId, recipients: '', approval: '', taskings: [{ taskId: 101, id: 42_000_101 }] }
    const draft = rowsWith({ ...filled, tasks: [interpretation] })
    const { rows } = carryOut(completeRequest, input, draft, { ...contextOf(ana), received })
    expect(rows.requests[0]).toMatchObject({ completedDate: NOW, receivedDate: received })
    expect(rows.projects[0]).toMatchObject({ createDate: NOW, receivedDate: received })
  })

  test.each([
    ['an analyst', '', ana, 'interim'],
    ['an analyst with documented approval', 'By e-mail of 3 March', ana, 'authorization'],
    ['an analyst with blanks for an approval', '   ', ana, 'interim'],
    ['an AD', '', adam, 'authorization'],
    ['a COR', '', cora, 'authorization'],
    ['a PO', '', pete, 'interim'],
  ])('of %s it starts where the approval stands, and is approved by nobody yet (C-064)', (_, approval, user, phase) => {
    const { rows } = finish({ createdById: user.id }, { approval }, user)
    expect(rows.projects.map((row) => [row.phase, row.approved])).toEqual([
      [phase, false],
      [phase, false],
    ])
    expect(rows.approvals).toEqual([])
  })

  test.each([
    ['whom its service names gets it', pete.id, {}, pete.id],
    [
      'nobody gets it whose account is closed',
      91,
      { users: [...(references.users ?? []), aUser({ id: 91, active: false })] },
      0,
    ],
    ['nobody gets it where the service names nobody', 0, {}, 0],
  ])('%s (C-079)', (_, defaultAssigneeId, more, assigneeId) => {
    const services = (references.services ?? []).map((row) => ({ ...row, defaultAssigneeId }))
    const { rows: after } = finish({}, {}, ana, { services, ...more })
    expect(after.projects.map((row) => row.assigneeId)).toEqual([assigneeId, assigneeId])
  })

  test('category 8 becomes a tasking of the sub-task (C-127)', () => {
    const draft = { category: 8, type: 'Other Support', tasks: [housing], subTaskId: 811 }
    const { rows } = finish(draft, { taskings: [{ taskId: 801, id: 42_000_101 }] })
    expect(rows.projects).toMatchObject([
      { bocId: 8, taskId: 811, description: 'Housing, New Lease — Three days in Nairobi' },
    ])
  })

  test.each([
    ['no task', { tasks: [] }, 'tasks', 'Please select at least one task.'],
    ['no contact', { contactDetails: 'ab' }, 'contactDetails', 'Contact Details are required'],
    ['no details', { taskDetails: ' a ' }, 'taskDetails', 'Request Details are required'],
    ['no sub-task', { category: 8, tasks: [housing] }, 'subTaskId', 'Please select a task'],
  ])('is refused with %s', (_, draft, field, message) => {
    expect(finish(draft).decision).toEqual(refusedWith(field, message))
  })

  test('tasks that were added on another device are looked at first', () => {
    expect(finish({ tasks: [interpretation, translation, driver] }).decision).toMatchObject({
      refused: 'changed-since-seen',
    })
  })

  test('tasks that were taken out on another device are looked at first: each id that was minted becomes a tasking', () => {
    expect(finish({ tasks: [interpretation] }).decision).toMatchObject({ refused: 'changed-since-seen' })
  })

  test('a draft from before, with a task twice, is told to choose it once', () => {
    const taskings = [42_000_101, 42_000_102].map((id) => ({ taskId: 101, id }))
    expect(finish({ tasks: [interpretation, interpretation] }, { taskings }).decision).toEqual(once)
  })

  test('is refused without any tasking, and when an id is taken', () => {
    expect(finish({}, { taskings: [] }).decision).toMatchObject({ refused: 'changed-since-seen' })
    expect(finish({}, {}, ana, { projects: [aProject({ id: 42_000_102 })] }).decision).toEqual({ refused: 'duplicate' })
  })

  describe('a second time', () => {
    const again = (more: object = {}) => {
      const input = {
        ...{ requestId: draftId, recipients: 'grace@example.org; omar@example.org', approval: '' },
        ...{ taskings: [{ taskId: 101, id: 42_000_201 }], ...more },
      }
      return carryOut(completeRequest, input, finish().rows, contextOf(ana))
    }

    test.each([{}, { recipients: '' }])('with %j it is already so, and makes no second taskings (C-141)', (more) => {
      const { decision, rows } = again(more)
      expect(decision).toEqual({ nothing: 'already', by: ana.id, at: NOW })
      expect(rows.projects).toHaveLength(2)
    })

    test.each([{ recipients: 'kofi@example.org' }, { approval: 'By e-mail' }])(
      'with %j it is refused: what was entered would be lost',
      (more) => {
        const { decision, rows } = again(more)
        expect(decision).toEqual({ refused: 'already-sent' })
        expect(rows).toEqual(finish().rows)
      },
    )
  })
})

describe('Add to Request', () => {
  const source = aRequest({
    ...filled,
    blanketTasking: true,
    subTaskId: 811,
    specialInstructions: 'No mic',
    recipients: 'grace@example.org',
    approval: 'By e-mail',
    receivedDate: NOW,
  })
  const clone = (user: User = ana, rows: Rows = { requests: [source], files: [aFile({ requestId: source.id })] }) =>
    carryOut(cloneRequest, { requestId: source.id, id: 42_000_300 }, rows, contextOf(user))

  test('copies the Start fields, contact details and recipients, and starts all else anew (C-131)', () => {
    const { rows } = clone()
    const copy = must(rows.requests.find((row) => row.id === 42_000_300))
    const copied = ['countryId', 'teamId', 'advisorId', 'projectTypeId', 'poolCode', 'shipNumber', 'dueDate'] as const
    for (const field of [...copied, 'blanketTasking', 'contactDetails', 'recipients'] as const)
      expect(copy[field]).toEqual(source[field])
    expect(copy).toMatchObject({
      parentRequestId: source.id,
      stage: 0,
      complete: false,
      category: 0,
      type: '',
      tasks: [],
      subTaskId: 0,
      taskDetails: '',
      specialInstructions: '',
      approval: '',
      content: '',
      createdById: ana.id,
      createDate: NOW,
      modifiedDate: NOW,
      completedDate: null,
      receivedDate: null,
    })
    expect(Object.keys(copy).sort()).toEqual([...columnsOf('requests'), 'draftOf'].sort())
    expect(rows.files).toHaveLength(1)
    expect(rows.requests.find((row) => row.id === source.id)).toEqual(source)
  })

  const finishCopy = (rows: Rows, more: Partial<Request> = {}, user = ana) => {
    const copy = must(clone().rows.requests.find((row) => row.id === 42_000_300))
    const ready = { ...copy, category: 1, type: 'Language Support', tasks: [interpretation], taskDetails: 'Once more' }
    const taskings = [{ taskId: 101, id: 42_000_400 }]
    return carryOut(
      completeRequest,
      { requestId: copy.id, recipients: '', approval: '', taskings },
      { ...rows, requests: [{ ...ready, ...more }] },
      contextOf(user),
    ).decision
  }

  test('what is copied is looked at when the copy is finished: nobody has chosen it', () => {
    const rows = withReferences()
    const closed = (rows.poolCodes ?? []).map((pool) => ({ ...pool, active: false }))
    const inactive = 'Please select a pool code. The chosen one is no longer active'
    const past = 'The due date cannot be before today'
    expect(isRefusal(finishCopy(rows))).toBe(false)
    expect(finishCopy({ ...rows, poolCodes: closed })).toMatchObject(refusedWith('poolCode', inactive))
    expect(finishCopy(rows, { dueDate: '2020-01-01' })).toMatchObject(refusedWith('dueDate', past))
    // Made in time, and late only on its way.
    const since = { dueDate: '2026-02-02', createDate: '2026-02-01T12:00:00.000Z' }
    expect(isRefusal(finishCopy(rows, since))).toBe(false)
    // Who has gone to another team sees neither its types nor its codes any more.
    const gone = ['teamId', 'projectTypeId', 'poolCode'].map((field) => ({ field }))
    expect(finishCopy(rows, {}, { ...ana, teamId: 2 })).toMatchObject({ errors: gone })
  })

  test('and when its Start is gone on from, also without a change', () => {
    const closed = [aPoolCode({ active: false }), aPoolCode({ id: 2, poolCode: 'BK-200' })]
    const goOn = (fields: object, more: Partial<Request> = {}) =>
      editStart(fields, { parentRequestId: source.id, ...more }, ana, { poolCodes: closed }).decision
    const inactive = 'Please select a pool code. The chosen one is no longer active'
    expect(goOn({})).toEqual(refusedWith('poolCode', inactive))
    expect(goOn({ countryId: { to: 2 } })).toEqual(refusedWith('poolCode', inactive))
    expect(isRefusal(goOn({ poolCode: { to: 'BK-200' } }))).toBe(false)
    // Made in time, and late since.
    const since = { dueDate: '2026-02-02', createDate: '2026-02-01T12:00:00.000Z' }
    expect(isRefusal(goOn({ poolCode: { to: 'BK-200' } }, since))).toBe(false)
    expect(goOn({}, { dueDate: '2020-01-01' })).toEqual({
      refused: 'invalid',
      errors: [
        { field: 'poolCode', message: inactive },
        { field: 'dueDate', message: 'The due date cannot be before today' },
      ],
    })
  })

  test('a draft can be cloned as well, and stays a draft', () => {
    const { rows } = clone(ana, { requests: [aDraft({ id: source.id, stage: 2 })] })
    expect(rows.requests.map(({ id, complete, stage }) => [id, complete, stage])).toEqual([
      [source.id, false, 2],
      [42_000_300, false, 0],
    ])
  })

  test('is for the owner, and never writes over another request', () => {
    expect(clone(ada).decision).toEqual({ refused: 'not-found' })
    expect(clone(ana, {}).decision).toEqual({ refused: 'not-found' })
    expect(clone(ana, { requests: [source, aDraft({ id: 42_000_300 })] }).decision).toEqual({ refused: 'duplicate' })
  })
})

describe('discarding a draft', () => {
  const discard = (rows: Rows, user: User = ana) =>
    carryOut(discardRequest, { requestId: draftId }, rows, contextOf(user))

  test('takes its earlier texts and its files with it, and nothing else', () => {
    const rows = rowsWith(
      {},
      {
        revisions: [aRevision({ id: 1, requestId: draftId, kind: 'draft' }), aRevision({ id: 2 })],
        files: [aFile({ id: 3, requestId: draftId }), aFile({ id: 4 })],
      },
    )
    const after = discard(rows).rows
    expect(after.requests).toEqual([])
    expect(after.revisions.map((row) => row.id)).toEqual([2])
    expect(after.files.map((row) => row.id)).toEqual([4])
  })

  test('what is gone already is already so', () => {
    expect(discard({}).decision).toEqual({ nothing: 'already' })
    expect(discard({}, aUser()).decision).toEqual({ nothing: 'already' })
  })
})
