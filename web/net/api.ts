import type { ApiError } from '#shared/protocol/session.ts'
import * as messages from '#shared/model/messages.ts'
import { skewIn, type SkewRange } from './skew.ts'

/** What became of a request: an answer of ours, or why there is none. */
type Answer<T> =
  | { kind: 'ok'; body: T; status: number; skew: SkewRange | null }
  | { kind: 'refused'; status: number; error: ApiError; retryAfterMs: number | null }
  /** `status`: what somebody on the way answered in our server's place. */
  | { kind: 'unreachable'; status?: number }

export type Fetch = typeof fetch
interface Options {
  token?: string | undefined
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** Makes it safe to send twice: what came before under it is answered and not done again. */
  key?: string | undefined
  timeoutMs?: number
  fetch?: Fetch | undefined
  now?: (() => number) | undefined
}

/**
 * Whether an answer says nothing of what was sent: given before anybody looked at it, or (from 500 on) by a server that failed in the middle, perhaps
 * after it was done. Whoever asks again later, or signed in, may be answered.
 */
export const isUnjudged = (status: number): boolean => status >= 500 || [401, 408, 421, 425, 426, 429].includes(status)

const GZIP_FROM = 200

/**
 * Calls `/api/{path}`. Never throws for the network: a captive portal's page, a cut or a time-out are all `unreachable`,
 * because only JSON from our own server counts as an answer (C-241).
 */
export async function callApi<T>(
  path: string,
  {
    token,
    method = 'GET',
    body,
    headers: more,
    key,
    timeoutMs = 60_000,
    fetch: send = fetch,
    now = Date.now,
  }: Options = {},
): Promise<Answer<T>> {
  // What a browser says by itself is longer, and nobody reads it.
  const headers: Record<string, string> = { 'accept-language': '*', ...more }
  if (token) headers['authorization'] = `Bearer ${token}`
  if (key) headers['idempotency-key'] = key
  const init: RequestInit = {
    method,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }
  // Nobody keeps the answer to anything else, and to say so takes two headers.
  if (method === 'GET') init.cache = 'no-store'
  if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = await packed(JSON.stringify(body), headers)
  }
  try {
    const asked = now()
    const response = await send(`/api/${path}`, init)
    // Taken when the headers arrive: how long the body takes says nothing about a clock.
    const skew = skewIn(response.headers.get('date'), asked, now())
    if (response.status === 204) return { kind: 'ok', body: {} as T, status: 204, skew }
    if (!response.headers.get('content-type')?.includes('application/json'))
      return { kind: 'unreachable', status: response.status }
    const answer: unknown = await response.json()
    if (response.ok) return { kind: 'ok', body: answer as T, status: response.status, skew }
    return { kind: 'refused', status: response.status, error: errorOf(answer), retryAfterMs: retryAfterOf(response) }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Long bodies go gzipped; short ones would only grow. */
async function packed(text: string, headers: Record<string, string>): Promise<BodyInit> {
  if (text.length < GZIP_FROM || typeof CompressionStream === 'undefined') return text
  headers['content-encoding'] = 'gzip'
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

function errorOf(answer: unknown): ApiError {
  const { code = 'UNKNOWN', message = messages.failed, errors, requestId = '' } = (answer ?? {}) as Partial<ApiError>
  return { code, message, requestId, ...(errors ? { errors } : {}) }
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'))
  return seconds > 0 ? seconds * 1000 : null
}
