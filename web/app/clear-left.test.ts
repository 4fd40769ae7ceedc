import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { Device, deviceName } from '../data/device.ts'
import { endKeptSession, readSession, whatIsToGo, writeSession, type Leaving } from '../session/kept-session.ts'
import { keepSession } from '../session/session.ts'
import { takeBack } from '../sync/forget.ts'
import { createCaches, createLocalStorage } from '../testing/caches.ts'
import { createLocks } from '../testing/locks.ts'
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

const sessionOf = (user = cast.ana) => ({
  ...{ user, organisation: defaultOrganisation, token: `of ${user.id}`, expires: '', alive: true },
})
const signIn = (user = cast.ana) => writeSession(sessionOf(user))
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

/** Removing everything is under way, and each removal goes on when it is let. */
async function removing() {
  const waiting: (() => void)[] = []
  const { delete: drop } = caches
  caches.delete = async (name) => {
    if (name.endsWith('-unsent')) await new Promise<void>((resolve) => waiting.push(resolve))
    return drop(name)
  }
  await endKeptSession(await readSession(), 'removed')
  const cleared = clearLeft()
  await soon()
  return { goOn: () => waiting.shift()?.(), cleared }
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 50))

test('who signs in while everything is still being removed comes after it, and what they write then stays', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const { goOn, cleared } = await removing()
  const signedIn = keepSession(sessionOf()).then(fill)
  await soon()
  goOn()
  await Promise.all([signedIn, cleared])
  expect([device.isRemoved, await left(), (await readSession())?.user.id]).toEqual([undefined, [1, 1, 1], cast.ana.id])
})

test('of two tabs that find something left to remove, the second takes nothing from who has signed in since', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const { goOn, cleared } = await removing()
  const second = clearLeft()
  await soon()
  goOn()
  await cleared
  await keepSession(sessionOf())
  await fill()
  goOn()
  await second
  expect(await left()).toEqual([1, 1, 1])
})

test('a removal that this device never comes to the end of keeps nobody from signing in', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const { goOn, cleared } = await removing()
  const given = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(5_000)
    return AbortSignal.abort()
  })
  await keepSession(sessionOf())
  expect((await readSession())?.user.id).toBe(cast.ana.id)
  expect(given).toHaveBeenCalledTimes(1)
  goOn()
  await cleared
})
