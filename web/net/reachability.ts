import { pingAnswer } from '#shared/protocol/sync.ts'
import { callApi, type Fetch } from './api.ts'

/** Asks the server itself; never trusts `navigator.onLine`, and a captive portal's page is no answer. */
export async function isReachable(send?: Fetch): Promise<boolean> {
  const answer = await callApi<typeof pingAnswer>('ping', { timeoutMs: 8_000, ...(send ? { fetch: send } : {}) })
  return answer.kind === 'ok' && answer.body.fieldpost === pingAnswer.fieldpost
}
