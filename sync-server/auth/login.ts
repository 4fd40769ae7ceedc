import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { many, one } from '#shared/kernel/reads.ts'
import { refusals, type FieldError } from '#shared/kernel/refusal.ts'
import { withAliases } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { acceptSchema, firstAdminSchema, loginSchema, type Session } from '#shared/protocol/session.ts'
import type { Server } from '../execute.ts'
import type { Accounts } from './accounts.ts'
import { bearerOf } from './authenticate.ts'
import { addAdmin } from './first-admin.ts'
import type { Passwords } from './passwords.ts'
import { earlierSession, startSession } from './sessions.ts'
import { countAttempt, forgiveAttempts, guessesAt } from './throttle.ts'

/** What stands on a request before it gets here: its JSON, and the address it comes from. */
export interface Anonymous {
  Variables: { body: unknown; address: string }
}

/** `POST /login`, `/login/reset`, `/login/accept` and `/login/first`, for people who are nobody yet. */
export function mountLogin<E extends Anonymous>(
  app: Hono<E>,
  server: Server,
  passwords: Passwords,
  accounts: Accounts,
  reset: (body: unknown, address: string) => void,
): void {
  app.post('/login', async (c) => {
    const form = loginSchema.safeParse(c.var.body)
    if (!form.success) throw refused()
    const hash = bearerOf(c.req.header('authorization'))
    const guesses = guessesAt(form.data.email, hash ? await earlierSession(server, hash, form.data.email) : null)
    const wait = await countAttempt(server, guesses, c.var.address)
    if (wait > 0)
      throw new HTTPException(429, {
        message: `Too many attempts. Try again in ${wait} seconds.`,
        cause: { retryAfter: wait },
      })
    const found = await userWithPassword(server, passwords, form.data)
    if (!found) throw refused()
    const started = await startSession(server, found.user.id, c.req.header('user-agent') ?? '', found.hash)
    if (!started) throw refused()
    await forgiveAttempts(server, guesses)
    const user = withAliases(found.user, server.organisation)
    return c.json({ ...started, user, organisation: server.organisation } satisfies Session)
  })

  app.post('/login/reset', (c) => {
    reset(c.var.body, c.var.address)
    return c.json({ message: messages.resetSent })
  })

  app.post('/login/accept', async (c) => {
    const form = acceptSchema.safeParse(c.var.body)
    const refusal = form.success ? await accounts.accept(form.data.token, form.data.password) : 'over'
    if (refusal === 'over') throw linkOver(messages.linkOver)
    if (refusal) throw invalid([{ field: 'password', message: refusal.problem }])
    return c.json({ message: messages.passwordSet })
  })

  app.post('/login/first', async (c) => {
    const form = firstAdminSchema.safeParse(c.var.body)
    if (!form.success) throw invalid(form.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
    const refusal = await addAdmin(server, passwords, form.data.token, form.data)
    if (refusal === 'over')
      throw linkOver(
        'This link is no longer valid. The server prints a new one at each start while there is no account.',
      )
    if (refusal) throw invalid(refusal)
    return c.json({ message: messages.passwordSet })
  })
}

const linkOver = (message: string) => new HTTPException(404, { message, cause: { code: 'LINK_OVER' } })
const invalid = (errors: FieldError[]) =>
  new HTTPException(422, { message: errors[0]?.message ?? refusals.invalid.sentence, cause: { errors } })
const refused = () => new HTTPException(401, { message: messages.signInFailed, cause: { code: 'SIGN_IN_FAILED' } })

async function userWithPassword(
  { store }: Server,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
): Promise<{ user: User; hash: string } | null> {
  const { users, credential } = await store.read({
    reads: { users: many('users', { email: [email, email.toLowerCase()] }) },
    follow: (found) => ({ credential: one('credentials', found.users[0]?.id ?? 0) }),
  })
  const user = users.find((row) => row.active)
  const hash = user && credential ? credential.hash : null
  const fits = await passwords.verify(hash, password)
  return fits && user && hash !== null ? { user, hash } : null
}
