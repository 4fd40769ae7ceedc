import { besideOf, newestFirst, numberOf, readLarge, write, type SecondCopy } from './beside.ts'

/**
 * Writes the new copy before it deletes the old: on a full disk the old one stays. A cache that was made while the disk was
 * full stays broken in Chromium; when nothing can be read from it, it is made anew.
 */
export async function writeCopy(database: string, { forms, ...copy }: SecondCopy): Promise<void> {
  const text = JSON.stringify(copy)
  writeSmall(database, JSON.stringify({ ...copy, forms }))
  if (copy.items === 0) return dropLarge(database)
  if (typeof caches === 'undefined') return
  const before = await readLarge(database).catch(() => null)
  if (JSON.stringify(before) === text) return
  try {
    await put(database, text)
  } catch (error) {
    if (before) throw error
    await dropLarge(database)
    await put(database, text)
  }
}

async function put(database: string, text: string): Promise<void> {
  const cache = await caches.open(besideOf(database))
  const before = await newestFirst(cache)
  await cache.put(`/${before[0] ? numberOf(before[0]) + 1 : 1}`, new Response(text))
  for (const request of before) await cache.delete(request)
}

export function dropCopy(database: string): Promise<void> {
  write(besideOf(database), '')
  return dropLarge(database)
}
async function dropLarge(database: string): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(besideOf(database))
}

/** In characters; a browser gives an address some five million. */
const SMALL = 1_000_000

/**
 * A copy that is not too large lies in localStorage as well: on a disk that is full for long Chromium throws away all databases and caches of an
 * address, and leaves that.
 */
function writeSmall(database: string, text: string): void {
  // No older one stays in its place.
  if (text.length > SMALL || !write(besideOf(database), text)) write(besideOf(database), '')
}
