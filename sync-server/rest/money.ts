import { centsToDollars, dollarsToCents } from '#shared/lib/money.ts'

/** Dollars at the edge, cents inside. What is no number stays what it is, and the schema says so. */
export const toCents = (value: unknown): unknown => (typeof value === 'number' ? dollarsToCents(value) : value)

export const costs = ['taskingCostEstimate', 'initialCostEstimate', 'actualCost'] as const

export const costsToCents = (fields: Record<string, unknown>): Record<string, unknown> => {
  const came = costs.filter((name) => fields[name] !== undefined)
  return { ...fields, ...Object.fromEntries(came.map((name) => [name, toCents(fields[name])])) }
}

export const inDollars = <T extends object, K extends keyof T>(row: T, names: readonly K[]): T => ({
  ...row,
  ...Object.fromEntries(
    names.map((name) => [name, typeof row[name] === 'number' ? centsToDollars(row[name]) : row[name]]),
  ),
})
