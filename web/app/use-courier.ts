import { useEffect } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { afterFirstLook } from '../loading/first-look.ts'
import type { KeptSession } from '../session/kept-session.ts'

const loadCourier = afterFirstLook(() => import('../state/courier.ts'))

/** After each contact: what is carried for others goes along, by code that the first screen does not wait for. */
export function useCourier(session: KeptSession, lastOk = 0): void {
  const { device } = useDevice()
  useEffect(() => {
    if (lastOk === 0) return
    let isCurrent = true
    loadCourier()
      // Whoever has left meanwhile has no database here that it might make anew.
      .then(({ attend }) => (isCurrent ? attend(device, session) : undefined))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [device, session, lastOk])
}
