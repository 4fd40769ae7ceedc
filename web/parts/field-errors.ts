import type { FieldErrors, FieldValues } from 'react-hook-form'
import * as messages from '#shared/model/messages.ts'
import type { ListedError } from '../ui/error-list.tsx'

/** For "All Errors": each leads to the control whose id is `{prefix}-{field}`; the sentence of a whole form leads nowhere. */
export const listErrors = <T extends FieldValues>(errors: FieldErrors<T>, prefix: string): ListedError[] =>
  Object.entries(errors).map(([name, error]) => {
    const field = name === 'root' ? error?.type : name
    return {
      ...(field ? { fieldId: `${prefix}-${String(field)}` } : {}),
      message: typeof error?.message === 'string' && error.message ? error.message : messages.allFields,
    }
  })

/** What is said of a control that is no field of the form: of a password, which is never kept. */
export const errorBeside = <T extends FieldValues>({ root }: FieldErrors<T>, name: string): string | undefined =>
  root?.type === name ? root.message : undefined
