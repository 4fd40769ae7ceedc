import { centsToDollars, dollarsToCents } from '#shared/lib/money.ts'

/** Dollars at the edge, cents inside. What is no number stays what it is, and the schema says so. */
export const toCents = <T extends object>(fields: T, names: readonly string[]) => withEach(fields, names, centsOf)
/** Less than half a cent is nothing; below nothing it stays a fault, and so does more than there are whole numbers for. */
const centsOf = (dollars: number): number =>
  Math.min(dollarsToCents(dollars) || Math.min(0, Math.sign(dollars)), Number.MAX_SAFE_INTEGER)
export const inDollars = <T extends object>(row: T, names: readonly string[]) => withEach(row, names, centsToDollars)

export const costs = ['taskingCostEstimate', 'initialCostEstimate', 'actualCost'] as const

const withEach = <T extends object>(row: T, names: readonly string[], change: (amount: number) => number): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' && names.includes(name) ? change(value) : value,
    ]),
  ) as T
