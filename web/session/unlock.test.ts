import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { badDisk, type BadDisk } from '../testing/bad-disk.ts'
import { aBrowser, type Browser } from '../testing/lock-browser.ts'
import type { Lock } from './kept-session.ts'

const person = { token: 'abc', user: { id: 1, email: 'ana@fieldpost.example' } } as never
const MINUTE = 60_000

let browser: Browser
let bad: BadDisk
let app: Awaited<ReturnType<typeof openApp>>

/** As a page does when it is loaded: what modules remember is gone, what lies on the disk is not. */
async function openApp() {
  vi.resetModules()
  browser.closePage()
  const [session, unlock, kept, touch] = await Promise.all([
    import('./session.ts'),
    import('./unlock.ts'),
    import('./kept-session.ts'),
    import('./touch.ts'),
  ])
  const stop = session.watchLock()
  browser.onClose(stop)
  await session.loadSession()
  const state = () => session.useSession.getState()
  return { ...session, ...unlock, ...kept, ...touch, state, lock: () => must(state().session?.lock, 'a lock') }
}
const isLocked = () => app.state().locked
const kept = async (): Promise<Lock> => must((await app.readSession())?.lock, 'a lock on the disk')
const clock = (ahead: number) => vi.setSystemTime(Date.now() + ahead)
/** Wrong tries, each after its wait. */
async function wrong(times: number, kind: 'password' | 'pin' = 'password'): Promise<void> {
  for (let time = 0; time < times; time++) {
    browser.running += app.waitLeft(app.lock())
    await app.unlock('no', kind)
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const disk = new IDBFactory()
  bad = badDisk(disk)
  browser = aBrowser(disk)
  app = await openApp()
  await app.keepSession(person, await app.makeVerifier('river-7'))
})
afterEach(() => {
  browser.closePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('who has just signed in is not locked, and the right password does not lock again at once', async () => {
  const seen: (boolean | string)[] = []
  app.useSession.subscribe(({ locked }) => seen.push(locked, app.mustLock({ lock: true })))
  expect(isLocked()).toBe(false)
  app.lockNow()
  expect(seen.splice(0)).toEqual([true, true])
  expect(await app.unlock('river-8', 'password')).toBe('wrong')
  expect(isLocked()).toBe(true)
  seen.length = 0
  expect(await app.unlock('river-7', 'password')).toBe('right')
  // Never open while the last touch is long ago.
  expect(seen.filter((_, at) => at % 2 === 0 && seen[at] === false && seen[at + 1] === true)).toEqual([])
  app.lookAtLock()
  expect(isLocked()).toBe(false)
  expect((await kept()).tries).toBe(0)
  app = await openApp()
  expect(isLocked()).toBe(false)
})

test('after fifteen minutes without a touch it locks, on a shared device after five', () => {
  clock(14 * MINUTE)
  browser.hand('keydown')
  clock(14 * MINUTE)
  app.lookAtLock()
  expect(isLocked()).toBe(false)
  app.setShared(true)
  app.lookAtLock()
  expect(isLocked()).toBe(true)
})

test.each(['keydown', 'pointermove', 'pointerdown', 'click'])(
  'the first %s after a sleep locks, does nothing else, and is no touch',
  (name) => {
    clock(16 * MINUTE)
    expect(browser.hand(name)).toEqual({ prevented: true, stopped: true })
    expect(isLocked()).toBe(true)
    // The lock itself is worked with as usual.
    expect(browser.hand(name)).toEqual({ prevented: false, stopped: false })
    expect(isLocked()).toBe(true)
  },
)

test('what has locked stays locked after a reload, also with a clock that was set back', async () => {
  clock(16 * MINUTE)
  app.lookAtLock()
  clock(-10 * MINUTE)
  app.lookAtLock()
  expect(isLocked()).toBe(true)
  app = await openApp()
  expect(isLocked()).toBe(true)
})

test('a clock that is set far back locks, a second back does not', () => {
  clock(-1000)
  app.lookAtLock()
  expect(isLocked()).toBe(false)
  clock(-3 * 86_400_000)
  app.lookAtLock()
  expect(isLocked()).toBe(true)
})

test.each([null, '', 'soon', '0', 'throws'])('a last touch of %o is long ago', async (value) => {
  browser.touched = value
  app = await openApp()
  expect(isLocked()).toBe(true)
  expect(await app.unlock('river-7', 'password')).toBe(value === 'throws' ? 'not-kept' : 'right')
  expect(isLocked()).toBe(false)
})

test('a store that cannot be read shows nobody; once it can, it is locked', async () => {
  clock(16 * MINUTE)
  bad.opens = false
  await expect(openApp()).rejects.toThrow('backing store')
  bad.opens = true
  app = await openApp()
  expect(isLocked()).toBe(true)
})

test.each([
  ['of nothing', {}],
  ['with an empty hash', { password: { salt: new Uint8Array(16), rounds: 1, hash: new Uint8Array() }, tries: 0 }],
  ['with words for numbers', { password: { salt: 'a', rounds: 'b', hash: 'c' }, tries: 'd' }],
])('a damaged lock %s opens to nobody', async (_, damaged) => {
  await app.changeSession((session) => ({ ...session, lock: damaged as never }))
  app.lockNow()
  app = await openApp()
  expect(isLocked()).toBe(true)
  for (const kind of ['password', 'pin'] as const) {
    browser.running += app.waitLeft(app.lock())
    expect(['unreadable', 'password-only']).toContain(await app.unlock('', kind))
  }
  expect(isLocked()).toBe(true)
})

test('a device that an earlier version signed in does not lock', async () => {
  await app.changeSession(({ lock: _, ...session }) => session)
  clock(90 * 86_400_000)
  app = await openApp()
  browser.hand('keydown')
  expect(isLocked()).toBe(false)
})

test('five tries are free, then each waits twice as long, up to a quarter of an hour', async () => {
  app.lockNow()
  const waits: number[] = []
  for (let time = 0; time < 15; time++) {
    await wrong(1)
    waits.push(app.waitLeft(app.lock()) / 1000)
  }
  expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
})

test('neither a reload nor a clock that jumps shortens a wait, and the right password does not pass it', async () => {
  app.lockNow()
  await wrong(8)
  app = await openApp()
  for (const jump of [0, 40_000, 365 * 86_400_000, -730 * 86_400_000]) {
    clock(jump)
    expect(app.waitLeft(app.lock())).toBe(40_000)
    expect(await app.unlock('river-7', 'password')).toBe('wait')
  }
  browser.running += 40_000
  expect(await app.unlock('river-7', 'password')).toBe('right')
})

test('a try is on the disk before it is looked at', async () => {
  app.lockNow()
  const going = app.unlock('no', 'password')
  await vi.waitFor(async () => expect((await kept()).tries).toBe(1), 20_000)
  expect(await going).toBe('wrong')
})

test('two tabs that have both waited have one try between them', async () => {
  app.lockNow()
  await wrong(5)
  browser.running += app.waitLeft(app.lock())
  expect(app.waitLeft(app.lock())).toBe(0)
  const here = app.unlock('no', 'password')
  const there = app.unlock('river-7', 'password')
  expect((await Promise.all([here, there])).sort()).toEqual(['wait', 'wrong'])
  expect((await kept()).tries).toBe(6)
})

test('a PIN is taken with the right password only, opens, and opens nothing after ten wrong tries', async () => {
  expect(await app.choosePin('river-8', '274951')).toBe('wrong')
  expect((await kept()).pin).toBeUndefined()
  expect(await app.choosePin('river-7', '274951')).toBe('right')
  app.lockNow()
  expect(await app.unlock('274951', 'pin')).toBe('right')
  app.lockNow()
  await wrong(9, 'pin')
  browser.running += app.waitLeft(app.lock())
  expect(await app.unlock('no', 'pin')).toBe('password-only')
  app = await openApp()
  browser.running += app.waitLeft(app.lock())
  expect(await app.unlock('274951', 'pin')).toBe('password-only')
  expect(isLocked()).toBe(true)
  browser.running += app.waitLeft(app.lock())
  expect(await app.unlock('river-7', 'password')).toBe('right')
  app.lockNow()
  expect(await app.unlock('274951', 'pin')).toBe('right')
})

test('a PIN goes with the sign-in of somebody else, and stays with one’s own', async () => {
  await app.choosePin('river-7', '274951')
  await app.keepSession(person, await app.makeVerifier('river-9'))
  app.lockNow()
  expect(await app.unlock('river-7', 'password')).toBe('wrong')
  expect(await app.unlock('274951', 'pin')).toBe('right')
  await app.keepSession({ token: 'x', user: { id: 2, email: 'b' } } as never, await app.makeVerifier('other'))
  expect((await kept()).pin).toBeUndefined()
})

test('a changed password opens from then on, the old one no longer', async () => {
  expect(await app.keepPassword('lake-3')).toBe(true)
  app.lockNow()
  expect(await app.unlock('river-7', 'password')).toBe('wrong')
  expect(await app.unlock('lake-3', 'password')).toBe('right')
})

test('a password or a PIN that is chosen while somebody else signs in opens nothing of theirs', async () => {
  const other = await app.makeVerifier('other')
  const changing = app.keepPassword('lake-3')
  await app.keepSession({ token: 'x', user: { id: 2, email: 'b' } } as never, other)
  await changing
  app.lockNow()
  expect(await app.unlock('lake-3', 'password')).toBe('wrong')
  expect(await app.unlock('other', 'password')).toBe('right')
  const mine = await app.makeVerifier('river-7')
  const choosing = app.choosePin('other', '274951')
  await vi.waitFor(async () => expect((await kept()).tries).toBe(1), { interval: 5 })
  await app.keepSession(person, mine)
  await choosing
  expect((await kept()).pin).toBeUndefined()
})

test('a session that the server renews, or that only pauses, leaves the lock as it is', async () => {
  app.lockNow()
  await app.pauseSession()
  expect(isLocked()).toBe(true)
  await app.resumeSession('abc')
  expect(app.state().session?.alive).toBe(true)
  expect(isLocked()).toBe(true)
})

test('on a full disk the password opens and says that it was not kept; the PIN does not, for nobody counts', async () => {
  await app.choosePin('river-7', '274951')
  app.lockNow()
  bad.fillAfter(0)
  expect(await app.unlock('274951', 'pin')).toBe('password-only')
  expect(isLocked()).toBe(true)
  expect(await app.unlock('river-7', 'password')).toBe('not-kept')
  expect(isLocked()).toBe(false)
  bad.makeRoom()
})

test('on a full disk wrong tries wait as well', async () => {
  app.lockNow()
  bad.fillAfter(0)
  await wrong(6)
  expect(app.waitLeft(app.lock())).toBe(10_000)
  expect(await app.unlock('river-7', 'password')).toBe('wait')
})

test('a disk that never answers does not keep the right password waiting for ever', async () => {
  app.lockNow()
  bad.closeConnections()
  bad.opens = 'never'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const going = app.unlock('river-7', 'password')
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(isLocked()).toBe(false), 20_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await going).toBe('not-kept')
})

test('another tab locks this one and opens it again', () => {
  browser.touched = '0'
  browser.hand('storage')
  expect(isLocked()).toBe(true)
  browser.touched = String(Date.now())
  browser.hand('storage')
  expect(isLocked()).toBe(false)
})

test('digits that are alike or in a row are too easy to guess', () => {
  expect(['000000', '123456', '654321', '890987'].map(app.isGuessable)).toEqual([true, true, true, false])
  expect(['274951', '112233'].map(app.isGuessable)).toEqual([false, false])
})
