/** The disk is full, the file cannot be written or the store is closed: nothing was written; try again later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

const unavailableCodes = /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|LOCKED|PROTOCOL)/

export function asStoreError(error: unknown): Error {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && unavailableCodes.test(code))
    return new StoreUnavailable(`The database cannot be used at the moment (${code}).`, { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}
