import { createStore, get, set } from 'idb-keyval'
import type { Session } from '#shared/protocol/session.ts'

/**
 * Who is signed in on this device. It lives in IndexedDB, so that page and service worker read the same one (C-096).
 * Nothing of React here: the service worker has no screens.
 */
export interface KeptSession extends Session {
  /** False after a 401 or the end of its life: what is on the device can be read, nothing can be sent (C-090). */
  alive: boolean
  /** When somebody signed in, by this device's own clock; sessions kept by earlier versions have none. */
  since?: number
}

const SESSION = 'session'
let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('fieldpost-session', 'session'))

export const readSession = async (): Promise<KeptSession | null> =>
  (await get<KeptSession | null>(SESSION, store())) ?? null

/** Every tab of this browser hears that the session is another one now, or none. */
export async function writeSession(session: KeptSession | null): Promise<void> {
  await set(SESSION, session, store())
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage(0)
  channel.close()
}
export const SESSION_CHANNEL = 'fieldpost-session'

/** The server no longer knows this session, or its life is over. Work stays where it is, waiting for the same person. */
export async function pauseKeptSession(): Promise<void> {
  const session = await readSession()
  if (session?.alive) await writeSession({ ...session, alive: false })
}
