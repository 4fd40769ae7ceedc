import { PROBE } from './beside.ts'

/** At the next start: on a full disk nothing is deleted for good, and so what asks for room (`isFullBeside`) leaves its cache behind. */
export async function dropProbes(): Promise<void> {
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (name.startsWith(PROBE)) await caches.delete(name)
}
