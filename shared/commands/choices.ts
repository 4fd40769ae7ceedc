import { many, one, type One } from '../kernel/reads.ts'
import { faultUnless, type FieldError } from '../kernel/refusal.ts'
import * as messages from '../model/messages.ts'
import type { PoolCode } from '../model/reference.ts'

/** What forms choose from reference data: of which table, and what is said where it is not there. */
const choosable = {
  countryId: { table: 'countries', message: messages.country },
  teamId: { table: 'teams', message: messages.team },
  advisorId: { table: 'advisors', message: messages.advisor },
  assigneeId: { table: 'users', message: messages.assignee },
  projectTypeId: { table: 'projectTypes', message: messages.projectType },
  bocId: { table: 'services', message: messages.service },
  taskId: { table: 'subservices', message: messages.subservice },
  parentId: { table: 'subservices', message: messages.subservice },
} as const
type Choosable = typeof choosable
type Field = keyof Choosable
const fields = Object.keys(choosable) as Field[]

export type Choices = { readonly [F in Field]?: number | undefined } & { readonly poolCode?: string | undefined }
type ChosenRows = { readonly [F in Field]?: { active: boolean } | undefined }

/** The row of each choice, under the choice's own name. */
export const choiceReads = <C extends Choices>(chosen: C) =>
  Object.fromEntries(
    fields.filter((field) => field in chosen).map((field) => [field, one(choosable[field].table, chosen[field] ?? 0)]),
  ) as { [F in keyof C & Field]: One<Choosable[F]['table']> }

/** Codes are told apart without regard to case and spaces around them. */
export const poolReads = (poolCode: string | undefined) =>
  many('poolCodes', { codeKey: (poolCode ?? '').trim().toLowerCase() })

/**
 * What is chosen must be there, and active unless it was chosen `before`: it may have become inactive since (C-146). A code belongs to its
 * type and a sub-service to its service; 0 is no choice, and whether one is needed the schema says.
 */
export function choiceErrors(
  chosen: Choices,
  rows: ChosenRows & { taskId?: { bocId: number } | undefined; pools?: readonly PoolCode[] },
  before: Choices = {},
): FieldError[] {
  const wrong = fields
    .filter((field) => chosen[field] && chosen[field] !== before[field])
    .flatMap((field) => activeOne(rows[field], field, choosable[field].message))
  const isFine = (field: Field) => Boolean(chosen[field]) && !wrong.some((error) => error.field === field)
  const isOther = (field: Field) => chosen[field] !== undefined && chosen[field] !== before[field]
  const { taskId: task, pools: [pool] = [] } = rows

  if (isFine('bocId') && isFine('taskId') && (isOther('bocId') || isOther('taskId')))
    wrong.push(...faultUnless(task?.bocId === chosen.bocId, 'taskId', messages.subservice))
  const isOtherPool = chosen.poolCode !== undefined && (pool?.poolCode ?? chosen.poolCode) !== before.poolCode
  if (isOtherPool) wrong.push(...activeOne(pool, 'poolCode', messages.poolCode))
  if (pool && isFine('projectTypeId') && (isOtherPool || isOther('projectTypeId')))
    wrong.push(...faultUnless(pool.projectTypeId === chosen.projectTypeId, 'poolCode', messages.poolCode))
  return wrong
}

/** A row that can be chosen: there, and active. */
export const activeOne = (row: { active: boolean } | undefined, field: string, message: string): FieldError[] =>
  faultUnless(row?.active, field, row ? messages.inactive(message) : message)
