import { useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { errorsIn } from '#shared/kernel/input.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'

type Errors = Record<string, string>

/**
 * A form of two or three fields, whose words lie in its inputs until they are sent: judged then, and with each letter after. `send` tells what the
 * server found wrong at a field. The forms behind sign-in have what these can do without.
 */
export function useShortForm<T>(schema: z.ZodMiniType<T>, send: (values: T) => Promise<FieldError[] | void>) {
  const [errors, setErrors] = useState<Errors>({})
  const [sending, setSending] = useState(false)

  async function submit(form: HTMLFormElement) {
    const values = valuesOf(form)
    const faults = errorsIn(schema, values)
    if (faults.length > 0) return show(form, faults)
    setErrors({})
    setSending(true)
    const told = await send(schema.parse(values)).finally(() => setSending(false))
    if (told) show(form, told)
  }
  function show(form: HTMLFormElement, faults: FieldError[]) {
    setErrors(byField(faults))
    const first = [...form.elements].find((field) => faults.some((fault) => fault.field === (field as Named).name))
    if (first instanceof HTMLElement) first.focus()
  }
  return {
    errors,
    sending,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!sending) void submit(event.currentTarget)
    },
    onInput: (event: FormEvent<HTMLFormElement>) => {
      if (Object.keys(errors).length > 0) setErrors(byField(errorsIn(schema, valuesOf(event.currentTarget))))
    },
  }
}

interface Named {
  name?: string
}
const valuesOf = (form: HTMLFormElement): Record<string, unknown> => Object.fromEntries(new FormData(form))

/** The first fault of each field. */
const byField = (faults: FieldError[]): Errors =>
  Object.fromEntries(faults.toReversed().map(({ field, message }) => [field, message]))
