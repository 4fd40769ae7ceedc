import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { atHandOf, skewOf } from './at-hand.ts'
import { useDevice } from './device-context.tsx'
import type { Device } from './device.ts'
import { useDisk } from './disk.ts'

/** Now as the server would say it: this device's clock may be set wrong, and every round shows by how much (C-108). */
export const nowOn = (device: Device): number => Date.now() + skewOf(device)

/** The same for a screen, for all that a server or a call has dated. Renewed every half minute unless told otherwise. */
export function useNow(everyMs?: number): number {
  return useOwnNow(everyMs) + useSkew()
}

/** Now by this device's own clock, for what it has dated by that: its drafts, its contacts with the server. */
export function useOwnNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Whoever has it is drawn again when it changes, not with each contact. */
function useSkew(): number {
  const { device } = useDevice()
  const openings = useDisk((disk) => disk.openings)
  const subscribe = useCallback(
    (changed: () => void) => atHandOf(device, openings).of('contact').subscribe(changed, changed),
    [device, openings],
  )
  return useSyncExternalStore(subscribe, () => skewOf(device))
}
