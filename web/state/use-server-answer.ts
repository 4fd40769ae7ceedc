import { useEffect, useRef, useState } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { useToday } from '../data/use-query.ts'
import { ofOnePerson } from '../session/of-one-person.ts'
import { useSession } from '../session/session.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { askServer } from './ask-server.ts'
import { createAsker, FRESH_MS, type Got, type Told } from './asker.ts'
import { useSaves } from './saves.ts'
import { useOnline } from './use-online.ts'

interface ServerAnswer<T> {
  /** What the server said last at this address; null until it has, and while it is out of reach. */
  body: T | null
  /** When it said so (ms). */
  at: number
  /** It was asked after the last of `changes`, after the last save of this page, and today. */
  isCurrent: boolean
  /** It has been asked, and may still answer in time. */
  isAwaited: boolean
  /** It has answered that there is nothing, or nothing for this person. */
  isRefused: boolean
}

/** The last answers of this page, by who asked what: fresh for five minutes while nothing has changed or been saved (C-110). */
const answers = new Map<string, Answer & { since: number }>()
ofOnePerson(() => answers.clear())
interface Answer<T = unknown> extends Omit<Told<T>, 'body'> {
  body: T
}
const MOST_ANSWERS = 50

/**
 * What the server says at this address, for what the device cannot know: reading while connected, the one way. It is asked again
 * whenever `more` changes, this page has saved something or another day has begun, and three times more where no answer came (C-110).
 */
export function useServerAnswer<T>(path: string | null, more: string | number = ''): ServerAnswer<T> {
  const changes = `${useToday()} ${useSaves(({ count }) => count)} ${more}`
  const { device } = useDevice()
  const { ask: round } = useEngine()
  const online = useOnline()
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const [told, setTold] = useState<(Told<T> & { path: string }) | null>(null)
  const asker = useRef<ReturnType<typeof createAsker<T>>>(null)
  const isReachable = path !== null && online && token !== undefined

  useEffect(() => {
    if (!isReachable) return
    const ask = async (asked: string): Promise<Got<T>> => {
      const kept = freshAt<T>(`${token} ${path}`)
      if (kept && kept.changes === asked) return kept
      const got = await askServer<T>({ device, token, round }, path)
      if (typeof got !== 'string') keep(`${token} ${path}`, { ...got, changes: asked })
      return got
    }
    // An answer stands, with its time, when the next one does not come.
    const tell = (next: Told<T>) =>
      setTold((last) => (next.body === null && last?.path === path && last.body !== null ? last : { ...next, path }))
    const own = (asker.current = createAsker(ask, tell))
    return () => own.stop()
  }, [path, isReachable, token, device, round])
  useEffect(() => {
    if (isReachable) asker.current?.ask(changes)
    // All that makes another asker: one that is never asked is waited for without end.
  }, [path, isReachable, token, device, round, changes])

  const last = isReachable && told?.path === path ? told : null
  return {
    body: last?.body ?? null,
    at: last?.at ?? 0,
    isCurrent: last !== null && last.body !== null && last.changes === changes,
    isAwaited: isReachable && last === null,
    isRefused: last?.isRefused === true,
  }
}

function keep(key: string, told: Answer): void {
  answers.delete(key)
  answers.set(key, { ...told, since: performance.now() })
  for (const oldest of answers.keys()) {
    if (answers.size <= MOST_ANSWERS) break
    answers.delete(oldest)
  }
}

function freshAt<T>(key: string): Answer<T> | undefined {
  const kept = answers.get(key)
  return kept && performance.now() - kept.since < FRESH_MS ? (kept as Answer<T>) : undefined
}
