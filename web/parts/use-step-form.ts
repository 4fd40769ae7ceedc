import { useCallback, useEffect, useReducer, useRef, useState, type FormEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form'
import { sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import { editsBetween, mergeEdits } from '#shared/rules/edits.ts'
import type { useFormDraft } from '../data/use-form-draft.ts'
import { carryOver, hasEdits, untouched, type StepDraft } from '../state/step-draft.ts'
import { toast } from '../state/toasts.ts'
import { formErrors } from './field-errors.ts'
import { useBusy, useIsHere } from './use-busy.ts'

export type StepFormDraft<T> = ReturnType<typeof useFormDraft<StepDraft<T>>>

interface StepFormOptions<T extends FieldValues> {
  /** The half-typed form on this device; `stored` must have been read. */
  draft: StepFormDraft<T>
  /** The fields as the draft has them now; they may change while the form is open. */
  current: T
  /** Why the server refused what is typed here: said at its fields when the form opens. */
  refused?: Refusal | null
}

/**
 * A form of the wizard: saved on every pause, restored after a kill, and fed by the draft where it was not touched. It has no rules of
 * its own: the command says what is wrong, all of it at once, and `submit` shows it at its fields.
 */
export function useStepForm<T extends FieldValues>({ draft, current, refused = null }: StepFormOptions<T>) {
  const { save, clear } = draft
  const [start] = useState(() => carryOver(draft.stored ?? null, current))
  const [told] = useState(refused)
  const base = useRef(start.base)
  const latest = useRef(current)
  /** What was there when it was saved, until what was saved has come back. */
  const savedOver = useRef<T>(null)
  const form = useForm<T>({
    defaultValues: start.values as DefaultValues<T>,
    shouldFocusError: false,
  })

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = { base: base.current, values: { ...values } }
        if (hasEdits(typed)) save(typed, untouched(typed))
        else void clear()
      },
    })
  }, [form, save, clear])

  const follow = useCallback(() => {
    if (savedOver.current && !differs(savedOver.current, latest.current)) return
    savedOver.current = null
    const values = form.getValues()
    const next = carryOver({ base: base.current, values }, latest.current)
    base.current = next.base
    for (const [field, edit] of Object.entries(editsBetween<T>(values, next.values))) {
      form.setValue(field as Path<T>, edit?.to as PathValue<T, Path<T>>)
    }
  }, [form])
  useEffect(() => {
    latest.current = current
    follow()
  }, [current, follow])

  useEffect(() => {
    if (told) showRefusal(form, told)
  }, [form, told])

  /** What to send: each touched field with what it replaces. */
  const edits = (values: T) => editsBetween<T>(base.current, values)
  /** While it is sent, the fields as they were then: what comes meanwhile is mostly these very words, before their answer. */
  const [sentOver, setSentOver] = useState<T | null>(null)
  /** Fields that somebody else has changed to something else. */
  const contested = (values: T) => mergeEdits<T>(sentOver ?? current, edits(values)).contested
  /** Whether anything is typed that is not saved. */
  const isTyped = (values: T) => {
    const touched = edits(values)
    return Object.keys(editsBetween(current, values)).some((field) => touched[field])
  }

  const { busy, run } = useBusy()
  const isHere = useIsHere()
  /** Sends the values as they are; `work` hands back why not, which is said to who has gone on, too. What is typed into a field takes its error away, also one that is on its way. */
  const submit = (work: (values: T) => Promise<Refusal | null>) => {
    const handle = form.handleSubmit(async (values) => {
      const sent = { ...values }
      const before = latest.current
      setSentOver(before)
      try {
        const refusal = await work(values)
        if (!refusal) settle(sent, before)
        if (refusal && !isHere()) toast(refusal.errors?.[0]?.message ?? sentenceOf(refusal), { variant: 'error' })
        else if (refusal) showRefusal(form, refusal, Object.keys(editsBetween<T>(sent, form.getValues())))
      } finally {
        setSentOver(null)
      }
    })
    return (event?: FormEvent) => {
      event?.preventDefault()
      form.clearErrors()
      void run(handle)
    }
  }

  const [, redraw] = useReducer((count: number) => count + 1, 0)
  /** What was saved is what the form goes on from, and it takes up how the row says it: trimmed, or as a number is written. */
  function settle(sent: T, before: T) {
    base.current = sent
    savedOver.current = before
    follow()
    redraw()
  }
  /** What somebody else made of a field has been looked at, and what is typed here is to replace it. */
  function keepMine(field: keyof T) {
    base.current = { ...base.current, [field]: current[field] }
    const typed = { base: base.current, values: { ...form.getValues() } }
    save(typed, untouched(typed))
    form.clearErrors(field as Path<T>)
    redraw()
  }
  /** What somebody else made of a field stands, and what is typed here goes. */
  function takeTheirs(field: keyof T) {
    form.setValue(field as Path<T>, current[field], { shouldDirty: true })
    form.clearErrors(field as Path<T>)
  }
  function discard() {
    base.current = { ...current }
    form.reset(current)
  }

  return { form, edits, contested, isTyped, submit, busy, isHere, keepMine, takeTheirs, discard }
}

const differs = <T extends object>(a: T, b: T): boolean => Object.keys(editsBetween(a, b)).length > 0

function showRefusal<T extends FieldValues>(
  form: UseFormReturn<T>,
  refusal: Refusal,
  typedSince: readonly string[] = [],
): void {
  const errors = formErrors(refusal, Object.keys(form.getValues()), typedSince)
  for (const [name, error] of Object.entries(errors)) form.setError(name as Path<T>, error)
}
