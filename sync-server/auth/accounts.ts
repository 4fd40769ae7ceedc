import { put, type Change } from '#shared/kernel/change.ts'
import { many, one, type Found } from '#shared/kernel/reads.ts'
import { INVITATION_LIFE_MS } from '#shared/model/limits.ts'
import type { Link, SessionRow } from '#shared/model/server-tables.ts'
import type { User } from '#shared/model/reference.ts'
import { passwordProblem } from '#shared/rules/passwords.ts'
import type { Server } from '../execute.ts'
import { invitationLetter, type Post } from './letters.ts'
import { isLive, linkPath, linkRow, usedUp } from './links.ts'
import type { Passwords } from './passwords.ts'
import { forgiveAttempts, guessesAt } from './throttle.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface AccountChange {
  userId: number
  password?: string | undefined
  invite: boolean
  /** The session of whoever changes their own account; it goes on. */
  keepSession: number
}
export type Accounts = ReturnType<typeof createAccounts>

/** What belongs to a user's row and is no device's to know: the password, the links to choose one, the sessions. */
export function createAccounts(server: Server, passwords: Passwords, post: Post | null) {
  /**
   * A server for one call: what the call writes to the user's row and what goes with it are one transaction. The password
   * is hashed before, so that the transaction does not wait for it; what was refused or done before brings nothing along.
   * `invitation` mails the link, or tells it where there is no mail (C-103).
   */
  async function beside(change: AccountChange): Promise<{ through: Server; invitation: () => object }> {
    const hash = change.password === undefined ? null : await passwords.hash(change.password)
    const token = change.invite ? newToken() : null
    let invited: { user: User; link: Link } | null = null

    const more = (
      { $user, $sessions, $links }: Found<ReturnType<typeof accountReads>>,
      version: number,
      user: User,
    ): Change[] => {
      const now = server.now()
      const about = { userId: change.userId, purpose: 'invitation', lifeMs: INVITATION_LIFE_MS, now } as const
      const link = token !== null && user.active ? linkRow(version, token, about) : null
      invited = link && { user, link }
      const isOver = hash !== null || !user.active
      // Links that went to the address of before are in somebody's old mailbox.
      const hasMoved = $user?.email !== user.email
      return [
        ...(hash === null ? [] : [put('credentials', { id: change.userId, hash, changedDate: now })]),
        ...(isOver ? ended($sessions, change.keepSession) : []),
        ...usedUp($links.filter(({ purpose }) => isOver || hasMoved || (link && purpose === link.purpose))),
        ...(link ? [put('links', link)] : []),
      ]
    }
    const tellInvitation = (): object => {
      if (!invited || token === null) return {}
      const { user, link } = invited
      const path = linkPath('reset', token)
      if (!post?.reachesPeople) return { invitation: { link: path, expires: link.expireDate } }
      post.send(invitationLetter(server.organisation.appName, user, post.publicUrl + path))
      return { invitation: { sentTo: user.email, expires: link.expireDate } }
    }

    const { store } = server
    const transact: typeof store.transact = (plan, decide) =>
      store.transact({ ...plan, reads: { ...plan.reads, ...accountReads(change.userId) } }, (found, version) => {
        const decided = decide(found, version)
        const saved = decided.changes.find(isRowOf(change.userId))
        if (!saved) return decided
        return { ...decided, changes: [...decided.changes, ...more(found, version, saved.row)] }
      })
    return { through: { ...server, store: { ...store, transact } }, invitation: tellInvitation }
  }

  /**
   * Sets the password of whoever holds the link of an invitation or a reset. Ends all sessions, signs nobody in; answers why
   * not, or null.
   */
  async function accept(token: string, password: string): Promise<'over' | { problem: string } | null> {
    const hashed = tokenHash(token)
    const reads = { links: many('links', { tokenHash: hashed }) }
    const follow = ({ links }: { links: Link[] }) => accountReads(links[0]?.userId ?? 0)

    const before = await server.store.read({ reads, follow })
    if (!isLive(before.links[0], server.now()) || !before.$user?.active) return 'over'
    const problem = passwordProblem(password, server.organisation, before.$user)
    if (problem) return { problem }
    const hash = await passwords.hash(password)
    const refusal = await server.store.transact({ reads, follow }, ({ links: [link], $user, $sessions, $links }) => {
      if (!isLive(link, server.now()) || !$user?.active) return { changes: [], value: 'over' as const }
      const credential = put('credentials', { id: link.userId, hash, changedDate: server.now() })
      return { changes: [credential, ...ended($sessions, 0), ...usedUp($links)], value: null }
    })
    // Whoever had to wait after too many wrong guesses need not any more.
    if (refusal === null) await forgiveAttempts(server, guessesAt(before.$user.email, null))
    return refusal
  }

  return { beside, accept }
}

const accountReads = (userId: number) => ({
  $user: one('users', userId),
  $sessions: many('sessions', { userId, ended: false }),
  $links: many('links', { userId, used: false }),
})

const ended = (sessions: SessionRow[], except: number): Change[] =>
  sessions.filter((row) => row.id !== except).map((row) => put('sessions', { ...row, ended: true }))

const isRowOf =
  (userId: number) =>
  (change: Change): change is Exclude<Change, { kind: 'remove' }> & { table: 'users'; row: User } =>
    change.kind !== 'remove' && change.table === 'users' && change.row.id === userId
