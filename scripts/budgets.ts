import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Holds the built web application to what a phone on a bad network can bear. Sizes in kB (1000 bytes) as sent. */
const budgets = { signIn: 141, firstScreen: 282, lazyPart: 40, serviceWorker: 60, precache: 700 }

const dist = 'dist/web'
const entry = 'index.html'
const landing = 'features/landing/landing-page.tsx'
const dashboard = 'features/dashboard/dashboard-page.tsx'
/**
 * Lazy parts of these rooms work behind every screen after sign-in, so the first screen pays for them; not for a dialog or a sheet, which is
 * fetched when it opens, nor for what only a device of more than twenty thousand rows needs, nor for what comes a minute later.
 */
const notYet = ['data/held.ts', 'sync/tidy.ts']
const rooms = ['app/', 'sync/', 'data/', 'net/', 'session/']
const isBehindEveryScreen = (key: string) =>
  rooms.some((room) => key.startsWith(room)) && !/-(dialog|sheet)\.tsx$/.test(key) && !notYet.includes(key)

/** Vite's manifest: the key is a source file relative to web/, or the name of a chunk that several sources share. */
type Chunk = {
  file: string
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
const chunks = JSON.parse(readFileSync('dist/web-chunks.json', 'utf8')) as Record<string, Chunk>
const lazyParts = Object.keys(chunks).filter((key) => chunkOf(key).isDynamicEntry)

for (const page of [landing, dashboard]) {
  if (existsSync(join('web', page))) continue
  console.error(`web/${page} does not exist, so its budget cannot be measured. Has it moved? Tell scripts/budgets.ts.`)
  process.exit(1)
}

const signIn = [entry, ...lazyWayTo(landing)]
const firstScreen = [entry, ...lazyWayTo(dashboard), ...lazyParts.filter(isBehindEveryScreen)]
const otherParts = lazyParts.filter((key) => !signIn.includes(key) && !firstScreen.includes(key))

const rows = [
  row('sign-in', gzip(filesOf(signIn)), budgets.signIn),
  row('first screen', gzip(filesOf(firstScreen)), budgets.firstScreen),
  ...otherParts
    .map((key) => row(`+ ${key}`, gzip(extraFilesOf(key)), budgets.lazyPart))
    .sort((a, b) => b.size - a.size),
  row('service worker', gzip(new Set(['service-worker.js'])), budgets.serviceWorker),
  row('precache (brotli)', brotli(precached()), budgets.precache),
]

const width = Math.max(...rows.map(({ what }) => what.length))
for (const { what, size, budget } of rows) {
  const verdict = size > budget ? `  over by ${(size - budget).toFixed(1)}` : ''
  console.log(`${what.padEnd(width)} ${size.toFixed(1).padStart(7)} of ${String(budget).padStart(3)} kB${verdict}`)
}
if (rows.some(({ size, budget }) => size > budget)) process.exit(1)

function row(what: string, bytes: number, budget: number) {
  return { what, size: bytes / 1000, budget }
}

/** The lazy parts that are loaded one after the other until this page shows; none if the page is not lazy itself. */
function lazyWayTo(page: string): string[] {
  const ways: string[][] = [[entry]]
  const seen = new Set<string>()
  for (const way of ways) {
    const last = way.at(-1) ?? entry
    if (last === page) return way.slice(1)
    for (const key of closure(last)) {
      for (const next of chunkOf(key).dynamicImports ?? []) {
        if (seen.has(next)) continue
        seen.add(next)
        ways.push([...way, next])
      }
    }
  }
  return []
}

/** Beyond the first screen; of a part within a page (it imports what the page brings) beyond that page, which has a row of its own. */
function extraFilesOf(part: string): Set<string> {
  const pages = [...closure(part)].filter((key) => key !== part && otherParts.includes(key))
  const there = new Set([...filesOf(firstScreen), ...filesOf(pages)])
  return new Set([...filesOf([part])].filter((file) => !there.has(file)))
}

function filesOf(parts: string[]): Set<string> {
  const files = parts.flatMap((part) =>
    [...closure(part)].flatMap((key) => [chunkOf(key).file, ...(chunkOf(key).css ?? [])]),
  )
  return new Set(parts.includes(entry) ? [entry, ...files] : files)
}

/** A chunk and everything it imports at once. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of chunkOf(key).imports ?? []) closure(next, seen)
  return seen
}

function chunkOf(key: string): Chunk {
  const chunk = chunks[key]
  if (!chunk) throw new Error(`dist/web-chunks.json has no ${key}`)
  return chunk
}

/** What the worker keeps: the list that the build has written into it. */
function precached(): Set<string> {
  const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')
  const urls = [...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].flatMap(([, url]) => url ?? [])
  // What is called by a hash stands there in one word.
  const all = urls.flatMap((url) => [url, ...(url.match(/.{7}/g) ?? []).map((hash) => `assets/${hash}.js`)])
  return new Set(all.filter((url) => existsSync(join(dist, url))))
}

function gzip(files: Set<string>): number {
  return sum(files, (path) => gzipSync(readFileSync(path), { level: 9 }).length)
}

function brotli(files: Set<string>): number {
  return sum(files, (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size)
}

function sum(files: Set<string>, size: (path: string) => number): number {
  return [...files].reduce((total, file) => total + size(join(dist, file)), 0)
}
