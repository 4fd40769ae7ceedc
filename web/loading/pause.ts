/**
 * Waits so many milliseconds, or less: until the link comes back (`online`), until somebody looks at the page again
 * (`visible`), or until `end`.
 */
export function pause(ms: number, ...until: ('online' | 'visible')[]): { over: Promise<void>; end: () => void } {
  const ended = new AbortController()
  const { signal } = ended
  const end = () => ended.abort()
  const timer = setTimeout(end, ms)
  if (until.includes('online')) window.addEventListener('online', end, { signal })
  if (until.includes('visible')) {
    const look = () => document.visibilityState === 'visible' && end()
    document.addEventListener('visibilitychange', look, { signal })
  }
  const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  return { over: over.then(() => clearTimeout(timer)), end }
}

/** How long to wait after so many failures in a row: 1, 2, 4 … 60 s, a little less by chance, so that not all ask at once. */
export const backOff = (failures: number): number =>
  Math.min(1_000 * 2 ** (failures - 1), 60_000) * (0.75 + Math.random() / 4)
