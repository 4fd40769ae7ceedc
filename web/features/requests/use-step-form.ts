import { useEffect, useRef, useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form'
import type { FieldError } from '#shared/kernel/refusal.ts'
import { editsBetween } from '#shared/rules/edits.ts'
import type { useFormDraft } from '#web/data/use-form-draft.ts'
import { carryOver, hasEdits, type StepDraft } from './step-draft.ts'

export type StepFormDraft<T> = ReturnType<typeof useFormDraft<StepDraft<T>>>

export interface StepFormOptions<T extends FieldValues> {
  /** The half-typed form on this device; `stored` must have been read. */
  draft: StepFormDraft<T>
  /** The fields as the draft has them now; they may change while the form is open. */
  current: T
  resolver: Resolver<T>
}

/** A form of the wizard: saved on every pause, restored after a kill, and fed by the draft where it was not touched. */
export function useStepForm<T extends FieldValues>({ draft, current, resolver }: StepFormOptions<T>) {
  const { save, clear } = draft
  const [start] = useState(() => carryOver(draft.stored ?? null, current))
  const base = useRef(start.base)
  const form = useForm<T>({
    resolver,
    defaultValues: start.values as DefaultValues<T>,
    shouldFocusError: false,
  })

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = { base: base.current, values: { ...values } }
        if (hasEdits(typed)) save(typed)
        else void clear()
      },
    })
  }, [form, save, clear])

  useEffect(() => {
    const values = form.getValues()
    const next = carryOver({ base: base.current, values }, current)
    base.current = next.base
    for (const [field, edit] of Object.entries(editsBetween<T>(values, next.values))) {
      form.setValue(field as Path<T>, edit?.to as PathValue<T, Path<T>>)
    }
  }, [current, form])

  /** What to send: each touched field with what it replaces. */
  const edits = (values: T) => editsBetween<T>(base.current, values)

  /** A refusal of the command, said at its fields. */
  function showErrors(errors: readonly FieldError[]) {
    for (const { field, message } of errors) {
      form.setError(fieldOfEdit(field) as Path<T>, { type: 'refused', message })
    }
  }

  return { form, edits, showErrors }
}

/** `fields.poolCode.to` → `poolCode`: commands that take edits name the place in their input. */
const fieldOfEdit = (path: string): string => path.replace(/^fields\./, '').replace(/\.(to|from)$/, '')
