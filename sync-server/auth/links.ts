import { put, type Change } from '#shared/kernel/change.ts'
import type { Link } from '#shared/model/server-tables.ts'
import { tokenHash } from './tokens.ts'

/** The token stands behind `#`, which browsers never send: it is in no log of a server or a proxy. */
export const linkPath = (page: 'reset' | 'setup', token: string): string => `/${page}#token=${token}`

export const linkRow = (
  id: number,
  token: string,
  { userId, purpose, lifeMs, now }: { userId: number; purpose: Link['purpose']; lifeMs: number; now: string },
): Link => ({
  id,
  tokenHash: tokenHash(token),
  userId,
  purpose,
  createDate: now,
  expireDate: new Date(Date.parse(now) + lifeMs).toISOString(),
  used: false,
})

export const isLive = (link: Link | undefined, now: string): link is Link =>
  link !== undefined && !link.used && link.expireDate > now

export const usedUp = (links: Link[]): Change[] => links.map((row) => put('links', { ...row, used: true }))
