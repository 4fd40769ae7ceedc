import * as z from 'zod/mini'
import { day, flag, id, instant, line, ref, text } from '#shared/model/fields.ts'
import {
  amendmentSchema,
  approvalSchema,
  commentSchema,
  deliverableCommentSchema,
  deliverableSchema,
  fileSchema,
  projectSchema,
} from '#shared/model/project.ts'
import { notificationSchema } from '#shared/model/notification.ts'
import { poolCodeSchema, projectTypeSchema, userSchema } from '#shared/model/reference.ts'
import { requestSchema, revisionSchema } from '#shared/model/request.ts'
import { phases, statusCodes, type Status } from '#shared/model/status.ts'
import { named, notes } from './about.ts'

/** The answers of REST: the rows of the model with the names that the queries add, money in dollars. */

export const dollars = z.number()
notes.add(dollars, { description: 'US dollars' })
notes.add(day, { format: 'date' })
/** The same shape under each of these names. */
export const each = <K extends string, S extends z.ZodMiniType>(names: readonly K[], shape: S) =>
  Object.fromEntries(names.map((name) => [name, shape])) as { [N in K]: S }
const moneyOf = <K extends string>(...names: K[]) => each(names, dollars)
const number = z.int()
const status = z.enum(Object.keys(statusCodes) as [Status, ...Status[]])
const phase = z.enum(phases)
const closed = z.union([instant, z.literal('')])
const statusId = z.int().check(z.minimum(-1), z.maximum(6))

/** One page of a list (C-192). */
export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.object({
    items: z.array(item),
    pageNumber: id,
    totalPages: id,
    totalItems: ref,
    pageNumbers: z.array(id),
  })
export const page = z.object({ page: z.optional(id) })
export const listed = z.extend(page, { active: z.optional(flag) })

const conflict = named(
  'FieldConflict',
  z.object({
    field: line,
    before: z.unknown(),
    theirs: z.unknown(),
    yours: z.unknown(),
    by: z.optional(ref),
    at: z.optional(instant),
  }),
)
const already = named(
  'Already',
  z.object({ nothing: z.literal('already'), by: z.optional(ref), at: z.optional(instant) }),
)
/** The row as it is now; `already` when there was nothing left to do. */
export const saved = <S extends z.ZodMiniType>(row: S) =>
  z.intersection(row, z.object({ already: z.optional(already) }))
/** The same of an edit: `conflicts` are the fields that somebody else changed first. */
export const merged = <S extends z.ZodMiniType>(row: S) =>
  z.intersection(row, z.object({ already: z.optional(already), conflicts: z.optional(z.array(conflict)) }))

const signature = { createdBy: line }
export const signatures = { createdBy: line, modifiedBy: line }

export const taskingRow = named(
  'TaskingRow',
  z.object({
    id,
    name: line,
    task: line,
    description: text,
    poolCode: line,
    country: line,
    team: line,
    advisor: line,
    assignee: line,
    status: line,
    statusId,
    dueDate: day,
    blanketTasking: z.nullable(flag),
    createdBy: line,
    createDate: instant,
    completedDate: z.nullable(instant),
    state: status,
    interim: flag,
    inactive: z.optional(z.array(z.enum(['country', 'team', 'advisor', 'assignee']))),
    pastDue: flag,
  }),
)
export const taskingRows = z.array(taskingRow)
export const completedYear = named('CompletedYear', z.object({ since: day, count: ref }))

export const project = named(
  'Project',
  z.extend(projectSchema, {
    ...moneyOf('taskingCostEstimate', 'initialCostEstimate', 'actualCost'),
    name: line,
    phase,
    closedDate: closed,
    urgency: number,
    task: line,
    country: line,
    team: line,
    advisor: line,
    boc: line,
    projectType: line,
    assignee: line,
    createdBy: line,
    createdByRoles: line,
    canceledBy: line,
    modifiedBy: line,
    completedBy: line,
    acceptedBy: line,
    deniedBy: line,
    decidedFor: line,
    status: line,
    statusId,
    state: status,
  }),
)
export const requestTexts = z.array(
  named('RequestText', z.object({ id, createdBy: line, createDate: instant, before: text, after: text })),
)
export const requestOfProject = named(
  'ProjectRequest',
  z.object({
    request: z.nullable(z.extend(requestSchema, { ...signature, draftOf: ref })),
    approvals: z.array(named('Approval', z.extend(approvalSchema, { ...signature, for: line }))),
    amendments: z.array(named('Amendment', z.extend(amendmentSchema, signature))),
  }),
)
export const comment = named('Comment', z.extend(commentSchema, signature))
export const deliverable = named('Deliverable', z.extend(deliverableSchema, { modifiedBy: line }))
export const deliverableComment = named('DeliverableComment', z.extend(deliverableCommentSchema, signature))
export const file = named('File', z.extend(fileSchema, { path: text }))
export const uploadedFile = named(
  'UploadedFile',
  z.extend(z.pick(file, { id: true, name: true, path: true, size: true, type: true, createDate: true }), {
    createdBy: line,
  }),
)
/** Bytes in a body. */
export const bytes = z.string()
notes.add(bytes, { format: 'binary' })

