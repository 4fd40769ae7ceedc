import type { SnapshotOptions } from './store.ts'

/** The last row of a page of a first sync: its version or when it was closed, and its id. */
type SnapshotPlace = [key: number | string, id: number]

/** An unreadable place starts anew: it costs a page and loses nothing. */
export function readPlace({ part, after }: Pick<SnapshotOptions, 'part' | 'after'>): SnapshotPlace | null {
  if (after === null) return null
  try {
    const place: unknown = JSON.parse(after)
    const [key, id, ...more] = (Array.isArray(place) ? place : []) as unknown[]
    const isKey = part === 'open' ? Number.isSafeInteger(key) : typeof key === 'string' && isDate.test(key)
    return isKey && Number.isSafeInteger(id) && more.length === 0 ? (place as SnapshotPlace) : null
  } catch {
    return null
  }
}

/** An instant, or the beginning of one. */
const isDate = /^[\d:.TZ-]+$/
