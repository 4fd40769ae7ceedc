import { create } from 'zustand'
import type { Session } from '#shared/protocol/session.ts'
import { isFullBeside } from './beside.ts'
import { rememberDevice } from './known-device.ts'
import { pauseKeptSession, readSession, SESSION_CHANNEL, writeSession, type KeptSession } from './kept-session.ts'

interface SessionState {
  session: KeptSession | null
  loaded: boolean
  /** Why nobody knows who is signed in here: the browser does not open what it keeps, for want of room or without a reason. */
  unread: 'full' | 'closed' | null
}

/** The kept session, mirrored into memory for the screens. Signing out or a 401 clears the token and nothing else. */
export const useSession = create<SessionState>()(() => ({ session: null, loaded: false, unread: null }))

const AGAIN_MS = 5_000

/** Reads it at the start, and every few seconds until this browser lets it be read; returns a function that stops. */
export function openSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const open = () =>
    loadSession().catch(async () => {
      useSession.setState({ loaded: true, unread: (await isFullBeside()) ? 'full' : 'closed' })
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
  useSession.setState({ session, loaded: true, unread: null })
  return session
}

export async function keepSession(session: Session): Promise<void> {
  await writeSession({ ...session, alive: true, since: Date.now() })
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
  const session = await readSession()
  if (session?.token === token) await keepSession(session)
}

export async function endSession(): Promise<void> {
  await writeSession(null)
  await loadSession()
}
