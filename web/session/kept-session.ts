import { createStore, del, get, promisifyRequest, update } from 'idb-keyval'
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
  /** What opens this device when it has locked; sessions that earlier versions kept have none, and never lock (decision 054). */
  lock?: Lock
  /** The dashboard's list as it was last drawn here; it goes with the session (decision 065). */
  seen?: LastSeen
}
/** Words and grounds where they stood, in pixels of the page, and what must be the same for them to stand there again. */
export interface LastSeen {
  path: string
  width: number
  scheme: string
  family: string
  canvas: string
  /** x, y, width, height, colour, radius; the first is the ground of all. */
  boxes: [number, number, number, number, string, number][]
  /** x, y, width, height, words, style. */
  words: [number, number, number, number, string, number][]
  /** Weight, size, colour. */
  styles: [string, string, string][]
}
export interface Lock {
  password: Verifier
  pin?: Verifier
  /** Wrong ones in a row, of both. */
  tries: number
}
export interface Verifier {
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  hash: Uint8Array
}

const SESSION = 'session'
const REVOKED = 'revoked'
let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('fieldpost-session', 'session'))

export const readSession = async (): Promise<KeptSession | null> =>
  (await get<KeptSession | null>(SESSION, store())) ?? null

export const writeSession = (session: KeptSession | null): Promise<void> =>
  write((kept) => {
    kept.put(session, SESSION)
    if (!session) return
    kept.delete(REVOKED)
    kept.delete(session.user.id)
  })

/** In one transaction. Every tab of this browser hears that the session is another one now, or none. */
async function write(how: (kept: IDBObjectStore) => void): Promise<void> {
  await store()('readwrite', (kept) => {
    how(kept)
    return promisifyRequest(kept.transaction)
  })
  tellTabs()
}

/** In one transaction, so that page and worker, and one tab and another, do not undo each other's changes. */
export async function changeSession(how: (session: KeptSession) => KeptSession): Promise<void> {
  await changeQuietly(how)
  tellTabs()
}
const changeQuietly = (how: (session: KeptSession) => KeptSession): Promise<void> =>
  update<KeptSession | null | undefined>(SESSION, (session) => session && how(session), store())

/** Of this person's session, if it is still theirs; nobody needs to hear of it. */
export const keepLastSeen = (userId: number, seen: LastSeen): Promise<void> =>
  changeQuietly((session) => (session.user.id === userId ? { ...session, seen } : session))

function tellTabs(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage(0)
  channel.close()
}
export const SESSION_CHANNEL = 'fieldpost-session'

/** Why nobody is signed in any more, and what of theirs is to go: what others could read, after an administrator what was judged too, or everything. */
export type Leaving = 'logout' | 'revoked' | 'removed'
interface ToGo {
  userId: number
  why: Leaving
}

/**
 * With its end stands, under its person's number, what is to go until that has gone (`noteGone`) or they sign in: whatever ends the page or the
 * worker meanwhile, the next start finishes it. Of an administrator's the sign-in page tells, too, until somebody signs in.
 */
export const endKeptSession = (session: KeptSession | null, why: Leaving): Promise<void> =>
  write((kept) => {
    kept.put(null, SESSION)
    if (session) kept.put({ userId: session.user.id, why } satisfies ToGo, session.user.id)
    if (why === 'revoked') kept.put(true, REVOKED)
  })
/** The lock under which it goes: what one tab takes away no other does, and nobody signs in meanwhile. */
export const CLEARING = 'fieldpost-clearing'
export const noteGone = (userId: number): Promise<void> => del(userId, store())
/** No other key is a number. */
export const whatIsToGo = (): Promise<ToGo[]> =>
  store()('readonly', (kept) => promisifyRequest<ToGo[]>(kept.getAll(IDBKeyRange.upperBound(Infinity))))

export const wasRevoked = async (): Promise<boolean> => (await get<boolean>(REVOKED, store())) === true

/** The server no longer knows this session, or its life is over. Work stays where it is, waiting for the same person. One that has begun since is another. */
export async function pauseKeptSession(token?: string): Promise<void> {
  const isMeant = (session: KeptSession | null) => session?.alive === true && (token ?? session.token) === session.token
  if (isMeant(await readSession()))
    await changeSession((session) => (isMeant(session) ? { ...session, alive: false } : session))
}
