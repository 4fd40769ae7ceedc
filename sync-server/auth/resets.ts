import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { RESET_LIFE_MS } from '#shared/model/limits.ts'
import { resetSchema } from '#shared/protocol/session.ts'
import type { Server } from '../execute.ts'
import { resetLetter, type Post } from './letters.ts'
import { linkPath, linkRow, usedUp } from './links.ts'
import { countReset } from './throttle.ts'
import { newToken } from './tokens.ts'

/**
 * Answers what to do with the body of `POST login/reset`. It happens after the answer has gone, so neither what is said nor
 * how long it takes tells who has an account.
 */
export function createResets(server: Server, post: Post | null, log: (entry: Record<string, unknown>) => void) {
  let hasSaidNo = false

  async function send(body: unknown, address: string): Promise<void> {
    const form = resetSchema.safeParse(body)
    if (!post || !form.success || !(await countReset(server, form.data.email, address))) return
    const token = newToken()
    const user = await makeLink(form.data.email, token)
    if (user) post.send(resetLetter(server.organisation.appName, user, post.publicUrl + linkPath('reset', token)))
  }

  /** One reset link lives at a time. Strangers and inactive people get none. */
  const makeLink = (email: string, token: string) =>
    server.store.transact(
      {
        reads: { users: many('users', { email: email.toLowerCase(), active: true }) },
        follow: ({ users }) => ({
          earlier: many('links', { userId: users[0]?.id ?? 0, purpose: 'reset', used: false }),
        }),
      },
      ({ users: [user], earlier }, version) => {
        if (!user) return { changes: [], value: null }
        const about = { userId: user.id, purpose: 'reset', lifeMs: RESET_LIFE_MS, now: server.now() } as const
        return { changes: [...usedUp(earlier), put('links', linkRow(version, token, about))], value: user }
      },
    )

  return (body: unknown, address: string): void => {
    if (!post && !hasSaidNo) {
      hasSaidNo = true
      log({
        level: 'warn',
        event: 'no-mail',
        message:
          'A password reset was asked for and nothing was sent: SMTP is not configured. An administrator can set a password.',
      })
    }
    setImmediate(() => {
      send(body, address).catch((error: unknown) =>
        log({ level: 'error', event: 'reset-failed', message: String(error) }),
      )
    })
  }
}
