import { createContext, use, useId } from 'react'

/** What a field tells the control inside it. */
interface FieldControl {
  id: string
  labelId: string
  describedBy?: string
  invalid: boolean
  required: boolean
  readOnly: boolean
}

export const FieldContext = createContext<FieldControl | null>(null)

/** The attributes that tie an input to the label, help and error around it. */
export function useFieldControl(props: { id?: string; readOnly?: boolean; required?: boolean }) {
  const field = use(FieldContext)
  const ownId = useId()
  return {
    id: props.id ?? field?.id ?? ownId,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': props.required ?? (field?.required || undefined),
    readOnly: props.readOnly ?? field?.readOnly ?? false,
  }
}

/** The same for a control that is a group of several: it is named by the label, not tied to it. */
export function useFieldGroup() {
  const field = use(FieldContext)
  return {
    id: field?.id,
    'aria-labelledby': field?.labelId,
    'aria-describedby': field?.describedBy,
    readOnly: field?.readOnly ?? false,
    invalid: field?.invalid ?? false,
  }
}
