import { useCallback, useEffect, useRef, useState } from 'react'

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

/** Tells whether what asked for something is still on the screen when its answer comes: who has gone on is not called back. */
export function useIsHere(): () => boolean {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  return () => here.current
}
