import Papa from 'papaparse'
import { CSV_MARK, csvLine } from '#shared/lib/csv.ts'
import { keyOf } from '#shared/lib/words.ts'
import { formatMoney } from '#shared/lib/money.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'
import { textIn, valueIn } from '#shared/lib/in-row.ts'
import { formFieldsOf, listColumnsOf, type Reference, type Shown } from '#shared/reference/reference.ts'
import type { OfficeValues } from './office-values.ts'

/** One row of a file: its line there, its cells as they were written, and what a form would hold of them. */
export interface ReadRow {
  line: number
  cells: Readonly<Record<string, string>>
  values: OfficeValues
  /** What could not even be read; what the words mean, the check says. */
  errors: readonly FieldError[]
}
interface ReadFile {
  columns: readonly Shown[]
  rows: readonly ReadRow[]
  /** Heads that name no column, and columns that must be there and are not. */
  unknown: readonly string[]
  missing: readonly string[]
}
/** The rows that can be chosen for a column, by what people call them. */
export type Names = Readonly<Record<string, readonly { id: number; name: string }[]>>

/** A text file with a head line, its columns called as the form calls its fields, in any order; by comma, semicolon or tab. */
export function readCsv(of: Reference, text: string, names: Names): ReadFile {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''))
  const [head = [], ...lines] = data
  const fields = formFieldsOf(of)
  const placed = head.map((told) =>
    fields.find(({ name, label }) => [name, label].some((one) => keyOf(one) === keyOf(told))),
  )
  const columns = fields.filter((field) => placed.includes(field))
  const rows = lines.flatMap((line, at): ReadRow[] => {
    if (line.every((cell) => cell.trim() === '')) return []
    const cells = Object.fromEntries(columns.map((field) => [field.name, plainCell(line[placed.indexOf(field)])]))
    const read = columns.map((field) => ({ field, ...valueOf(field, cells[field.name] ?? '', names) }))
    const values = Object.fromEntries(
      read.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value] as const])),
    )
    const errors = read.flatMap(({ field, message }) => (message ? [{ field: field.name, message }] : []))
    return [{ line: at + 2, cells, values, errors }]
  })
  return {
    columns,
    rows,
    unknown: head.filter((told, at) => told.trim() !== '' && told !== WHY && !placed[at]),
    missing: fields.filter((field) => field.required && !columns.includes(field)).map(({ label }) => label),
  }
}

/** What a list shows, as a file that a spreadsheet opens; no cell of it begins a formula (C-258). */
export function listAsCsv(of: Reference, rows: readonly object[]): string {
  const columns = listColumnsOf(of)
  return toCsv([columns.map(({ label }) => label), ...rows.map((row) => columns.map((column) => wordsOf(column, row)))])
}

/** It comes back with a file that was mended, and is no column of anybody's. */
const WHY = 'What is wrong'

/** The rows that were not taken, as they came, with what is wrong at the end. */
export const rowsAsCsv = (
  columns: readonly Shown[],
  rows: readonly { cells: ReadRow['cells']; why: string }[],
): string =>
  toCsv([
    [...columns.map(({ label }) => label), WHY],
    ...rows.map(({ cells, why }) => [...columns.map(({ name }) => cells[name] ?? ''), why]),
  ])

/** Links that nobody can be sent, to be handed over: told once. */
export interface Invitation {
  fullName: string
  email: string
  /** From the root of this site. */
  link: string
}
export const invitationsAsCsv = (invitations: readonly Invitation[]): string =>
  toCsv([
    ['Full Name', 'Email', 'Link'],
    ...invitations.map(({ fullName, email, link }) => [fullName, email, new URL(link, location.origin).href]),
  ])

const toCsv = (lines: string[][]): string => CSV_MARK + lines.map(csvLine).join('')

/** Without what keeps a cell from being a formula. */
const plainCell = (cell = ''): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

const yes = ['yes', 'true', '1', 'active', '']
const no = ['no', 'false', '0', 'inactive']

function valueOf(
  { kind, name, label }: Shown,
  cell: string,
  names: Names,
): { value?: OfficeValues[string]; message?: string } {
  switch (kind) {
    case 'number':
      return { value: cell.replace(/[\s,]/g, '') }
    case 'flag':
      if (no.includes(keyOf(cell))) return { value: false }
      return yes.includes(keyOf(cell)) ? { value: true } : { message: 'yes or no' }
    case 'choice': {
      if (cell === '') return { value: 0 }
      const [one, other] = (names[name] ?? []).filter((row) => keyOf(row.name) === keyOf(cell))
      if (one && !other) return { value: one.id }
      return { message: `There ${one ? 'is more than one' : 'is no active'} ${label.toLowerCase()} “${cell}”` }
    }
    case 'roles':
      // With commas too: people write lists as they speak.
      return {
        value: cell
          .split(/[;,]/)
          .map((role) => role.trim())
          .filter(Boolean)
          .join(';'),
      }
    default:
      return { value: cell }
  }
}

function wordsOf({ kind, name }: Shown, row: object): string {
  if (kind === 'flag') return valueIn(row, name) ? 'yes' : 'no'
  if (kind === 'money') return formatMoney(Number(valueIn(row, name))).replace(/[$,]/g, '')
  return kind === 'day' ? textIn(row, name).slice(0, 10) : textIn(row, name)
}
