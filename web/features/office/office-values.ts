import { textIn, valueIn } from '#shared/lib/in-row.ts'
import { formFieldsOf, type Reference, type Shown } from '#shared/reference/reference.ts'
import { centsToDollars, formatMoney, parseMoney } from '#shared/lib/money.ts'

/** A form's fields as controls hold them: texts, ids of what is chosen, flags. */
export type OfficeValues = Record<string, string | number | boolean>

const blank = { text: '', number: '', money: '', choice: 0, roles: '', flag: true, day: '' } as const

/** What a row says; of a new one what the address presets (a sub-service of the service it was opened from). */
export const valuesOf = (of: Reference, row: object | null, preset: Readonly<Record<string, number>>): OfficeValues =>
  Object.fromEntries(
    formFieldsOf(of).map((field) => [
      field.name,
      row ? controlValue(field, row) : (preset[field.name] ?? blank[field.kind]),
    ]),
  )

function controlValue({ name, kind }: Shown, row: object): string | number | boolean {
  if (kind === 'flag') return Boolean(valueIn(row, name))
  if (kind === 'choice') return Number(valueIn(row, name))
  return kind === 'money' ? formatMoney(Number(valueIn(row, name))).replace('$', '') : textIn(row, name)
}

/** As the command takes it; what cannot be read stays away, so that the command says what is missing. */
export const inputOf = (of: Reference, values: OfficeValues): Record<string, unknown> =>
  fromFields(of, values, (text) => parseMoney(text) ?? undefined)

/** As the address takes it: money in dollars. */
export const bodyOf = (of: Reference, values: OfficeValues): Record<string, unknown> =>
  fromFields(of, values, (text) => {
    const cents = parseMoney(text)
    return cents === null ? undefined : centsToDollars(cents)
  })

function fromFields(of: Reference, values: OfficeValues, money: (text: string) => number | undefined) {
  const read = ({ name, kind }: Shown): unknown => {
    const value = values[name]
    if (kind === 'money') return money(String(value))
    if (kind === 'number') return String(value).trim() === '' ? undefined : Number(value)
    return typeof value === 'string' ? value.trim() : value
  }
  const fields = formFieldsOf(of).filter(({ name }) => name in values)
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]).filter(([, value]) => value !== undefined))
}

/** For people: what a field says, as *theirs* beside *yours*. */
export function wordsOf({ kind }: Shown, value: unknown, nameOf: (id: number) => string): string {
  if (kind === 'flag') return value ? 'Active' : 'Inactive'
  if (kind === 'choice') return nameOf(Number(value)) || 'None'
  return kind === 'money' ? `$${String(value)}` : String(value)
}
