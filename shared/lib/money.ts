import { counted } from './counted.ts'

/** Money is integer US cents inside; dollars exist only at the edge. */
export type Cents = number

/** `1280000` → `$12,800`; cents are hidden when zero (C-182). */
export function formatMoney(cents: Cents): string {
  const [all, rest] = [Math.abs(cents), Math.abs(cents) % 100]
  const dollars = `${cents < 0 ? '-' : ''}$${counted(Math.trunc(all / 100))}`
  return rest === 0 ? dollars : `${dollars}.${String(rest).padStart(2, '0')}`
}

/** Reads what a person types (`12,800`, `$12.5`); null when it is not an amount, or one of more digits than a number keeps. */
export function parseMoney(text: string): Cents | null {
  const plain = text.replace(/[$,\s]/g, '')
  if (!/^-?\d{1,13}(\.\d{1,2})?$/.test(plain)) return null
  return Math.round(Number(plain) * 100)
}

export const dollarsToCents = (dollars: number): Cents => Math.round(dollars * 100)
export const centsToDollars = (cents: Cents): number => cents / 100
