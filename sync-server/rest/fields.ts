import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'
import type { AnyCommand } from '#shared/kernel/command.ts'
import { errorsIn } from '#shared/kernel/input.ts'
import { dayIn, isDay } from '#shared/lib/day.ts'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { line, ref } from '#shared/model/fields.ts'
import { zoneOf } from '../execute/effects.ts'
import { bodyOf, namesIn } from './about.ts'
import type { Spoken } from './mount.ts'

type Fields = Record<string, unknown>

/** A form creates by POST and updates by PATCH; its id says which it is, whatever the verb (C-201). */
export const saveMethods: ('POST' | 'PATCH' | 'PUT')[] = ['POST', 'PATCH', 'PUT']

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

/** A word to look for, as it can be looked for. @throws HTTPException 422 */
export function asTerm(term: string): string {
  const errors = errorsIn(z.object({ term: line }), { term })
  if (errors[0]) throw new HTTPException(422, { message: errors[0].message, cause: { errors } })
  return term
}

/** The day of a date input: blank is none, and of an instant the day counts that its sender's calendar shows (C-151). */
export function asDay(value: unknown, { actor, organisation }: Pick<Spoken, 'actor' | 'organisation'>): unknown {
  if (value === '') return null
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return value
  // The thirtieth of February would be read as a day in March.
  if (!isDay(value.slice(0, 10)) || Number.isNaN(Date.parse(value))) return value
  return /(Z|[+-]\d\d:?\d\d)$/.test(value) ? dayIn(zoneOf(actor, organisation), value) : value.slice(0, 10)
}

/** `page` and `active` of a list; an `active` that says nothing is left to `usual`. */
export function listIn({ search }: Spoken, usual?: boolean): { page: number; active?: boolean } {
  const active = asFlag(search.active)
  const chosen = typeof active === 'boolean' ? active : usual
  return { page: pageNumberFrom(search.page), ...(chosen === undefined ? {} : { active: chosen }) }
}

/** What the form of a command that saves reference data takes; `id` 0 or none creates. */
export const formOf = (command: AnyCommand, ...names: string[]) =>
  z.extend(bodyOf(command, ...names, 'active', 'modifiedDate'), { id: z.optional(ref) })

/** The state of a row that its reader saw, of clients that say it (C-231); a new row has none. */
export const seenIn = ({ modifiedDate }: Fields, isNew: boolean): Fields =>
  isNew || modifiedDate === undefined || modifiedDate === null || modifiedDate === '' ? {} : { modifiedDate }

/** The body of such a form: the id, minted here when it is new, and what the form takes, in its types. */
export async function savedIn({ fields, newId }: Spoken, form: z.ZodMiniObject): Promise<Fields> {
  const id = asNumber(fields.id)
  const isNew = id === undefined || id === null || id === 0
  const names = namesIn(form).filter((name) => name !== 'modifiedDate')
  const typed = names.map((name) => {
    if (name === 'active') return [name, asFlag(fields.active)]
    return [name, isNumber(form.def.shape[name]) ? asNumber(fields[name]) : fields[name]]
  })
  const came = typed.filter(([, value]) => value !== undefined)
  const seen = seenIn(fields, isNew)
  return {
    ...Object.fromEntries(came),
    ...seen,
    id: isNew ? await newId() : id,
    ...(isNew ? { isNew: true } : {}),
  } as Fields
}

function isNumber(schema: unknown): boolean {
  const { def } = schema as { def: { type: string; innerType?: unknown } }
  return def.type === 'optional' ? isNumber(def.innerType) : def.type === 'number'
}
