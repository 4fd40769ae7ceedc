import * as z from 'zod/mini'
import type { Day, Instant } from '../lib/day.ts'
import { cents, day, flag, id, instant, line, ref, text } from './fields.ts'
import { closedPhases, openPhases, phaseOf, type Phase } from './status.ts'

/**
 * A tasking. Facts only: flags and dates. What they amount to is its phase (`phaseOf`), and overdue is never stored.
 * `interim` = an AD approved, or approval was documented on the request; `authorized` = a COR approved;
 * `approved` = anybody with the right approved, so that a manager may accept (C-063, C-064).
 * `decidedForId` says for whom it was accepted or denied by who stood in for them (C-027); 0 for nobody.
 * A `…ReceivedDate` says when the server heard of what was done at the date beside it (C-251); null until it has.
 */
export const projectSchema = z.object({
  id,
  requestId: ref,
  requested: flag,
  description: text,
  countryId: ref,
  teamId: ref,
  advisorId: ref,
  bocId: ref,
  taskId: ref,
  assigneeId: ref,
  projectTypeId: ref,
  poolCode: line,
  shipNumber: z.int().check(z.nonnegative()),
  blanketTasking: z.nullable(flag),
  dueDate: day,
  taskingCostEstimate: cents,
  initialCostEstimate: cents,
  actualCost: cents,
  active: flag,
  completed: flag,
  completedById: ref,
  completedDate: z.nullable(instant),
  completedReceivedDate: z.nullable(instant),
  interim: flag,
  authorized: flag,
  approved: flag,
  approvedDate: z.nullable(instant),
  accepted: flag,
  acceptedById: ref,
  acceptedDate: z.nullable(instant),
  acceptedReceivedDate: z.nullable(instant),
  denied: flag,
  deniedById: ref,
  deniedDate: z.nullable(instant),
  deniedReceivedDate: z.nullable(instant),
  decidedForId: ref,
  deniedStage: z.int().check(z.minimum(0), z.maximum(2)),
  canceledById: ref,
  canceledDate: z.nullable(instant),
  cancelReason: text,
  changedAfterApproval: flag,
  createdById: ref,
  createDate: instant,
  modifiedById: ref,
  modifiedDate: instant,
  receivedDate: z.nullable(instant),
})
export type ProjectFacts = z.infer<typeof projectSchema>

interface ProjectDerived {
  /** The reference people say aloud, `T-42-17`; final from the first moment (C-126). */
  name: string
  phase: Phase
  /** When it was completed or canceled; `''` while it is open. */
  closedDate: string
  /** Sorts open ones by due date and then closed ones, the last closed first (C-196). */
  urgency: number
}
export type Project = ProjectFacts & ProjectDerived

export function deriveProject(row: ProjectFacts): ProjectDerived {
  const closedDate = closedDateOf(row)
  return {
    name: referenceOf(row.id),
    phase: phaseOf(row),
    closedDate,
    urgency: closedDate ? urgencyOfClosed(closedDate) : urgencyOfOpen(row.dueDate),
  }
}

export const closedDateOf = (row: Pick<ProjectFacts, 'active' | 'completedDate' | 'canceledDate'>): string =>
  (row.active ? row.completedDate : row.canceledDate) ?? ''

/** Milliseconds, so that lists of a million keep a short number; those of closed ones lie beyond the last due date. */
export const urgencyOfOpen = (dueDate: Day): number => Date.parse(dueDate) || 0
export const urgencyOfClosed = (closedDate: Instant): number => 1e15 - Date.parse(closedDate)

/** The phases that have a list in the order in which taskings came to them, and the date that says when. */
const dated = ['progress', 'denied', 'completed', 'canceled'] as const
const dateOf = (phase: (typeof dated)[number]) =>
  phase === 'progress' ? ('acceptedDate' as const) : (`${phase}Date` as const)

/**
 * By what a device finds taskings. A key of an index costs its disk a fifth of what the row does, and most taskings are closed: those have one
 * beside their request's, since when they are closed. By whose they are and by due date only open ones are found.
 */
