const WAIT_MS = 1_500
const MISSES = 3

/**
 * Runs `work` while no other tab or worker of this browser does, under one web lock held around one request only. After
 * three misses it runs without the lock: a frozen tab must not stop the others, and the rules of sync make that merely
 * wasteful. Where there are no locks it simply runs.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work()
  for (let miss = 0; miss < MISSES; miss++) {
    const held = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? { value: await work() } : null,
    )
    if (held) return held.value
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  return work()
}
