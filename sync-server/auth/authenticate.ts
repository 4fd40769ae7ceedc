import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { User } from '#shared/model/reference.ts'
import type { SessionRow } from '#shared/model/server-tables.ts'
import type { Server } from '../execute.ts'
import { sessionOf } from './sessions.ts'

export interface SignedIn {
  Variables: { actor: User; session: SessionRow }
}

/** From here on there is an actor, or a 401. */
export const authenticate = (server: Server) =>
  createMiddleware<SignedIn>(async (c, next) => {
    const token = /^Bearer ([\w-]{10,200})$/.exec(c.req.header('authorization') ?? '')?.[1]
    const found = token ? await sessionOf(server, token) : null
    if (!found) throw new HTTPException(401, { message: 'Sign in to go on.' })
    c.set('actor', found.actor)
    c.set('session', found.session)
    await next()
  })
