import type * as z from 'zod/mini'
import { count, type ColumnOf, type Count, type Found, type Reads } from '../kernel/reads.ts'
import type { FieldError, Refusal } from '../kernel/refusal.ts'
import { choosable, isChoice, type ChoiceColumn } from '../model/choosable.ts'
import { called } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { openPhases } from '../model/status.ts'
import type { Facts, referenceTables, Row } from '../model/tables.ts'
import type { Capability } from '../rules/access.ts'
import type { ChosenRows } from './choices.ts'

export type ReferenceTable = (typeof referenceTables)[number]

/**
 * A table of reference data, declared once. Verb, questions, addresses, their document, and the lists and forms of screens are made of this;
 * of which table a column chooses is in `model/choosable.ts`, what a row is made of in `model/reference.ts`.
 */
export interface Reference<
  N extends ReferenceTable = ReferenceTable,
  Fs extends Fields = Fields,
  A extends object = object,
  F extends Reads = Reads,
> {
  table: N
  /** As verb, questions and document call it: `Country` has `saveCountry`, `countryList`, `countryDetail`. */
  entity: string
  /** As people call it; and what deactivating it means, where that is more than not to be offered any longer. Nothing is deleted (C-207). */
  words: { one: string; many: string; deactivated?: string }
  /** What its form asks, in that order. `active` is asked of all. */
  fields: Fs
  /**
   * What people call a row `by`, which is the order of lists, and whether a second one of that name is refused or a screen warns of it (C-208,
   * `isNameTaken`). `key` is the derived column with the name's key, where there are too many rows to compare with all.
   */
  named: { by: keyof Fs & string; twice: 'refused' | 'warned'; key?: string }
  /** What narrows a list besides `active`: by which name in an address, and which column. */
  filters?: Readonly<Record<string, keyof Fs & string>>
  /** Rows of which people say the order: among those with the same `within`. */
  placed?: { within: keyof Fs & string; inOrder(rows: readonly Row<N>[]): Row<N>[] }
  who: { sees: Capability; writes: Capability }
  /** What every row of a file is saved with besides its columns. */
  imported?: object
  /** Whether answers tell the names of who made and changed it. */
  signed: boolean
  /** Which column of a tasking names it: its detail tells how many open ones do. */
  usedBy: { column: ColumnOf<'projects'> } | null
  /** What answers tell besides. */
  also?(row: Row<N>): A
  /** What only this table's law wants to see. */
  follow?(existing: Row<N> | undefined): F
  /** What only this table asks of a row that is saved; without it the faults decide. */
  law?(saving: Saving<N, F>, faults: FieldError[], taken: FieldError[]): Refusal | null
  rest: Addresses
}
interface Saving<N extends ReferenceTable, F extends Reads> {
  existing: Row<N> | undefined
  after: Facts<N>
  found: Found<F> & ChosenRows
}

/** Its addresses, with the specification's oddities. */
interface Addresses {
  path: string
  /** Where it is saved when that is elsewhere, or not said by this declaration (none). */
  saved?: readonly string[]
  /** What its list shows when nobody says `active`; without it there is none. */
  list?: 'all' | 'active'
  /** What its detail is for; without it there is none. */
  detail?: string
  /** What a save takes notice of besides. */
  note?: string
  /** Other names that a field may come under. */
  aliases?: Readonly<Record<string, string>>
  /** What answers tell besides the row, as the document says it. */
  told?: Readonly<Record<string, z.ZodMiniType>>
  /** What is cents inside and dollars at the edge. */
  money?: readonly string[]
  example: object
}

export type Fields = Readonly<Record<string, Field>>
interface Field {
  label: string
  /** What a new row must have here, with the message of the specification (section 5). */
  input: z.ZodMiniType
  /** What a screen cannot tell by column and check. */
  kind?: 'money' | 'roles'
  /** Of a choice: the name under which answers tell what is chosen. */
  told?: string
}

/* @__NO_SIDE_EFFECTS__ */
export const defineReference = <
  N extends ReferenceTable,
  const Fs extends Fields,
  A extends object = Record<never, never>,
  F extends Reads = Record<never, never>,
>(
  declaration: Reference<N, Fs, A, F>,
): Reference<N, Fs, A, F> => declaration

export const MAX_NAME = 200
export const name = called(messages.name, MAX_NAME)

export const choicesOf = ({ fields }: Pick<Reference, 'fields'>) => Object.keys(fields).filter(isChoice)
export type Inputs<Fs extends Fields> = { [C in keyof Fs]: Fs[C]['input'] }
export const inputsOf = <Fs extends Fields>({ fields }: { fields: Fs }): Inputs<Fs> =>
  Object.fromEntries(Object.entries(fields).map(([column, { input }]) => [column, input])) as Inputs<Fs>
/** Of the choices, those that answers tell by name: which column, and under which name. */
export const toldOf = ({ fields }: Pick<Reference, 'fields'>): [ChoiceColumn, string][] =>
  Object.entries(fields).flatMap(([column, { told }]) =>
    isChoice(column) && told !== undefined ? [[column, told] as [ChoiceColumn, string]] : [],
  )

export const verbOf = ({ entity }: Pick<Reference, 'entity'>): string => `save${entity}`
/** `countryList`, `countryDetail`, `countryImport`. */
export const questionOf = ({ entity }: Pick<Reference, 'entity'>, what: 'List' | 'Detail' | 'Import'): string =>
  `${entity.charAt(0).toLowerCase()}${entity.slice(1)}${what}`
/** `a sub-service` → `sub-service`. */
export const nounOf = ({ words }: Pick<Reference, 'words'>): string => words.one.replace(/^an? /, '')

/** How many open taskings name a row: what whoever deactivates it should know (C-102, C-181). */
export const openTaskingsOf = (column: ColumnOf<'projects'>, value: unknown): Count<'projects'> =>
  count('projects', { [column]: value, phase: openPhases })

/** A field of the form or a column of the list, for screens. */
export interface Shown {
  name: string
  label: string
  kind: 'text' | 'number' | 'money' | 'choice' | 'roles' | 'flag' | 'day'
  required?: boolean
  /** Of a choice: the table. Rows that are not active are offered only where they are chosen already (C-146). */
  from?: ReferenceTable
}
const activeFlag: Shown = { name: 'active', label: 'Active', kind: 'flag' }

export const formFieldsOf = ({ fields }: Reference): Shown[] => [
  ...Object.entries(fields).map(([name, field]) => ({
    ...{ name, label: field.label, kind: kindOf(name, field), required: field.input.def.type !== 'optional' },
    ...(isChoice(name) ? { from: choosable[name].table } : {}),
  })),
  activeFlag,
]

/** What is chosen is shown by name, as answers tell it. */
export const listColumnsOf = ({ fields }: Reference): Shown[] => [
  ...Object.entries(fields)
    .filter(([name, { told }]) => told !== undefined || !isChoice(name))
    .map(([name, field]) => ({
      name: field.told ?? name,
      label: field.label,
      kind: kindOf(field.told ?? name, field),
    })),
  { name: 'createDate', label: 'Created', kind: 'day' },
  { name: 'modifiedDate', label: 'Modified', kind: 'day' },
  activeFlag,
]

function kindOf(name: string, { kind, input, told }: Field): Shown['kind'] {
  if (isChoice(name)) return 'choice'
  return kind ?? (input.def.type === 'number' && name !== told ? 'number' : 'text')
}
