import { createStore, get, set } from 'idb-keyval'
import type { Session } from '#shared/protocol/session.ts'

/**
 * Who is signed in on this device, as kept in IndexedDB, so that page and service worker read the same one (C-096).
 * Signing out or a 401 clears the token and nothing else. Every change is told to the other pages and the worker.
 */
export interface KeptSession extends Session {
  /** False after a 401 or the end of its life: what is on the device can be read, nothing can be sent (C-090). */
  alive: boolean
}

const SESSION = 'session'
let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('fieldpost-session', 'session'))
let talking: BroadcastChannel | undefined
const channel = () => (talking ??= new BroadcastChannel('fieldpost-session'))
const listeners = new Set<(session: KeptSession | null) => void>()

/** Reads without touching the screens: what the service worker and the round ask. */
export const readSession = async (): Promise<KeptSession | null> => (await get<KeptSession>(SESSION, store())) ?? null

export async function writeSession(session: KeptSession | null): Promise<void> {
  await set(SESSION, session, store())
  for (const listener of listeners) listener(session)
  channel().postMessage('changed')
}

/** The server no longer knows this session, or its life is over. Work stays where it is, waiting for the same person. */
export async function pauseSession(): Promise<void> {
  const session = await readSession()
  if (session?.alive) await writeSession({ ...session, alive: false })
}

/** Hears of every change, also when the worker or another page has made it. */
export function onSession(listener: (session: KeptSession | null) => void): void {
  listeners.add(listener)
  channel().addEventListener('message', () => void readSession().then(listener))
}
