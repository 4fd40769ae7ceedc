import { MAX_CALL_BYTES } from '#shared/model/limits.ts'

/**
 * What lies beside the databases of this browser, under the database's name: a second copy of what has not been sent (Cache
 * Storage, and localStorage while it is small), and a marker that says how much that was (localStorage). A browser that throws a
 * database away may leave them. Nothing of Dexie here: the sign-in page reads it too.
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
  /** Files whose bytes have not arrived, which are counted and not copied. */
  files: number
  /** Half-typed texts; in localStorage alone, as they change with every pause of whoever types. */
  forms: { key: string }[]
}
/** As it lies in the cache. */
type LargeCopy = Omit<SecondCopy, 'forms'>

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
  /** Half-typed texts that came back; an older app did not count them. */
  textsBack?: number
}

/** The newest copy that can be read; null when there is none. */
export async function readCopy(database: string): Promise<SecondCopy | null> {
  const small = readSmall(database)
  const large = await readLarge(database).catch((error: Error) => (small ? null : Promise.reject(error)))
  const copy = small && large && small.identity.lastSeq <= large.identity.lastSeq ? large : (small ?? large)
  return copy && { ...copy, forms: small?.forms ?? [] }
}

export async function readLarge(database: string): Promise<LargeCopy | null> {
  if (typeof caches === 'undefined') return null
  const cache = await caches.open(besideOf(database))
  for (const request of await newestFirst(cache)) {
    const copy = (await (await cache.match(request))?.json().catch(() => null)) as LargeCopy | null | undefined
    if (copy) return copy
  }
  return null
}

const readSmall = (database: string) => read<SecondCopy>(besideOf(database))

export const readMarker = (database: string): Marker | null => readMarkers()[database] ?? null

/** A marker is worth a try, never a failure: a browser without a place for it says less after it has thrown something away. `null` takes it away. */
export function writeMarker(database: string, marker: Marker | null): void {
  const { [database]: _, ...others } = readMarkers()
  write(MARKERS, JSON.stringify(marker ? { ...others, [database]: marker } : others))
}

/**
 * What this browser threw away of anybody, and what of it can be put back when they sign in: a marker whose database is not
 * there. Null when nothing is missing.
 */
export async function findThrownAway(): Promise<ThrownAway | null> {
  const found = { items: 0, back: 0, texts: 0, textsBack: 0 }
  let isAny = false
  for (const [database, { items, texts }] of Object.entries(readMarkers())) {
    if (await exists(database)) continue
    const copy = await readCopy(database).catch(() => null)
    const copied = copy?.items ?? 0
    isAny = true
    found.items += Math.max(items, copied)
    found.back += copied
    const typed = copy?.forms.length ?? 0
    found.texts += Math.max(0, texts - typed)
    found.textsBack += typed
  }
  return isAny ? found : null
}

/** What caches that ask for room are called. */
export const PROBE = 'fieldpost-probe'

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

const MARKERS = 'fieldpost-kept'

const readMarkers = () => read<Record<string, Marker>>(MARKERS) ?? {}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** False where it does not fit, or there is no place for it. */
export function write(key: string, text: string): boolean {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
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

export const besideOf = (database: string): string => `${database}-unsent`
export const numberOf = (request: Request): number => Number(new URL(request.url).pathname.split('/').at(-1))
export const newestFirst = async (cache: Cache): Promise<Request[]> =>
  [...(await cache.keys())].sort((a, b) => numberOf(b) - numberOf(a))
