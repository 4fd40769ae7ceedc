import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { keyOf } from '#shared/lib/words.ts'
import { RESET_LIFE_MS } from '#shared/model/limits.ts'
import { resetSchema } from '#shared/protocol/session.ts'
import type { Post } from '../execute/effects.ts'
import type { Server } from '../execute/execute.ts'
import type { Log } from '../http/log.ts'
import { tagOf, type Note } from '../http/note.ts'
import { resetLetter } from './letters.ts'
import { linkPath, linkRow, usedUp } from './links.ts'
import { countReset } from './throttle.ts'
import { newToken } from './tokens.ts'

export type Resets = ReturnType<typeof createResets>

/**
 * Links to choose a new password, for who asks for their own (the body of `POST login/reset`) and for who sends one to somebody
 * else. It happens after the answer has gone, so neither what is said nor how long it takes tells who has an account.
 */
export function createResets(server: Server, post: Post | null, log: Log) {
  let hasSaidNo = false

  async function send(email: string, address: string, note: Note): Promise<void> {
    const account = tagOf(email)
    if (post && !(await countReset(server, email, address))) return note('throttled', { account, reset: true })
    const made = post ? await sendLink(email, newToken(), post) : null
    note('reset-asked', { user: made?.id, account, sent: made !== null })
  }

  /** One reset link lives at a time. Strangers and inactive people get none. */
  const sendLink = (email: string, token: string, post: Post) =>
    server.store.transact(
      {
        reads: { users: many('users', { email: keyOf(email), active: true }) },
        follow: ({ users }) => ({
          earlier: many('links', { userId: users[0]?.id ?? 0, purpose: 'reset', used: false }),
        }),
      },
      ({ users: [user], earlier }, freshId) => {
        if (!user) return { changes: [], value: null }
        const about = { userId: user.id, purpose: 'reset', lifeMs: RESET_LIFE_MS, now: server.now() } as const
        const link = linkRow(freshId, token, about)
        const letter = resetLetter(server.organisation.appName, user, post.publicUrl + linkPath('reset', token))
        const letters = post.letter({ ...letter, until: link.expireDate })
        return { changes: [...usedUp(earlier), put('links', link), ...letters], value: user }
      },
    )

  function sendLater(email: string, address: string, note: Note): void {
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
      send(email, address, note).catch((error: unknown) =>
        log({ level: 'error', event: 'reset-failed', message: String(error) }),
      )
    })
  }

  return {
    ask(body: unknown, address: string, note: Note): void {
      const form = resetSchema.safeParse(body)
      if (form.success) sendLater(form.data.email, address, note)
    },
    sendTo: ({ email }: { email: string }, address: string, note: Note): void => sendLater(email, address, note),
  }
}
