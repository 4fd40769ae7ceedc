import * as z from 'zod/mini'
import { refusals, type FieldConflict, type Nothing, type Refusal, type RefusalCode } from '../kernel/refusal.ts'
import { syncedTableNames } from '../model/tables.ts'
import type { Columns } from './columns.ts'

/** What a round is answered. Its types are everybody's; the schemas describe it for later releases, and no app carries them. */
const columns: z.ZodMiniType<Columns> = z.strictObject({
  rows: z.int(),
  same: z.record(z.string(), z.unknown()),
  each: z.record(z.string(), z.array(z.unknown())),
})
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const first = { by: z.optional(z.int()), at: z.optional(z.string()) }
const refusal: z.ZodMiniType<Refusal> = z.strictObject({
  refused: z.enum(Object.keys(refusals) as RefusalCode[]),
  message: z.optional(z.string()),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), message: z.string() }))),
  ...first,
})
const nothing: z.ZodMiniType<Nothing> = z.strictObject({ nothing: z.literal('already'), ...first })
const conflict: z.ZodMiniType<FieldConflict> = z.strictObject({
  ...{ field: z.string(), before: value, theirs: value, yours: value, ...first },
})

const outcome = z.strictObject({
  seq: z.int(),
  id: z.string(),
  verdict: z.enum(['applied', 'nothing', 'refused']),
  /** When the server received it. */
  received: z.string(),
  refusal: z.optional(refusal),
  nothing: z.optional(nothing),
  conflicts: z.optional(z.array(conflict)),
})
export type Outcome = z.infer<typeof outcome>

export const roundAnswerSchema = z.strictObject({
  /** Where the device stands then: opaque to it. */
  cursor: z.string(),
  /** The device's number: new when it asked for one, or when its calls collide with a copy of it. */
  device: z.int(),
  /** The last call of this device that the server has judged. */
  lastSeq: z.int(),
  outcomes: z.array(outcome),
  changes: z.partialRecord(z.enum(syncedTableNames), columns),
  removed: z.partialRecord(z.enum(syncedTableNames), z.array(z.int())),
  /** While a first sync or a reset runs: taskings sent so far, and in all. */
  progress: z.optional(z.tuple([z.int(), z.int()])),
  /** While a first sync or a reset runs: taskings closed before this day come without what belongs to them. */
  without: z.optional(z.string()),
  /** The same: those closed before this day do not come, though they are in the window (decision 079). */
  since: z.optional(z.string()),
  /** True when there is more to fetch at once. */
  more: z.optional(z.boolean()),
  /** The first call that this server is too old to know. It was not judged: it waits on its device, and what comes after it too. */
  ahead: z.optional(z.int()),
  /** What the server speaks, when that is newer than who asks. */
  protocol: z.optional(z.int()),
  /** True on the first page after the server or the person's rights changed: mark and sweep from here. */
  reset: z.optional(z.boolean()),
})
export type RoundResponse = z.infer<typeof roundAnswerSchema>

/** What the news stream brings to a device that stands at `from`: what a round would, as far as that is small. */
export type StreamPage = { from: string } & Pick<RoundResponse, 'cursor' | 'changes' | 'removed'>
