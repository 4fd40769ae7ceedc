import { printOf } from '../lib/sha256.ts'

/** A field edit: what the person saw and what they made of it. Without `from`, the last writer wins (C-163). */
export interface Edit<T> {
  from?: T | undefined
  to: T
}
export type Edits<T> = { [K in keyof T]?: Edit<T[K]> | undefined }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The edits that turn `before` into `after`, only for fields that differ. */
export function editsBetween<T extends object>(before: T, after: T): Edits<T> {
  const edits: Edits<T> = {}
  for (const field of Object.keys(after) as (keyof T)[]) {
    if (!same(before[field], after[field])) edits[field] = { from: before[field], to: after[field] }
  }
  return edits
}

const LONG = 2_000
const printed = (text: unknown): unknown => ({ print: printOf(text) })

/** For a call with several of them: of a long text that was seen its print is enough, and with both texts a call would be larger than the server takes. */
export const withoutLongTexts = <T extends object>(edits: Edits<T>): Edits<T> =>
  Object.fromEntries(
    Object.entries(edits as Record<string, Edit<unknown>>).map(([field, edit]) => {
      const isLong = typeof edit.from === 'string' && edit.from.length > LONG
      return [field, isLong ? { ...edit, from: printed(edit.from) } : edit]
    }),
  ) as Edits<T>

const isSeen = (current: unknown, from: unknown): boolean =>
  same(current, from) || (typeof current === 'string' && current.length > LONG && same(printed(current), from))

interface Merge<T> {
  /** Fields to write. */
  apply: Partial<T>
  /** Fields somebody else changed to something else in the meantime. */
  contested: (keyof T)[]
}

/** Field by field: current = from → apply; current = to → nothing to do; else contested. */
export function mergeEdits<T extends object>(current: T, edits: Edits<T>): Merge<T> {
  const apply: Partial<T> = {}
  const contested: (keyof T)[] = []
  for (const field of Object.keys(edits) as (keyof T)[]) {
    const edit = edits[field]
    if (!edit || same(current[field], edit.to)) continue
    if (edit.from === undefined || isSeen(current[field], edit.from)) apply[field] = edit.to
    else contested.push(field)
  }
  return { apply, contested }
}
