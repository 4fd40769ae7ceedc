import { create } from 'zustand'

/** Chromium's offer to install the app; it comes soon after the page has loaded, and is good for one question. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

export const useInstallOffer = create<{ offer: InstallOffer | null }>()(() => ({ offer: null }))

/** Keeps the browser's offer for the moment in which it makes sense to people, instead of its own bar at the first visit. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallOffer.setState({ offer: event as InstallOffer })
  })
  window.addEventListener('appinstalled', () => {
    useInstallOffer.setState({ offer: null })
    // What people have just been told that installing does (`data/keep-storage.ts`).
    void navigator.storage?.persist?.()
  })
}

/** Safari on iOS alone says whether it stands on the home screen, and has no offer: people do it by hand. */
export const isSafariOfPhone = (): boolean =>
  'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false

const ASKED = 'fieldpost-install-asked'

/** Once per browser, whoever is signed in. A browser that keeps nothing is not asked: it would be asked for ever. */
export function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null
  } catch {
    return true
  }
}

export function keepAsked(): void {
  try {
    localStorage.setItem(ASKED, new Date().toISOString())
  } catch {
    // A full disk: then it is asked once more.
  }
}
