import { createStore, get, set } from 'idb-keyval'
import { create } from 'zustand'
import type { Session } from '#shared/protocol/session.ts'

/**
 * Who is signed in on this device. It lives in IndexedDB, so that page and service worker read the same one (C-096), and
 * is mirrored into memory for the screens. Signing out or a 401 clears the token and nothing else.
 */
export interface KeptSession extends Session {
  /** False after a 401 or the end of its life: what is on the device can be read, nothing can be sent (C-090). */
  alive: boolean
}

const SESSION = 'session'
let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('fieldpost-session', 'session'))

export const useSession = create<{ session: KeptSession | null; loaded: boolean }>()(() => ({ session: null, loaded: false }))

export async function loadSession(): Promise<KeptSession | null> {
  const session = (await get<KeptSession>(SESSION, store())) ?? null
  useSession.setState({ session, loaded: true })
  return session
}

/** Reads without touching the screens: what the service worker and the round ask. */
export const readSession = async (): Promise<KeptSession | null> => (await get<KeptSession>(SESSION, store())) ?? null

export async function keepSession(session: Session): Promise<void> {
  const kept: KeptSession = { ...session, alive: true }
  await set(SESSION, kept, store())
  useSession.setState({ session: kept, loaded: true })
}

/** The server no longer knows this session, or its life is over. Work stays where it is, waiting for the same person. */
export async function pauseSession(): Promise<void> {
  const session = await readSession()
  if (!session?.alive) return
  const paused = { ...session, alive: false }
  await set(SESSION, paused, store())
  useSession.setState({ session: paused })
}

export async function endSession(): Promise<void> {
  await set(SESSION, null, store())
  useSession.setState({ session: null })
}
