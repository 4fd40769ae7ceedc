import { useEffect, useState } from 'react'

/** By then it begins whatever there is to see. */
const LATEST_MS = 4_000
const IDLE_MS = 1_000

let isShown = false
let show: () => void
const shown = new Promise<void>((resolve) => {
  show = () => {
    isShown = true
    resolve()
  }
})

/**
 * Until the first screen of a start shows what it is about, nothing else begins: on a slow phone what goes on behind the pages took a fifth of
 * the time in which the list comes (decision 073).
 */
export const firstLook = (): Promise<void> => shown

export const firstLookIsThere = (): void => show()

/** For a page that does not say itself when it is there: once it leaves the browser time. */
export function firstLookIsNear(): void {
  // Safari has no such call.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(show, { timeout: IDLE_MS })
  else setTimeout(show, IDLE_MS)
}

/** From here on it comes, whatever happens. */
export function watchFirstLook(): void {
  setTimeout(show, LATEST_MS)
}

/** What is fetched only then. */
export const afterFirstLook =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    shown.then(load)

export function useFirstLook(): boolean {
  const [isThere, setThere] = useState(isShown)
  useEffect(() => {
    let isCurrent = true
    void shown.then(() => isCurrent && setThere(true))
    return () => void (isCurrent = false)
  }, [])
  return isThere
}
