import { HTTPException } from 'hono/http-exception'
import { refusals } from '#shared/kernel/refusal.ts'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { can, type Capability } from '#shared/rules/access.ts'
import { pick, type Spoken } from './mount.ts'

type Fields = Record<string, unknown>

/** A form creates by POST and updates by PATCH; its id says which it is, whatever the verb (C-201). */
export const saveMethods: ('POST' | 'PATCH' | 'PUT')[] = ['POST', 'PATCH', 'PUT']

export const forbidden = (): HTTPException => new HTTPException(403, { message: refusals['not-allowed'].sentence })

/** An address that only some may ask: anybody else is told so before anything is looked up. */
export const only =
  <I>(capability: Capability, toInput: (spoken: Spoken) => I) =>
  (spoken: Spoken): I => {
    if (!can(spoken.actor, capability)) throw forbidden()
    return toInput(spoken)
  }

/** `1`, `0`, `true`, `false`, as text or not (C-209); what is none of them stays what it is. */
export function asFlag(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true
  return value === 0 || value === '0' || value === 'false' ? false : value
}

/** Numbers that a form sends as text (C-178); an empty text was not filled in. */
export function asNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return undefined
  return Number.isFinite(Number(text)) ? Number(text) : value
}

/** The day of a date input: blank is none, and of an instant its day counts (C-151). */
export function asDay(value: unknown): unknown {
  if (value === '') return null
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 10) : value
}

/** `page` and `active` of a list; an `active` that says nothing is left to `usual`. */
export function listIn({ search }: Spoken, usual?: boolean): { page: number; active?: boolean } {
  const active = asFlag(search.active)
  const chosen = typeof active === 'boolean' ? active : usual
  return { page: pageNumberFrom(search.page), ...(chosen === undefined ? {} : { active: chosen }) }
}

/**
 * The body of a form that creates (`id` 0 or none) and updates: the id, minted here when it is new, and the named fields
 * in their types.
 */
export async function savedIn(
  { fields, newId }: Spoken,
  names: { texts?: readonly string[]; numbers?: readonly string[] },
): Promise<Fields> {
  const id = asNumber(fields.id)
  const isNew = id === undefined || id === null || id === 0
  const came = { ...fields, active: asFlag(fields.active) }
  const numbers = (names.numbers ?? []).map((name) => [name, asNumber(fields[name])] as const)
  return {
    id: isNew ? await newId() : id,
    ...(isNew ? { isNew: true } : {}),
    ...pick(came, [...(names.texts ?? []), 'active']),
    ...Object.fromEntries(numbers.filter(([, value]) => value !== undefined)),
  }
}
