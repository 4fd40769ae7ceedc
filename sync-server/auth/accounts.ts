import { put, type Change } from '#shared/kernel/change.ts'
import { many, one, type Found } from '#shared/kernel/reads.ts'
import { INVITATION_LIFE_MS } from '#shared/model/limits.ts'
import type { Link, SessionRow } from '#shared/model/server-tables.ts'
import { passwordProblem } from '#shared/rules/passwords.ts'
import type { Server } from '../execute.ts'
import type { Passwords } from './passwords.ts'
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
export function createAccounts(server: Server, passwords: Passwords) {
  /**
   * A server for one call: what the call writes to the user's row and what goes with it are one transaction. The password
   * is hashed before, so that the transaction does not wait for it; what was refused or done before brings nothing along.
   */
  async function beside(change: AccountChange): Promise<{ through: Server; invitation: () => object }> {
    const hash = change.password === undefined ? null : await passwords.hash(change.password)
    const token = change.invite ? newToken() : null
    const expireDate = new Date(Date.parse(server.now()) + INVITATION_LIFE_MS).toISOString()
    let isInvited = false

    const more = (
      { $sessions, $links }: Found<ReturnType<typeof accountReads>>,
      version: number,
      isActive: boolean,
    ) => {
      const date = server.now()
      const link = { id: version, userId: change.userId, purpose: 'invitation', createDate: date, used: false } as const
      isInvited = token !== null
      return [
        ...(hash === null ? [] : [put('credentials', { id: change.userId, hash, changedDate: date })]),
        ...(hash !== null || !isActive ? ended($sessions, change.keepSession) : []),
        ...(hash !== null || token !== null || !isActive ? usedUp($links) : []),
        ...(token === null ? [] : [put('links', { ...link, tokenHash: tokenHash(token), expireDate })]),
      ]
    }

    const { store } = server
    const transact: typeof store.transact = (plan, decide) =>
      store.transact({ ...plan, reads: { ...plan.reads, ...accountReads(change.userId) } }, (found, version) => {
        const decided = decide(found, version)
        const saved = decided.changes.find(isRowOf(change.userId))
        if (!saved) return decided
        return { ...decided, changes: [...decided.changes, ...more(found, version, saved.row.active)] }
      })
    return {
      through: { ...server, store: { ...store, transact } },
      invitation: () =>
        isInvited ? { invitation: { link: `/reset#token=${String(token)}`, expires: expireDate } } : {},
    }
  }

  /** Sets the password of whoever holds the link. Signs nobody in; answers why not, or null. */
  async function accept(token: string, password: string): Promise<'over' | { problem: string } | null> {
    const hashed = tokenHash(token)
    const reads = { links: many('links', { tokenHash: hashed }) }
    const follow = ({ links }: { links: Link[] }) => ({
      user: one('users', links[0]?.userId ?? 0),
      ...accountReads(links[0]?.userId ?? 0),
    })
    const isLive = (link: Link | undefined, user: { active: boolean } | undefined): link is Link =>
      link !== undefined && !link.used && link.expireDate > server.now() && user?.active === true

    const before = await server.store.read({ reads, follow })
    if (!isLive(before.links[0], before.user)) return 'over'
    const problem = passwordProblem(password, server.organisation)
    if (problem) return { problem }
    const hash = await passwords.hash(password)
    return server.store.transact({ reads, follow }, ({ links: [link], user, $sessions, $links }) => {
      if (!isLive(link, user)) return { changes: [], value: 'over' as const }
      const credential = put('credentials', { id: link.userId, hash, changedDate: server.now() })
      return { changes: [credential, ...ended($sessions, 0), ...usedUp($links)], value: null }
    })
  }

  return { beside, accept }
}

const accountReads = (userId: number) => ({
  $sessions: many('sessions', { userId, ended: false }),
  $links: many('links', { userId, used: false }),
})

const ended = (sessions: SessionRow[], except: number) =>
  sessions.filter((row) => row.id !== except).map((row) => put('sessions', { ...row, ended: true }))
const usedUp = (links: Link[]) => links.map((row) => put('links', { ...row, used: true }))

const isRowOf =
  (userId: number) =>
  (change: Change): change is Extract<Change, { kind: 'put' }> & { table: 'users'; row: { active: boolean } } =>
    change.kind === 'put' && change.table === 'users' && change.row.id === userId
