import { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { workerUrl } from './worker-url.ts'

/** A new version that waits for a quiet moment; `apply` reloads into it. */
export const useUpdate = create<{ apply: (() => void) | null }>()(() => ({ apply: null }))

let registration: ServiceWorkerRegistration | undefined
let applying = false

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
  const apply = () => {
    applying = true
    workbox.messageSkipWaiting()
  }
  workbox.addEventListener('waiting', () => useUpdate.setState({ apply }))
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (applying) location.reload()
    // Another tab has applied it: this one keeps what is typed into it and offers the reload.
    else if (isUpdate) useUpdate.setState({ apply: () => location.reload() })
  })
  return workbox
}
