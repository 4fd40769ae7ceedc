import { Workbox } from 'workbox-window'
import { create } from 'zustand'

/** A new version that waits for a quiet moment; `apply` reloads into it. */
export const useUpdate = create<{ apply: (() => void) | null }>()(() => ({ apply: null }))

const LOOK_MS = 3_600_000

export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox(workerUrl())
  let applying = false
  const apply = () => {
    applying = true
    workbox.messageSkipWaiting()
  }
  const offer = () => useUpdate.setState({ apply })
  workbox.addEventListener('waiting', offer)
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (applying) location.reload()
    // Another tab has applied it: this one keeps what is typed into it and offers the reload.
    else if (isUpdate) useUpdate.setState({ apply: () => location.reload() })
  })
  void workbox.register().catch(() => undefined)
  const look = () => void workbox.update().catch(() => undefined)
  setInterval(look, LOOK_MS)
  window.addEventListener('online', look)
}

/** The content policy takes script addresses from the policy `app` only, and this is the only one it gives. */
function workerUrl(): string {
  const address = '/service-worker.js'
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return address
  return trustedTypes.createPolicy('app', { createScriptURL: () => address }).createScriptURL(address) as string
}

/** Not in TypeScript's DOM library yet. `TrustedScriptURL` passes for a string wherever it is used here. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => unknown }
}
