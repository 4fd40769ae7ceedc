import { vi } from 'vitest'

/** What the lock sees of a browser: its disk, its localStorage, its running time, and a hand on it. */
export interface Browser {
  /** The last touch, as it lies there; `throws`: this browser lets nobody look. */
  touched: string | null
  /** Milliseconds that the page has run, whatever the clock says. */
  running: number
  /** Something that a hand or another tab does; says what became of it. */
  hand: (name: string) => { prevented: boolean; stopped: boolean }
  onClose: (stop: () => void) => void
  closePage: () => void
}

export function aBrowser(disk: IDBFactory): Browser {
  const stored = new Map<string, string>()
  const target = new EventTarget()
  const stops: (() => void)[] = []
  const own: Browser = {
    touched: null,
    running: 0,
    hand: (name) => {
      const event = new Event(name, { cancelable: true })
      let isHeard = false
      const hear = () => (isHeard = true)
      target.addEventListener(name, hear)
      target.dispatchEvent(event)
      target.removeEventListener(name, hear)
      return { prevented: event.defaultPrevented, stopped: !isHeard }
    },
    onClose: (stop) => void stops.push(stop),
    closePage: () => stops.splice(0).forEach((stop) => stop()),
  }
  const isLast = (key: string) => key === 'fieldpost-touched'
  const refuse = () => {
    if (own.touched === 'throws') throw new DOMException('Not here', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', disk)
  vi.stubGlobal('window', target)
  vi.stubGlobal('performance', { now: () => own.running })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (refuse(), isLast(key) ? own.touched : (stored.get(key) ?? null)),
    setItem: (key: string, value: string) => (
      refuse(),
      isLast(key) ? void (own.touched = value) : void stored.set(key, value)
    ),
    removeItem: (key: string) => void stored.delete(key),
  })
  return own
}
