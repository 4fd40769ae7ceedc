import type { TableName } from './tables.ts'

/**
 * What somebody sees of a table, as data that an engine can carry out: every rule must hold, and of each rule one of its
 * alternatives. Without rules it is all rows.
 */
export type Sight = readonly Rule[]
export type Rule = readonly Alternative[]
export type Alternative = Fact | Tie

/** The row's column has this value. */
export interface Fact {
  column: string
  is: string | number | boolean
}
/** The row's column is the `by` of a row of another table, and that one is seen. */
export interface Tie {
  column: string
  table: TableName
  by: string
  seen: Sight
}

export type SightOf = (table: TableName) => Sight
