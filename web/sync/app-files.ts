import { printOf } from './print.ts'

/** What the build writes into the worker: a file and a print of its content (`printOf`), or in one word the hashes by which all others are called. */
export interface AppFile {
  url: string
  revision?: string
}

/** How many files of the app are in this browser's keeping, and of how many. */
export interface KeptFiles {
  kept: number
  total: number
}

export const FILES_CACHE = 'fieldpost-files'

/** Under which key each path is kept. Two versions share one cache and never a key, unless the file is the same. */
export function keysOf(files: readonly AppFile[], base: string): Map<string, string> {
  return new Map(
    files.flatMap(filesIn).map(({ url, revision }) => {
      const { pathname, href } = new URL(url, base)
      return [pathname, revision ? `${href}?revision=${revision}` : href]
    }),
  )
}

const filesIn = (file: AppFile): AppFile[] =>
  file.revision ? [file] : (file.url.match(/.{7}/g) ?? []).map((hash) => ({ url: `assets/${hash}.js` }))

export async function countFiles(keys: ReadonlyMap<string, string>, cache: Pick<Cache, 'keys'>): Promise<KeptFiles> {
  const there = new Set((await cache.keys()).map(({ url }) => url))
  return { kept: [...keys.values()].filter((key) => there.has(key)).length, total: keys.size }
}

/** The largest takes half a minute on the thinnest link; what a silent one holds up is asked for again. */
const PATIENCE_MS = 90_000

/** On a long way a file is mostly waiting; more at a time would leave a thin link nothing for the person's work. */
const AT_ONCE = 2

/**
 * Fetches what is missing, two files at a time. A file that is refused is passed over, and a link that is cut ends it; what has
 * come stays. The answer is counted in the cache itself.
 */
export async function keepFiles(
  keys: ReadonlyMap<string, string>,
  cache: Pick<Cache, 'keys' | 'put'>,
  send: (address: string, options: RequestInit) => Promise<Response> = fetch,
): Promise<KeptFiles> {
  const there = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...keys.values()].filter((key) => !there.has(key))
  const keepSome = async () => {
    try {
      for (let key = missing.shift(); key; key = missing.shift()) await keepFile(key, cache, send)
    } finally {
      // Who was cut off leaves nothing to begin with; what is on its way comes in.
      missing.length = 0
    }
  }
  const lanes = Array.from({ length: AT_ONCE }, keepSome)
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
  return countFiles(keys, cache)
}

async function keepFile(
  key: string,
  cache: Pick<Cache, 'put'>,
  send: (address: string, options: RequestInit) => Promise<Response>,
): Promise<void> {
  const [address, revision] = key.split('?revision=')
  const response = await send(address ?? key, {
    cache: 'no-cache',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (response.ok && (await isOurs(response.clone(), revision))) await cache.put(key, response)
}

/**
 * A captive portal answers every address with its own page, and a server that has been updated meanwhile answers with
 * another version's: either would leave an app that opens and does not work.
 */
async function isOurs(response: Response, revision: string | undefined): Promise<boolean> {
  if (revision) return (await printOf(await response.arrayBuffer())) === revision
  return !response.headers.get('content-type')?.includes('text/html')
}
