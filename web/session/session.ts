import { create } from 'zustand'
import type { Session } from '#shared/protocol/session.ts'
import { onSession, readSession, writeSession, type KeptSession } from './kept-session.ts'

/** The kept session, mirrored into memory for the screens. The service worker reads `kept-session.ts`, without React. */
export { pauseSession, readSession, type KeptSession } from './kept-session.ts'

export const useSession = create<{ session: KeptSession | null; loaded: boolean }>()(() => ({
  session: null,
  loaded: false,
}))

onSession((session) => useSession.setState({ session, loaded: true }))

export async function loadSession(): Promise<KeptSession | null> {
  const session = await readSession()
  useSession.setState({ session, loaded: true })
  return session
}

export const keepSession = (session: Session): Promise<void> => writeSession({ ...session, alive: true })

export const endSession = (): Promise<void> => writeSession(null)
