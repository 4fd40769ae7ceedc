/**
 * Rows as they travel: by columns, and a column that says the same in every row says it once. One row reads as plain
 * JSON; ten thousand compress to two thirds of what they would take as objects.
 */
export interface Columns {
  rows: number
  same: Record<string, unknown>
  each: Record<string, unknown[]>
}

export function rowsToColumns(rows: readonly Record<string, unknown>[], names: readonly string[]): Columns {
  const columns: Columns = { rows: rows.length, same: {}, each: {} }
  for (const name of names) {
    const values = rows.map((row) => row[name])
    const first = values[0]
    const isSame =
      typeof first === 'object' && first !== null ? values.length === 1 : values.every((value) => value === first)
    if (isSame) columns.same[name] = first
    else columns.each[name] = values
  }
  return columns
}

export function columnsToRows(columns: Columns): Record<string, unknown>[] {
  const varying = Object.entries(columns.each)
  return Array.from({ length: columns.rows }, (_, index) => {
    const row: Record<string, unknown> = { ...columns.same }
    for (const [name, values] of varying) row[name] = values[index]
    return row
  })
}
