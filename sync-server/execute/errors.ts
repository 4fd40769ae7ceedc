import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { refusals, sentenceOf, type FieldError, type Refusal } from '#shared/kernel/refusal.ts'
import type { ApiError } from '#shared/protocol/session.ts'
import type { Log } from '../http/log.ts'
import { NoRoom, StoreDamaged, StoreUnavailable } from '../store/unavailable.ts'

/** What an HTTPException may say besides status and message, in its `cause`. */
interface More {
  code?: string
  errors?: FieldError[]
  retryAfter?: number
  allow?: string
}

const codes: Record<number, string> = {
  400: 'MALFORMED',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'VERSION_CONFLICT',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION',
  426: 'UPGRADE_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
  507: 'NO_ROOM',
}

/** The one place where something that went wrong becomes an answer: never a stack, and 500 only for a bug. */
export function answerError(error: unknown, c: Context, log: Log): Response {
  if (error instanceof HTTPException) return answerException(error, c)
  if (error instanceof StoreUnavailable) {
    log({ level: 'error', event: 'store-unavailable', requestId: requestIdOf(c), message: error.message })
    return answerException(exceptionFor(error), c)
  }
  const { stack } = error instanceof Error ? error : new Error(String(error))
  log({ level: 'error', event: 'bug', requestId: requestIdOf(c), stack })
  return answer(c, 500, { code: 'FAILED', message: 'An error occurred, please try again later!' })
}

function exceptionFor(error: StoreUnavailable): HTTPException {
  if (error instanceof NoRoom) return new HTTPException(507, { message: noRoom, cause: { retryAfter: 60 } })
  if (error instanceof StoreDamaged) return new HTTPException(503, { message: damaged, cause: { retryAfter: 60 } })
  return new HTTPException(503, {
    message: 'The server cannot save at the moment. Try again shortly.',
    cause: { retryAfter: 5 },
  })
}

const noRoom =
  'The disk of the server is nearly full, so it takes no files at the moment. Keep the file, tell an administrator, and try again when there is room.'
const damaged =
  'The database of the server is damaged. Nothing can be saved until an administrator restores a backup; what can still be read is shown.'

export const forbidden = (): HTTPException => new HTTPException(403, { message: refusals['not-allowed'].sentence })
export const notFound = (): HTTPException => new HTTPException(404, { message: refusals['not-found'].sentence })

/** A refusal of a command, with the state that stood in its way where there is one to show. */
export function answerRefusal(c: Context, refusal: Refusal, current: unknown): Response {
  const { status, code } = refusals[refusal.refused]
  const { errors, by, at } = refusal
  return answer(c, status, {
    code,
    message: sentenceOf(refusal),
    ...(errors ? { errors } : {}),
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
    ...(current === undefined ? {} : { current }),
  })
}

function answerException(error: HTTPException, c: Context): Response {
  const { code, errors, retryAfter, allow } = (error.cause ?? {}) as More
  if (allow !== undefined) c.header('allow', allow)
  // Whoever is told to wait does not keep the connection meanwhile.
  if (error.status === 429) c.header('connection', 'close')
  if (retryAfter !== undefined || error.status === 503) c.header('retry-after', String(retryAfter ?? 5))
  if (error.status === 401) c.header('www-authenticate', 'Bearer')
  return answer(c, error.status, {
    code: typeof code === 'string' ? code : (codes[error.status] ?? 'FAILED'),
    message: error.message,
    ...(Array.isArray(errors) ? { errors } : {}),
  })
}

const answer = (c: Context, status: number, error: Omit<ApiError, 'requestId'> & Record<string, unknown>): Response =>
  c.json({ ...error, requestId: requestIdOf(c) }, status as ContentfulStatusCode)

const requestIdOf = (c: Context): string => String(c.get('requestId'))
