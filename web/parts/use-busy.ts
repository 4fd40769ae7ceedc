import { useCallback, useRef, useState } from 'react'

/** Lets one run at a time through: a second press, even before the screen has noticed the first, does nothing. */
export function useBusy() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return { busy, run }
}
