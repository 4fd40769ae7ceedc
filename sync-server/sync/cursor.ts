import type { User } from '#shared/model/reference.ts'
import { sightMark } from '#shared/rules/visibility.ts'
import type { Server } from '../execute/execute.ts'
import type { Place } from '../store/store.ts'

/** How many taskings a first sync brings, counted once at its start: at a million that takes longer than a page. */
export interface Extent {
  open: number
  closed: number
  /** How many days of closed ones that are; fewer than the window where there are too many (decision 079). */
  days: number
}

/** `epoch.version`, or while a first sync runs `epoch.base.part.done-open-closed-days.place`; the epoch of somebody's own sight (`placeOf`). */
export type Position =
  | { part: 'live'; version: number; isNew: false }
  | {
      part: 'start' | 'open' | 'closed'
      base: number
      done: number
      /** Null where an earlier release began. */
      extent: Extent | null
      after: string | null
      isNew: boolean
    }

export const anew: Position = { part: 'start', base: 0, done: 0, extent: null, after: null, isNew: true }

/** A hundred years. */
const MOST_DAYS = 36_525

/** What is of another life, or of a history that is gone, begins anew. */
export function readCursor(cursor: string | null, now: Place): Position {
  const [madeIn, version, part, counted = '', ...place] = cursor?.split('.') ?? []
  const number = Number(version)
  if (madeIn !== now.epoch || !Number.isSafeInteger(number) || number > now.version) return anew
  if (part !== 'open' && part !== 'closed') return { part: 'live', version: number, isNew: false }
  const [done = 0, open, closed, days] = counted.split('-').map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : 0))
  const isWhole = open !== undefined && closed !== undefined && days !== undefined && days <= MOST_DAYS
  const extent = isWhole ? { open, closed, days } : null
  return { part, base: number, done, extent, after: place.join('.') || null, isNew: false }
}

/** The version that a cursor names which is not of a first sync, as long as nobody has looked whose it is; null for any other. */
export function liveVersionIn(cursor: string | null): number | null {
  const [, version, ...more] = cursor?.split('.') ?? []
  const number = Number(version)
  return version !== undefined && more.length === 0 && Number.isSafeInteger(number) ? number : null
}

/** Where the next page of a first sync begins. An earlier release that reads it knows all but how far it has come. */
export const cursorIn = (
  epoch: string,
  {
    part,
    base,
    done,
    extent: { open, closed, days },
    after,
  }: { part: string; base: number; done: number; extent: Extent; after: string },
): string => `${epoch}.${base}.${part}.${done}-${open}-${closed}-${days}.${after}`

/** A cursor says for whose eyes it is: who sees other rows than before, without any having changed, starts anew. */
export const placeOf = ({ organisation }: Server, user: User, { epoch, version }: Place): Place => ({
  epoch: epoch + sightMark(user, organisation),
  version,
})
