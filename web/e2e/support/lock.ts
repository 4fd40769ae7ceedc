import type { Page } from '@playwright/test'

/**
 * Takes away what would open this device, so that it never locks: as one that an earlier version signed in. For devices that lie around before
 * they are used, and for journeys whose clocks jump. Holds from the next load of the page.
 */
export async function neverLocks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('fieldpost-session')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('The session does not open'))
    })
    const store = opened.transaction('session', 'readwrite').objectStore('session')
    await new Promise<void>((resolve) => {
      const read = store.get('session')
      read.onsuccess = () => {
        const { lock: _, ...session } = read.result as Record<string, unknown>
        store.put(session, 'session')
      }
      store.transaction.oncomplete = () => resolve()
    })
    opened.close()
  })
}
