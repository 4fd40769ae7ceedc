import { createHash } from 'node:crypto'
import { keyOf } from '#shared/lib/words.ts'

/**
 * Notes a security event in the log: whom it is about (`user`, where known); who asked, from which address and in which
 * request is added to it. docs/operations.md lists them. Of people ids and roles; never names, tokens or passwords.
 */
export type Note = (event: string, about?: { user?: number | undefined } & Record<string, unknown>) => void

/**
 * What stands in the log for the address that somebody typed: the same for the same address, so that guesses can be counted
 * and a known address be looked for. Never the text itself, because people type passwords there too.
 */
export const tagOf = (email: string): string => createHash('sha256').update(keyOf(email)).digest('hex').slice(0, 12)
