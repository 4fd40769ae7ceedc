import type { Change } from '#shared/kernel/change.ts'
import type { Found, Plan, QueryReads, Reads } from '#shared/kernel/reads.ts'
import type { Sight, SightOf } from '#shared/model/sight.ts'
import type { CallRow } from '#shared/model/server-tables.ts'
import type { Facts, SyncedTable } from '#shared/model/tables.ts'

/**
 * The seam. Everything above it is the same code over every engine; everything below it knows how to fetch reads and
 * write changes, and no business. Answers are promises because not every engine is synchronous.
 */
export interface Store {
  /** The lives that ended with a restore, the last one at the end. */
  readonly earlier: readonly EarlierLife[]
  /** Where the database stands now, asked each time: a failover or a restore may change it while this process lives. */
  position(): Promise<Place>
  /** The version of the newest commit that wrote a row of a synced table. A session, a failed sign-in, a refused call is nobody's news. */
  news(): Promise<number>
  read<R extends QueryReads, F extends QueryReads = Record<never, never>>(
    plan: Plan<R, F>,
  ): Promise<Found<R> & Found<F>>
  /**
   * Reads, decides and writes as one: nothing another transaction does can come between. `decide` is synchronous, may run
   * again over other rows before one of its runs is written, and gets an id that no other commit has, which tells no order.
   * What is handed over one after the other takes effect in that order, each after it has seen what the one before wrote.
   * Resolves only after the commit is durable. A throw in `decide` writes nothing.
   */
  transact<R extends Reads, F extends Reads, T>(
    plan: Plan<R, F>,
    decide: (found: Found<R> & Found<F>, freshId: number) => Decided<T>,
  ): Promise<T>
  /**
   * Rows after version `after` that somebody sees, and removals, in version order, whole versions, about `limit` rows.
   * Null when removals after that version have been forgotten: only starting anew tells everything.
   */
  changesSince(options: { after: number; sight: SightOf; limit: number }): Promise<ChangePage | null>
  /** Calls of a device's queue from a number on, in order, each with the version in which it was judged. */
  outcomes(options: OutcomesOptions): Promise<JudgedCall[]>
  /** Taskings for a first sync, newest first, none newer than version `base`. */
  newestProjects(options: SnapshotOptions): Promise<SnapshotPage>
  /**
   * Whether this process, and no other, does what goes by this name: for a minute from now, longer when asked again. What is done under it
   * does no harm when it is done twice, for a process that stood still may find out too late.
   */
  lease(name: string): Promise<boolean>
  /** Forgets what was removed before a date; answers how many. */
  forgetRemovals(before: string): Promise<number>
  /** Resolves when the store has written something to the disk just now, and changed nothing. */
  probe(): Promise<void>
  /**
   * Why writes fail, as far as the last ones told: `full` until `probe` could write as much as a call takes; `damaged` until
   * the server starts anew. Null: they do not.
   */
  trouble(): 'full' | 'damaged' | null
  /** Called after each commit with the version it got, and whose news it is; returns a function that stops it. */
  onCommit(listener: (version: number, newsOf: NewsOf) => void): () => void
  close(): Promise<void>
}

export interface Place {
  /** Changes with every creation and every restore of the database: cursors of another epoch mean nothing here. */
  epoch: string
  /** Of the last commit. A cursor above it belongs to a history that is gone. */
  version: number
}

/** What a database is made for; one made for the other is refused. */
export type DatabaseMode = 'production' | 'demo'

/** What a restore says of the database whose backup it put in place: devices come from there with what the backup had not seen. */
export interface EarlierLife {
  epoch: string
  /** When it was restored, as an instant. */
  ended: string
  /** When the newest call was received that the backup knows; the epoch of clocks when it knows none. */
  known: string
  /** Device numbers above `devices`, up to `reserved`, may have been granted after the backup. Nobody else gets them. */
  devices: number
  reserved: number
}

export interface Decided<T> {
  changes: Change[]
  value: T
}

/** The people who see something of what was written: `all`, or the owners of rows that nobody else sees. None: only server tables. */
export type NewsOf = 'all' | ReadonlySet<number>

export type RowsByTable = { [N in SyncedTable]?: Facts<N>[] }
export interface ChangePage {
  rows: RowsByTable
  removed: Partial<Record<SyncedTable, number[]>>
  /** Rows that may have come into sight or left it: what belongs to them did so too, without having changed. */
  moved: Moved[]
  /** The page is complete up to this version. */
  through: number
  /** The version of the newest news in it, or before: what comes after it is all that a device has not seen. */
  newest: number
  more: boolean
}

export interface Moved {
  table: SyncedTable
  id: number
  /** Somewhere on the way whoever asks may not have seen it, and somewhere they may have. */
  mayBeNew: boolean
  mayBeHad: boolean
}

export interface OutcomesOptions {
  device: number
  from: number
  limit: number
}
export type JudgedCall = CallRow & { version: number }

export interface SnapshotOptions {
  /** What somebody sees of the taskings. */
  seen: Sight
  base: number
  /** Open taskings by version, or those closed on or after `closedSince` by closing date. */
  part: 'open' | 'closed'
  closedSince: string
  /** Where the page before ended; null for the first. */
  after: string | null
  limit: number
}
export interface SnapshotPage {
  projects: Facts<'projects'>[]
  /** Where the next page goes on; null when this part is done. */
  next: string | null
}
