import { MAX_CALL_BYTES } from '#shared/model/limits.ts'

/**
 * What lies beside the databases of this browser, under the database's name: a second copy of what has not been sent (Cache
 * Storage, and localStorage while it is small), and a marker that says how much that was (localStorage). A browser that throws a database away may leave them.
 * Nothing of Dexie here: the sign-in page reads it too.
 */
interface CopiedCall {
  seq: number
  id: string
  name: string
  /** Of the command when it was made; none is 1. */
  version?: number
  input: unknown
  at: string
}
export interface SecondCopy {
  identity: { number: number; counter: number; lastSeq: number }
  /** The server's database that knows this device's number and calls. */
  epoch: string
  calls: CopiedCall[]
  /** What needs the person, as it lies in *attention*. */
  attention: { key: string }[]
  /** How many things that is, as people count them. */
  items: number
  /** Half-typed texts, which are counted and not copied. */
  texts: number
  /** Files whose bytes have not arrived, likewise. */
  files: number
}

interface Marker {
  /** Things on this device that had not been sent, or needed the person. */
  items: number
  texts: number
  /** What the browser threw away and what of it came back; until the person has read it. */
  thrownAway?: ThrownAway
}
export interface ThrownAway {
  items: number
  back: number
  texts: number
}

/** The newest copy that can be read; null when there is none. */
export async function readCopy(database: string): Promise<SecondCopy | null> {
  const small = readSmall(database)
  const large = await readLarge(database).catch((error: unknown) => {
    if (small) return null
    throw error
  })
  if (!small || !large) return small ?? large
  const [a, b] = [small.identity, large.identity]
  return a.number === b.number && a.lastSeq > b.lastSeq ? small : large
}

async function readLarge(database: string): Promise<SecondCopy | null> {
  if (typeof caches === 'undefined') return null
  const cache = await caches.open(besideOf(database))
  for (const request of await newestFirst(cache)) {
    const copy = (await (await cache.match(request))?.json().catch(() => null)) as SecondCopy | null | undefined
    if (copy) return copy
  }
  return null
}

/**
 * Writes the new copy before it deletes the old: on a full disk the old one stays. A cache that was made while the disk was
 * full stays broken in Chromium; when nothing can be read from it, it is made anew.
 */
export async function writeCopy(database: string, copy: SecondCopy): Promise<void> {
  const text = JSON.stringify(copy)
  writeSmall(database, text)
  if (typeof caches === 'undefined') return
  try {
    await put(database, text)
  } catch (error) {
    if (await readLarge(database).catch(() => null)) throw error
    await caches.delete(besideOf(database))
    await put(database, text)
  }
}

async function put(database: string, text: string): Promise<void> {
  const cache = await caches.open(besideOf(database))
  const before = await newestFirst(cache)
  await cache.put(`/${database}/${before[0] ? numberOf(before[0]) + 1 : 1}`, new Response(text))
  for (const request of before) await cache.delete(request)
}

export async function dropCopy(database: string): Promise<void> {
  writeSmall(database, '')
  if (typeof caches !== 'undefined') await caches.delete(besideOf(database))
}

/** In characters; a browser gives an address some five million. */
const SMALL = 1_000_000

/**
 * A copy that is not too large lies in localStorage as well: on a disk that is full for long Chromium throws away all databases and caches of an
 * address, and leaves that.
 */
function writeSmall(database: string, text: string): void {
  const isSmall = text.length > 0 && text.length <= SMALL
  try {
    localStorage.removeItem(besideOf(database))
    if (isSmall) localStorage.setItem(besideOf(database), text)
  } catch {
    // No older copy lies there in place of it.
  }
}

function readSmall(database: string): SecondCopy | null {
  try {
    return JSON.parse(localStorage.getItem(besideOf(database)) ?? 'null') as SecondCopy | null
  } catch {
    return null
  }
}

export const readMarker = (database: string): Marker | null => readMarkers()[database] ?? null

/** A marker is worth a try, never a failure: `null` takes it away. */
export function writeMarker(database: string, marker: Marker | null): void {
  try {
    const { [database]: _, ...others } = readMarkers()
    localStorage.setItem(MARKERS, JSON.stringify(marker ? { ...others, [database]: marker } : others))
  } catch {
    // A browser without a place for it says less after it has thrown something away.
  }
}

/**
 * What this browser threw away of anybody, and what of it can be put back when they sign in: a marker whose database is not
 * there. Null when nothing is missing.
 */
export async function findThrownAway(): Promise<ThrownAway | null> {
  const found: ThrownAway = { items: 0, back: 0, texts: 0 }
  let isAny = false
  for (const [database, { items, texts }] of Object.entries(readMarkers())) {
    if (await exists(database)) continue
    const copied = (await readCopy(database).catch(() => null))?.items ?? 0
    isAny = true
    found.items += Math.max(items, copied)
    found.back += copied
    found.texts += texts
  }
  return isAny ? found : null
}

const PROBE = 'fieldpost-probe-'

/**
 * A database that does not open says no reason. Where the browser's other storage takes nothing as well, it is the disk. Under a name of
 * its own each time: a cache that was made on a full disk stays broken. Not to be asked again and again: Chromium may throw away all that an
 * address has when it writes in vain.
 */
export async function isFullBeside(): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  const name = `${PROBE}${Date.now()}`
  try {
    await (await caches.open(name)).put('/probe', new Response('x'.repeat(MAX_CALL_BYTES)))
    return false
  } catch {
    return true
  } finally {
    await caches.delete(name).catch(() => false)
  }
}

/** Once there is room: a full disk lets nothing be deleted for good either. */
export async function dropProbes(): Promise<void> {
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (name.startsWith(PROBE)) await caches.delete(name)
}

const MARKERS = 'fieldpost-kept'

function readMarkers(): Record<string, Marker> {
  try {
    return (JSON.parse(localStorage.getItem(MARKERS) ?? '{}') ?? {}) as Record<string, Marker>
  } catch {
    return {}
  }
}

/** Opens it without making it: where there is none, the opening is called off. */
function exists(database: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.open(database)
    let isThere = true
    request.onupgradeneeded = () => {
      isThere = false
      request.transaction?.abort()
    }
    request.onsuccess = () => {
      request.result.close()
      resolve(true)
    }
    // One that does not open now is not gone.
    request.onerror = () => resolve(isThere)
  })
}

const besideOf = (database: string): string => `${database}-unsent`
const numberOf = (request: Request): number => Number(new URL(request.url).pathname.split('/').at(-1))
const newestFirst = async (cache: Cache): Promise<Request[]> =>
  [...(await cache.keys())].sort((a, b) => numberOf(b) - numberOf(a))
