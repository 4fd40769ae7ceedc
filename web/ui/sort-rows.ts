export type SortValue = string | number | null
export type SortDirection = 'ascending' | 'descending'

/** Sorted copy. Text ignores case, numbers compare as numbers, nulls stay last both ways, equals keep their order. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue, direction: SortDirection): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((a, b) => compareNullsLast(a.value, b.value, sign))
    .map(({ row }) => row)
}

function compareNullsLast(a: SortValue, b: SortValue, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * compareValues(a, b)
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}
