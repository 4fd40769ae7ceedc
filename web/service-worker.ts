import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { playRounds } from './sync/rounds.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** The browser wakes the worker with this tag when there is a connection, also with the app closed. */
const SYNC_TAG = 'fieldpost-round'
interface SyncEvent extends ExtendableEvent {
  tag: string
}

// Every screen opens from here; the API is never touched, so no answer of it is ever kept (C-095).
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/] }))

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  const [port] = event.ports
  if (type === 'play-rounds' && port) event.waitUntil(answerWithRounds(port))
})

self.addEventListener('sync' as 'activate', (event) => {
  if ((event as SyncEvent).tag === SYNC_TAG) event.waitUntil(playOrFail())
})

/** A round that breaks answers null: the page then does it itself. */
async function answerWithRounds(port: MessagePort): Promise<void> {
  port.postMessage(await playRounds().catch(() => null))
}

/** A rejected `sync` event is tried again by the browser. */
async function playOrFail(): Promise<void> {
  const result = await playRounds()
  if (result.kind === 'problem' && result.problem !== 'sign-in') throw new Error(`No round: ${result.problem}`)
}
