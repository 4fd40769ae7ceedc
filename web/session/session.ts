import { create } from 'zustand'
import type { Session } from '#shared/protocol/session.ts'
import { isFullBeside } from './beside.ts'
import { rememberDevice } from './known-device.ts'
import {
  CLEARING,
  changeSession,
  endKeptSession,
  pauseKeptSession,
  readSession,
  wasRevoked,
  SESSION_CHANNEL,
  writeSession,
  type KeptSession,
  type Leaving,
  type Verifier,
} from './kept-session.ts'
import { coverPerson, forgetPerson } from './of-one-person.ts'
import { mustLock, noteTouch, writeTouch } from './touch.ts'

interface SessionState {
  session: KeptSession | null
  loaded: boolean
  /** Nothing of what is kept here is shown, until who is signed in gives their password or PIN (decision 054). */
  locked: boolean
  /** An administrator has signed this device out, and nobody has signed in since. */
  revoked: boolean
  /** Why nobody knows who is signed in here: the browser does not open what it keeps, for want of room or without a reason. */
  unread: 'full' | 'closed' | null
}

/** The kept session, mirrored into memory for the screens. Signing out or a 401 clears the token and nothing else. */
export const useSession = create<SessionState>()(() => ({
  session: null,
  loaded: false,
  locked: false,
  revoked: false,
  unread: null,
}))

// Subscribed to before any screen, so that none is drawn for the next person with what is left of the last.
useSession.subscribe((now, before) => {
  if (personIn(now.session) !== personIn(before.session)) forgetPerson()
  else if (now.locked && !before.locked) coverPerson()
})
/** What is wrong with a session that cannot be read is for the screens to say. */
const personIn = (session: Partial<KeptSession> | null): number | undefined => session?.user?.id

const AGAIN_MS = 5_000

/** Reads it at the start, and every few seconds until this browser lets it be read; returns a function that stops. */
export function openSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const open = () =>
    loadSession().catch(async () => {
      const isFull = useSession.getState().unread === 'full' || (await isFullBeside())
      useSession.setState({ loaded: true, unread: isFull ? 'full' : 'closed' })
      if (!isOver) timer = setTimeout(() => void open(), AGAIN_MS)
    })
  void open()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Follows what other tabs and the service worker make of the session; returns a function that stops it. */
export function watchSession(): () => void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.onmessage = () => void loadSession().catch(() => undefined)
  return () => channel.close()
}

/** Reads it again: at the start, and when the service worker may have paused it. */
export async function loadSession(): Promise<KeptSession | null> {
  const session = await readSession()
  const locked = mustLock(session)
  if (locked && !useSession.getState().loaded) writeTouch(0)
  const revoked = !session && (await wasRevoked())
  useSession.setState({ session, locked, revoked, loaded: true, unread: null })
  return session
}

/**
 * Locks when it is time, and opens when another tab did. Who locks says so for good, also to a clock that is set back; who is locked or
 * hears of a new session says nothing, for it may not yet see that another tab has just been opened.
 */
export function lookAtLock(): void {
  const { session, locked } = useSession.getState()
  const must = mustLock(session)
  if (must === locked) return
  if (must) writeTouch(0)
  useSession.setState({ locked: must })
}

export function lockNow(): void {
  writeTouch(0)
  lookAtLock()
}

const LOOK_MS = 15_000
const hands = ['pointerdown', 'pointermove', 'keydown', 'click']

/** Locks when nobody has touched Fieldpost for too long; returns a function that stops it. */
export function watchLock(): () => void {
  const onHand = (event: Event) => {
    const before = useSession.getState().locked
    lookAtLock()
    const { session, locked } = useSession.getState()
    if (session?.lock && !locked) noteTouch()
    // The first touch after too long does not act on what it no longer shows.
    else if (locked && !before) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  const looks = ['storage', 'focus', 'pageshow', 'visibilitychange']
  for (const name of looks) window.addEventListener(name, lookAtLock, true)
  for (const name of hands) window.addEventListener(name, onHand, true)
  const timer = setInterval(lookAtLock, LOOK_MS)
  return () => {
    for (const name of looks) window.removeEventListener(name, lookAtLock, true)
    for (const name of hands) window.removeEventListener(name, onHand, true)
    clearInterval(timer)
  }
}

const CLEARED_MS = 5_000

/** `password`: what opens it when it has locked, made of the password that was just given. Without it a lock stays as it is. */
export async function keepSession(session: Session & Partial<KeptSession>, password?: Verifier): Promise<void> {
  const before = await readSession()
  const own = before?.user.id === session.user.id ? before.lock : undefined
  const lock = password ? { ...own, password, tries: 0 } : session.lock
  const keep = () => writeSession({ ...session, alive: true, since: Date.now(), ...(lock ? { lock } : {}) })
  // Or the database would be deleted under whoever opens it. A device that does not come to an end with it keeps nobody from signing in.
  const locks: LockManager | undefined = globalThis.navigator?.locks
  await (locks?.request(CLEARING, { signal: AbortSignal.timeout(CLEARED_MS) }, keep).catch(keep) ?? keep())
  // Before anybody looks, or the right password would lock again at once.
  if (password) writeTouch(Date.now())
  await loadSession()
  // Without it one only has to wait like a stranger when somebody else guesses.
  await rememberDevice(session).catch(() => undefined)
}

export async function pauseSession(): Promise<void> {
  await pauseKeptSession()
  await loadSession()
}

/** The server still knows it, whatever this device's clock says: its life is measured anew from here. */
export async function resumeSession(token: string): Promise<void> {
  await changeSession((session) => (session.token === token ? { ...session, alive: true, since: Date.now() } : session))
  await loadSession()
}

export async function endSession(why: Leaving | 'expired'): Promise<void> {
  if (why === 'expired') await writeSession(null)
  else await endKeptSession(await readSession(), why)
  await loadSession()
}
