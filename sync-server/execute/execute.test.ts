import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import { aStore } from '../testing/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { aBareProject, aUser, putsOf, references } from '#shared/testing/samples.ts'
import { newDevice } from '../sync/device-numbers.ts'
import { execute, noteFailure, sentId, type IncomingCall, type Server } from './execute.ts'

const now = '2026-03-10T14:00:00.000Z'
const device = newDevice(40, { id: 1 }, '2026-03-01T14:00:00.000Z')
let server: Server

beforeEach(async () => {
  server = { store: await aStore(), organisation: defaultOrganisation, now: () => now }
  const changes = [
    ...putsOf(references),
    put('users', aUser({ id: 2 })),
    put('devices', device),
    put('projects', aBareProject()),
  ]
  await server.store.transact({ reads: {} }, () => ({ changes, value: null }))
})
afterEach(() => server.store.close())

const aCall = (call: Partial<IncomingCall> = {}): IncomingCall => ({
  userId: 1,
  device: 40,
  seq: 1,
  callId: 'call-number-one-1',
  name: 'addComment',
  input: { id: 40_000_077, projectId: 40_000_001, comment: 'ok then' },
  at: '2026-03-10T09:43:00.000Z',
  ...call,
})
const rowsOf = async <T extends 'comments' | 'amendments' | 'calls'>(table: T) =>
  (await server.store.read({ reads: { rows: many(table, {}) } })).rows

test('a call is carried out, written in the diary and answered the same when it comes again', async () => {
  expect(await execute(server, aCall())).toEqual({ verdict: 'applied' })
  expect(await execute(server, aCall())).toEqual({ verdict: 'applied' })
  expect(await rowsOf('comments')).toMatchObject([
    { createdById: 1, createDate: '2026-03-10T09:43:00.000Z', receivedDate: now },
  ])
  expect(await rowsOf('calls')).toMatchObject([
    { callId: 'call-number-one-1', userId: 1, verdict: 'applied', received: now },
  ])
})

test('nobody can use the device number of somebody else', async () => {
  expect(await execute(server, aCall({ userId: 2 }))).toBe('foreign')
  expect(await rowsOf('calls')).toEqual([])
})

test('who has come to another team since the request said who asks, sees what that team sees', async () => {
  const restricted = { ...server, organisation: { ...defaultOrganisation, restrictTeamVisibility: true } }
  const asked = aUser({ id: 1, teamId: 3 })
  const moved = [
    put('users', { ...asked, teamId: 2 }),
    put('projects', aBareProject({ teamId: 3, createdById: 2, assigneeId: 2 })),
  ]
  await server.store.transact({ reads: {} }, () => ({ changes: moved, value: null }))
  expect(await execute(restricted, aCall(), asked)).toMatchObject({ refusal: { refused: 'not-found' } })
  expect(await rowsOf('comments')).toEqual([])
})

test('a call that makes judging fail is noted in its own queue only', async () => {
  const call = { ...aCall(), seq: 1 }
  expect(await noteFailure(server, { ...call, userId: 2 })).toBe('foreign')
  expect(await noteFailure(server, call)).toBe(false)
  const { row } = await server.store.read({ reads: { row: one('devices', 40) } })
  expect(row).toMatchObject({ failedSeq: 1, failures: 1 })
})

test('nobody can have the verdict on a call of somebody else', async () => {
  await execute(server, aCall())
  expect(await execute(server, aCall({ userId: 2, seq: null }))).toBe('foreign')
})

test('a number that is taken by another call tells of a copy, one that is too high waits', async () => {
  await execute(server, aCall())
  expect(await execute(server, aCall({ callId: 'another-call-id-1' }))).toBe('cloned')
  expect(await execute(server, aCall({ callId: 'another-call-id-3', seq: 3 }))).toBe('gap')
  expect(await rowsOf('calls')).toHaveLength(1)
})

test('a device whose clock is ahead does not act in the future', async () => {
  await execute(server, aCall({ at: '2031-01-01T00:00:00.000Z' }))
  expect(await rowsOf('comments')).toMatchObject([{ createDate: now }])
})

