import * as z from 'zod/mini'
import { defineCommand, decide, planOf, type AnyCommand, type Command, type Context } from '../kernel/command.ts'
import { errorsIn, readable } from '../kernel/input.ts'
import { made } from '../kernel/minted.ts'
import { defineQuery, type Query } from '../kernel/query.ts'
import { many, whole, type Reads } from '../kernel/reads.ts'
import { firstOfEach, isRefusal, refuse, type FieldError } from '../kernel/refusal.ts'
import { flag, id } from '../model/fields.ts'
import { keyOf } from '../lib/words.ts'
import { choosable } from '../model/choosable.ts'
import * as messages from '../model/messages.ts'
import { syncedDefinitionOf } from '../model/tables.ts'
import { can } from '../rules/access.ts'
import { isNameTaken, nameTaken } from './save.ts'
import { textIn, valueIn } from '../lib/in-row.ts'
import { choicesOf, inputsOf, questionOf, type Fields, type Reference, type ReferenceTable } from './reference.ts'

/** So many rows are imported in one act. */
export const MOST_IMPORTED = 500

type AnyRow = { id: number } & Record<string, unknown>
/** What is wrong with one row of a file, each fault at its field; and whether there is one of its name where that is only to be warned of. */
export interface RowCheck {
  errors: FieldError[]
  isTwice: boolean
}
interface Importing {
  rows: AnyRow[]
}

/** `importCountry`. */
export const importVerbOf = ({ entity }: Pick<Reference, 'entity'>): string => `import${entity}`

/**
 * Rows out of a file (C-210): the verb that makes all of them in one act or none, and the question what is wrong with each. Both go by the
 * table's own `save`, row after row, so that a row also knows those before it. What exists is never changed.
 */
export const importOf = <N extends ReferenceTable, Fs extends Fields, A extends object, F extends Reads>(
  of: Reference<N, Fs, A, F>,
  save: unknown,
) => [importing(of, save as AnyCommand), checking(of, save as AnyCommand)] as const

const importing = (of: Reference, save: AnyCommand): Command<Importing> =>
  defineCommand({
    name: importVerbOf(of),
    ability: of.who.writes,
    online: true,
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ id, active: z.optional(flag), ...knownTwice(of), ...inputsOf(of) }))
        .check(z.minLength(1, messages.importRows), z.maxLength(MOST_IMPORTED, messages.importRows)),
    }),
    mints: ({ rows }) => rows.map((row) => made(of.table, row.id)),
    reads: ({ rows }) => {
      const { existing, ...choices } = readsOf(of, rows)
      return { existing: whole(existing), ...choices }
    },
    allow: (_, __, { actor }) => (can(actor, of.who.writes) ? null : refuse('not-allowed')),
    run({ rows }, found, context) {
      const judged = judge(of, save, rows, found, context)
      const faults = judged.map(({ errors, isTwice }, at) => {
        // Somebody else may have brought the same file a moment ago.
        const isNews = isTwice && !rows[at]?.['twice']
        return isNews ? nameTaken(of) : errors[0]?.message
      })
      const message = faults.find((fault) => fault !== undefined)
      return message === undefined
        ? judged.flatMap(({ changes }) => changes)
        : refuse('invalid', { errors: [{ field: 'rows', message: `${rowsWith(faults, message)}: ${message}` }] })
    },
  }) as unknown as Command<Importing>

/** Where a name may come twice, a row says that whoever imports it knows. */
export const knownTwice = ({ named }: Pick<Reference, 'named'>): { twice?: z.ZodMiniOptional<typeof flag> } =>
  named.twice === 'warned' ? { twice: z.optional(flag) } : {}

/** `Row 3`, `Rows 3, 4, 5 and 20 more`. */
function rowsWith(faults: readonly (string | undefined)[], message: string): string {
  const wrong = faults.flatMap((fault, at) => (fault === message ? [at + 1] : []))
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : ''
  return `${wrong.length === 1 ? 'Row' : 'Rows'} ${wrong.slice(0, 5).join(', ')}${more}`
}

const checking = (of: Reference, save: AnyCommand): Query<{ rows: Record<string, unknown>[] }, RowCheck[]> =>
  defineQuery({
    name: questionOf(of, 'Import'),
    input: z.strictObject({ rows: z.array(z.record(z.string(), z.unknown())) }),
    reads: ({ rows }) => readsOf(of, rows),
    answer: ({ rows }, found, context) =>
      // Ids that no row has: what is only looked at is not made.
      judge(
        of,
        save,
        rows.map((row, at) => ({ ...row, id: Number.MAX_SAFE_INTEGER - at })),
        found,
        context,
      ).map(({ errors, isTwice }) => ({ errors, isTwice })),
  }) as unknown as Query<{ rows: Record<string, unknown>[] }, RowCheck[]>

function readsOf(of: Reference, rows: readonly Record<string, unknown>[]) {
  const idsIn = (column: string) => [...new Set(rows.map((row) => Number(row[column]) || 0))]
  return {
    existing: many(of.table, {}),
    ...Object.fromEntries(
      choicesOf(of).map((column) => [column, many(choosable[column].table, { id: idsIn(column) })]),
    ),
  }
}

/** Whether two rows have the same in a column that no two may share: the address of an account. */
function sharesKey({ table, fields }: Reference, row: object, other: object): boolean {
  const own = (syncedDefinitionOf(table).unique ?? []).filter((column) => column in fields)
  return own.some((column) => keyOf(textIn(row, column)) === keyOf(textIn(other, column)))
}

/** Each row as `save` would take it: among all there are, and those before it. */
function judge(of: Reference, save: AnyCommand, rows: readonly AnyRow[], found: object, context: Context) {
  const { existing = [], ...others } = found as Record<string, AnyRow[]>
  const before = [...existing]
  const nothing = Object.fromEntries(Object.keys(of.follow?.(undefined) ?? {}).map((name) => [name, []]))
  return rows.map(({ twice: _, ...row }) => {
    const told = { ...row, ...of.imported, isNew: true }
    const wrong = errorsIn(save.input, told)
    const input = (wrong.length > 0 ? readable(save.input, told) : told) as AnyRow
    const chosen = choicesOf(of).map(
      (column) => [column, others[column]?.find((option) => option.id === valueIn(input, column))] as const,
    )
    const isTwice = textIn(input, of.named.by) !== '' && isNameTaken(of, input, before)
    const alike = before.filter(
      (other) => (of.named.twice === 'refused' && isNameTaken(of, input, [other])) || sharesKey(of, input, other),
    )
    const seen = { existing: undefined, alike, ...Object.fromEntries(chosen), ...nothing } as never
    const decision = decide(save, input, planOf(save, input, context.actor), seen, context, wrong)
    const errors = isRefusal(decision)
      ? (decision.errors ?? [{ field: of.named.by, message: decision.message ?? messages.unexpected }])
      : []
    if (errors.length === 0) before.push(input)
    return {
      errors: firstOfEach(errors),
      isTwice: isTwice && of.named.twice === 'warned',
      changes: 'changes' in decision ? decision.changes : [],
    }
  })
}
