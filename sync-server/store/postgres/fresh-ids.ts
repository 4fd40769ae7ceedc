import { must } from '#shared/lib/must.ts'
import type { Line } from './line.ts'
import { sql } from './reads.ts'

const BLOCK = 1_000

/** Ids that no other commit has: a block is reserved before its first one is given out, and what is left of it at the end is lost. */
export function createFreshIds(org: number, line: Line): (count: number) => Promise<number[]> {
  let next = 0
  let end = 0
  return async (count) => {
    if (next + count > end) {
      const [[row] = []] = await line.use((connection) =>
        connection.flight([
          sql('UPDATE organisations SET "freshId" = "freshId" + ? WHERE org = ? RETURNING "freshId"', BLOCK, org),
        ]),
      )
      end = Number(must(row)['freshId'])
      next = end - BLOCK + 1
    }
    const first = next
    next += count
    return Array.from({ length: count }, (_, at) => first + at)
  }
}
