import { useEffect, useState } from 'react'

/** True where the browser sends what waits with the app closed: it has Background Sync, and a service worker to wake. */
export function useSendsClosed(): boolean {
  const [sends, setSends] = useState(false)
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const registration = await navigator.serviceWorker?.getRegistration()
      if (!isOver) setSends(registration !== undefined && 'sync' in registration && registration.active !== null)
    }
    void look().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [])
  return sends
}
