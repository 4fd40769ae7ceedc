import { useState } from 'react'
import type { FieldError } from '#shared/kernel/refusal.ts'
import { focusField } from '../ui/error-list.tsx'
import { toast } from '../state/toasts.ts'

/**
 * What a command found wrong, at the fields of a small form (`ids`: their controls). The first takes the focus; what belongs to no field
 * here is said in a toast.
 */
export function useErrors(ids: Readonly<Record<string, string>>) {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  return {
    at: (field: string) => errors.find((error) => error.field === field)?.message,
    show(found: readonly FieldError[]) {
      setErrors(found)
      focusField(found.map(({ field }) => ids[field]).find((id) => id !== undefined))
      for (const { field, message } of found) if (!(field in ids)) toast(message, { variant: 'error' })
    },
    clear: (field: string) => setErrors((found) => found.filter((error) => error.field !== field)),
  }
}
