import { expect, test } from 'vitest'
import { foldRequests } from '../sync/fold-requests.ts'

const call = (name: string, input: unknown) => ({ name, input })

test('the steps of one request are one thing, everything else counts for itself', () => {
  const things = foldRequests([
    call('startRequest', { id: 42_000_001 }),
    call('addComment', { id: 42_000_002, projectId: 7 }),
    call('chooseTasks', { requestId: 42_000_001 }),
    call('addComment', { id: 42_000_003, projectId: 7 }),
    call('startRequest', { id: 42_000_004 }),
    call('completeRequest', { requestId: 42_000_001 }),
  ])
  expect(things.map((thing) => thing.map(({ name }) => name))).toEqual([
    ['startRequest', 'chooseTasks', 'completeRequest'],
    ['addComment'],
    ['addComment'],
    ['startRequest'],
  ])
})
