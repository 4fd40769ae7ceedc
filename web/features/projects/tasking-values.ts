import type * as z from 'zod/mini'
import type { coreFields, detailsFields } from '#shared/commands/forms.ts'
import { faultUnless, type FieldError } from '#shared/kernel/refusal.ts'
import { formatMoney, parseMoney, type Cents } from '#shared/lib/money.ts'
import * as messages from '#shared/model/messages.ts'
import type { Edits } from '#shared/rules/edits.ts'
import type { AttentionItem } from '#web/data/device.ts'
import { labels, type TaskingField } from '#web/parts/tasking-labels.ts'
import type { StepDraft } from '#web/state/step-draft.ts'

type Fields = typeof coreFields & typeof detailsFields
/** What the form of a tasking asks, as its row has it. */
export type TaskingFacts = { [F in keyof Fields]: z.infer<Fields[F]> }

const moneyFields = ['taskingCostEstimate', 'initialCostEstimate', 'actualCost'] as const
type MoneyField = (typeof moneyFields)[number]
const isMoney = (field: string): field is MoneyField => (moneyFields as readonly string[]).includes(field)

/** The same as it is typed: money in dollars, and nothing for none. */
export type TaskingValues = Omit<TaskingFacts, MoneyField> & Record<MoneyField, string>

export const taskingFields = Object.keys(labels) as TaskingField[]

export const formTabs = ['core', 'details'] as const
export type FormTab = (typeof formTabs)[number]
export const tabOf = (field: string): FormTab => ((onCore as readonly string[]).includes(field) ? 'core' : 'details')
// By name: the verbs themselves would come along into every part that knows a label.
const onCore = [
  'description',
  'bocId',
  'taskId',
  'teamId',
  'advisorId',
  'countryId',
] satisfies (keyof typeof coreFields)[]
/** As the address says (C-032); where it says nothing, where something is half-typed, and else Core. */
export function tabIn(hash: string, typed: StepDraft<TaskingValues> | null = null): FormTab {
  const named = formTabs.find((tab) => hash === `#${tab}`)
  if (named) return named
  const fields = typed ? fieldsTyped(typed) : []
  return fields.length > 0 && fields.every((field) => tabOf(field) === 'details') ? 'details' : 'core'
}
const fieldsTyped = ({ base, values }: StepDraft<TaskingValues>): TaskingField[] =>
  taskingFields.filter((field) => JSON.stringify(base[field]) !== JSON.stringify(values[field]))

/** What was typed field by field, as the row would have it; an amount that cannot be read as it was typed. */
export const factsTyped = (draft: StepDraft<TaskingValues>): [TaskingField, unknown][] =>
  fieldsTyped(draft).map((field) => {
    const value = draft.values[field]
    return [field, isMoney(field) ? (centsIn(draft.values[field]) ?? value) : value]
  })

const blankFacts: TaskingFacts = {
  description: '',
  bocId: 0,
  taskId: 0,
  teamId: 0,
  advisorId: 0,
  countryId: 0,
  assigneeId: 0,
  projectTypeId: 0,
  poolCode: '',
  blanketTasking: null,
  dueDate: '',
  taskingCostEstimate: 0,
  initialCostEstimate: 0,
  actualCost: 0,
}

export const valuesOf = (facts: Partial<TaskingFacts>): TaskingValues =>
  Object.fromEntries(
    taskingFields.map((field) => [field, typedOf(field, facts[field] ?? blankFacts[field])]),
  ) as unknown as TaskingValues

/** What is typed, as the row would have it; an amount that cannot be read is none, and `amountErrors` says so. */
export const factsIn = (values: TaskingValues): TaskingFacts =>
  Object.fromEntries(taskingFields.map((field) => [field, factOf(field, values[field])])) as unknown as TaskingFacts

/** The edits of a form as the verb takes them: an amount that is only written differently is none. */
export function editsIn(edits: Edits<TaskingValues>): Edits<TaskingFacts> {
  const told = taskingFields.flatMap((field) => {
    const edit = edits[field]
    if (!edit) return []
    const [from, to] = [factOf(field, edit.from), factOf(field, edit.to)]
    return from === to ? [] : [[field, { from, to }] as const]
  })
  return Object.fromEntries(told)
}

export const amountErrors = (values: TaskingValues): FieldError[] =>
  moneyFields.flatMap((field) => faultUnless(centsIn(values[field]) !== null, field, messages.amount))

type Refused = Pick<AttentionItem, 'conflicts'> & { call: Pick<AttentionItem['call'], 'name' | 'input'> }

/**
 * What refused calls said, as a half-typed form, with what is half-typed now over it. Of an edit that went through but for some fields
 * these are left, over what they were typed over.
 */
export function typedAgain(
  refused: readonly Refused[],
  typed: StepDraft<TaskingValues> | null,
): StepDraft<TaskingValues> | null {
  const said = refused.flatMap(({ call, conflicts }) => editsOfCall(call, conflicts))
  if (said.length === 0) return typed
  const over = typed
    ? fieldsTyped(typed).map((field) => ({ field, from: typed.base[field], to: typed.values[field] }))
    : []
  const all = [...said, ...over]
  return {
    base: Object.fromEntries(all.map(({ field, from }) => [field, from])) as unknown as TaskingValues,
    values: Object.fromEntries(all.map(({ field, to }) => [field, to])) as unknown as TaskingValues,
  }
}

function editsOfCall({ name, input }: Refused['call'], conflicts: Refused['conflicts']) {
  if (name === 'addProject') {
    const values = valuesOf(input as TaskingFacts)
    return taskingFields.map((field) => ({ field, from: undefined, to: values[field] }))
  }
  const { fields } = input as { fields: Edits<TaskingFacts> }
  const left = conflicts.map(({ field }) => field)
  return taskingFields.flatMap((field) => {
    const edit = fields[field]
    if (!edit || (left.length > 0 && !left.includes(field))) return []
    return [{ field, from: typedOf(field, edit.from), to: typedOf(field, edit.to) }]
  })
}

const typedOf = (field: TaskingField, value: unknown): unknown =>
  isMoney(field) && typeof value === 'number' ? dollarsOf(value) : value
const factOf = (field: TaskingField, value: unknown): unknown =>
  isMoney(field) && typeof value === 'string' ? (centsIn(value) ?? 0) : value

/** As the input tidies it on leaving. */
const dollarsOf = (cents: Cents): string => (cents === 0 ? '' : formatMoney(cents).replace('$', ''))
const centsIn = (typed: string): Cents | null => {
  if (typed.trim() === '') return 0
  const cents = parseMoney(typed)
  return cents !== null && cents >= 0 ? cents : null
}
