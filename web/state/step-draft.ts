import { editsBetween } from '#shared/rules/edits.ts'

/** One step's fields: what the draft said when the person began (`base`), and what they have made of it since. */
export interface StepDraft<T> {
  base: T
  values: T
}

/**
 * Goes on over the draft as it is now, perhaps changed on another device in the meantime: untouched fields follow it,
 * touched ones keep what they began from, so that the command can tell what it replaces (C-116).
 */
export function carryOver<T extends object>(draft: StepDraft<T> | null, current: T): StepDraft<T> {
  const next = { base: { ...current }, values: { ...current } }
  if (!draft) return next
  const touched = editsBetween(draft.base, draft.values)
  const pending = editsBetween(current, draft.values)
  for (const field of Object.keys(current) as (keyof T)[]) {
    if (!touched[field] || !pending[field]) continue
    next.base[field] = draft.base[field]
    next.values[field] = draft.values[field]
  }
  return next
}

export const hasEdits = <T extends object>({ base, values }: StepDraft<T>): boolean =>
  Object.keys(editsBetween(base, values)).length > 0

/** The same step before anybody typed. */
export const untouched = <T>({ base }: StepDraft<T>): StepDraft<T> => ({ base, values: base })
