import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aBrowser, type Browser } from '../testing/lock-browser.ts'
import type { KeptSession, LastSeen } from '../session/kept-session.ts'

const sessionOf = (id: number) => ({ token: 'abc', user: { id, email: `${id}@fieldpost.example` } }) as KeptSession
const seen: LastSeen = {
  ...{ path: '/dashboard/team', width: 390, scheme: 'light', family: 'serif', canvas: '#fff' },
  ...{ boxes: [], words: [[0, 0, 90, 20, 'M-1', 0]], styles: [['400', '13px', '#000']] },
}

let browser: Browser
let app: Awaited<ReturnType<typeof openApp>>

async function openApp() {
  vi.resetModules()
  const modules = [import('./last-seen.ts'), import('../session/session.ts'), import('../session/unlock.ts')] as const
  const [last, session, unlock] = await Promise.all(modules)
  const kept = await import('../session/kept-session.ts')
  return { ...last, ...session, ...unlock, ...kept }
}
/** What a start would draw at this address. */
const drawnAt = async (pathname = '/', search = '') => {
  vi.stubGlobal('location', { pathname, search })
  return app.lastSeenOf(await app.readSession())
}

beforeEach(async () => {
  browser = aBrowser(new IDBFactory())
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  app = await openApp()
  await app.keepSession(sessionOf(1), await app.makeVerifier('river-7'))
  await app.keepLastSeen(1, seen)
})
afterEach(() => {
  browser.closePage()
  vi.unstubAllGlobals()
})

test('what was last seen is drawn where the dashboard will stand, and nowhere else', async () => {
  expect(await drawnAt()).toEqual(seen)
  expect(await drawnAt('/', '?source=pwa')).toEqual(seen)
  expect(await drawnAt('/dashboard/team')).toEqual(seen)
  expect(await drawnAt('/', '?r=%2Ffind')).toBeNull()
  expect(await drawnAt('/dashboard/team', '?tab=3')).toBeNull()
  expect(await drawnAt('/find')).toBeNull()
})

test('nothing is drawn that would stand elsewhere or in other colours', async () => {
  vi.stubGlobal('innerWidth', 844)
  expect(await drawnAt()).toBeNull()
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(await drawnAt()).toBeNull()
  localStorage.setItem('mui-mode', 'light')
  expect(await drawnAt()).toEqual(seen)
})

test('nothing is drawn behind the lock', async () => {
  app.lockNow()
  expect(await drawnAt()).toBeNull()
  expect(await app.unlock('river-7', 'password')).toBe('right')
  expect(await drawnAt()).toEqual(seen)
  browser.touched = 'throws'
  expect(await drawnAt()).toBeNull()
})

test('it goes with the session: by logging out, when an administrator ends it, when somebody else signs in', async () => {
  await app.keepSession(sessionOf(2))
  expect(await drawnAt()).toBeNull()
  // A tab that still shows the list of the one before keeps it for nobody.
  await app.keepLastSeen(1, seen)
  expect(await drawnAt()).toBeNull()
  await app.keepLastSeen(2, seen)
  expect(await drawnAt()).toEqual(seen)
  await app.endKeptSession(null, 'revoked')
  await app.keepLastSeen(2, seen)
  expect(await drawnAt()).toBeNull()
  await app.keepSession(sessionOf(2))
  expect(await drawnAt()).toBeNull()
})

test('what else is changed in the session leaves it there', async () => {
  await app.pauseSession()
  await app.unlock('wrong', 'password')
  expect(await drawnAt()).toEqual(seen)
})
