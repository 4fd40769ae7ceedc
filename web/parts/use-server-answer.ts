import { useEffect, useState } from 'react'
import { callApi } from '../net/api.ts'
import { useSession } from '../session/session.ts'
import { useOnline } from './live-line.tsx'

/**
 * What the server says at this address, for what the device cannot know; null until it has answered and while it is out
 * of reach. It is asked again whenever `changes` does.
 */
export function useServerAnswer<T>(path: string | null, changes?: string | number): T | null {
  const online = useOnline()
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const [answer, setAnswer] = useState<{ path: string; body: T } | null>(null)
  useEffect(() => {
    if (path === null || !online || !token) return
    let isOver = false
    void callApi<T>(path, { token }).then((got) => {
      if (!isOver && got.kind === 'ok') setAnswer({ path, body: got.body })
    })
    return () => {
      isOver = true
    }
  }, [path, online, token, changes])
  return online && answer !== null && answer.path === path ? answer.body : null
}
