import type { User } from '#shared/model/reference.ts'
import { sightMark } from '#shared/rules/visibility.ts'
import type { Server } from '../execute/execute.ts'
import type { Place } from '../store/store.ts'

/** `epoch.version`, or while a first sync runs `epoch.base.part.done.place`; the epoch of somebody's own sight (`placeFor`). */
export type Position =
  | { part: 'live'; version: number; isNew: false }
  | { part: 'start' | 'open' | 'closed'; base: number; done: number; after: string | null; isNew: boolean }

export const anew: Position = { part: 'start', base: 0, done: 0, after: null, isNew: true }

/** What is of another life, or of a history that is gone, begins anew. */
export function readCursor(cursor: string | null, now: Place): Position {
  const [madeIn, version, part, done, ...place] = cursor?.split('.') ?? []
  const number = Number(version)
  if (madeIn !== now.epoch || !Number.isSafeInteger(number) || number > now.version) return anew
  if (part !== 'open' && part !== 'closed') return { part: 'live', version: number, isNew: false }
  return { part, base: number, done: Number(done) || 0, after: place.join('.') || null, isNew: false }
}

/** A cursor says for whose eyes it is: who sees other rows than before, without any having changed, starts anew. */
export const placeOf = ({ organisation }: Server, user: User, { epoch, version }: Place): Place => ({
  epoch: epoch + sightMark(user, organisation),
  version,
})
export const placeFor = async (server: Server, user: User): Promise<Place> =>
  placeOf(server, user, await server.store.position())
