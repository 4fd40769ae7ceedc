import * as z from 'zod/mini'
import { flag, id, instant, line, ref, text } from './fields.ts'

/** Rows that only a server holds. They go through the same store and grammar; no device ever gets one. */

/** A device number granted to one person on one installation, and how far its queue has been judged. */
export const deviceSchema = z.object({
  id,
  userId: ref,
  lastSeq: z.int(),
  /** A call that made the server throw, and how often: after five it is refused (a poisoned call never blocks a queue). */
  failedSeq: z.int(),
  failures: z.int(),
  createDate: instant,
  /** The time of its last call: no later one lies before it. */
  lastAt: z.nullable(instant),
  /** At its last contact: in which browser and session, and what the app there said of itself (`protocol/told.ts`); null = it said nothing. */
  label: line,
  sessionId: z.int(),
  seenDate: z.nullable(instant),
  appVersion: line,
  unsent: z.nullable(z.int()),
  unsentSince: z.nullable(instant),
  /** The public half of what it signs copies with, and the session that gave it: ended by anybody but by signing out, it counts no more (decision 056). */
  signKey: line,
  signSession: ref,
})
export type Device = z.infer<typeof deviceSchema>

/**
 * The diary of calls: audit trail, activity and the proof of exactly-once. `id` is the version its changes got.
 * `seq` is null for a call over REST; `callId` is the call's own id, or the idempotency key.
 */
export const callRowSchema = z.object({
  id,
  callId: line,
  device: z.int(),
  seq: z.nullable(z.int()),
  userId: ref,
  name: line,
  input: z.unknown(),
  at: instant,
  received: instant,
  verdict: z.enum(['applied', 'nothing', 'refused']),
  detail: z.unknown(),
  /** Who brought it in somebody else's place; 0: its author's own device. */
  carriedById: ref,
  /** From where on the network it came (C-232); empty: nobody's request, or of before this was kept. */
  address: line,
})
export type CallRow = z.infer<typeof callRowSchema>

/** What a call changed on a tasking, its deliverable or its file, field by field: what rows do not tell (C-256). `id` lies under the call's. */
export const deedSchema = z.object({
  id,
  /** The tasking. */
  projectId: ref,
  /** The call in the diary. */
  callId: id,
  /** The row that it changed. */
  table: z.enum(['projects', 'deliverables', 'files']),
  rowId: ref,
  changed: z.array(
    z.object({
      ...{ field: line, before: z.unknown(), after: z.unknown() },
      /** Nothing was changed: `after` stood, and `before` is what its person had made of it and gave up. */
      kept: z.optional(z.literal(true)),
    }),
  ),
})
export type DeedRow = z.infer<typeof deedSchema>

export const sessionRowSchema = z.object({
  id,
  tokenHash: line,
  userId: ref,
  createDate: instant,
  expireDate: instant,
  ended: flag,
  label: line,
  /** When it was last heard of, as far as that is written down. */
  seenDate: z.nullable(instant),
  /** Who ended it (0: nobody), when and why; a session that ran out was ended by nobody. */
  endedById: ref,
  endedDate: z.nullable(instant),
  endedWhy: z.enum(['', 'signed out', 'ended', 'password', 'account']),
})
export type SessionRow = z.infer<typeof sessionRowSchema>

export type EndedWhy = SessionRow['endedWhy']

/** One per user, `id` = the user's. */
export const credentialSchema = z.object({ id, hash: text, changedDate: instant })

/**
 * A link with which a person chooses a password, once: the server keeps a hash of what is in it. The first
 * administrator's belongs to nobody yet (`userId` 0).
 */
export const linkSchema = z.object({
  id,
  tokenHash: line,
  userId: ref,
  purpose: z.enum(['invitation', 'reset', 'first-admin']),
  createDate: instant,
  expireDate: instant,
  used: flag,
})
export type Link = z.infer<typeof linkSchema>

/** The secret address of a person's due dates, by its hash: whoever has it reads them without signing in. One per user, `id` = the user's. */
export const calendarSchema = z.object({ id, tokenHash: line, createDate: instant })

/** Throttling: failures against a key (an account, an address) since `since`, and until when it must wait. */
export const attemptSchema = z.object({ id, key: line, failures: z.int(), since: instant, waitUntil: instant })
export type Attempt = z.infer<typeof attemptSchema>

/**
 * What is still to be carried out besides rows: a whole `letter`, or one line of a person's next letter (`now`: what needs them, within minutes;
 * `digest`: the rest, once a day). It is tried from `dueDate` on. What it says is sealed, because it may hold the token of a link.
 */
export const effectSchema = z.object({
  id,
  kind: z.enum(['letter', 'now', 'digest']),
  /** Whose letter a line goes into: a person's id, or the address of somebody without an account. */
  receiver: line,
  sealed: text,
  attempts: z.int(),
  createDate: instant,
  dueDate: line,
  expireDate: instant,
})
export type Effect = z.infer<typeof effectSchema>

/**
 * An upload that somebody has begun: in pieces, by `key`, which any process may go on with; or in one form, which has no facts and is here to be
 * counted. So many bytes have `arrived`, and lie as `pieces` in this order; when it has `ended` they are a file, and it answers who asks how far it came.
 */
export const uploadSchema = z.object({
  id,
  key: line,
  userId: ref,
  facts: z.nullable(z.record(z.string(), z.string())),
  size: z.int(),
  arrived: z.int(),
  pieces: z.array(line),
  ended: flag,
  createDate: instant,
  expireDate: instant,
})
export type UploadRow = z.infer<typeof uploadSchema>

/** The key pairs of this server, made once: what copies are sealed for, and what receipts are signed with. */
export const serverKeySchema = z.object({ id, publicKey: line, privateKey: text })

/** Named counters of the server: ids it mints, device numbers it grants. */
export const counterSchema = z.object({ id, name: line, value: z.int() })
