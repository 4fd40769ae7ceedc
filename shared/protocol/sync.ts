/**
 * What this app speaks, and from where on the server understands. A new command, a new optional input, a new column need no new
 * number; `released.test.ts` compares with every protocol that was released, and says what does.
 */
export const PROTOCOL = 2
export const MIN_PROTOCOL = 1
/** The `code` of a 426 to an app that is newer than the server. Not beside the forms of signing in: the worker would carry those. */
export const SERVER_TOO_OLD = 'SERVER_TOO_OLD'

export type { Outcome, RoundResponse, StreamPage } from './answer.ts'
export type { Call, RoundRequest } from './round.ts'

export const pingAnswer = { fieldpost: 'pong' } as const

/** The version a cursor stands at, to tell news from what the device already has; 0 while a first sync runs. */
export const versionOf = (cursor: string | null): number => {
  const [, version, part] = cursor?.split('.') ?? []
  return part === undefined ? Number(version ?? 0) : 0
}
