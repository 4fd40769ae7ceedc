import type { FieldConflict, Nothing, Refusal } from '../kernel/refusal.ts'
import type { SyncedTable } from '../model/tables.ts'
import type { Columns } from './columns.ts'

/**
 * What this app speaks, and from where on the server understands. A new command, a new optional input, a new column need no new
 * number; `released.test.ts` compares with every protocol that was released, and says what does.
 */
export const PROTOCOL = 2
export const MIN_PROTOCOL = 1
/** The `code` of a 426 to an app that is newer than the server. Not beside the forms of signing in: the worker would carry those. */
export const SERVER_TOO_OLD = 'SERVER_TOO_OLD'

/** Where a device stands: opaque to it. `null` asks for everything. */
type Cursor = string

export type { Call, RoundRequest } from './round.ts'

export interface Outcome {
  seq: number
  id: string
  verdict: 'applied' | 'nothing' | 'refused'
  /** When the server received it. */
  received: string
  refusal?: Refusal
  nothing?: Nothing
  conflicts?: FieldConflict[]
}

export interface RoundResponse {
  cursor: Cursor
  /** The device's number: new when it asked for one, or when its calls collide with a copy of it. */
  device: number
  /** The last call of this device that the server has judged. */
  lastSeq: number
  outcomes: Outcome[]
  changes: Partial<Record<SyncedTable, Columns>>
  removed: Partial<Record<SyncedTable, number[]>>
  /** While a first sync or a reset runs: taskings sent so far, and in all. */
  progress?: [done: number, total: number]
  /** True when there is more to fetch at once. */
  more?: boolean
  /** The first call that this server is too old to know. It was not judged: it waits on its device, and what comes after it too. */
  ahead?: number
  /** What the server speaks, when that is newer than who asks. */
  protocol?: number
  /** True on the first page after the server or the person's rights changed: mark and sweep from here. */
  reset?: boolean
}

export const pingAnswer = { fieldpost: 'pong' } as const

/** The version a cursor stands at, to tell news from what the device already has; 0 while a first sync runs. */
export const versionOf = (cursor: Cursor | null): number => {
  const [, version, part] = cursor?.split('.') ?? []
  return part === undefined ? Number(version ?? 0) : 0
}
