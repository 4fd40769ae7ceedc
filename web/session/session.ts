import { create } from 'zustand'
import type { Session } from '#shared/protocol/session.ts'
import { rememberDevice } from './known-device.ts'
import { pauseKeptSession, readSession, SESSION_CHANNEL, writeSession, type KeptSession } from './kept-session.ts'

/** The kept session, mirrored into memory for the screens. Signing out or a 401 clears the token and nothing else. */
export const useSession = create<{ session: KeptSession | null; loaded: boolean }>()(() => ({
  session: null,
  loaded: false,
}))

/** Follows what other tabs and the service worker make of the session; returns a function that stops it. */
export function watchSession(): () => void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.onmessage = () => void loadSession().catch(() => undefined)
  return () => channel.close()
}

/** Reads it again: at the start, and when the service worker may have paused it. */
export async function loadSession(): Promise<KeptSession | null> {
  const session = await readSession()
  useSession.setState({ session, loaded: true })
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
