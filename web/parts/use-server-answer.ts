import { useEffect, useRef, useState } from 'react'
import { callApi } from '../net/api.ts'
import { useSession } from '../session/session.ts'
import { createAsker, type Told } from './asker.ts'
import { useOnline } from './live-line.tsx'

export interface ServerAnswer<T> {
  /** What the server said last at this address; null until it has, and while it is out of reach. */
  body: T | null
  /** When it said so (ms). */
  at: number
  /** It was asked after the last of `changes`. */
  isCurrent: boolean
  /** It has been asked, and may still answer in time. */
  isAwaited: boolean
}

/** Nobody is kept waiting longer. */
const IN_TIME_MS = 8_000

/**
 * What the server says at this address, for what the device cannot know. It is asked again whenever `changes` does, and some
 * time after it has not answered.
 */
export function useServerAnswer<T>(path: string | null, changes?: string | number): ServerAnswer<T> {
  const online = useOnline()
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const [told, setTold] = useState<(Told<T> & { path: string }) | null>(null)
  const asker = useRef<ReturnType<typeof createAsker<T>>>(null)
  const isReachable = path !== null && online && token !== undefined

  useEffect(() => {
    if (!isReachable) return
    const ask = async () => {
      const got = await callApi<T>(path, { token, timeoutMs: IN_TIME_MS })
      return got.kind === 'ok' ? got.body : null
    }
    // An answer stands, with its time, when the next one does not come.
    const tell = (next: Told<T>) =>
      setTold((last) => (next.body === null && last?.path === path && last.body !== null ? last : { ...next, path }))
    const own = (asker.current = createAsker(ask, tell))
    return () => own.stop()
  }, [path, isReachable, token])
  useEffect(() => {
    if (isReachable) asker.current?.ask(changes)
  }, [path, isReachable, token, changes])

  const last = isReachable && told?.path === path ? told : null
  return {
    body: last?.body ?? null,
    at: last?.at ?? 0,
    isCurrent: last !== null && last.body !== null && last.changes === changes,
    isAwaited: isReachable && last === null,
  }
}