test('what cannot be carried out is refused in the diary and the queue goes on', async () => {
  const refused = await execute(server, aCall({ input: { id: 40_000_077, projectId: 7, comment: 'ok then' } }))
  expect(refused).toMatchObject({ verdict: 'refused', refusal: { refused: 'not-found' } })
  expect(
    await execute(
      server,
      aCall({ callId: 'extra-field-00003', seq: 2, input: { ...(aCall().input as object), createdById: 9 } }),
    ),
  ).toMatchObject({
    refusal: { refused: 'invalid' },
  })
  expect(await rowsOf('comments')).toEqual([])
  expect(await rowsOf('calls')).toHaveLength(2)
})

describe('a call that comes again under another number', () => {
  const again = { seq: 2 }

  test('is answered as it was, done once, and the queue goes on', async () => {
    await execute(server, aCall())
    expect(await execute(server, aCall(again))).toEqual({ verdict: 'applied' })
    expect(await execute(server, aCall(again))).toEqual({ verdict: 'applied' })
    expect(await rowsOf('comments')).toHaveLength(1)
    const next = aCall({ seq: 3, callId: 'another-call-id-3', input: { ...(aCall().input as object), id: 40_000_078 } })
    expect(await execute(server, next)).toEqual({ verdict: 'applied' })
    expect(await rowsOf('comments')).toHaveLength(2)
  })

  test('is told with the id that it was sent with', async () => {
    await execute(server, aCall())
    await execute(server, aCall(again))
    expect((await rowsOf('calls')).map((row) => [row.seq, sentId(row), row.verdict])).toEqual([
      [1, 'call-number-one-1', 'applied'],
      [2, 'call-number-one-1', 'nothing'],
    ])
  })

  test('does not pass for one of somebody else', async () => {
    await execute(server, aCall())
    const device2 = { ...device, id: 41, userId: 2 }
    await server.store.transact({ reads: {} }, () => ({ changes: [put('devices', device2)], value: null }))
    expect(await execute(server, aCall({ userId: 2, device: 41 }))).toBe('foreign')
  })
})

describe('ids that a call mints', () => {
  const amend = (amendmentId: number, more: Partial<IncomingCall> = {}) =>
    aCall({ name: 'amendProject', input: { projectId: 40_000_001, amendmentId, content: 'Two days more' }, ...more })

  test('lie in the range of the device that queued it', async () => {
    for (const [n, id] of [39_999_999, 41_000_000, 1_000_001, 7].entries()) {
      const verdict = await execute(server, amend(id, { seq: n + 1, callId: `foreign-range-000${n}` }))
      expect(verdict).toMatchObject({ refusal: { refused: 'invalid', message: messages.foreignIds } })
    }
    expect(await rowsOf('amendments')).toEqual([])
  })

  test('over REST they are the server’s own', async () => {
    expect(await execute(server, amend(40_000_077, { seq: null, device: 0 }))).toMatchObject({
      refusal: { refused: 'invalid' },
    })
    const own = await execute(server, amend(1_000_077, { seq: null, device: 0, callId: 'another-call-id-9' }))
    expect(own).toEqual({ verdict: 'applied' })
  })

  test('are never those of a row that is there, whoever made it', async () => {
    await execute(server, amend(40_000_077))
    const again = { seq: 2, callId: 'another-call-id-2' }
    expect(await execute(server, amend(40_000_077, again))).toMatchObject({ refusal: { refused: 'duplicate' } })
    expect(await rowsOf('amendments')).toMatchObject([{ amendment: 'Two days more', createdById: 1 }])
  })

  test('are not said to be taken to somebody who may not do this at all', async () => {
    const input = { id: 40_000_001, approvalId: 40_000_001 }
    expect(await execute(server, aCall({ name: 'approveProject', input }))).toMatchObject({
      refusal: { refused: 'not-allowed' },
    })
  })
})

