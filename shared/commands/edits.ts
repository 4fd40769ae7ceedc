import * as z from 'zod/mini'
import type { FieldConflict } from '../kernel/refusal.ts'
import type { User } from '../model/reference.ts'
import { mergeEdits, type Edits } from '../rules/edits.ts'
import { lastChanged } from '../rules/last-changed.ts'

const edit = <T>(schema: z.ZodMiniType<T>) =>
  z.optional(z.strictObject({ from: z.optional(z.unknown()), to: schema })) as unknown as z.ZodMiniType<
    { from?: T; to: T } | undefined
  >
/** `{ field: schema }` → `{ field?: { from?, to } }`: the shape of a field edit. */
export const editsOf = <S extends Record<string, z.ZodMiniType>>(fields: S) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, edit(schema)])),
  ) as unknown as z.ZodMiniType<Edits<{ [K in keyof S]: z.infer<S[K]> }>>

/** What an edit makes of a row, and the fields that somebody else had changed first, with those that were chosen `together` with one of them. */
export function edited<T extends { modifiedById: number; modifiedDate: string }>(
  row: T,
  edits: Edits<Partial<T>>,
  actor: Pick<User, 'id'>,
  together: readonly (readonly (keyof T)[])[] = [],
) {
  const merged = mergeEdits<Partial<T>>(row, edits)
  const torn = together.filter((fields) => fields.some((field) => merged.contested.includes(field))).flat()
  const isTorn = (field: keyof T) => torn.includes(field) && field in merged.apply
  const apply = Object.fromEntries(
    Object.entries(merged.apply).filter(([field]) => !isTorn(field as keyof T)),
  ) as Partial<T>
  const who = lastChanged(row, actor)
  const conflicts = [...merged.contested, ...torn.filter(isTorn)].map(
    (field) =>
      ({ field, before: edits[field]?.from, theirs: row[field], yours: edits[field]?.to, ...who }) as FieldConflict,
  )
  return { apply, conflicts }
}
