import { randomInt } from 'node:crypto'
import { HTTPException } from 'hono/http-exception'
import { put, type Change } from '#shared/kernel/change.ts'
import { many, one, type Found } from '#shared/kernel/reads.ts'
import { INVITATION_LIFE_MS } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import type { CallRow, Link, SessionRow } from '#shared/model/server-tables.ts'
import type { User } from '#shared/model/reference.ts'
import { passwordProblem } from '#shared/rules/passwords.ts'
import type { Post } from '../execute/effects.ts'
import type { Server } from '../execute/execute.ts'
import type { Note } from '../http/note.ts'
import { letGuess } from './guess.ts'
import { changedLetter, invitationLetter } from './letters.ts'
import { isLive, linkPath, linkRow, usedUp } from './links.ts'
import type { Passwords } from './passwords.ts'
import { ended, unsigned } from './sessions.ts'
import { forgiveAttempts, guessesAt } from './throttle.ts'
import { newToken, tokenHash } from './tokens.ts'

interface AccountChange {
  userId: number
  password?: string | undefined
  /** The present password, from who changes their own account: it is compared before anything is written. */
  current?: string | undefined
  invite: boolean
  /** Who asks; their session goes on when it is their own account. */
  by: User
  session: SessionRow
  address: string
  note: Note
}
export type Accounts = ReturnType<typeof createAccounts>

/** What a call did to an account, known inside its transaction and told after it. */
interface Done {
  before: User | undefined
  after: User
  password: boolean
  link: Link | null
  ended: number
}
/** With the words of the link, of which only a hash is kept. */
interface Invited {
  user: User
  token: string
  link: Link
}