describe('the time of a call', () => {
  const timeOf = async (callId: string) => (await rowsOf('calls')).find((row) => row.callId === callId)?.at

  test('does not lie before its device was granted', async () => {
    await execute(server, aCall({ at: '2001-01-01T00:00:00.000Z' }))
    expect(await timeOf('call-number-one-1')).toBe(device.createDate)
  })

  test('does not lie before the call that was made before it', async () => {
    await execute(server, aCall())
    const earlier = { at: '2026-03-05T09:00:00.000Z', input: { ...(aCall().input as object), id: 40_000_078 } }
    await execute(server, aCall({ seq: 2, callId: 'another-call-id-2', ...earlier }))
    expect(await timeOf('another-call-id-2')).toBe('2026-03-10T09:43:00.000Z')
  })

  test('stands beside the day it was received, on a decision too', async () => {
    await server.store.transact({ reads: {} }, () => ({
      changes: [
        put('users', aUser({ id: 1, roles: 'Manager' })),
        put('projects', aBareProject({ approved: true, authorized: true })),
      ],
      value: null,
    }))
    expect(await execute(server, aCall({ name: 'acceptProject', input: { id: 40_000_001 } }))).toEqual({
      verdict: 'applied',
    })
    const { project } = await server.store.read({ reads: { project: one('projects', 40_000_001) } })
    expect(project).toMatchObject({ acceptedDate: '2026-03-10T09:43:00.000Z', acceptedReceivedDate: now })
  })
})

function deep(levels: number): unknown {
  let value: unknown = 0
  for (let n = 0; n < levels; n++) value = [value, 'abc']
  return value
}

test.each([
  ['that is nested fifty thousand deep', () => deep(50_000), /^The server could not.* \(3\d{5} characters or more\)/],
  ['that no text can be made of', () => 10n, /characters or more\) could not be kept\.$/],
  ['that could be kept', () => ({ id: 7 }), undefined],
] as [string, () => unknown, RegExp | undefined][])(
  'after five failures a call %s is refused, and the queue goes on',
  async (_, inputOf, message) => {
    const call = { ...aCall({ input: inputOf() }), seq: 1 }
    const noted = []
    for (let n = 0; n < 5; n++) noted.push(await noteFailure(server, call).catch(String))
    expect(noted).toEqual([false, false, false, false, true])
    const detail = {
      verdict: 'refused',
      refusal: { refused: 'failed', ...(message && { message: expect.stringMatching(message) as string }) },
    }
    expect(await rowsOf('calls')).toEqual([
      expect.objectContaining({ seq: 1, input: message ? null : { id: 7 }, verdict: 'refused', detail }),
    ])
    expect(await execute(server, aCall({ callId: 'another-call-id-2', seq: 2 }))).toEqual({ verdict: 'applied' })
  },
)

test.each([
  ['three days after the server’s now', '2026-03-13T14:00:00.000Z', now],
  ['years before the device was granted', '2020-01-01T00:00:00.000Z', device.createDate],
])('a call that is refused because it failed has a time no worse than any: %s', async (_, at, kept) => {
  const call = { ...aCall({ at, input: { id: 7 } }), seq: 1 }
  for (let n = 0; n < 5; n++) await noteFailure(server, call)
  expect(await rowsOf('calls')).toMatchObject([{ at: kept, verdict: 'refused' }])
  await execute(server, aCall({ callId: 'another-call-id-2', seq: 2, at: '2020-01-01T00:00:00.000Z' }))
  expect((await rowsOf('comments')).map(({ createDate }) => createDate)).toEqual([kept])
})

test('a store that cannot write is no fault of the call: its input is not given up', async () => {
  const call = { ...aCall({ input: { id: 7 } }), seq: 1 }
  for (let n = 0; n < 4; n++) await noteFailure(server, call)
  const { transact } = server.store
  server.store.transact = () => {
    server.store.transact = transact
    return Promise.reject(new StoreUnavailable('The disk is full.'))
  }
  expect(await noteFailure(server, call).catch(String)).toContain('The disk is full.')
  expect(await noteFailure(server, call)).toBe(true)
  expect(await rowsOf('calls')).toMatchObject([{ input: { id: 7 } }])
})

test('what a pool goes below zero by stands in the diary with the decision that took it there (C-173)', async () => {
  await server.store.transact({ reads: {} }, () => ({
    changes: [put('users', aUser({ id: 1, roles: 'COR' }))],
    value: null,
  }))
  const input = { id: 40_000_001, approvalId: 40_000_078, exceeds: 125_000 }
  expect(await execute(server, aCall({ name: 'approveProject', input }))).toMatchObject({ verdict: 'applied' })
  expect(await rowsOf('calls')).toMatchObject([{ name: 'approveProject', input: { exceeds: 125_000 } }])
})
