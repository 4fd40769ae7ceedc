import type { Facts, TableName } from '../model/tables.ts'

/** A row that is new: its id must not exist, and lies in the range of whoever made the call. */
export interface Add<N extends TableName = TableName> {
  kind: 'add'
  table: N
  row: Facts<N>
}
/** A row that was read and judged, with what changes. */
interface Put<N extends TableName = TableName> {
  kind: 'put'
  table: N
  row: Facts<N>
}
interface Remove<N extends TableName = TableName> {
  kind: 'remove'
  table: N
  id: number
}
export type Change<N extends TableName = TableName> = Add<N> | Put<N> | Remove<N>

export const add = <N extends TableName>(table: N, row: Facts<N>): Add<N> => ({ kind: 'add', table, row })
export const put = <N extends TableName>(table: N, row: Facts<N>): Put<N> => ({ kind: 'put', table, row })
export const remove = <N extends TableName>(table: N, id: number): Remove<N> => ({ kind: 'remove', table, id })

export const idOfChange = (change: Change): number => (change.kind === 'remove' ? change.id : change.row.id)
