import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { one } from '#shared/kernel/reads.ts'
import { refusals } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { can } from '#shared/rules/access.ts'
import type { Server } from '../execute/execute.ts'
import type { Note } from '../http/note.ts'
import type { SignedIn } from './authenticate.ts'
import type { Resets } from './resets.ts'
import type { Seen } from './seen.ts'
import { endSession, endSessions, sessionsOf } from './sessions.ts'

type Asked = SignedIn & { Variables: { address: string; note: Note } }

/**
 * Where one is signed in: one's own sessions, and for an Admin everybody's. What has ended is refused at its next request,
 * and its news stream closes within five seconds. And a link to sign in anew, for who may not set somebody's password.
 */
export function mountSessions<E extends Asked>(
  app: Hono<E>,
  server: Server,
  seen: Seen<'sessions'>,
  resets: Resets,
): void {
  app.post('/logout', async (c) => {
    await endSession(server, c.var.session.id, { by: c.var.actor.id, why: 'signed out' })
    return c.json({})
  })
  app.get('/session', (c) =>
    c.json({ expires: c.var.session.expireDate, user: c.var.actor, organisation: server.organisation }),
  )

  app.get('/sessions', async (c) => c.json(await sessionsOf(server, seen, c.var.actor.id, c.var.session.id)))
  app.delete('/sessions', async (c) =>
    c.json({ ended: await endSessions(server, c.var.actor.id, c.var.actor.id, c.var.session.id) }),
  )
  app.delete('/sessions/:id', async (c) => {
    const { actor } = c.var
    const id = idOf(c.req.param('id'))
    const ending = { by: actor.id, why: 'ended' } as const
    const user = await endSession(server, id, ending, can(actor, 'endSessions') ? undefined : actor.id)
    if (user === null) throw notFound()
    if (user !== actor.id) c.var.note('sessions-ended', { user, ended: 1 })
    return c.json({ ended: 1 })
  })

  app.get('/resources/users/:id/sessions', async (c) => {
    const { id } = await personIn(c, can(c.var.actor, 'endSessions'))
    return c.json(await sessionsOf(server, seen, id, c.var.session.id))
  })
  app.delete('/resources/users/:id/sessions', async (c) => {
    const { id } = await personIn(c, can(c.var.actor, 'endSessions'))
    const ended = await endSessions(server, id, c.var.actor.id)
    if (ended > 0 && id !== c.var.actor.id) c.var.note('sessions-ended', { user: id, ended })
    return c.json({ ended })
  })
  app.post('/resources/users/:id/reset', async (c) => {
    resets.sendTo(await personIn(c, can(c.var.actor, 'writeResources')), c.var.address, c.var.note)
    return c.json({ message: messages.resetSentTo })
  })

  async function personIn(c: Context<E>, isAllowed: boolean): Promise<User> {
    if (!isAllowed) throw new HTTPException(403, { message: refusals['not-allowed'].sentence })
    const { user } = await server.store.read({ reads: { user: one('users', idOf(c.req.param('id'))) } })
    if (!user) throw notFound()
    return user
  }
}

const idOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
const notFound = () => new HTTPException(404, { message: refusals['not-found'].sentence })
