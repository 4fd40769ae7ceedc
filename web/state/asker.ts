import { within } from '../data/within.ts'

/** What became of a question: the answer, or null when none came in time. */
export interface Told<T> {
  body: T | null
  /** When (ms). */
  at: number
  /** What had changed last when it was asked. */
  changes: string
  /** The server has answered that it will not say. */
  isRefused?: true
}

/** `refused`: the server has answered that it will not say (4xx), so asking again is no use. */
export type Got<T> = { body: T; at: number } | 'none' | 'refused'

/** After an answer: others may change something every second. */
const GAP_MS = 3_000
/** C-110: three more tries, from one second on; then the question rests as long as an answer would be fresh. */
const RETRIES_MS = [1_000, 2_000, 4_000]
export const FRESH_MS = 300_000
/** Longer than anybody who asks waits for an answer: one that the browser has forgotten is asked again. */
const AT_MOST_MS = 15_000

/** Asks one question again and again: at once when `changes` does, but for a pause, and some time after no answer came. */
export function createAsker<T>(ask: (changes: string) => Promise<Got<T>>, tell: (told: Told<T>) => void) {
  let wanted = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity
  let isAsking = false
  let isOver = false
  let tries = 0

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void askNow(), ms)
  }
  const askNow = async () => {
    isAsking = true
    const changes = wanted
    const got = await within<Got<T>>(AT_MOST_MS, ask(changes), () => 'none')
    isAsking = false
    if (isOver) return
    const none = { body: null, at: Date.now(), changes }
    tell(got === 'refused' ? { ...none, isRefused: true } : got === 'none' ? none : { ...got, changes })
    if (got === 'none') return schedule(RETRIES_MS[tries++] ?? FRESH_MS)
    tries = 0
    lastAt = performance.now()
    if (wanted !== changes) schedule(GAP_MS)
  }

  return {
    ask(changes: string) {
      wanted = changes
      tries = 0
      if (!isAsking) schedule(Math.max(0, lastAt + GAP_MS - performance.now()))
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
