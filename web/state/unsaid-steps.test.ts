import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuse } from '#shared/kernel/refusal.ts'
import { aRequest } from '#shared/testing/samples.ts'
import { Device } from '../data/device.ts'
import { draftPath } from '../parts/paths.ts'
import type { StepName } from '../sync/fold-requests.ts'
import { stepKey } from './request-steps.ts'
import { leaveOut, openSteps, unsaidSteps } from './unsaid-steps.ts'

const request = aRequest({ id: 42_000_010, stage: 2, complete: false, completedDate: null })
const { id, taskDetails, contactDetails, poolCode } = request
const details = { contactDetails, taskDetails, specialInstructions: '', subTaskId: 0 }
let device: Device

beforeEach(async () => {
  device = new Device('fieldpost', { indexedDB: new IDBFactory(), IDBKeyRange })
  await device.rows('requests').put(request)
})
afterEach(() => device.close())

const type = (step: StepName, base: object, values: object) =>
  device.forms.put({ key: stepKey(id, step), values: { base, values }, saved: '2026-03-10T14:00:00.000Z' })
const refused = (name: string, input: object) =>
  device.attention.put({
    key: name,
    call: { seq: 1, id: name, name, input, at: '', firstSent: 1, attempts: 1 },
    refusal: refuse('invalid', { message: 'No' }),
    conflicts: [],
    received: '2026-03-10T14:00:00.000Z',
  })

test('what is half-typed in a step that was said already is not said yet, and the draft goes on there', async () => {
  expect(await unsaidSteps(device, id)).toEqual([])
  await type('details', details, { ...details, taskDetails: `${taskDetails}, and a second room` })
  expect(await unsaidSteps(device, id)).toEqual(['details'])
  expect(draftPath(request, ['details'])).toBe(`/requests/${id}/details`)
  await type('start', { poolCode }, { poolCode: 'BK-200' })
  const both = await unsaidSteps(device, id)
  expect(both).toEqual(['start', 'details'])
  expect(draftPath(request, both)).toBe(`/requests?draft=${id}`)
})

test('a step that says what the request says, and the last one, are not in the way', async () => {
  await type('details', { ...details, taskDetails: '' }, details)
  await type('tasks', {}, { category: request.category, tasks: request.tasks })
  await type(
    'complete',
    { recipients: '', approval: '', typing: '' },
    { recipients: 'a@b.example', approval: '', typing: '' },
  )
  expect(await unsaidSteps(device, id)).toEqual([])
  expect(draftPath(request, [])).toBe(`/requests/${id}/complete`)
})

test('of what is typed ahead of the step where a draft stands, that step comes first', () => {
  expect(draftPath({ id, stage: 0 }, ['tasks', 'details'])).toBe(`/requests/${id}/tasks`)
  expect(draftPath({ id, stage: 0 }, ['details'])).toBe(`/requests/${id}/tasks`)
})

test('a draft whose task asks for a sub-task goes on at Details until one is chosen', async () => {
  const housing = { taskId: 801, name: 'Housing', description: '' }
  await device.rows('requests').put({ ...request, category: 8, tasks: [housing], subTaskId: 0 })
  expect([await openSteps(device, id), await unsaidSteps(device, id)]).toEqual([['details'], []])
  await type('details', details, { ...details, taskDetails: 'Four days' })
  expect(await openSteps(device, id)).toEqual(['details'])
  await type('start', { poolCode }, { poolCode: 'BK-200' })
  expect(await openSteps(device, id)).toEqual(['start', 'details'])
  await device.forms.clear()
  await device.rows('requests').update(id, { subTaskId: 811 })
  expect(await openSteps(device, id)).toEqual([])
})

test('what a refused call said is not said either', async () => {
  await refused('describeRequest', { requestId: id, fields: { taskDetails: { from: taskDetails, to: 'Four days' } } })
  expect(await unsaidSteps(device, id)).toEqual(['details'])
})

test('what is left out goes, of that step alone, and can be taken back', async () => {
  await type('details', details, { ...details, taskDetails: 'Four days' })
  await type('complete', {}, { recipients: 'a@b.example' })
  await refused('describeRequest', { requestId: id, fields: { taskDetails: { from: taskDetails, to: 'Five days' } } })
  const undo = await leaveOut(device, id, ['details'])
  expect(await unsaidSteps(device, id)).toEqual([])
  expect(await device.forms.toCollection().primaryKeys()).toEqual([stepKey(id, 'complete')])
  await undo()
  expect(await unsaidSteps(device, id)).toEqual(['details'])
  expect(await device.attention.count()).toBe(1)
})
