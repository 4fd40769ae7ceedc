import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { many, one } from '#shared/kernel/reads.ts'
import { messages } from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { acceptSchema, loginSchema, type Session } from '#shared/protocol/session.ts'
import type { Server } from '../execute.ts'
import type { Accounts } from './accounts.ts'
import type { SignedIn } from './authenticate.ts'
import type { Passwords } from './passwords.ts'
import { endSession, startSession } from './sessions.ts'
import { countAttempt, forgiveAttempts } from './throttle.ts'

/** What stands on a request before it gets here: its JSON, and the address it comes from. */
export interface Anonymous {
  Variables: { body: unknown; address: string }
}

/** `POST /login`, `/login/reset` and `/login/accept`, for people who are nobody yet. */
export function mountLogin<E extends Anonymous>(
  app: Hono<E>,
  server: Server,
  passwords: Passwords,
  accounts: Accounts,
  log: (about: string) => void,
): void {
  app.post('/login', async (c) => {
    const form = loginSchema.safeParse(c.var.body)
    if (!form.success) throw refused()
    const wait = await countAttempt(server, form.data.email, c.var.address)
    if (wait > 0)
      throw new HTTPException(429, {
        message: `Too many attempts. Try again in ${wait} seconds.`,
        cause: { retryAfter: wait },
      })
    const user = await userWithPassword(server, passwords, form.data)
    if (!user) throw refused()
    await forgiveAttempts(server, form.data.email)
    const { token, expires } = await startSession(server, user.id, c.req.header('user-agent') ?? '')
    return c.json({ token, expires, user, organisation: server.organisation } satisfies Session)
  })

  // The same answer for everybody. A token is not made before there is mail to carry it.
  app.post('/login/reset', (c) => {
    log('A password reset was asked for. No mail is configured, so nothing was sent.')
    return c.json({ message: messages.resetSent })
  })

  app.post('/login/accept', async (c) => {
    const form = acceptSchema.safeParse(c.var.body)
    const refusal = form.success ? await accounts.accept(form.data.token, form.data.password) : 'over'
    if (refusal === 'over') throw new HTTPException(404, { message: messages.linkOver, cause: { code: 'LINK_OVER' } })
    if (refusal)
      throw new HTTPException(422, {
        message: refusal.problem,
        cause: { errors: [{ field: 'password', message: refusal.problem }] },
      })
    return c.json({ message: messages.passwordSet })
  })
}

/** `POST /logout` and `GET /session`, for people who are signed in. */
export function mountSession<E extends SignedIn>(app: Hono<E>, server: Server): void {
  app.post('/logout', async (c) => {
    await endSession(server, c.var.session.id)
    return c.json({})
  })
  app.get('/session', (c) =>
    c.json({ expires: c.var.session.expireDate, user: c.var.actor, organisation: server.organisation }),
  )
}

const refused = () => new HTTPException(401, { message: messages.signInFailed, cause: { code: 'SIGN_IN_FAILED' } })

async function userWithPassword(
  { store }: Server,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
): Promise<User | null> {
  const { users, credential } = await store.read({
    reads: { users: many('users', { email: [email, email.toLowerCase()] }) },
    follow: (found) => ({ credential: one('credentials', found.users[0]?.id ?? 0) }),
  })
  const user = users.find((row) => row.active)
  const fits = await passwords.verify(user && credential ? credential.hash : null, password)
  return fits && user ? user : null
}
