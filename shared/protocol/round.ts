import * as z from 'zod/mini'
import { instant } from '../model/fields.ts'
import { MAX_CALLS_PER_ROUND } from '../model/limits.ts'

/** What a device sends; only who receives it needs the schemas, and the worker does not carry them. */
/** As the diary names what was made of an upload. No device makes such an id; under one somebody else's upload would be taken for made. */
const isOfUpload = (id: string): boolean => /^tus-[0-9a-f]{32}$/.test(id)
const callId = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{16,40}$/),
  z.refine((id) => !isOfUpload(id)),
)

/** A queued command as it travels. `seq` counts on its device from 1; `id` is its own for ever; `at` is when the person acted. */
export const callSchema = z.strictObject({
  seq: z.int().check(z.positive()),
  id: callId,
  name: z.string().check(z.maxLength(60)),
  input: z.unknown(),
  at: instant,
  /** Of its command, when it was queued; 1 is not told. */
  version: z.optional(z.int().check(z.positive())),
})
export type Call = z.infer<typeof callSchema>

/**
 * `device` 0 asks for a number. `from` is the lowest call still queued: outcomes are told from there on, because an
 * earlier answer may have been lost. `limit` is how many rows the link can take in this answer.
 */
export const roundRequestSchema = z.strictObject({
  protocol: z.int(),
  device: z.int().check(z.nonnegative()),
  cursor: z.nullable(z.string().check(z.maxLength(200))),
  from: z.int().check(z.positive()),
  calls: z.array(callSchema).check(z.maxLength(MAX_CALLS_PER_ROUND)),
  limit: z.int().check(z.positive(), z.maximum(20_000)),
})
export type RoundRequest = z.infer<typeof roundRequestSchema>
