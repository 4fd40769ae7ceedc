import { pingAnswer } from '#shared/protocol/sync.ts'
import type { Fetch } from './api.ts'

/** Whoever looks at the page waits no longer for an answer to a probe. */
const IN_TIME_MS = 8_000

/**
 * Asks the server itself; never trusts `navigator.onLine`, and a captive portal's page is no answer. As light as a browser
 * lets it be: an address of its own each time says the same as `no-store`, in a few bytes.
 */
export async function isReachable(withinMs = IN_TIME_MS, send: Fetch = fetch): Promise<boolean> {
  try {
    const response = await send(`/api/ping?${Math.random().toString(36).slice(2, 8)}`, {
      headers: { 'accept-language': '*' },
      signal: AbortSignal.timeout(withinMs),
    })
    const { fieldpost } = (await response.json()) as Partial<typeof pingAnswer>
    return fieldpost === pingAnswer.fieldpost
  } catch {
    return false
  }
}
