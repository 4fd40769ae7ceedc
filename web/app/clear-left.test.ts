import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { Device, deviceName } from '../data/device.ts'
import { endKeptSession, readSession, whatIsToGo, writeSession, type Leaving } from '../session/kept-session.ts'
import { takeBack } from '../sync/forget.ts'
import { createCaches, createLocalStorage } from '../testing/caches.ts'
import { cast } from '../testing/world.ts'
import { clearLeft } from './clear-left.ts'

/** Somebody whose device has something fetched, something judged and something half typed. */
let device = new Device(deviceName(cast.ana.id))

beforeEach(async () => {
  vi.stubGlobal('caches', createCaches())
  vi.stubGlobal('localStorage', createLocalStorage())
  await signIn()
  await fill()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await writeSession(null)
  await device.delete()
})

const signIn = (user = cast.ana) =>
  writeSession({ user, organisation: defaultOrganisation, token: `of ${user.id}`, expires: '', alive: true })
async function fill(): Promise<void> {
  device.close()
  device = new Device(deviceName(cast.ana.id))
  await device.rows('projects').put(aBareProject({ id: 1 }))
  await device.judged.put({ id: 'j', seq: 1, judged: 1 } as never)
  await device.forms.put({ key: 'comment:1', values: 'Half ty', saved: '' })
}
async function left(): Promise<number[]> {
  device.close()
  device = new Device(deviceName(cast.ana.id))
  return [await device.rows('projects').count(), await device.judged.count(), await device.forms.count()]
}

test.each<[Leaving, number[]]>([
  ['logout', [0, 1, 1]],
  ['revoked', [0, 0, 1]],
  ['removed', [0, 0, 0]],
])('what was cut short when a session ended (%s) is finished at the next start, once', async (why, counts) => {
  await endKeptSession(await readSession(), why)
  expect(await left()).toEqual([1, 1, 1])
  await clearLeft()
  expect([await left(), await whatIsToGo()]).toEqual([counts, []])
  await fill()
  await clearLeft()
  expect(await left()).toEqual([1, 1, 1])
})

test('what the device does not let go of is tried again, also when others have signed in and out since', async () => {
  await endKeptSession(await readSession(), 'logout')
  const cut = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('The page was closed', 'AbortError')
  })
  await expect(clearLeft()).rejects.toThrow()
  cut.mockRestore()
  await signIn(cast.mia)
  await endKeptSession(await readSession(), 'logout')
  expect(await left()).toEqual([1, 1, 1])
  await clearLeft()
  expect([await left(), await whatIsToGo()]).toEqual([[0, 1, 1], []])
})

test('of whoever has signed in again nothing is taken', async () => {
  await endKeptSession(await readSession(), 'removed')
  await signIn()
  await clearLeft()
  expect(await left()).toEqual([1, 1, 1])
})

test('an administrator’s end that is cut short leaves nobody signed in, and is finished at the next start', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementationOnce(() => {
    throw new DOMException('The worker was stopped', 'AbortError')
  })
  await expect(takeBack(device, `of ${cast.ana.id}`)).rejects.toThrow()
  expect([await readSession(), await left()]).toEqual([null, [1, 1, 1]])
  await clearLeft()
  expect(await left()).toEqual([0, 0, 1])
})
