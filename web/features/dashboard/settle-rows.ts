interface Row {
  id: number
}

interface Settled<R extends Row> {
  rows: R[]
  /** Rows that came or went and wait to be applied. */
  updates: number
}

/**
 * Keeps a list still under the reader's eyes: rows that others added or took away wait, what a row says is renewed in
 * its place. What the reader did (`own` ids) shows at once.
 */
export function settleRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
  own: ReadonlySet<number>,
): Settled<R> {
  const freshById = new Map(fresh.map((row) => [row.id, row]))
  const shownIds = new Set(shown.map((row) => row.id))
  const gone = shown.filter((row) => !freshById.has(row.id))
  const added = fresh.filter((row) => !shownIds.has(row.id))

  const rows = shown
    .filter((row) => freshById.has(row.id) || !own.has(row.id))
    .map((row) => freshById.get(row.id) ?? row)
  for (const row of added) {
    if (own.has(row.id)) rows.splice(fresh.indexOf(row), 0, row)
  }
  return { rows, updates: [...gone, ...added].filter((row) => !own.has(row.id)).length }
}
