import type { Store } from './store.ts'

/** A lease lasts a minute: whoever has it asks again well before, and whoever has not asks now and then. */
export const RENEW_MS = 20_000
const ASK_AGAIN_MS = 5_000

/** Whether this process does what goes by a name. The database is asked only as often as it takes to keep the lease, or to notice that it is free. */
export function createHolding(store: Pick<Store, 'lease'>, name: string): () => Promise<boolean> {
  let isHeld = false
  let known = 0
  return async () => {
    const asked = performance.now()
    if (asked < known) return isHeld
    isHeld = await store.lease(name)
    // Counted from before it was asked for: here it is over before the database says so.
    known = asked + (isHeld ? RENEW_MS : ASK_AGAIN_MS)
    return isHeld
  }
}

/** Does what no other process does meanwhile, however long it takes; null when another one is at it. */
export async function underLease<T>(
  store: Pick<Store, 'lease'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  if (!(await store.lease(name))) return null
  const timer = setInterval(() => void store.lease(name).catch(() => false), RENEW_MS)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
