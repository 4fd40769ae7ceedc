import { put, type Change } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { dayIn } from '#shared/lib/day.ts'
import { keyOf } from '#shared/lib/words.ts'
import { actorOn, SESSION_LIFE_MS } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { Device, EndedWhy, SessionRow } from '#shared/model/server-tables.ts'
import type { SessionSeen } from '#shared/protocol/session.ts'
import type { Server } from '../execute/execute.ts'
import { newToken, tokenHash } from './tokens.ts'
import type { Seen } from './seen.ts'
import { browserName } from './browser-name.ts'

/**
 * A new session and the token that nobody will see again. Null when `proven`, the hash that the password was compared with, is
 * not this person's any more: checking takes a while, and what ends sessions meanwhile must not miss this one.
 */
export async function startSession(
  { store, now }: Server,
  userId: number,
  label: string,
  proven?: string,
): Promise<{ token: string; expires: string } | null> {
  const token = newToken()
  const createDate = now()
  const expires = new Date(Date.parse(createDate) + SESSION_LIFE_MS).toISOString()
  const row = {
    tokenHash: tokenHash(token),
    userId,
    createDate,
    expireDate: expires,
    ended: false,
    label: label.slice(0, 200),
    seenDate: null,
    endedById: 0,
    endedDate: null,
    endedWhy: '' as const,
  }
  const reads = { user: one('users', userId), credential: one('credentials', userId) }
  return store.transact({ reads }, ({ user, credential }, freshId) => {
    const isOver = proven !== undefined && (!user?.active || credential?.hash !== proven)
    if (isOver) return { changes: [], value: null }
    return { changes: [put('sessions', { id: freshId, ...row })], value: { token, expires } }
  })
}

/** Whose a session is never changes: where it is known, session and person are asked for together. */
const personOf = new Map<string, number>()
const MOST_KNOWN = 10_000

/**
 * Whose token this is, read anew on every request: who was deactivated or has ended the session is nobody; null as the actor of one that an
 * administrator has ended.
 */
export async function sessionOf(
  { store, now, organisation }: Server,
  token: string,
): Promise<{ session: SessionRow; actor: User | null } | null> {
  const hash = tokenHash(token)
  const sessionsRead = many('sessions', { tokenHash: hash })
  const known = personOf.get(hash)
  const { sessions, user } =
    known === undefined
      ? await store.read({
          reads: { sessions: sessionsRead },
          follow: (found) => ({ user: one('users', found.sessions[0]?.userId ?? 0) }),
        })
      : await store.read({ reads: { sessions: sessionsRead, user: one('users', known) } })
  const [session] = sessions
  if (session && known === undefined) {
    if (personOf.size >= MOST_KNOWN) personOf.clear()
    personOf.set(hash, session.userId)
  }
  if (session && isRevoked(session)) return { session, actor: null }
  if (!session || session.ended || session.expireDate <= now() || !user?.active) return null
  return { session, actor: actorOn(user, organisation, dayIn(organisation.timeZone, now())) }
}

/**
 * The session, over or not, that a device shows with the hash of its token when it signs in again: this person was here
 * before. The hash opens nothing.
 */
export async function earlierSession({ store }: Server, hash: string, email: string): Promise<SessionRow | null> {
  const { sessions, user } = await store.read({
    reads: { sessions: many('sessions', { tokenHash: hash }) },
    follow: (found) => ({ user: one('users', found.sessions[0]?.userId ?? 0) }),
  })
  return user?.email === keyOf(email) ? (sessions[0] ?? null) : null
}

/** Where a person is signed in now, newest first. */
export async function sessionsOf(
  { store, now }: Server,
  seen: Seen<'sessions'>,
  userId: number,
  current: number,
): Promise<SessionSeen[]> {
  const { sessions } = await store.read({ reads: { sessions: many('sessions', { userId, ended: false }) } })
  return sessions
    .filter((row) => row.expireDate > now())
    .sort((a, b) => b.createDate.localeCompare(a.createDate) || b.id - a.id)
    .map((row) => ({
      id: row.id,
      label: browserName(row.label),
      createDate: row.createDate,
      expireDate: row.expireDate,
      seenDate: seen.of(row).seenDate,
      current: row.id === current,
    }))
}

/** Who ends a session, and why. */
interface Ending {
  by: number
  why: Exclude<EndedWhy, ''>
}

/** Ended by somebody else, who is an Admin: what had been sent goes from the device at its next contact (decision 057). */
export const isRevoked = ({ endedWhy, endedById, userId }: SessionRow): boolean =>
  endedWhy === 'ended' && endedById !== userId

/** Rows of sessions are kept for thirty days more: within the year a device that comes back hears that it was ended, and not only that it is over. */
const toldUntil = (now: string): string => new Date(Date.parse(now) + 335 * 86_400_000).toISOString()

/** Ends sessions, and writes down who did it, when and why. */
export const ended = (sessions: SessionRow[], now: string, { by, why }: Ending): Change[] =>
  sessions.map((row) => {
    const over = { ...row, ended: true, endedById: by, endedDate: now, endedWhy: why }
    return put('sessions', isRevoked(over) ? { ...over, expireDate: toldUntil(now) } : over)
  })

/**
 * Copies that these devices have signed are refused from now on, until a new sign-in there gives their keys again. A session that
 * merely ran out leaves its key: who has no link for weeks is whom a carrier helps.
 */
export const unsigned = (devices: Device[]): Change[] =>
  devices
    .filter(({ signKey }) => signKey !== '')
    .map((device) => put('devices', { ...device, signKey: '', signSession: 0 }))

/**
 * Ends one session, of this person where one is named. Answers whose it was; null when there is no such session. A session of somebody else
 * that is over is ended too, for their device still holds what it fetched; not one they signed out of, which took that along.
 */
export function endSession(
  { store, now }: Server,
  id: number,
  ending: Ending,
  userId?: number,
): Promise<number | null> {
  const reads = { session: one('sessions', id) }
  const follow = ({ session }: { session: SessionRow | undefined }) => ({
    devices: many('devices', { userId: session?.userId ?? 0 }),
  })
  return store.transact({ reads, follow }, ({ session, devices }) => {
    const nothing = { changes: [], value: null }
    if (!session || (userId ?? session.userId) !== session.userId) return nothing
    const isOver = session.ended || session.expireDate <= now()
    const isGone = session.endedWhy === 'signed out' || isRevoked(session)
    if (isOver && (isGone || ending.by === session.userId)) return nothing
    const theirs = ending.why === 'signed out' ? [] : devices.filter((device) => device.signSession === id)
    return { changes: [...ended([session], now(), ending), ...unsigned(theirs)], value: session.userId }
  })
}

/** Ends all of a person's sessions but one; answers how many there were. */
export function endSessions({ store, now }: Server, userId: number, by: number, except = 0): Promise<number> {
  const reads = { sessions: many('sessions', { userId, ended: false }), devices: many('devices', { userId }) }
  return store.transact({ reads }, ({ sessions, devices }) => {
    const going = sessions.filter((row) => row.id !== except && row.expireDate > now())
    const others = devices.filter((device) => device.signSession !== except)
    return { changes: [...ended(going, now(), { by, why: 'ended' }), ...unsigned(others)], value: going.length }
  })
}
