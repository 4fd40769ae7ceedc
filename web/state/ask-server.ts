import type { Device } from '../data/device.ts'
import { callApi, isUnjudged, type Fetch } from '../net/api.ts'
import type { Got } from './asker.ts'
import { doubtLink } from './doubt-link.ts'

interface Link {
  device: Device
  token: string
  /** For a round soon; unlike *Send now* it leaves what can still be undone. */
  round: () => void
  fetch?: Fetch
}

/** Nobody is kept waiting longer. */
const IN_TIME_MS = 8_000

/** Asks the server once at this address. */
export async function askServer<T>({ device, token, round, fetch }: Link, path: string): Promise<Got<T>> {
  const got = await callApi<T>(path, { token, timeoutMs: IN_TIME_MS, fetch })
  if (got.kind === 'unreachable') await doubtLink(device, round)
  if (got.kind !== 'ok') return got.kind === 'refused' && !isUnjudged(got.status) ? 'refused' : 'none'
  return { body: got.body, at: Date.now() }
}
