import { Device, deviceName } from './data/device.ts'
import { readSession } from './session/kept-session.ts'
import { countFiles, FILES_CACHE, keepFiles, keysOf, type AppFile, type KeptFiles } from './sync/app-files.ts'
import { answerOver } from './sync/beats.ts'
import { endOfHolds } from './sync/hold.ts'
import { playRounds, type Wish } from './sync/rounds.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] }

/**
 * Keeps the built files, so that every screen opens without a connection, and plays rounds for the page. Written by hand,
 * because Workbox would keep a captive portal's page in place of a file, and would take 5 kB of this worker's 60.
 */
const keys = keysOf(self.__WB_MANIFEST, self.location.origin)
const indexKey = keys.get('/index.html')

/** The browser wakes the worker with this tag when there is a connection, also with the app closed. */
const SYNC_TAG = 'fieldpost-round'
interface SyncEvent extends ExtendableEvent {
  tag: string
}

self.addEventListener('install', (event) => event.waitUntil(holdAll()))
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
  const { type, ...wish } = (event.data ?? {}) as Wish & { type?: string }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  const [port] = event.ports
  if (!port) return
  if (type === 'count-files') event.waitUntil(count().then((files) => port.postMessage(files)))
  if (type === 'keep-files') event.waitUntil(answerOver(port, keep))
  if (type === 'play-rounds') event.waitUntil(answerOver(port, () => playRounds(undefined, wish)))
})

self.addEventListener('sync' as 'activate', (event) => {
  if ((event as SyncEvent).tag === SYNC_TAG) event.waitUntil(playOrFail())
})

let keeping: Promise<KeptFiles> | null = null

/** Whoever asks while files are fetched gets that result. */
function keep(): Promise<KeptFiles> {
  keeping ??= open()
    .then((cache) => keepFiles(keys, cache))
    .finally(() => (keeping = null))
  return keeping
}

const open = () => caches.open(FILES_CACHE)
const count = async () => countFiles(keys, await open())

/** A worker that lacks a file is never installed: until then the one before it serves its own, and holds them all. */
async function holdAll(): Promise<void> {
  const { kept, total } = await keep()
  if (kept < total) throw new Error(`${total - kept} files are missing`)
}

async function dropOldFiles(): Promise<void> {
  const cache = await open()
  const wanted = new Set(keys.values())
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}

async function keptFile(key: string, request: Request): Promise<Response> {
  return (await (await open()).match(key, { ignoreVary: true })) ?? fetch(request)
}

/** A rejected `sync` event is tried again by the browser; signing in is nothing the browser could do. */
async function playOrFail(): Promise<void> {
  if (!(await mayPlay())) return
  const result = await playRounds()
  if (result.kind === 'problem' && result.problem !== 'sign-in') throw new Error(`No round: ${result.problem}`)
}

/**
 * In Field Mode nothing goes out but what the person sends: the page asks for that itself. Else once no call is held any more, for the browser
 * may not wake the worker again when the page that held it was closed meanwhile.
 */
async function mayPlay(): Promise<boolean> {
  const session = await readSession()
  if (!session) return true
  const device = new Device(deviceName(session.user.id))
  if (!(await device.get('fieldMode'))) await endOfHolds(device)
  // Those six seconds are long enough to switch it on.
  const isFieldMode = await device.get('fieldMode')
  device.close()
  return !isFieldMode
}
