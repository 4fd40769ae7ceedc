import * as z from 'zod/mini'
import { add, put, remove, type Change } from '../kernel/change.ts'
import { defineCommand, type Context } from '../kernel/command.ts'
import { made, spare } from '../kernel/minted.ts'
import { many, one, whole } from '../kernel/reads.ts'
import { already, faulty, faultUnless, refuse, type FieldError } from '../kernel/refusal.ts'
import { dayIn } from '../lib/day.ts'
import { categoryName, lacksSubTask, SINGLE_CHOICE_CATEGORY, subTaskOf } from '../model/categories.ts'
import { id, line, ref, text } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { ProjectFacts } from '../model/project.ts'
import type { PoolCode, ProjectType, Subservice } from '../model/reference.ts'
import type { Request, RequestTask } from '../model/request.ts'
import { ownsDraft, verdictOn, type Asking, type Hindrance } from '../rules/abilities.ts'
import { composeContent, describeTasking, taskInWords } from '../rules/content.ts'
import { isDueDateAcceptable } from '../rules/due.ts'
import { mergeEdits, type Edits } from '../rules/edits.ts'
import { draftPrint } from '../rules/fingerprint.ts'
import { activeOne, choiceErrors, choiceReads, poolReads } from '../reference/choices.ts'
import { editsOf } from './edits.ts'
import { detailFields, startFields, taskFields } from './forms.ts'
import { beginsAtAuthorization, blankTasking } from './tasking.ts'

/** A draft of somebody else is not there; of a finished request it is too late, or not theirs. */
const draftProblem = (request: Request | undefined, context: Asking): Hindrance | null =>
  request && (request.complete || ownsDraft(context.actor, request))
    ? verdictOn('editDraft', request, context)
    : { refused: 'not-found' }

export const startRequest = defineCommand({
  name: 'startRequest',
  ability: 'startRequest',
  input: z.strictObject({ id, ...startFields, parentRequestId: z.optional(ref) }),
  mints: (input) => [made('requests', input.id)],
  reads: (input) => startReads(input),
  allow: () => null,
  run(input, found, context) {
    const wrong = faulty(startErrors(input, found, context))
    if (wrong) return wrong
    const [pool] = found.pools
    return [add('requests', newDraft({ ...input, poolCode: pool?.poolCode ?? '' }, pool?.shipNumber ?? 0, context))]
  },
})

export const editRequestStart = defineCommand({
  name: 'editRequestStart',
  ability: 'editDraft',
  input: z.strictObject({ requestId: id, revisionId: id, fields: editsOf(startFields) }),
  mints: ({ revisionId, requestId }) => [spare('revisions', revisionId, { requestId })],
  reads: (input) => ({ request: one('requests', input.requestId) }),
  follow: ({ request }, input) =>
    startReads({
      countryId: input.fields.countryId?.to ?? request?.countryId ?? 0,
      teamId: input.fields.teamId?.to ?? request?.teamId ?? 0,
      advisorId: input.fields.advisorId?.to ?? request?.advisorId ?? 0,
      projectTypeId: input.fields.projectTypeId?.to ?? request?.projectTypeId ?? 0,
      poolCode: input.fields.poolCode?.to ?? request?.poolCode ?? '',
    }),
  allow: (_, { request }, context) => draftProblem(request, context),
  run(input, { request, ...found }, context) {
    if (!request) return refuse('not-found')
    const after = { ...request, ...mergedDraft(request, input.fields) }
    const wrong = faulty([...copiedErrors(after, found, context), ...startErrors(after, found, context, request)])
    if (wrong) return wrong
    const { poolCode, shipNumber } = found.pools[0] ?? after
    return saveDraft(request, { ...after, poolCode, shipNumber }, input.revisionId, input.fields, context)
  },
})

export const chooseTasks = defineCommand({
  name: 'chooseTasks',
  ability: 'editDraft',
  input: z.strictObject({ requestId: id, revisionId: id, fields: editsOf(taskFields) }),
  mints: ({ revisionId, requestId }) => [spare('revisions', revisionId, { requestId })],
  reads: (input) => ({ request: one('requests', input.requestId) }),
  follow: ({ request }, input) => ({
    service: one('services', input.fields.category?.to ?? 0),
    subservices: many('subservices', {
      id: (input.fields.tasks?.to ?? request?.tasks ?? []).map((task) => task.taskId),
    }),
  }),
  allow: (_, { request }, context) => draftProblem(request, context),
  run(input, { request, service, subservices }, context) {
    if (!request) return refuse('not-found')
    const merged = { ...request, ...mergedDraft(request, input.fields) }
    const isOtherService = merged.category !== request.category
    const wrong = faulty([
      ...(isOtherService ? activeOne(service, 'category', messages.service) : []),
      ...taskErrors(merged, request.tasks, subservices),
    ])
    if (wrong) return wrong
    const keepsSubTask = merged.tasks.some((task) => subTaskOf(task, request.subTaskId))
    const after = {
      ...merged,
      type: categoryName(merged.category) ?? '',
      subTaskId: keepsSubTask ? request.subTaskId : 0,
      stage: Math.max(request.stage, 1),
    }
    return saveDraft(request, after, input.revisionId, input.fields, context)
  },
})

