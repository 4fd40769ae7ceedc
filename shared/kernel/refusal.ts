import type { Value } from './reads.ts'

/** Every reason for which a call can be refused, once: the sentence a person reads and the HTTP status of the answer. */
export const refusals = {
  invalid: { status: 422, code: 'VALIDATION', sentence: 'Please complete all required fields' },
  'not-found': { status: 404, code: 'NOT_FOUND', sentence: 'This record does not exist, or you may not see it.' },
  'not-allowed': { status: 403, code: 'FORBIDDEN', sentence: 'Your role does not allow this.' },
  'changed-since-seen': {
    status: 409,
    code: 'VERSION_CONFLICT',
    sentence: 'This tasking changed since you reviewed it.',
  },
  'already-decided': { status: 409, code: 'ALREADY_DECIDED', sentence: 'Somebody else decided this tasking first.' },
  // Too early or too late.
  'moved-on': { status: 409, code: 'VERSION_CONFLICT', sentence: 'This tasking is not waiting for this step.' },
  closed: { status: 409, code: 'CLOSED', sentence: 'This tasking is closed.' },
  'already-sent': { status: 409, code: 'CLOSED', sentence: 'This request is already finished.' },
  conflict: { status: 409, code: 'VERSION_CONFLICT', sentence: 'Somebody else changed the same field.' },
  duplicate: { status: 409, code: 'DUPLICATE', sentence: 'This already exists.' },
  failed: { status: 500, code: 'FAILED', sentence: 'The server could not carry this out. Nothing was changed.' },
  unknown: { status: 400, code: 'UNKNOWN_COMMAND', sentence: 'This version of the server does not know this action.' },
} as const
export type RefusalCode = keyof typeof refusals

export interface FieldError {
  field: string
  message: string
}

/** A refusal is a value; a bug is an exception. `by` and `at` say who was first, and when. */
export interface Refusal {
  refused: RefusalCode
  message?: string
  errors?: FieldError[]
  by?: number
  at?: string
}

/** There was nothing left to do: it is already so, by whom and since when. */
export interface Nothing {
  nothing: 'already'
  by?: number
  at?: string
}

/** A field of an edit that was not applied because somebody else changed it first. */
export interface FieldConflict {
  field: string
  before: Value
  theirs: Value
  yours: Value
  /** Who had changed the row last, where that was not its author, and when; the server's word. */
  by?: number
  at?: string
}

export const refuse = (refused: RefusalCode, more: Omit<Refusal, 'refused'> = {}): Refusal => ({ refused, ...more })
export const already = (more: Omit<Nothing, 'nothing'> = {}): Nothing => ({ nothing: 'already', ...more })
export const invalid = (field: string, message: string): Refusal => refuse('invalid', { errors: [{ field, message }] })

/** The first fault of each field. */
export const firstOfEach = (errors: readonly FieldError[]): FieldError[] =>
  errors.filter(({ field }, at) => errors.findIndex((error) => error.field === field) === at)

/** All faults together; null without any. Names that are `taken`, and nothing else, are a conflict and no fault of the form. */
export function faulty(errors: readonly FieldError[], taken: readonly FieldError[] = []): Refusal | null {
  const all = firstOfEach([...errors, ...taken])
  return all.length > 0 ? refuse(errors.length > 0 ? 'invalid' : 'duplicate', { errors: all }) : null
}
/** A fault unless it is fine. */
export const faultUnless = (isFine: unknown, field: string, message: string): FieldError[] =>
  isFine ? [] : [{ field, message }]

export const isRefusal = (value: object): value is Refusal => 'refused' in value
export const isNothing = (value: object): value is Nothing => 'nothing' in value

/** The sentence for a person: the most particular that is known. */
export const sentenceOf = (refusal: Refusal): string =>
  refusal.message ?? refusal.errors?.[0]?.message ?? refusals[refusal.refused].sentence
