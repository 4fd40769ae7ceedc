import type { FieldErrors, FieldValues } from 'react-hook-form'
import * as messages from '#shared/model/messages.ts'
import type { ListedError } from '#web/ui/error-list.tsx'

/** For "All Errors": each leads to the control whose id is `{prefix}-{field}`. */
export const listErrors = <T extends FieldValues>(errors: FieldErrors<T>, prefix: string): ListedError[] =>
  Object.entries(errors).map(([field, error]) => ({
    fieldId: `${prefix}-${field}`,
    message: typeof error?.message === 'string' && error.message ? error.message : messages.allFields,
  }))