export const describeRequest = defineCommand({
  name: 'describeRequest',
  ability: 'editDraft',
  input: z.strictObject({ requestId: id, revisionId: id, fields: editsOf({ ...detailFields, subTaskId: ref }) }),
  mints: ({ revisionId, requestId }) => [spare('revisions', revisionId, { requestId })],
  reads: (input) => ({
    request: one('requests', input.requestId),
    subTask: one('subservices', input.fields.subTaskId?.to ?? 0),
  }),
  allow: (_, { request }, context) => draftProblem(request, context),
  run(input, { request, subTask }, context) {
    if (!request) return refuse('not-found')
    const after = { ...request, ...mergedDraft(request, input.fields) }
    const isOther = after.subTaskId !== request.subTaskId && after.subTaskId !== 0
    const wrong = faulty([
      ...detailErrors(after),
      ...subTaskErrors(after),
      ...(isOther ? activeOne(subTask, 'subTaskId', messages.subTask) : []),
    ])
    if (wrong) return wrong
    // Details can be on the way before the tasks have come back from another device: a stage is not skipped.
    const stage = after.tasks.length > 0 ? 2 : request.stage
    return saveDraft(
      request,
      { ...after, stage: Math.max(request.stage, stage) },
      input.revisionId,
      input.fields,
      context,
    )
  },
})

/** Finish: one tasking per task (C-125), each with an id minted where the person pressed the button. */
export const completeRequest = defineCommand({
  name: 'completeRequest',
  ability: 'editDraft',
  version: 2,
  input: z.strictObject({
    requestId: id,
    recipients: text,
    approval: text,
    taskings: z.array(z.strictObject({ taskId: id, id })).check(z.maxLength(20)),
    /** What is finished (`draftPrint`): a step before it may have been refused. */
    seen: z.optional(line),
  }),
  mints: ({ requestId, taskings }) => taskings.map(({ id }) => made('projects', id, { requestId })),
  reads: (input) => ({
    request: one('requests', input.requestId),
    files: many('files', { requestId: input.requestId }),
    services: many('services', {}),
  }),
  follow: ({ request, services }) => ({
    assignee: one('users', services.find(({ id }) => id === request?.category)?.defaultAssigneeId ?? 0),
    ...copiedReads(request),
  }),
  allow: (_, { request }, context) =>
    request?.complete && ownsDraft(context.actor, request) ? null : draftProblem(request, context),
  run(input, { request, files, assignee, ...start }, context) {
    if (!request) return refuse('not-found')
    if (request.complete) return finishedBefore(request, input)
    const wrong = faulty([
      ...copiedErrors(request, start, context),
      ...faultUnless(request.tasks.length > 0, 'tasks', messages.tasks),
      ...doubleErrors(request.tasks),
      ...detailErrors(request),
      ...subTaskErrors(request),
    ])
    if (wrong) return wrong
    const ids = new Map(input.taskings.map((tasking) => [tasking.taskId, tasking.id]))
    if (ids.size !== request.tasks.length || !request.tasks.every((task) => ids.has(task.taskId)))
      return refuse('changed-since-seen', { message: tasksChanged })
    if (input.seen !== undefined && input.seen !== draftPrint(request))
      return refuse('changed-since-seen', { message: draftChanged })
    const finished: Request = {
      ...request,
      complete: true,
      stage: 2,
      recipients: input.recipients,
      approval: input.approval,
      content: composeContent(request),
      modifiedDate: context.now,
      completedDate: context.now,
      receivedDate: context.received,
    }
    // Whoever has left gets nothing new (C-079).
    const assigneeId = assignee?.active ? assignee.id : 0
    const tasking = (task: RequestTask) => newTasking(ids.get(task.taskId) ?? 0, task, finished, context)
    return [
      put('requests', finished),
      ...request.tasks.map((task) => add('projects', { ...tasking(task), assigneeId })),
      // What was taken out of the draft stays its author's (C-136).
      ...files.filter((file) => file.active).map((file) => put('files', { ...file, published: true })),
    ]
  },
})

