import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import { SESSION_REVOKED } from '#shared/protocol/told.ts'
import { callApi } from '../net/api.ts'
import type { KeptSession } from '../session/kept-session.ts'

/** Why a session on this page has ended: decides what the sign-in page says and whether it leads back. */
export type Leave = (why: 'logout' | 'removed' | 'expired') => Promise<void>

/** What is to become of a session: it goes on, is paused or resumed, ends with the sign-in page, asks over the page, or was ended by an administrator. */
export type Next = 'goes-on' | 'pause' | 'resume' | 'leave' | 'sign-in' | 'take-back'

/**
 * A clock can only raise the question whether a session is over, and the device can only pause it: the server's 401 ends
 * it. `ask` is made only when there is something to ask.
 */
export async function lookAtSession(
  session: Pick<KeptSession, 'alive' | 'token'> & { since?: number | undefined },
  now: number,
  ask = askServer,
): Promise<Next> {
  const { alive, since = now, token } = session
  if (alive && now - since < SESSION_LIFE_MS) return 'goes-on'
  const answer = await ask(token)
  if (answer === 'alive') return 'resume'
  if (answer === 'revoked') return 'take-back'
  if (answer === 'over') return alive ? 'leave' : 'sign-in'
  return alive ? 'pause' : 'goes-on'
}

async function askServer(token: string): Promise<'alive' | 'over' | 'revoked' | 'unknown'> {
  const answer = await callApi('sessions', { token, timeoutMs: 15_000 })
  if (answer.kind === 'ok') return 'alive'
  if (answer.kind !== 'refused' || answer.status !== 401) return 'unknown'
  return answer.error.code === SESSION_REVOKED ? 'revoked' : 'over'
}