/** What belongs to a user's row and is no device's to know: the password, the links to choose one, the sessions. */
export function createAccounts(server: Server, passwords: Passwords, post: Post | null) {
  /**
   * The hash that the present password of who asks fits, or null. A wrong one is a guess, as at the sign-in: whoever has a session
   * that was left open or stolen must not find the password out. @throws HTTPException 429 after too many.
   */
  async function prove(current: string, { by, session, address, note }: AccountChange): Promise<string | null> {
    const guesses = guessesAt(by.email, address, session)
    await letGuess(server, guesses, note, { user: by.id })
    const { credential } = await server.store.read({ reads: { credential: one('credentials', by.id) } })
    if (!credential || !(await passwords.verify(credential.hash, current))) return null
    await forgiveAttempts(server, guesses)
    return credential.hash
  }

  /**
   * A server for one call: what the call writes to the user's row and what goes with it are one transaction. The password
   * is hashed before, so that the transaction does not wait for it; what was refused or done before brings nothing along.
   * `invitation` says where the link went, or tells it where there is no mail (C-103).
   * @throws HTTPException 429 and, in the transaction, 422 when the present password does not fit.
   */
  async function beside(
    change: AccountChange,
  ): Promise<{ through: Server; invitation: (first?: CallRow) => Promise<object> }> {
    const { userId, by, note } = change
    const isAsked = change.current !== undefined
    const proven = change.current === undefined ? null : await prove(change.current, change)
    const hash = change.password === undefined ? null : await passwords.hash(change.password)
    const token = change.invite ? newToken() : null
    let done: Done | null = null

    const more = (found: Found<ReturnType<typeof accountReads>>, freshId: number, after: User): Change[] => {
      const { $user: before, $credential, $sessions, $links, $devices } = found
      // Asked here: a call that the diary knows is answered as it was, and a password can change while it is compared.
      if (isAsked && (proven === null || $credential?.hash !== proven)) {
        note('wrong-password', { user: by.id })
        throw notTheirs()
      }
      const now = server.now()
      const about = { userId, purpose: 'invitation', lifeMs: INVITATION_LIFE_MS, now } as const
      const link = token !== null && after.active ? linkRow(freshId, token, about) : null
      const isOver = hash !== null || !after.active
      // Links that went to the address of before are in somebody's old mailbox.
      const hasMoved = before?.email !== after.email
      const endsOthers = isOver || hasMoved || before.roles !== after.roles
      const over = endsOthers ? others($sessions, change.session.id) : []
      const silenced = endsOthers ? $devices.filter(({ signSession }) => signSession !== change.session.id) : []
      done = { before, after, password: hash !== null, link, ended: over.length }
      const invitation = link &&
        token !== null &&
        post?.reachesPeople && { letter: invitationTo(after, token, post), link }
      return [
        ...lettersAbout(done, by),
        ...(invitation ? post.letter({ ...invitation.letter, until: invitation.link.expireDate }) : []),
        ...(hash === null ? [] : [put('credentials', { id: userId, hash, changedDate: now })]),
        ...ended(over, now, { by: by.id, why: hash !== null && after.active ? 'password' : 'account' }),
        ...unsigned(silenced),
        ...usedUp($links.filter(({ purpose }) => isOver || hasMoved || (link && purpose === link.purpose))),
        ...(link ? [put('links', link)] : []),
      ]
    }

    const { store } = server
    const transact: typeof store.transact = async (plan, decide) => {
      const reads = { ...plan.reads, ...accountReads(userId) }
      const value = await store.transact({ ...plan, reads }, (found, freshId) => {
        done = null
        const decided = decide(found, freshId)
        const saved = decided.changes.find(isRowOf(userId))
        if (!saved) return decided
        return { ...decided, changes: [...decided.changes, ...more(found, freshId, saved.row)] }
      })
      if (done) tell(done, by, note)
      return value
    }
    const invitation = async (first?: CallRow): Promise<object> => {
      if (token === null) return {}
      if (!done) {
        const { id = 0 } = (first?.input ?? {}) as { id?: number }
        const [again] = await retold([id], (link) => link.id === first?.id, note)
        return again ? { invitation: toldOf(again) } : {}
      }
      const { link, after: user } = done
      if (!link) return {}
      if (!post?.reachesPeople) return { invitation: toldOf({ user, token, link }) }
      return { invitation: { sentTo: user.email, expires: link.expireDate } }
    }
    return { through: { ...server, store: { ...store, transact } }, invitation }
  }

  /**
   * A server for one call that opens accounts out of a file: each gets its invitation in the transaction that makes it. `invitations` tells the links
   * where there is no mail.
   */
  function besideImport(note: Note): { through: Server; invitations: (first?: CallRow) => Promise<object> } {
    let made: User[] = []
    let invited: Invited[] = []
    const { store } = server
    const transact: typeof store.transact = async (plan, decide) => {
      const value = await store.transact(plan, (found, freshId) => {
        const decided = decide(found, freshId)
        made = decided.changes.filter(isNewAccount).map(({ row }) => row)
        invited = made
          .filter(({ active }) => active)
          .map((user) => {
            const token = newToken()
            const about = {
              userId: user.id,
              purpose: 'invitation',
              lifeMs: INVITATION_LIFE_MS,
              now: server.now(),
            } as const
            return { user, token, link: linkRow(randomInt(...MANY_LINKS), token, about) }
          })
        const letters = invited.flatMap(({ user, token, link }) =>
          post?.reachesPeople ? post.letter({ ...invitationTo(user, token, post), until: link.expireDate }) : [],
        )
        return {
          ...decided,
          changes: [...decided.changes, ...invited.map(({ link }) => put('links', link)), ...letters],
        }
      })
      for (const { id, roles } of made) note('account-made', { user: id, roles })
      for (const { user } of invited) note('invited', { user: user.id })
      return value
    }
    const invitations = async (first?: CallRow): Promise<object> => {
      if (post?.reachesPeople) return {}
      const { rows = [] } = (first?.input ?? {}) as { rows?: { id: number }[] }
      const ids = rows.map(({ id }) => id)
      const told = made.length > 0 ? invited : await retold(ids, ({ id }) => id >= MANY_LINKS[0], note)
      if (told.length === 0) return {}
      return {
        invitations: told.map((one) => ({ fullName: one.user.fullName, email: one.user.email, ...toldOf(one) })),
      }
    }
    return { through: { ...server, store: { ...store, transact } }, invitations }
  }

  /**
   * A call that comes again did nothing now, and the answer that told its links may be lost. Those that could still be followed are told in new
   * words, in place of the old ones and for as long: who asks can do no more than with the first answer. A link that somebody made since is
   * not the call's own, and stays a secret.
   */
  async function retold(userIds: number[], isItsOwn: (link: Link) => boolean, note: Note): Promise<Invited[]> {
    if (post?.reachesPeople) return []
    const reads = { users: many('users', { id: userIds }), links: many('links', { userId: userIds, used: false }) }
    const again = await server.store.transact({ reads }, ({ users, links }) => {
      const own = links.filter((link) => isLive(link, server.now()) && isItsOwn(link))
      const value = users.flatMap((user): Invited[] => {
        const link = own.find(({ userId }) => userId === user.id)
        const token = newToken()
        return link ? [{ user, token, link: { ...link, tokenHash: tokenHash(token) } }] : []
      })
      return { changes: value.map(({ link }) => put('links', link)), value }
    })
    for (const { user } of again) note('invited', { user: user.id })
    return again
  }

  const invitationTo = (user: User, token: string, { publicUrl }: Post) =>
    invitationLetter(server.organisation.appName, user, publicUrl + linkPath('reset', token))

  /** To the person, at every address that the account has had before and after. */
  function lettersAbout({ before, after, password }: Done, by: User | null): Change[] {
    const moved = before?.email !== after.email
    const roles = before?.roles === after.roles ? null : after.roles
    if (!post || !before || (!password && !moved && roles === null)) return []
    const changed = { person: after, password, moved, roles, by: by?.id === after.id ? null : by }
    const addresses = [...new Set([before.email, after.email])]
    return addresses.flatMap((to) => post.letter(changedLetter(server.organisation.appName, to, changed)))
  }

  /** To the log. */
  function tell({ before, after, password, link, ended }: Done, by: User | null, note: Note): void {
    const user = after.id
    const isOwn = by === null || by.id === user
    if (!before) note('account-made', { user, roles: after.roles })
    if (link) note('invited', { user })
    if (!before) return
    if (password) note('password-changed', { user })
    if (before.email !== after.email) note('email-changed', { user })
    if (before.roles !== after.roles) note('roles-changed', { user, from: before.roles, to: after.roles })
    if (before.active !== after.active) note(after.active ? 'account-opened' : 'account-closed', { user })
    if (ended > 0 && !isOwn) note('sessions-ended', { user, ended })
  }

  /**
   * Sets the password of whoever holds the link of an invitation or a reset. Ends all sessions, signs nobody in; answers why
   * not, or null.
   */
  async function accept(token: string, password: string, note: Note): Promise<'over' | { problem: string } | null> {
    const hashed = tokenHash(token)
    const reads = { links: many('links', { tokenHash: hashed }) }
    const follow = ({ links }: { links: Link[] }) => accountReads(links[0]?.userId ?? 0)

    const before = await server.store.read({ reads, follow })
    if (!isLive(before.links[0], server.now()) || !before.$user?.active) return 'over'
    const problem = passwordProblem(password, server.organisation, before.$user)
    if (problem) return { problem }
    const hash = await passwords.hash(password)
    const done = await server.store.transact(
      { reads, follow },
      ({ links: [link], $user, $sessions, $links, $devices }) => {
        if (!isLive(link, server.now()) || !$user?.active) return { changes: [], value: null }
        const credential = put('credentials', { id: link.userId, hash, changedDate: server.now() })
        const ending = { by: link.userId, why: 'password' } as const
        const value: Done = { before: $user, after: $user, password: true, link: null, ended: $sessions.length }
        const letters = lettersAbout(value, null)
        const over = [...ended($sessions, server.now(), ending), ...unsigned($devices), ...usedUp($links)]
        return { changes: [credential, ...over, ...letters], value }
      },
    )
    if (!done) return 'over'
    tell(done, null, note)
    // Whoever had to wait after too many wrong guesses need not any more.
    await forgiveAttempts(server, guessesAt(done.after.email, '', null))
    return null
  }

  return { beside, besideImport, accept }
}

/** Beyond every fresh id, which is the id of a link that comes alone and of the call that made it. */
const MANY_LINKS = [2 ** 47, 2 ** 48 - 1] as const

const isNewAccount = (change: Change): change is Change & { kind: 'add'; table: 'users'; row: User } =>
  change.kind === 'add' && change.table === 'users'

const toldOf = ({ token, link }: Invited) => ({ link: linkPath('reset', token), expires: link.expireDate })

const notTheirs = (): HTTPException =>
  new HTTPException(422, {
    message: messages.wrongPassword,
    cause: { errors: [{ field: 'currentPassword', message: messages.wrongPassword }] },
  })

const accountReads = (userId: number) => ({
  $user: one('users', userId),
  $credential: one('credentials', userId),
  $sessions: many('sessions', { userId, ended: false }),
  $links: many('links', { userId, used: false }),
  $devices: many('devices', { userId }),
})

const others = (sessions: SessionRow[], except: number): SessionRow[] => sessions.filter(({ id }) => id !== except)

const isRowOf =
  (userId: number) =>
  (change: Change): change is Exclude<Change, { kind: 'remove' }> & { table: 'users'; row: User } =>
    change.kind !== 'remove' && change.table === 'users' && change.row.id === userId