/** Add to Request: the Start fields, contact details and recipients go on; tasks, details, approval and files do not (C-131). */
export const cloneRequest = defineCommand({
  name: 'cloneRequest',
  ability: 'cloneRequest',
  input: z.strictObject({ requestId: id, id }),
  mints: ({ id, requestId }) => [made('requests', id, { parentRequestId: requestId })],
  reads: (input) => ({ request: one('requests', input.requestId) }),
  allow: (_, { request }, { actor }) => (request && ownsDraft(actor, request) ? null : refuse('not-found')),
  run(input, { request }, context) {
    if (!request) return refuse('not-found')
    const draft = newDraft({ ...request, id: input.id, parentRequestId: request.id }, request.shipNumber, context)
    return [add('requests', { ...draft, contactDetails: request.contactDetails, recipients: request.recipients })]
  },
})

export const discardRequest = defineCommand({
  name: 'discardRequest',
  ability: 'editDraft',
  input: z.strictObject({ requestId: id }),
  reads: (input) => ({
    request: one('requests', input.requestId),
    left: whole(one('requests', input.requestId)),
    revisions: whole(many('revisions', { requestId: input.requestId })),
    files: whole(many('files', { requestId: input.requestId })),
  }),
  // What is gone needs no discarding; what is somebody else's is not there.
  allow: (_, { request, left }, context) => (left ? draftProblem(request, context) : null),
  run(input, { request, revisions, files }): Change[] | ReturnType<typeof already> {
    if (!request) return already()
    return [
      ...revisions.map((row) => remove('revisions', row.id)),
      ...files.map((row) => remove('files', row.id)),
      remove('requests', input.requestId),
    ]
  },
})

/** From another device too, perhaps with other words: those would be lost. */
const finishedBefore = (request: Request, { recipients, approval }: Pick<Request, 'recipients' | 'approval'>) =>
  ['', request.recipients].includes(recipients) && ['', request.approval].includes(approval)
    ? already({ by: request.createdById, at: request.completedDate ?? request.createDate })
    : refuse('already-sent')

const tasksChanged = 'The tasks were changed on another device. Look at them once more, then finish.'
const draftChanged = 'The request is not as you finished it. Look at it once more, then finish.'

interface StartChoice {
  countryId: number
  teamId: number
  advisorId: number
  projectTypeId: number
  poolCode: string
}
const startReads = ({ countryId, teamId, advisorId, projectTypeId, poolCode }: StartChoice) => ({
  ...choiceReads({ countryId, teamId, advisorId, projectTypeId }),
  pools: poolReads(poolCode),
})
type StartFound = Parameters<typeof choiceErrors>[1] & { projectTypeId: ProjectType | undefined; pools: PoolCode[] }

/** A type is of its team, and whoever has a team starts for no other (C-023). */
function startErrors(
  input: StartChoice & { dueDate: string },
  found: StartFound,
  { actor, today }: Context,
  before?: Request,
): FieldError[] {
  const { countryId, teamId, advisorId, projectTypeId, poolCode, dueDate } = input
  const chosen = choiceErrors({ countryId, teamId, advisorId, projectTypeId, poolCode }, found, before)
  const type = found.projectTypeId
  const isOther = teamId !== 0 && !chosen.some(({ field }) => field === 'teamId') && type?.teamId !== teamId
  const isInTime = dueDate === before?.dueDate || isDueDateAcceptable(dueDate, today)
  return [
    ...faultUnless(actor.teamId === 0 || actor.teamId === teamId, 'teamId', messages.team),
    ...chosen,
    ...faultUnless(!isOther, 'projectTypeId', messages.projectType),
    ...faultUnless(isInTime, 'dueDate', messages.dueDatePast),
  ]
}

const copiedReads = (request: Request | undefined): Partial<ReturnType<typeof startReads>> =>
  request?.parentRequestId ? startReads(request) : {}
/** A start that was copied nobody has chosen yet: its code may be closed since, and its date was past when the copy was made. */
const copiedErrors = (request: Request, found: Partial<StartFound>, context: Context): FieldError[] =>
  request.parentRequestId
    ? startErrors(
        request,
        { pools: [], projectTypeId: undefined, ...found },
        { ...context, today: dayIn(context.organisation.timeZone, request.createDate) },
      )
    : []

