import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { SessionRow } from '#shared/model/server-tables.ts'
import type { Server } from '../execute.ts'
import { newToken, tokenHash } from './tokens.ts'

/** A new session and the token that nobody will see again. */
export async function startSession(
  { store, now }: Server,
  userId: number,
  label: string,
): Promise<{ token: string; expires: string }> {
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
  }
  await store.transact({ reads: {} }, (_, version) => ({
    changes: [put('sessions', { id: version, ...row })],
    value: 0,
  }))
  return { token, expires }
}

/** Whose token this is, read anew on every request: who was deactivated or has ended the session is nobody. */
export async function sessionOf(
  { store, now }: Server,
  token: string,
): Promise<{ session: SessionRow; actor: User } | null> {
  const { sessions, user } = await store.read({
    reads: { sessions: many('sessions', { tokenHash: tokenHash(token) }) },
    follow: (found) => ({ user: one('users', found.sessions[0]?.userId ?? 0) }),
  })
  const [session] = sessions
  if (!session || session.ended || session.expireDate <= now() || !user?.active) return null
  return { session, actor: user }
}

export async function endSession({ store }: Server, id: number): Promise<void> {
  await store.transact({ reads: { session: one('sessions', id) } }, ({ session }) => ({
    changes: session && !session.ended ? [put('sessions', { ...session, ended: true })] : [],
    value: 0,
  }))
}
