import type { Facts, TableName } from '../model/tables.ts'

export interface Put<N extends TableName = TableName> {
  kind: 'put'
  table: N
  row: Facts<N>
}
export interface Remove<N extends TableName = TableName> {
  kind: 'remove'
  table: N
  id: number
}
export type Change<N extends TableName = TableName> = Put<N> | Remove<N>

export const put = <N extends TableName>(table: N, row: Facts<N>): Put<N> => ({ kind: 'put', table, row })
export const remove = <N extends TableName>(table: N, id: number): Remove<N> => ({ kind: 'remove', table, id })
