import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { commands } from '#shared/commands/index.ts'
import { Device } from '../data/device.ts'
import { labelOfCall, wordsOf } from './command-labels.ts'
import { fieldLabel } from './readable-value.ts'

const device = new Device('labels')

test('every command has words of its own', async () => {
  for (const name of commands.keys()) expect((await labelOfCall(device, name, {})).text).not.toBe(name)
})

test('a decision names its tasking', async () => {
  expect(await labelOfCall(device, 'approveProject', { id: 42000009 })).toMatchObject({
    text: 'Approve T-42-9',
    projectId: 42000009,
  })
})

test('a comment names the tasking it stands on', async () => {
  expect((await labelOfCall(device, 'addComment', { id: 1, projectId: 40000071 })).text).toBe('Comment on T-40-71')
})

test('a request is called by its category and country', async () => {
  await device.rows('requests').put({ id: 7, type: 'Language Support', countryId: 3 } as never)
  await device.rows('countries').put({ id: 3, title: 'Kenya' } as never)
  expect((await labelOfCall(device, 'completeRequest', { requestId: 7 })).text).toBe('Request: Language Support, Kenya')
})

test('what was typed stays readable, edits of fields included', () => {
  expect(wordsOf({ id: 1, comment: ' The hotel confirmed. ', attachment: null })).toEqual([
    { label: 'Your comment', text: 'The hotel confirmed.' },
  ])
  expect(wordsOf({ fields: { description: { from: 'a', to: 'b' } } })).toEqual([{ label: 'Description', text: 'b' }])
})

test('fields are called as on their form', () => {
  expect(['dueDate', 'assigneeId', 'taskingCostEstimate', 'bocId'].map(fieldLabel)).toEqual([
    'Due date',
    'Assignee',
    'Cost estimate',
    'Service',
  ])
})
