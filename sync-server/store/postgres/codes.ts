import { StoreUnavailable } from '../unavailable.ts'

/** What the database calls an error; empty for one of the connection. */
const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

export const isFull = (error: unknown): boolean => codeOf(error) === '53100'
/** The check divides by zero: what was read has changed. */
const CHANGED = '22012'
/** Somebody was faster: read again, and decide again. */
export const isConflict = (error: unknown): boolean => [CHANGED, '40001', '40P01'].includes(codeOf(error))
/** Maybe one call that arrived at two processes: then the diary knows it the next time. */
export const isTaken = (error: unknown): boolean => codeOf(error) === '23505'

/**
 * What the database said of a statement, as it is; anything else says that it takes no work now: the connection ended, it starts or stops,
 * has no room, waits for too long, or only reads.
 */
export const asStoreError = (error: unknown): Error => {
  if (error instanceof StoreUnavailable) return error
  const code = codeOf(error)
  const isAboutStatement = code !== '' && !/^(08|53|55|57|58)/.test(code) && !['25006', '25P03'].includes(code)
  if (isAboutStatement) return error as Error
  const message = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`The database does not answer (${message}).`, { cause: error })
}
