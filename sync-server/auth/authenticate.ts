import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { User } from '#shared/model/reference.ts'
import type { SessionRow } from '#shared/model/server-tables.ts'
import { SESSION_REVOKED } from '#shared/protocol/told.ts'
import type { Server } from '../execute/execute.ts'
import type { Seen } from './seen.ts'
import { sessionOf } from './sessions.ts'

export interface SignedIn {
  Variables: { actor: User; session: SessionRow }
}

/** From here on there is an actor, or a 401. */
export const authenticate = (server: Server, seen: Seen<'sessions'>) =>
  createMiddleware<SignedIn>(async (c, next) => {
    const token = bearerOf(c.req.header('authorization'))
    const found = token ? await sessionOf(server, token) : null
    if (!found) throw new HTTPException(401, { message: 'Sign in to go on.' })
    seen.note(found.session.id)
    if (!found.actor) throw new HTTPException(401, revoked)
    c.set('actor', found.actor)
    c.set('session', found.session)
    await next()
  })

export const revoked = {
  message: 'An administrator has signed this device out. Sign in to go on.',
  cause: { code: SESSION_REVOKED },
}

export const bearerOf = (header = ''): string | undefined => /^Bearer ([\w-]{10,200})$/.exec(header)?.[1]
