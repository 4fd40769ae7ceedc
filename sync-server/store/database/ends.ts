import type { TableName } from '#shared/model/tables.ts'
import type { DatabaseMode, EarlierLife } from '../store.ts'

/** A row as it was written, derived columns and version included. */
export type Row = Record<string, unknown> & { id: number; version: number }

/** What an organisation is besides its rows. */
export interface Standing {
  mode: DatabaseMode
  epoch: string
  version: number
  floor: number
  earlier: EarlierLife[]
}
export interface Removal {
  tableName: string
  rowId: number
  version: number
  ownerId: number | null
  removedDate: string
}
export interface Move {
  version: number
  tableName: string
  rowId: number
  was: object
  movedDate: string
}

/** One organisation in one database while nobody works with it. */
export interface Source {
  standing: Standing
  /** In the order of ids, some at a time. */
  rows(table: TableName): AsyncIterable<Row[]>
  removals(): Promise<Removal[]>
  moves(): Promise<Move[]>
}
export interface Target {
  put(table: TableName, rows: readonly Row[]): Promise<void>
  putRemovals(removals: readonly Removal[]): Promise<void>
  putMoves(moves: readonly Move[]): Promise<void>
}

/** Rows in memory at a time. */
export const AT_ONCE = 500