const figures = moneyOf('funding', 'actual', 'estimated', 'pending', 'projection', 'balance')
/** Per cent, rounded up. */
const utilization = ref
export const poolFigures = named('PoolFigures', z.object({ ...figures, utilization }))
export const fundingPanel = named(
  'FundingPanel',
  z.object({
    ...figures,
    ...moneyOf('cost', 'tasking'),
    utilization,
    name: line,
    type: line,
    pool: line,
    ship: number,
    snapshot: instant,
    share: z.object(moneyOf('actual', 'estimated', 'pending')),
    blanket: z.nullable(flag),
    restricted: flag,
    pools: z.array(z.object({ id, name: line, code: line })),
  }),
)

const poolRow = z.extend(poolCodeSchema, {
  ...moneyOf('funds', 'actual', 'estimated', 'pending'),
  codeKey: line,
})
export const poolCode = named('PoolCode', z.extend(poolRow, { ...moneyOf('projection', 'balance'), utilization }))
export const fundingType = named(
  'FundingType',
  z.extend(projectTypeSchema, {
    ...{ ...figures, utilization, team: line, openTaskings: ref },
    codes: z.array(z.extend(poolCode, { openTaskings: ref })),
  }),
)
/** `since` is the first day of the fiscal year, a month is `2026-03`. */
export const fundingYear = named(
  'FundingYear',
  z.object({
    ...{ ...figures, utilization, codes: ref, since: day, thisMonth: line },
    ...moneyOf('before', 'later'),
    months: z.array(z.object({ month: line, ...moneyOf('actual', 'estimated') })),
  }),
)

export const draft = named(
  'Draft',
  z.object({
    id,
    requestId: id,
    stage: ref,
    type: line,
    country: line,
    team: line,
    advisor: line,
    createDate: instant,
    modifiedDate: instant,
  }),
)
export const requestSummary = named(
  'RequestSummary',
  z.extend(requestSchema, {
    ...signature,
    draftOf: ref,
    requestId: id,
    country: line,
    team: line,
    advisor: line,
    projectType: line,
    pool: z.nullable(poolRow),
    files: z.array(file),
    replaced: z.array(revisionSchema),
    taskings: z.array(z.object({ id, name: line, taskId: ref, phase })),
  }),
)
export const requestTasking = named(
  'RequestTasking',
  z.pick(requestSummary, { requestId: true, type: true, category: true, tasks: true }),
)

export const group = named('Group', z.object({ id, name: line, count: ref }))
export const assignee = named('Assignee', z.extend(group, { teamId: ref }))
export const statistics = named(
  'Statistics',
  z.object({
    count: ref,
    teams: z.array(group),
    users: z.array(group),
    advisors: z.array(group),
    countries: z.array(group),
  }),
)
const counted = z.array(z.object({ count: ref }))
export const overview = named(
  'Overview',
  z.object({ inProgress: counted, overdue: counted, completed: counted, requests: counted }),
)

export const months = z.array(named('Month', z.object({ month: line, created: ref, completed: ref })))

export const client = named('Client', z.pick(userSchema, { id: true, fullName: true, email: true, roles: true }))
export const person = named('Person', z.pick(userSchema, { id: true, fullName: true, teamId: true }))
export const choice = named('Choice', z.object({ id, name: line }))
const notification = named(
  'Notification',
  z.extend(notificationSchema, { actor: line, description: text, needsYou: flag }),
)
const stands = { unread: ref, ...z.pick(userSchema, { letters: true, zone: true }).def.shape }
/** How many entries are unread, and the letters that were chosen. */
export const standing = named('Inbox', z.object(stands))
export const inbox = z.extend(pageOf(notification), stands)
export const discarded = named('Discarded', z.object({ id }))

const listsWith = <S extends Record<string, z.ZodMiniType>>(more: S) => {
  const chosen = z.object({ id, name: line, ...more })
  return z.object({
    countries: z.array(z.object({ id, title: line, ...more })),
    advisors: z.array(chosen),
    teams: z.array(chosen),
    bocs: z.array(chosen),
    projectTypes: z.array(z.extend(chosen, { teamId: ref })),
    users: z.array(z.object({ id, fullName: line, ...more })),
  })
}
export const activeLists = named('ActiveLists', listsWith({}))
export const allLists = named('AllLists', listsWith({ active: flag }))