export const projectLists = {
  keysOf: (row: Project): object => ({
    since: row[dateOf(row.phase as (typeof dated)[number])] ?? '',
    openPhase: (openPhases as readonly Phase[]).includes(row.phase) ? row.phase : undefined,
  }),
  indexes: [
    { columns: ['requestId'] },
    { columns: ['phase', 'since'] },
    ...dated.map((phase) => ({ columns: ['phase', dateOf(phase)], keys: ['phase', 'since'], phases: [phase] })),
    ...[[], ['teamId'], ['assigneeId'], ['createdById']].map((owner) => ({
      columns: [...owner, 'phase', 'dueDate'],
      keys: [...owner, 'openPhase', 'dueDate'],
      phases: openPhases,
    })),
  ],
}

/**
 * What was begun since then, as lists that a device has: nothing is closed before it is begun, so what was closed earlier is not walked through.
 */
export const listsBegunSince = (from: Instant) => [
  { phase: openPhases },
  ...closedPhases.map((phase) => ({ phase, [dateOf(phase)]: { from } })),
]

/** `42000017` → `T-42-17`: the device number and the count on that device. */
export const referenceOf = (id: number): string => `T-${Math.floor(id / 1_000_000)}-${id % 1_000_000}`

export const approvalSchema = z.object({
  id,
  projectId: ref,
  kind: z.enum(['interim', 'authorization']),
  comment: text,
  selfApproved: flag,
  voided: flag,
  createdById: ref,
  /** Who was away, when it was given for somebody else (C-027). */
  forId: ref,
  createDate: instant,
  receivedDate: z.nullable(instant),
})
export type Approval = z.infer<typeof approvalSchema>

export const amendmentSchema = z.object({
  id,
  projectId: ref,
  amendment: text,
  createdById: ref,
  createDate: instant,
  receivedDate: z.nullable(instant),
})
export type Amendment = z.infer<typeof amendmentSchema>

/** `active: false` hides it; what it said before an edit stays in `history`, newest last (C-155). */
export const commentSchema = z.object({
  id,
  projectId: ref,
  kind: z.enum(['comment', 'denial']),
  comment: text,
  active: flag,
  attachment: z.nullable(z.string()),
  editedDate: z.nullable(instant),
  history: z.array(z.string()),
  createdById: ref,
  createDate: instant,
  receivedDate: z.nullable(instant),
})
export type Comment = z.infer<typeof commentSchema>

/** `projectTaskId` is the tasking's id (C-149); `comments` counts its comments. Dates are days as people plan them. */
export const deliverableSchema = z.object({
  id,
  projectTaskId: ref,
  name: line,
  active: flag,
  complete: flag,
  segmentId: z.int().check(z.nonnegative()),
  startDate: z.nullable(day),
  dueDate: z.nullable(day),
  completedDate: z.nullable(day),
  comments: z.int().check(z.nonnegative()),
  createdById: ref,
  createDate: instant,
  modifiedById: ref,
  modifiedDate: instant,
})
export type Deliverable = z.infer<typeof deliverableSchema>

export const deliverableCommentSchema = z.object({
  id,
  deliverableId: ref,
  projectId: ref,
  comment: text,
  createdById: ref,
  createdAt: instant,
})
export type DeliverableComment = z.infer<typeof deliverableCommentSchema>

/**
 * The fact of a file; its bytes travel apart. It belongs to one tasking (`projectId`) or to a request and so to every
 * tasking of it (`requestId`, C-136). `stored` says that the server holds bytes that match `hash` (SHA-256, hex).
 */
export const fileSchema = z.object({
  id,
  requestId: ref,
  projectId: ref,
  name: line,
  type: line,
  size: z.int().check(z.nonnegative()),
  hash: line,
  active: flag,
  /** When it was removed: from then on it can be brought back for 30 days. */
  removedDate: z.nullable(instant),
  stored: flag,
  /** False while the request is a draft: then only its owner sees the file. */
  published: flag,
  createdById: ref,
  createDate: instant,
})
export type File = z.infer<typeof fileSchema>
