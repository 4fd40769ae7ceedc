import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { execute, type IncomingCall, type Server } from './execute.ts'
import { openSqlite } from './store/sqlite.ts'
import { aProject, aUser, references } from './testing/engine-rows.ts'

const now = '2026-03-10T14:00:00.000Z'
const device = { id: 40, userId: 1, lastSeq: 0, failedSeq: 0, failures: 0, createDate: now, label: '' }
let server: Server

beforeEach(async () => {
  server = { store: openSqlite({ path: ':memory:' }), organisation: defaultOrganisation, now: () => now }
  const changes = [...references, put('users', aUser({ id: 2 })), put('devices', device), put('projects', aProject())]
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
const rowsOf = async (table: 'comments' | 'calls') =>
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
  expect(await execute(server, aCall({ callId: 'unknown-name-0002', seq: 2, name: 'noSuchCommand' }))).toMatchObject({
    refusal: { refused: 'unknown' },
  })
  expect(
    await execute(
      server,
      aCall({ callId: 'extra-field-00003', seq: 3, input: { ...(aCall().input as object), createdById: 9 } }),
    ),
  ).toMatchObject({
    refusal: { refused: 'invalid' },
  })
  expect(await rowsOf('comments')).toEqual([])
  expect(await rowsOf('calls')).toHaveLength(3)
})
