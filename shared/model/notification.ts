import * as z from 'zod/mini'
import { flag, id, instant, line, ref } from './fields.ts'

/** What somebody can be told of a tasking (C.14). */
export type NotificationKind =
  | ('requested' | 'interim' | 'authorized' | 'denied' | 'amended' | 'accepted' | 'completed' | 'canceled')
  | ('changed' | 'assigned' | 'handedOver' | 'mentioned' | 'commented')
  | ('dueSoon' | 'dueToday' | 'overdue')

/** Why it is told to this person: what they are to the tasking, or that it waits for them (`decider`). */
export type Why = 'decider' | 'approver' | 'requester' | 'assignee' | 'recipient' | 'mentioned' | 'manager' | 'cor'

/** Only the server writes these, so devices need not carry the list. */
const oneOf = <T extends string>() => line as unknown as z.ZodMiniType<T>

/**
 * One entry of a person's inbox; nobody else sees it. What happened to one tasking several times within minutes is one entry
 * (`count`, the last `date`). `text` is the reason or the comment, shortened, or the day something is due; `readDate` is `''` while it is unread.
 * `muted`: its person wants to hear no more of this tasking; so do all their entries of it, and they are kept for as long as that holds.
 */
export const notificationSchema = z.object({
  id,
  userId: ref,
  kind: oneOf<NotificationKind>(),
  why: oneOf<Why>(),
  projectId: ref,
  actorId: ref,
  count: z.int(),
  text: line,
  date: instant,
  readDate: line,
  muted: flag,
})
export type Notification = z.infer<typeof notificationSchema>
