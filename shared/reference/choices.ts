import { many, one, type One } from '../kernel/reads.ts'
import { faultUnless, type FieldError } from '../kernel/refusal.ts'
import { keyOf } from '../lib/words.ts'
import { choosable, type Choosable, type ChoiceColumn } from '../model/choosable.ts'
import * as messages from '../model/messages.ts'
import type { PoolCode } from '../model/reference.ts'
import type { Row } from '../model/tables.ts'

const columns = Object.keys(choosable) as ChoiceColumn[]

type Choices = { readonly [C in ChoiceColumn]?: number | undefined } & { readonly poolCode?: string | undefined }
export type ChosenRows = { readonly [C in ChoiceColumn]?: Row<Choosable[C]['table']> | undefined }

/** The row of each choice, under the choice's own name. */
export const choiceReads = <C extends Choices>(chosen: C) =>
  Object.fromEntries(
    columns.filter((field) => field in chosen).map((field) => [field, one(choosable[field].table, chosen[field] ?? 0)]),
  ) as { [F in keyof C & ChoiceColumn]: One<Choosable[F]['table']> }

/** The pool of a code, however it is written; none without one. */
export const poolReads = (poolCode = '') => many('poolCodes', { codeKey: keyOf(poolCode) })

/**
 * What is chosen must be there, and active unless it was chosen `before`: it may have become inactive since (C-146). A code belongs to its
 * type and a sub-service to its service; 0 is no choice, and whether one is needed the schema says.
 */
export function choiceErrors(
  chosen: Choices,
  rows: ChosenRows & { readonly pools?: readonly PoolCode[] },
  before: Choices = {},
): FieldError[] {
  const wrong = columns
    .filter((field) => chosen[field] && chosen[field] !== before[field])
    .flatMap((field) => activeOne(rows[field], field, choosable[field].message))
  const isFine = (field: ChoiceColumn) => Boolean(chosen[field]) && !wrong.some((error) => error.field === field)
  const isOther = (field: ChoiceColumn) => chosen[field] !== undefined && chosen[field] !== before[field]
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
