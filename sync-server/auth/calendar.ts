import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { put, remove } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { refusals } from '#shared/kernel/refusal.ts'
import { withAliases } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { openWork } from '#shared/queries/projects.ts'
import { ask } from '../execute/ask.ts'
import type { Server } from '../execute/execute.ts'
import { createBuckets } from '../http/buckets.ts'
import type { Note } from '../http/note.ts'
import type { SignedIn } from './authenticate.ts'
import { letGuess } from './guess.ts'
import { icsOf } from './ics.ts'
import { placeOf } from './throttle.ts'
import { newToken, tokenHash } from './tokens.ts'

interface Anonymous {
  Variables: { address: string; note: Note }
}

/** Calendars ask some times an hour; whoever has an address may not keep the server busy with it. */
const RATE = { atOnce: 30, perSecond: 1 / 60 }

/**
 * `GET /calendar/{secret}.ics`: the due dates of one person, for calendars, which cannot sign in. The secret is 256 random bits, of which only a hash
 * is kept. One that is unknown, revoked or of somebody who is no longer active is not found, and counts as a guess from its network address.
 */
export function mountCalendarFeed<E extends Anonymous>(app: Hono<E>, server: Server): void {
  const take = createBuckets(RATE, server.now)
  app.get('/calendar/:file', async (c) => {
    const secret = /^([\w-]{43})\.ics$/.exec(c.req.param('file'))?.[1]
    const user = secret && (await personAt(server, secret))
    if (!user) {
      const place = placeOf(c.var.address)
      await letGuess(server, { account: `calendar-${place}`, place }, c.var.note, { what: 'calendar' })
      throw new HTTPException(404, { message: refusals['not-found'].sentence })
    }
    const wait = take(user.id)
    if (wait > 0)
      throw new HTTPException(429, {
        message: `This calendar was asked for too often. Try again in ${wait} seconds.`,
        cause: { retryAfter: wait },
      })
    const taskings = await ask(server, user, openWork, { userId: user.id })
    const name = `${server.organisation.appName}: due dates`
    return c.body(icsOf(name, taskings, server.now(), server.post?.publicUrl), 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="due-dates.ics"',
    })
  })
}

/** One's own address: since when there is one, a new one in place of it, none any more. Nobody else makes, sees or ends it. */
export function mountCalendars<E extends SignedIn & Anonymous>(app: Hono<E>, { store, now }: Server): void {
  app.get('/calendar', async (c) => {
    const { calendar } = await store.read({ reads: { calendar: one('calendars', c.var.actor.id) } })
    return c.json({ createDate: calendar?.createDate ?? '' })
  })
  app.post('/calendar', async (c) => {
    const secret = newToken()
    const row = { id: c.var.actor.id, tokenHash: tokenHash(secret), createDate: now() }
    await store.transact({ reads: {} }, () => ({ changes: [put('calendars', row)], value: null }))
    c.var.note('calendar-made', {})
    return c.json({ createDate: row.createDate, path: `/api/calendar/${secret}.ics` })
  })
  app.delete('/calendar', async (c) => {
    const reads = { calendar: one('calendars', c.var.actor.id) }
    await store.transact({ reads }, ({ calendar }) => ({
      changes: calendar ? [remove('calendars', calendar.id)] : [],
      value: null,
    }))
    c.var.note('calendar-ended', {})
    return c.json({ createDate: '' })
  })
}

async function personAt({ store, organisation }: Server, secret: string): Promise<User | undefined> {
  const { users } = await store.read({
    reads: { calendars: many('calendars', { tokenHash: tokenHash(secret) }) },
    follow: ({ calendars }) => ({ users: many('users', { id: calendars.map(({ id }) => id), active: true }) }),
  })
  return users[0] && withAliases(users[0], organisation)
}
