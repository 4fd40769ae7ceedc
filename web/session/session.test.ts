import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { badDisk } from '../testing/bad-disk.ts'
import { createCaches } from '../testing/caches.ts'
import { endKeptSession, readSession, whatIsToGo, writeSession } from './kept-session.ts'
import { openSession, resumeSession, useSession } from './session.ts'

const disk = new IDBFactory()
const bad = badDisk(disk)
const beside = createCaches()
const session = { token: 'abc', user: { id: 1 }, alive: true } as never

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('indexedDB', disk)
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('caches', beside)
  beside.isFull = false
  useSession.setState({ unread: null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a session that does not open for another reason is not called a full disk', async () => {
  bad.opens = false
  const stop = openSession()
  await vi.waitFor(() => expect(useSession.getState().unread).toBe('closed'), 20_000)
  stop()
  bad.opens = true
})

test('a session that this browser does not let be read is not called none: it is looked for until it is found', async () => {
  bad.opens = false
  beside.isFull = true
  const stop = openSession()
  await vi.waitFor(
    () =>
      expect(useSession.getState()).toEqual({
        session: null,
        loaded: true,
        locked: false,
        revoked: false,
        unread: 'full',
      }),
    20_000,
  )
  const { puts } = beside
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.poll(() => useSession.getState().unread).toBe('full')
  expect(beside.puts, 'What is known to be full is not written to').toBe(puts)
  bad.opens = true
  await writeSession(session)
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(
    () => expect(useSession.getState()).toEqual({ session, loaded: true, locked: false, revoked: false, unread: null }),
    20_000,
  )
  stop()
})

test('who signs out in another tab at the moment in which this one learns that the session goes on stays signed out', async () => {
  await writeSession(session)
  await Promise.all([resumeSession('abc'), endKeptSession(session, 'logout')])
  expect(await readSession()).toBeNull()
  expect(await whatIsToGo()).toEqual([{ userId: 1, why: 'logout' }])
})
