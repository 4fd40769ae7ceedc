/**
 * When somebody last touched Fieldpost in this browser. It lies in localStorage, because every tab must know it at once, before an event is
 * answered; 0 = locked. What cannot be read, or lies ahead of the clock, is long ago.
 */
const TOUCHED = 'fieldpost-touched'
/** This device is used by several people. Of the device, not of who is signed in. */
const SHARED = 'fieldpost-shared'
const MINUTE_MS = 60_000
const NOTE_MS = 5_000

/** What this browser did not take; holds in this tab. */
let unkept: number | undefined

const touchedAgo = (): number => {
  try {
    return Date.now() - (unkept ?? Number(localStorage.getItem(TOUCHED) ?? NaN))
  } catch {
    return NaN
  }
}

const isOverdue = (): boolean => {
  const ago = touchedAgo()
  return !(ago > -MINUTE_MS && ago < idleMinutes() * MINUTE_MS)
}

/** Whether nothing of what is kept here may be shown (decision 054). */
export const mustLock = (session: { lock?: unknown } | null): boolean => Boolean(session?.lock) && isOverdue()

/** False when it was not kept, and so is forgotten with this tab. */
export function writeTouch(at: number): boolean {
  unkept = undefined
  try {
    localStorage.setItem(TOUCHED, String(at))
  } catch {
    unkept = at
  }
  return unkept === undefined
}

/** Of a person's hand; only while nothing is locked. */
export const noteTouch = (): void => void (touchedAgo() < NOTE_MS || writeTouch(Date.now()))

export const isShared = (): boolean => {
  try {
    return localStorage.getItem(SHARED) !== null
  } catch {
    return true
  }
}
/** False when this browser did not take it. */
export function setShared(shared: boolean): boolean {
  try {
    if (shared) localStorage.setItem(SHARED, '1')
    else localStorage.removeItem(SHARED)
  } catch {
    return false
  }
  return true
}
export const idleMinutes = (): number => (isShared() ? 5 : 15)
