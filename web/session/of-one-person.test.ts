import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNotKept, tellNotKept, tellNotRemoved } from '../parts/not-kept.ts'
import { openOverlay, useOverlay } from '../parts/overlay.ts'
import { attach, useChosen } from '../state/chosen-files.ts'
import { usePinned } from '../state/pinned-files.ts'
import { toast, useToasts } from '../state/toasts.ts'
import { writeSession } from './kept-session.ts'
import { endSession, keepSession, loadSession, lockNow, useSession, watchSession } from './session.ts'
import { writeTouch } from './touch.ts'

const verifier = { salt: new Uint8Array(1), rounds: 1, hash: new Uint8Array(1) }
const sessionOf = (id: number, token = `of ${id}`) => ({ token, user: { id }, alive: true }) as never
const ANA = 1
const BEN = 2

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('document', new EventTarget())
  writeTouch(Date.now())
  await keepSession(sessionOf(ANA), verifier)
})
afterEach(async () => {
  await endSession('logout')
  vi.unstubAllGlobals()
})

const toasts = () => useToasts.getState().asked.map(({ message }) => message)
/** All that this page remembers of a person outside their database. */
const remembered = () => ({
  ...{ toasts: toasts(), overlay: useOverlay.getState() },
  ...{ chosen: useChosen.getState().chosen.map(({ name }) => name), pinned: usePinned.getState().ids },
})
const nothing = { toasts: [], overlay: { open: null, doable: [] }, chosen: [], pinned: null }

async function works(): Promise<void> {
  toast('Approved T-42-17', { actions: [{ label: 'Undo', onClick: () => undefined }] })
  const call = { input: { comment: 'Only here' }, sentence: 'Not saved yet' }
  tellNotKept({} as never, {} as never, 'addComment', call)
  openOverlay('palette')
  useOverlay.setState({ doable: [{ label: 'Deny…', about: 'T-42-17', icon: 'close' }] })
  const actor = { user: { id: ANA }, organisation: {} } as never
  await attach({} as never, actor, { projectId: 1 }, [new File(['x'], 'Salaries.exe')])
  usePinned.setState({ ids: new Set([7]) })
  expect(remembered()).toMatchObject({ toasts: ['Approved T-42-17', 'Not saved yet'], chosen: ['Salaries.exe'] })
}

test('who logs out leaves nothing on the page for the next person, nor for the sign-in page', async () => {
  await works()
  await endSession('logout')
  expect(remembered()).toEqual(nothing)
  // Said to whoever stands at the sign-in page.
  tellNotRemoved()
  expect(toasts()).toHaveLength(1)
  await keepSession(sessionOf(BEN), verifier)
  expect(remembered()).toEqual(nothing)
})

test('who signs in in another tab finds nothing in this one', async () => {
  const stop = watchSession()
  await works()
  await writeSession(sessionOf(BEN))
  await expect.poll(() => useSession.getState().session?.user.id).toBe(BEN)
  expect(remembered()).toEqual(nothing)
  // A later save takes down what stood for the first one, and nothing else.
  toast('Saved')
  closeNotKept()
  expect(toasts()).toEqual(['Saved'])
  stop()
})

test('a lock takes what goes by itself and what could be done on the page; what was not saved is there for the same person', async () => {
  await works()
  lockNow()
  expect(useSession.getState().locked).toBe(true)
  expect(remembered()).toMatchObject({ toasts: ['Not saved yet'], overlay: nothing.overlay, chosen: ['Salaries.exe'] })
  await endSession('logout')
  expect(remembered()).toEqual(nothing)
})

test('a session that is renewed is the same person, who keeps everything', async () => {
  await works()
  const before = remembered()
  await keepSession(sessionOf(ANA, 'anew'))
  await loadSession()
  expect(remembered()).toEqual(before)
})
