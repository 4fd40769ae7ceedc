import { useCallback, useEffect, useState } from 'react'
import { isReachable } from '../net/reachability.ts'
import type { KeptSession } from '../session/kept-session.ts'
import { pauseSession } from '../session/session.ts'
import { useEngine } from '../sync/engine-context.tsx'
import type { Leave } from './app.tsx'

const CHECK_MS = 30_000

/**
 * The session's 69,000,000 ms, counted from sign-in and looked at on every return to the page (C-091): online it is
 * cleared and the person goes to the sign-in page; offline, where nobody can sign in, it is paused and reading and
 * drafting go on. A paused session asks to sign in over the page as soon as the server can be reached.
 */
export function useSessionLife(session: KeptSession, leave: Leave) {
  const engine = useEngine()
  const [asking, setAsking] = useState(false)
  const { alive, expires } = session

  useEffect(() => {
    if (!alive) return
    const check = async () => {
      if (Date.now() < Date.parse(expires)) return
      if (await isReachable()) await leave('expired')
      else await pauseSession()
    }
    return onReturn(check)
  }, [alive, expires, leave])

  useEffect(() => {
    if (alive) {
      engine.ask()
      return
    }
    let current = true
    let asked = false
    const offer = async () => {
      if (asked || !(await isReachable()) || !current) return
      asked = true
      setAsking(true)
    }
    const stop = onReturn(offer)
    return () => {
      current = false
      stop()
    }
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
