/** What became of a question: the answer, or null when none came in time. */
export interface Told<T> {
  body: T | null
  /** When (ms). */
  at: number
  /** What had changed last when it was asked. */
  changes: string | number | undefined
}

/** After an answer: others may change something every second. */
const GAP_MS = 3_000
/** After none. */
const AGAIN_MS = 15_000

/** Asks one question again and again: at once when `changes` does, but for a pause, and some time after no answer came. */
export function createAsker<T>(ask: () => Promise<T | null>, tell: (told: Told<T>) => void) {
  let wanted: Told<T>['changes']
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity
  let isAsking = false
  let isOver = false

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void askNow(), ms)
  }
  const askNow = async () => {
    isAsking = true
    const changes = wanted
    const body = await ask()
    isAsking = false
    if (isOver) return
    tell({ body, at: Date.now(), changes })
    if (body !== null) lastAt = performance.now()
    if (body === null) schedule(AGAIN_MS)
    else if (wanted !== changes) schedule(GAP_MS)
  }

  return {
    ask(changes: Told<T>['changes']) {
      wanted = changes
      if (!isAsking) schedule(Math.max(0, lastAt + GAP_MS - performance.now()))
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
