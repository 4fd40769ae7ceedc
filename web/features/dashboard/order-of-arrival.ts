import type { Group } from '#shared/queries/statistics.ts'

/** Who was there first stays where they are, whatever their number becomes (C-234); of those who come at once the busiest is first. */
export function orderOfArrival(before: readonly number[], groups: readonly Group[]): readonly number[] {
  const known = new Set(before)
  const come = groups.filter(({ id }) => !known.has(id)).sort((a, b) => b.count - a.count)
  return come.length > 0 ? [...before, ...come.map(({ id }) => id)] : before
}
