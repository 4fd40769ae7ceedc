import * as z from 'zod/mini'
import { day, flag, id, instant, line, ref, text } from './fields.ts'

export const requestTaskSchema = z.strictObject({ taskId: id, name: line, description: text })
export type RequestTask = z.infer<typeof requestTaskSchema>

/**
 * A request is a draft until `complete`. `stage` 0 tasks, 1 details, 2 complete; it never goes down (C-123).
 * `createDate` is when it was captured on the device, `receivedDate` when the server first saw it finished.
 */
export const requestSchema = z.object({
  id,
  stage: z.int().check(z.minimum(0), z.maximum(2)),
  complete: flag,
  category: z.int().check(z.minimum(0), z.maximum(8)),
  type: line,
  countryId: ref,
  teamId: ref,
  advisorId: ref,
  projectTypeId: ref,
  poolCode: line,
  shipNumber: z.int().check(z.nonnegative()),
  dueDate: day,
  blanketTasking: z.nullable(flag),
  tasks: z.array(requestTaskSchema),
  subTaskId: ref,
  contactDetails: text,
  taskDetails: text,
  specialInstructions: text,
  recipients: text,
  approval: text,
  content: text,
  parentRequestId: ref,
  createdById: ref,
  createDate: instant,
  modifiedDate: instant,
  completedDate: z.nullable(instant),
  receivedDate: z.nullable(instant),
})
export type Request = z.infer<typeof requestSchema>

/** What an edit replaced: earlier texts of a draft (for its owner) or of a request's content (for everyone). */
export const revisionSchema = z.object({
  id,
  requestId: ref,
  kind: z.enum(['draft', 'content']),
  // Not a record: that would be another third of a kilobyte in the worker, for the same.
  replaced: z.catchall(z.object({}), z.string()),
  createdById: ref,
  createDate: instant,
})
export type Revision = z.infer<typeof revisionSchema>
