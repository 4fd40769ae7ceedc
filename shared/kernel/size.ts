import { MAX_CALL_BYTES } from '../model/limits.ts'
import type { FieldError } from './refusal.ts'

/** Characters of JSON, as a round and the server count them: a line break in a text makes two. */
export const sizeOf = (input: unknown): number => JSON.stringify(input ?? null).length

/** Texts of which each is short enough and all together are not, told at the longest: no call carries them. */
export function tooMuch(input: object): FieldError[] {
  if (sizeOf(input) <= MAX_CALL_BYTES) return []
  const { fields = input } = input as { fields?: object }
  const texts = fields as Record<string, unknown>
  const [field = ''] = Object.keys(texts).sort((a, b) => sizeOf(texts[b]) - sizeOf(texts[a]))
  return [{ field, message: 'Together these texts are too long. Please shorten this one' }]
}
