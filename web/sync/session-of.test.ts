import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aUser } from '#shared/testing/samples.ts'
import { Device, deviceName } from '../data/device.ts'
import { writeSession } from '../session/kept-session.ts'
import { fetchTasking } from './fetch-tasking.ts'
import { playRounds } from './rounds.ts'
import { keepStream } from './stream.ts'

/** A page that stood still belongs to person 6; person 5 has signed in since. */
let theirs: Device
const send = vi.fn(() => new Promise<Response>(() => undefined))
const listener = { onEvent: vi.fn(), onEnd: vi.fn(), onSessionOver: vi.fn(), wait: () => 10 }
const soon = () => new Promise((resolve) => setTimeout(resolve, 100))

beforeEach(async () => {
  send.mockClear()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', {})
  const user = aUser({ id: 5, roles: 'PO' })
  await writeSession({ user, token: '5', expires: '', organisation: defaultOrganisation, alive: true })
  theirs = new Device(deviceName(6))
  await theirs.open()
})
afterEach(async () => {
  await theirs.delete()
  vi.unstubAllGlobals()
})

test.each([
  ['rounds', () => playRounds(theirs)],
  ['the news stream', () => keepStream(theirs, new AbortController().signal, listener)],
  ['a closed tasking', () => fetchTasking(theirs, 40_000_001)],
])('a page of somebody who has gone asks for nothing as whoever is signed in now: %s', async (_, ask) => {
  void Promise.resolve(ask()).catch(() => undefined)
  await soon()
  expect(send).not.toHaveBeenCalled()
})

test('as whoever it belongs to it does', async () => {
  const own = new Device(deviceName(5))
  void keepStream(own, new AbortController().signal, listener)
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await own.delete()
})
