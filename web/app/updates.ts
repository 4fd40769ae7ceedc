import { create } from 'zustand'

/** A new version that waits for a quiet moment; `apply` reloads into it. */
export const useUpdate = create<{ apply: (() => void) | null }>()(() => ({ apply: null }))

let applying = false

/** To be called whenever a version may have come so far that it can be applied. */
export function offerUpdate({ active, waiting }: ServiceWorkerRegistration): void {
  if (!active || !waiting) return
  const apply = () => {
    applying = true
    waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  useUpdate.setState({ apply })
}

export function watchController(): void {
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (applying) location.reload()
    // Another tab has applied it: this one keeps what is typed into it and offers the reload.
    else if (isControlled) useUpdate.setState({ apply: () => location.reload() })
    isControlled = true
  })
}
