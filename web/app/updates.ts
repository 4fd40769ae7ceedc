import { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { workerUrl } from './worker-url.ts'

/** A new version that waits for a quiet moment; `apply` reloads into it, as long as nothing is typed and it comes within its milliseconds. */
export const useUpdate = create<{ apply: ((patience?: number) => void) | null }>()(() => ({ apply: null }))

let registration: ServiceWorkerRegistration | undefined

/** For so long a page waits for the version that it has asked for: later its person may be writing elsewhere in it. */
const PATIENCE_MS = 5_000
const ASK_AGAIN_MS = 500
/** What is typed withdraws it. */
let askedUntil = 0
const isAsked = () => performance.now() < askedUntil

/** Registers the worker, once it can be had, and offers each new version of it. @throws while its script cannot be had */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  // One whose first worker could not be installed is gone with it.
  if (registration?.active || registration?.waiting || registration?.installing) return registration
  const found = await theWorker().register()
  if (!found) throw new Error('The worker could not be registered')
  return (registration = found)
}

let known: Workbox | undefined
function theWorker(): Workbox {
  if (known) return known
  const workbox = (known = new Workbox(workerUrl))
  // Again and again: Chromium forgets it where the older worker is given a round at that moment.
  const ask = () => {
    workbox.messageSkipWaiting()
    if (isAsked()) setTimeout(ask, ASK_AGAIN_MS)
  }
  const apply = (patience = PATIENCE_MS) => {
    askedUntil = performance.now() + patience
    ask()
  }
  addEventListener('input', () => (askedUntil = 0), { capture: true })
  workbox.addEventListener('waiting', () => useUpdate.setState({ apply }))
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (isAsked()) location.reload()
    // Another tab has applied it, or it came late, when its person was writing: this one keeps what is typed into it and offers the reload.
    else if (isUpdate) useUpdate.setState({ apply: () => location.reload() })
  })
  return workbox
}
