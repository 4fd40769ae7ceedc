import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { one } from '#shared/kernel/reads.ts'
import { refusals } from '#shared/kernel/refusal.ts'
import { hasRole } from '#shared/rules/access.ts'
import type { Server } from '../execute.ts'
import type { SignedIn } from './authenticate.ts'
import type { Seen } from './seen.ts'
import { endSession, endSessions, sessionsOf } from './sessions.ts'

/**
 * Where one is signed in: one's own sessions, and for an Admin everybody's. What has ended is refused at its next request,
 * and its news stream closes within five seconds.
 */
export function mountSessions<E extends SignedIn>(
  app: Hono<E>,
  server: Server,
  seen: Seen,
  log: (entry: Record<string, unknown>) => void,
): void {
  app.post('/logout', async (c) => {
    await endSession(server, c.var.session.id)
    return c.json({})
  })
  app.get('/session', (c) =>
    c.json({ expires: c.var.session.expireDate, user: c.var.actor, organisation: server.organisation }),
  )

  app.get('/sessions', async (c) => c.json(await sessionsOf(server, seen, c.var.actor.id, c.var.session.id)))
  app.delete('/sessions', async (c) => c.json({ ended: await endSessions(server, c.var.actor.id, c.var.session.id) }))
  app.delete('/sessions/:id', async (c) => {
    const { actor } = c.var
    const id = idOf(c.req.param('id'))
    if (!(await endSession(server, id, hasRole(actor, 'Admin') ? undefined : actor.id))) throw notFound()
    log({ level: 'info', event: 'session-ended', by: actor.id, session: id })
    return c.json({ ended: 1 })
  })

  app.get('/resources/users/:id/sessions', async (c) =>
    c.json(await sessionsOf(server, seen, await personIn(c), c.var.session.id)),
  )
  app.delete('/resources/users/:id/sessions', async (c) => {
    const user = await personIn(c)
    const ended = await endSessions(server, user)
    log({ level: 'info', event: 'sessions-ended', by: c.var.actor.id, user, ended })
    return c.json({ ended })
  })

  async function personIn(c: Context<E>): Promise<number> {
    if (!hasRole(c.var.actor, 'Admin')) throw new HTTPException(403, { message: refusals['not-allowed'].sentence })
    const { user } = await server.store.read({ reads: { user: one('users', idOf(c.req.param('id'))) } })
    if (!user) throw notFound()
    return user.id
  }
}

const idOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
const notFound = () => new HTTPException(404, { message: refusals['not-found'].sentence })
