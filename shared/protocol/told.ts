import { instant } from '../model/fields.ts'

/**
 * What a device says of itself with each round, in a header, which older servers do not read (decision 057): `1.4.0`, or
 * `1.4.0 3 2026-03-07T09:00:00.000Z` when three things stay on it beyond the calls of this round, the oldest since then.
 */
export interface Told {
  appVersion: string
  unsent: number
  unsentSince: string | null
  /**
   * Closed taskings may come without what belongs to them, and fewer of them than the window has (decisions 071, 079): `1.4.0+lean`, which older
   * servers read as a version.
   */
  isLean?: boolean
}
export const TOLD = 'x-device'
const LEAN = '+lean'

export const toldLine = ({ appVersion, unsent, unsentSince }: Told, isLean = false): string =>
  appVersion + (isLean ? LEAN : '') + (unsent > 0 ? ` ${unsent} ${unsentSince}` : '')

/** Null for what is none. */
export function readTold(text = ''): Told | null {
  const [, appVersion, unsent = '0', since] = /^(\d[\w.+-]{0,40})(?: (\d{1,6}) (\S{24}))?$/.exec(text) ?? []
  if (appVersion === undefined || (since !== undefined && !instant.safeParse(since).success)) return null
  const isLean = appVersion.endsWith(LEAN)
  return {
    appVersion: isLean ? appVersion.slice(0, -LEAN.length) : appVersion,
    unsent: Number(unsent),
    unsentSince: since ?? null,
    ...(isLean ? { isLean } : {}),
  }
}

/** The `code` of a 401 to a device whose session an administrator has ended: it deletes what came from the server. */
export const SESSION_REVOKED = 'SESSION_REVOKED'