/** Of one category (C-130), as many as it takes, each once, and active unless they were chosen `before`. */
function taskErrors(
  { category, tasks }: Pick<Request, 'category' | 'tasks'>,
  before: readonly RequestTask[],
  subservices: readonly Subservice[],
): FieldError[] {
  const rowOf = ({ taskId }: RequestTask) => subservices.find((sub) => sub.id === taskId)
  const isCount = tasks.length > 0 && (tasks.length === 1 || category !== SINGLE_CHOICE_CATEGORY)
  const isChoice = categoryName(category) && isCount && tasks.every((task) => rowOf(task)?.bocId === category)
  const isOff = (task: RequestTask) => !rowOf(task)?.active && !before.some(({ taskId }) => taskId === task.taskId)
  const off = isChoice ? tasks.filter(isOff).map(({ name }) => name) : []
  return [
    ...faultUnless(isChoice, 'tasks', messages.tasks),
    ...faultUnless(off.length === 0, 'tasks', messages.tasksInactive(off)),
    ...doubleErrors(tasks),
  ]
}

/** A tasking is known by its task until it has its id. */
const doubleErrors = (tasks: readonly RequestTask[]): FieldError[] =>
  faultUnless(new Set(tasks.map(({ taskId }) => taskId)).size === tasks.length, 'tasks', messages.tasksOnce)

/** As `detailFields` have it: a draft can be finished that was described before its texts were taken away. */
const detailErrors = ({
  contactDetails,
  taskDetails,
}: Pick<Request, 'contactDetails' | 'taskDetails'>): FieldError[] => [
  ...faultUnless(contactDetails.trim().length >= 3, 'contactDetails', messages.contactDetails),
  ...faultUnless(taskDetails.trim().length >= 3, 'taskDetails', messages.taskDetails),
]

/** Which of its sub-tasks is meant, when the task has some (C-129). */
const subTaskErrors = (request: Pick<Request, 'tasks' | 'subTaskId'>): FieldError[] =>
  faultUnless(!lacksSubTask(request), 'subTaskId', messages.subTask)

interface DraftStart extends StartChoice {
  id: number
  dueDate: string
  blanketTasking: boolean | null
  parentRequestId?: number | undefined
}
const newDraft = (input: DraftStart, shipNumber: number, { actor, now }: Context): Request => ({
  id: input.id,
  stage: 0,
  complete: false,
  category: 0,
  type: '',
  countryId: input.countryId,
  teamId: input.teamId,
  advisorId: input.advisorId,
  projectTypeId: input.projectTypeId,
  poolCode: input.poolCode,
  shipNumber,
  dueDate: input.dueDate,
  blanketTasking: input.blanketTasking,
  tasks: [],
  subTaskId: 0,
  contactDetails: '',
  taskDetails: '',
  specialInstructions: '',
  recipients: '',
  approval: '',
  content: '',
  parentRequestId: input.parentRequestId ?? 0,
  createdById: actor.id,
  createDate: now,
  modifiedDate: now,
  completedDate: null,
  receivedDate: null,
})

/** Drafts have one owner, perhaps on two devices: the last writer wins per field and what it replaced is kept (C-116). */
function mergedDraft(request: Request, fields: Edits<Partial<Request>>): Partial<Request> {
  const { apply, contested } = mergeEdits<Partial<Request>>(request, fields)
  for (const field of contested) Object.assign(apply, { [field]: fields[field]?.to })
  return apply
}

function saveDraft(
  before: Request,
  after: Request,
  revisionId: number,
  fields: Edits<Partial<Request>>,
  { actor, now }: Context,
): Change[] | ReturnType<typeof already> {
  if (JSON.stringify(before) === JSON.stringify(after)) return already()
  const { contested } = mergeEdits<Partial<Request>>(before, fields)
  const replaced = Object.fromEntries(contested.map((field) => [field, asText(before[field])]))
  return [
    put('requests', { ...after, modifiedDate: now }),
    ...(contested.length > 0
      ? [
          add('revisions', {
            id: revisionId,
            requestId: before.id,
            kind: 'draft',
            replaced,
            createdById: actor.id,
            createDate: now,
          }),
        ]
      : []),
  ]
}
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function newTasking(id: number, task: RequestTask, request: Request, { actor, now, received }: Context): ProjectFacts {
  const subTask = subTaskOf(task, request.subTaskId)
  return {
    ...blankTasking,
    id,
    requestId: request.id,
    requested: true,
    description: describeTasking(taskInWords(task, request.subTaskId), request.taskDetails),
    countryId: request.countryId,
    teamId: request.teamId,
    advisorId: request.advisorId,
    bocId: request.category,
    taskId: subTask?.taskId ?? task.taskId,
    projectTypeId: request.projectTypeId,
    poolCode: request.poolCode,
    shipNumber: request.shipNumber,
    blanketTasking: request.blanketTasking,
    dueDate: request.dueDate,
    interim: beginsAtAuthorization(request, actor),
    createdById: actor.id,
    createDate: now,
    modifiedById: actor.id,
    modifiedDate: now,
    receivedDate: received,
  }
}
