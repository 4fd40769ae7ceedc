import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { errorsIn } from '#shared/kernel/input.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { refusals, type FieldError } from '#shared/kernel/refusal.ts'
import { keyOf } from '#shared/lib/words.ts'
import { withAliases } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { acceptSchema, firstAdminSchema, loginSchema, type Session } from '#shared/protocol/session.ts'
import type { Server } from '../execute/execute.ts'
import { tagOf, type Note } from '../http/note.ts'
import type { Accounts } from './accounts.ts'
import { bearerOf } from './authenticate.ts'
import { addAdmin } from './first-admin.ts'
import { letGuess } from './guess.ts'
import type { Passwords } from './passwords.ts'
import type { Resets } from './resets.ts'
import { earlierSession, startSession } from './sessions.ts'
import { forgiveAttempts, guessesAt } from './throttle.ts'

/** What stands on a request before it gets here: its JSON, the address it comes from, and a way to note what happens. */
interface Anonymous {
  Variables: { body: unknown; address: string; note: Note }
}

/** `POST /login`, `/login/reset`, `/login/accept` and `/login/first`, for people who are nobody yet. */
export function mountLogin<E extends Anonymous>(
  app: Hono<E>,
  server: Server,
  passwords: Passwords,
  accounts: Accounts,
  resets: Resets,
): void {
  app.post('/login', async (c) => {
    const form = loginSchema.safeParse(c.var.body)
    if (!form.success) throw refused()
    const { email, password } = form.data
    const { note, address } = c.var
    const shown = bearerOf(c.req.header('authorization'))
    const earlier = shown ? await earlierSession(server, shown, email) : null
    const guesses = guessesAt(email, address, earlier)
    await letGuess(server, guesses, note, { user: earlier?.userId, account: tagOf(email) })
    const { user: found, hash } = await accountAt(server, email)
    const fits = await passwords.verify(hash, password)
    const started =
      fits && found && hash !== null
        ? await startSession(server, found.id, c.req.header('user-agent') ?? '', hash)
        : null
    if (!found || !started) {
      note('sign-in-failed', { user: found?.id, account: tagOf(email) })
      throw refused()
    }
    await forgiveAttempts(server, guesses)
    const user = withAliases(found, server.organisation)
    return c.json({ ...started, user, organisation: server.organisation } satisfies Session)
  })

  app.post('/login/reset', (c) => {
    resets.ask(c.var.body, c.var.address, c.var.note)
    return c.json({ message: messages.resetSent })
  })

  app.post('/login/accept', async (c) => {
    const form = acceptSchema.safeParse(c.var.body)
    const errors = errorsIn(acceptSchema, c.var.body)
    if (errors.length > 0 && errors.every(({ field }) => field === 'password')) throw invalid(errors)
    const refusal = form.success ? await accounts.accept(form.data.token, form.data.password, c.var.note) : 'over'
    if (refusal === 'over') throw linkOver(messages.linkOver)
    if (refusal) throw invalid([{ field: 'password', message: refusal.problem }])
    return c.json({ message: messages.passwordSet })
  })

  app.post('/login/first', async (c) => {
    const form = firstAdminSchema.safeParse(c.var.body)
    if (!form.success) throw invalid(errorsIn(firstAdminSchema, c.var.body))
    const refusal = await addAdmin(server, passwords, form.data.token, form.data)
    if (refusal === 'over')
      throw linkOver(
        'This link is no longer valid. The server prints a new one at each start while there is no account.',
      )
    if (refusal) throw invalid(refusal)
    c.var.note('account-made', { roles: 'Admin' })
    return c.json({ message: messages.passwordSet })
  })
}

const linkOver = (message: string) => new HTTPException(404, { message, cause: { code: 'LINK_OVER' } })
const invalid = (errors: FieldError[]) =>
  new HTTPException(422, { message: errors[0]?.message ?? refusals.invalid.sentence, cause: { errors } })
const refused = () => new HTTPException(401, { message: messages.signInFailed, cause: { code: 'SIGN_IN_FAILED' } })

/** Whose address this is, and what their password is compared with: of nobody and of an inactive person, with nothing. */
async function accountAt({ store }: Server, email: string): Promise<{ user: User | undefined; hash: string | null }> {
  const { users, credential } = await store.read({
    reads: { users: many('users', { email: [email, keyOf(email)] }) },
    follow: (found) => ({ credential: one('credentials', found.users[0]?.id ?? 0) }),
  })
  const [user] = users
  return { user, hash: user?.active && credential ? credential.hash : null }
}
