import { StoreDamaged, StoreUnavailable } from '../unavailable.ts'

const unavailableCodes = /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|NOMEM|LOCKED|PROTOCOL)/

export function asStoreError(error: unknown): Error {
  const code = sqliteCodeOf(error)
  if (isDamage(error)) return new StoreDamaged(`The database is damaged (${code}).`, { cause: error })
  if (unavailableCodes.test(code))
    return new StoreUnavailable(`The database cannot be used at the moment (${code}).`, { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}

export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCodeOf(error))

/** A quota that is reached is told as a failed write, and room for the shared index as a failed change of its size. */
export const isFull = (error: unknown): boolean => /^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)$/.test(sqliteCodeOf(error))

/** A file of another user, or something that is no file. */
export const isNotOurs = (error: unknown): boolean => /^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCodeOf(error))

export function sqliteCodeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
