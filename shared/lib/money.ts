/** Money is integer US cents inside; dollars exist only at the edge. */
export type Cents = number

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `1280000` → `$12,800`; cents are hidden when zero (C-182). */
export function formatMoney(cents: Cents): string {
  return cents % 100 === 0 ? whole.format(cents / 100) : exact.format(cents / 100)
}

/** Reads what a person types (`12,800`, `$12.5`); null when it is not an amount. */
export function parseMoney(text: string): Cents | null {
  const plain = text.replace(/[$,\s]/g, '')
  if (!/^-?\d{1,12}(\.\d{1,2})?$/.test(plain)) return null
  return Math.round(Number(plain) * 100)
}

export const dollarsToCents = (dollars: number): Cents => Math.round(dollars * 100)
export const centsToDollars = (cents: Cents): number => cents / 100
