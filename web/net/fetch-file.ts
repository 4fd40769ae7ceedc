import type { ApiError } from '#shared/protocol/session.ts'
import * as messages from '#shared/model/messages.ts'

/** Bytes may take long on a slow link. */
const TIMEOUT_MS = 10 * 60_000

/** A file's bytes, or the sentence that says why not. `path` as the API tells it. Never throws for the network. */
export async function fetchFile(path: string, token: string): Promise<Blob | string> {
  try {
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      cache: 'no-store',
      redirect: 'error',
    })
    // Our own server sends a file as an attachment; a captive portal's page is none.
    if (response.ok && response.headers.has('content-disposition')) return await response.blob()
    if (response.ok || !response.headers.get('content-type')?.includes('application/json'))
      return messages.fileUnreachable
    return ((await response.json()) as ApiError).message
  } catch {
    return messages.fileUnreachable
  }
}
