import * as messages from '#shared/model/messages.ts'
import type { ApiError, FirstAdmin, Login, Session } from '#shared/protocol/session.ts'
import { callApi } from '../../net/api.ts'
import { knownHashOf } from '../../session/known-device.ts'
import { keepSession } from '../../session/session.ts'
import { makeVerifier } from '../../session/unlock.ts'

/** So long an answer is waited for. */
export const ANSWER_MS = 30_000
/** No fault of whoever signs in. */
export const unreachable = "Can't reach the server. Check the connection and try again."

/** Signs in and keeps the session on this device. Returns null, or the sentence that says why not. */
export async function signIn(login: Login): Promise<string | null> {
  const token = await knownHashOf(login.email).catch(() => undefined)
  const [answer, verifier] = await Promise.all([
    callApi<Session>('login', { method: 'POST', token, body: login, timeoutMs: ANSWER_MS }),
    makeVerifier(login.password),
  ])
  if (answer.kind === 'unreachable') return unreachable
  if (answer.kind === 'refused') return answer.status === 401 ? messages.signInFailed : answer.error.message
  try {
    await keepSession(answer.body, verifier)
    return null
  } catch {
    return 'This browser does not let Fieldpost keep anything on this device. Leave private browsing and try again.'
  }
}

/** Asks for a reset link. The answer says nothing about whether the address is known, and neither do we. */
export async function askForReset(email: string): Promise<string | null> {
  const answer = await callApi<unknown>('login/reset', { method: 'POST', body: { email }, timeoutMs: ANSWER_MS })
  return answer.kind === 'unreachable' ? messages.failed : null
}

/** Sets the password of whoever holds the link of an invitation or a reset. */
export const choosePassword = (token: string, password: string): Promise<LinkAnswer> =>
  callLink('login/accept', { token, password })

export const makeFirstAdmin = (form: FirstAdmin): Promise<LinkAnswer> => callLink('login/first', form)

/** `over`: this link can do no more; `maybe`: because it has done it, perhaps. `no`: what is wrong, by field where there is one. */
type LinkAnswer =
  | { kind: 'done' }
  | { kind: 'maybe' }
  | { kind: 'over'; sentence: string }
  | { kind: 'no'; sentence: string; errors: NonNullable<ApiError['errors']> }

/** The links of which nobody knows what they did. */
const unheard = new Set<string>()

async function callLink(path: string, body: { token: string; password: string }): Promise<LinkAnswer> {
  const answer = await callApi<unknown>(path, { method: 'POST', body, timeoutMs: ANSWER_MS })
  if (answer.kind === 'ok') return { kind: 'done' }
  if (answer.kind === 'unreachable' || answer.status >= 500) unheard.add(body.token)
  if (answer.kind === 'unreachable') return { kind: 'no', sentence: unreachable, errors: [] }
  const { code, message, errors = [] } = answer.error
  if (code === 'LINK_OVER' && unheard.has(body.token)) return { kind: 'maybe' }
  return code === 'LINK_OVER' ? { kind: 'over', sentence: message } : { kind: 'no', sentence: message, errors }
}
