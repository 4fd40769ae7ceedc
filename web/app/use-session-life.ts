import { useCallback, useEffect, useState } from 'react'
import type { KeptSession } from '../session/kept-session.ts'
import { loadSession, lockNow, pauseSession, resumeSession } from '../session/session.ts'
import { lookAtSession, type Leave } from './session-life.ts'
import { useDevice } from '../data/device-context.tsx'
import { takeBack } from '../sync/forget.ts'
import { useEngine } from '../sync/engine-context.tsx'

const CHECK_MS = 30_000

/**
 * The session's 69,000,000 ms, counted from sign-in by this device's clock and looked at on every return to the page
 * (C-091). When they seem to be over the server is asked: if it agrees, the person goes to the sign-in page; where it
 * cannot be asked, and so nobody could sign in, the session is paused and locks: unlocked, reading and drafting go on. A paused session
 * goes on by itself, or asks to sign in over the page, as soon as the server says which.
 */
export function useSessionLife(session: KeptSession, leave: Leave) {
  const engine = useEngine()
  const { device } = useDevice()
  const [asking, setAsking] = useState(false)
  const { alive, since, token } = session

  useEffect(() => {
    let isDone = false
    const stop = onReturn(async () => {
      if (isDone) return
      const next = await lookAtSession({ alive, since, token }, Date.now())
      if (isDone || next === 'goes-on') return
      isDone = true
      if (next === 'resume') await resumeSession(token)
      else if (next === 'pause') await pauseSession().then(lockNow)
      else if (next === 'leave') await leave('expired')
      else if (next === 'take-back') await takeBack(device, token).then(loadSession)
      else setAsking(true)
    })
    return () => {
      isDone = true
      stop()
    }
  }, [alive, since, token, leave, device])

  useEffect(() => {
    if (alive) engine.ask()
  }, [alive, engine])

  const ask = useCallback(() => setAsking(true), [])
  const dismiss = useCallback(() => setAsking(false), [])
  return { asking: asking && !alive, ask, dismiss }
}

/** Now, every half minute, and whenever the page or the link comes back. */
function onReturn(check: () => Promise<void>): () => void {
  const run = () => {
    if (document.visibilityState === 'visible') void check()
  }
  run()
  const timer = setInterval(run, CHECK_MS)
  document.addEventListener('visibilitychange', run)
  window.addEventListener('online', run)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
    window.removeEventListener('online', run)
  }
}
