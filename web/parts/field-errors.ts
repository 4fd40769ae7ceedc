import type { FieldErrors, FieldValues, MultipleFieldErrors } from 'react-hook-form'
import * as messages from '#shared/model/messages.ts'
import { sentenceOf, type FieldError, type Refusal } from '#shared/kernel/refusal.ts'
import type { ListedError } from '../ui/error-list.tsx'

/** For "All Errors": each leads to the control whose id is `{prefix}-{field}`; the sentence of a whole form leads nowhere. */
export const listErrors = <T extends FieldValues>(errors: FieldErrors<T>, prefix: string): ListedError[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    const beside = name === 'root' ? Object.entries(besideOf(errors)) : []
    const told: [string, unknown][] = beside.length > 0 ? beside : [[name, error?.message]]
    return told.map(([field, message]) => ({
      ...(field !== 'root' && { fieldId: `${prefix}-${field}` }),
      message: typeof message === 'string' && message ? message : messages.allFields,
    }))
  })

/** Each fault at its field. What belongs to no field of the form (a password, another step's) stands together under `root`. */
export function formErrors(
  refusal: Refusal,
  fields: readonly string[],
  typedSince: readonly string[] = [],
): Record<string, { type: string; message: string; types?: Record<string, string> }> {
  const told = refusal.errors ?? []
  if (told.length === 0) return { root: { type: 'refused', message: sentenceOf(refusal) } }
  const left = told.filter(({ field }) => !typedSince.includes(field))
  const [own, beside] = [left.filter(isOf(fields)), left.filter((error) => !isOf(fields)(error))]
  const [first] = beside
  const types = Object.fromEntries(beside.map(({ field, message }) => [field, message]))
  return {
    ...Object.fromEntries(own.map(({ field, message }) => [field, { type: 'refused', message }])),
    ...(first && { root: { type: 'refused', message: first.message, types } }),
  }
}

// That an error of the whole form can hold several is missing from its type there.
const besideOf = ({ root }: Pick<FieldErrors, 'root'>) =>
  ((root as { types?: MultipleFieldErrors } | undefined)?.types ?? {}) as Record<string, string>

const isOf =
  (fields: readonly string[]) =>
  ({ field }: FieldError): boolean =>
    fields.includes(field)

/** What is said of a control that is no field of the form: of a password, which is never kept. */
export const errorBeside = <T extends FieldValues>({ root }: FieldErrors<T>, name: string): string | undefined =>
  besideOf({ root })[name]
