import { Device, deviceName } from './data/device.ts'
import { readSession } from './session/kept-session.ts'
import { answerOver } from './sync/beats.ts'
import { playRounds } from './sync/rounds.ts'

interface FileEntry {
  url: string
  /** Null where the address itself changes with the content. */
  revision: string | null
}
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: FileEntry[] }

/**
 * Keeps the built files, so that every screen opens without a connection, and plays rounds for the page. Written by hand,
 * because Workbox would keep a captive portal's page in place of a file, and would take 5 kB of this worker's 60.
 */
const CACHE = 'fieldpost-files'
const files = self.__WB_MANIFEST
const keys = new Map(
  files.map(({ url, revision }) => [pathOf(url), `${pathOf(url)}${revision ? `?revision=${revision}` : ''}`]),
)
const indexKey = keys.get('/index.html') ?? '/index.html'

/** The browser wakes the worker with this tag when there is a connection, also with the app closed. */
const SYNC_TAG = 'fieldpost-round'
interface SyncEvent extends ExtendableEvent {
  tag: string
}

self.addEventListener('install', (event) => event.waitUntil(fetchFiles()))
self.addEventListener('activate', (event) => event.waitUntil(dropOldFiles().then(() => self.clients.claim())))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  // The API is never touched, so no answer of it is ever kept (C-095).
  if (method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/.test(pathname)) return
  const key = keys.get(pathname) ?? (mode === 'navigate' ? indexKey : undefined)
  if (key) event.respondWith(keptFile(key, event.request))
})

self.addEventListener('message', (event) => {
  const { type, news = false } = (event.data ?? {}) as { type?: string; news?: boolean }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  const [port] = event.ports
  if (type === 'play-rounds' && port) event.waitUntil(answerOver(port, () => playRounds(undefined, news)))
})

self.addEventListener('sync' as 'activate', (event) => {
  if ((event as SyncEvent).tag === SYNC_TAG) event.waitUntil(playOrFail())
})

/** One after the other, so that a thin link stays free for the person's work; what a cut has left is not fetched again. */
async function fetchFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map((request) => request.url))
  for (const [path, key] of keys) {
    if (kept.has(new URL(key, self.location.origin).href)) continue
    const response = await fetch(path, { cache: 'no-cache', redirect: 'error' })
    if (!response.ok || !(await isOurs(path, response.clone()))) throw new Error(`Could not fetch ${path}`)
    await cache.put(key, response)
  }
}

/** A captive portal answers every address with its own page. */
async function isOurs(path: string, response: Response): Promise<boolean> {
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false
  if (!path.endsWith('.html')) return !isPage
  return isPage && (await response.text()).includes('<div id="root">')
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const wanted = new Set([...keys.values()].map((key) => new URL(key, self.location.origin).href))
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}

async function keptFile(key: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(key, { ignoreVary: true })) ?? fetch(request)
}

/** A rejected `sync` event is tried again by the browser; signing in is nothing the browser could do. */
async function playOrFail(): Promise<void> {
  if (await isFieldMode()) return
  const result = await playRounds()
  if (result.kind === 'problem' && result.problem !== 'sign-in') throw new Error(`No round: ${result.problem}`)
}

/** In Field Mode nothing goes out but what the person sends: the page asks for that itself. */
async function isFieldMode(): Promise<boolean> {
  const session = await readSession()
  if (!session) return false
  const device = new Device(deviceName(session.user.id))
  const isOn = await device.get('fieldMode')
  device.close()
  return isOn
}

function pathOf(url: string): string {
  return new URL(url, self.location.origin).pathname
}
