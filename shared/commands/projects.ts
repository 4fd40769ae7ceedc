import * as z from 'zod/mini'
import { add, put, type Change } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { made } from '../kernel/minted.ts'
import { many, one, whole } from '../kernel/reads.ts'
import { already, faulty, faultUnless, isRefusal, refuse, type Refusal } from '../kernel/refusal.ts'
import { atLeast, cents, chosen, flag, id, line, ref, text } from '../model/fields.ts'
import { withAliases } from '../model/limits.ts'
import * as messages from '../model/messages.ts'
import type { Amendment, Approval, Project, ProjectFacts } from '../model/project.ts'
import type { PoolCode, User } from '../model/reference.ts'
import type { Request } from '../model/request.ts'
import { decidesFor, may, strangerTo, textKeptFor, verdictOn } from '../rules/abilities.ts'
import { completedBy } from '../rules/completion.ts'
import { contentFromText, contentToText } from '../rules/content.ts'
import { isPrintOf } from '../rules/fingerprint.ts'
import { fitsPool, poolAfter } from '../rules/funding.ts'
import { lastChanged } from '../rules/last-changed.ts'
import { isInterim } from '../rules/queues.ts'
import { choiceErrors, choiceReads, poolReads } from '../reference/choices.ts'
import { edited, editsOf } from './edits.ts'
import { coreFields, detailsFields } from './forms.ts'
import {
  beginsAtAuthorization,
  blankTasking,
  brokenFields,
  decisionFollow,
  decisionReads,
  movedMoney,
  update,
} from './tasking.ts'

/**
 * What the person saw when deciding (`fingerprint`); a decision about anything else is not carried out. A server that does not know the print of today
 * would take everything for changed: the versions of those who say it were raised with it.
 */
const seen = z.optional(line)
const reason = atLeast(3, messages.reason)
const amendment = atLeast(3, messages.amendment)
/** Three texts of a request are one here, as long as one call can carry. */
const MAX_CONTENT = 61_000
/** Whether an AD had approved it already when it was read (`isInterim`). */
const interim = z.optional(flag)
/** Whether it was denied when it was read. */
const denied = z.optional(flag)
/** By how much the pool goes below zero with it, as the person was told before they did it all the same: for the diary (C-173). */
const exceeds = z.optional(cents)

interface Assigning {
  assigneeId?: number | undefined
}
const assigneeReads = ({ assigneeId }: Assigning) => choiceReads({ assigneeId })
const assigneeFault = ({ assigneeId }: Assigning, found: Parameters<typeof choiceErrors>[1], project: Project) =>
  faulty(choiceErrors({ assigneeId }, found, project))

export const approveProject = defineCommand({
  name: 'approveProject',
  ...may('approve', 'project'),
  version: 4,
  input: z.strictObject({ id, approvalId: id, comment: z.optional(text), seen, exceeds }),
  mints: (input) => [made('approvals', input.approvalId, { projectId: input.id })],
  reads: (input) => decisionReads(input.id),
  follow: (found) => decisionFollow(found),
  run(input, { project, request, pools, approvals, amendments }, context) {
    if (!project) return refuse('not-found')
    const { actor, now, received } = context
    const late = verdictOn('approve', project, context)
    const { authorized, forId } = decidesFor('approve', project, context)
    if (late) {
      // An AD's is not what a COR gives: only an authorization says the same (C-068).
      const last = lastOf(approvals.filter(({ kind }) => !authorized || kind === 'authorization'))
      if (last && project.approved && !project.denied && project.active)
        return already({ by: last.createdById, at: last.createDate })
      return late
    }
    if (isStale(input.seen, project, request, amendments)) return changedSince(project, actor)
    return [
      add('approvals', {
        id: input.approvalId,
        projectId: project.id,
        kind: authorized ? 'authorization' : 'interim',
        comment: input.comment ?? '',
        selfApproved: project.createdById === actor.id,
        voided: false,
        createdById: actor.id,
        forId,
        createDate: now,
        receivedDate: received,
      }),
      ...update(project, pools[0], context, {
        approved: true,
        approvedDate: now,
        interim: project.interim || !authorized,
        authorized,
        changedAfterApproval: false,
      }),
    ]
  },
})

export const denyProject = defineCommand({
  name: 'denyProject',
  ...may('deny', 'project'),
  version: 3,
  input: z.strictObject({ id, commentId: id, content: reason, assigneeId: chosen(messages.assignee), seen, interim }),
  mints: (input) => [made('comments', input.commentId, { projectId: input.id })],
  reads: (input) => ({ ...decisionReads(input.id), ...assigneeReads(input) }),
  follow: (found) => decisionFollow(found),
  run(input, { project, request, pools, approvals, amendments, ...found }, context) {
    if (!project) return refuse('not-found')
    const { actor, now, received } = context
    if (project.denied && project.active) return already({ by: project.deniedById, at: project.deniedDate ?? now })
    const wrong = verdictOn('deny', project, context) ?? assigneeFault(input, found, project)
    const last = lastOf(approvals)
    // Two decided at once: the other one authorized it, or approved it as an AD. Whoever saw that may deny it (C-068).
    const isBehind = wrong
      ? project.authorized && wrong.refused === 'moved-on'
      : input.interim === false && isInterim(project)
    if (last && isBehind) return refuse('already-decided', { by: last.createdById, at: last.createDate })
    if (wrong) return wrong
    if (isStale(input.seen, project, request, amendments)) return changedSince(project, actor)
    return [
      add('comments', {
        id: input.commentId,
        projectId: project.id,
        kind: 'denial',
        comment: input.content.trim(),
        active: true,
        attachment: null,
        editedDate: null,
        history: [],
        createdById: actor.id,
        createDate: now,
        receivedDate: received,
      }),
      ...update(project, pools[0], context, {
        denied: true,
        deniedById: actor.id,
        decidedForId: decidesFor('deny', project, context).forId,
        deniedDate: now,
        deniedReceivedDate: received,
        deniedStage: stageOf(project),
        assigneeId: input.assigneeId,
      }),
    ]
  },
})

export const acceptProject = defineCommand({
  name: 'acceptProject',
  ...may('accept', 'project'),
  version: 4,
  input: z.strictObject({ id, assigneeId: z.optional(ref), seen, exceeds }),
  reads: (input) => ({ ...decisionReads(input.id), ...assigneeReads(input) }),
  follow: (found) => decisionFollow(found),
  run(input, { project, request, pools, amendments, ...found }, context) {
    if (!project) return refuse('not-found')
    const { actor, now, received } = context
    if (project.accepted && project.active)
      return already({ by: project.acceptedById, at: project.acceptedDate ?? now })
    const wrong = verdictOn('accept', project, context) ?? assigneeFault(input, found, project)
    if (wrong) return wrong
    if (isStale(input.seen, project, request, amendments)) return changedSince(project, actor)
    return update(project, pools[0], context, {
      accepted: true,
      acceptedById: actor.id,
      decidedForId: decidesFor('accept', project, context).forId,
      acceptedDate: now,
      acceptedReceivedDate: received,
      assigneeId: input.assigneeId || project.assigneeId,
    })
  },
})

/** Appends an amendment, everybody's while it is open; a denied tasking goes back to the step that denied it, its approvals standing (C.3). */
export const amendProject = defineCommand({
  name: 'amendProject',
  ...may('amend', 'project'),
  version: 2,
  input: z.strictObject({ projectId: id, amendmentId: id, content: amendment, assigneeId: z.optional(ref), denied }),
  mints: ({ amendmentId, projectId }) => [made('amendments', amendmentId, { projectId })],
  reads: (input) => ({ ...decisionReads(input.projectId), ...assigneeReads(input) }),
  follow: (found) => decisionFollow(found),
  run(input, { project, pools, ...found }, context) {
    if (!project) return refuse('not-found')
    const { actor, now, received } = context
    const isHandedOn = verdictOn('amendAssignee', project, context) === null
    const wrong = verdictOn('amend', project, context) ?? (isHandedOn ? assigneeFault(input, found, project) : null)
    if (wrong) return wrong
    const words = add('amendments', {
      id: input.amendmentId,
      projectId: project.id,
      amendment: input.content.trim(),
      createdById: actor.id,
      createDate: now,
      receivedDate: received,
    })
    // Nobody answers a denial that they have not read: it stands, with whom it was sent back to, and the words stand beside it.
    if (project.denied && input.denied === false) return [words, ...update(project, pools[0], context, {})]
    return counted([
      words,
      ...update(project, pools[0], context, {
        denied: false,
        deniedById: 0,
        decidedForId: 0,
        deniedDate: null,
        deniedReceivedDate: null,
        // Naming oneself would be a way to complete what is not one's own: the words are kept without it.
        assigneeId: (isHandedOn && input.assigneeId) || project.assigneeId,
      }),
    ])
  },
})

/** Rewrites the request's text before approval; the text it replaced stays in its history (C-073). */
export const editRequestContent = defineCommand({
  name: 'editRequestContent',
  ...may('editContent', 'project'),
  version: 3,
  input: z.strictObject({
    projectId: id,
    revisionId: id,
    content: atLeast(3, messages.requestText, MAX_CONTENT),
    seen,
  }),
  // Which request it belongs to is known by the tasking.
  mints: (input) => [made('revisions', input.revisionId)],
  reads: (input) => decisionReads(input.projectId),
  follow: (found) => ({
    ...decisionFollow(found),
    ofRequest: many('projects', { requestId: found.project?.requestId || -1 }),
    allOfRequest: whole(many('projects', { requestId: found.project?.requestId || -1 })),
  }),
  run(input, { project, request, amendments, ofRequest, allOfRequest }, context) {
    if (!project || !request) return refuse('not-found')
    const { actor, now } = context
    const late = verdictOn('editContent', project, context)
    if (late) return late
    const keeper = textKeptFor(ofRequest)
    if (keeper)
      return refuse('moved-on', {
        message: messages.textKept(keeper.name),
        ...lastChanged(keeper, actor),
      })
    if (textKeptFor(allOfRequest)) return refuse('moved-on', { message: messages.textKeptElsewhere })
    const content = contentFromText(input.content)
    // Left as it was read it stays as it is, with what only its first writing had, such as headings in bold.
    if (content === contentFromText(contentToText(request.content))) return already()
    if (isStale(input.seen, project, request, amendments)) return changedSince(project, actor)
    return [
      add('revisions', {
        id: input.revisionId,
        requestId: request.id,
        kind: 'content',
        replaced: { content: request.content },
        createdById: actor.id,
        createDate: now,
      }),
      put('requests', { ...request, content, modifiedDate: now }),
      put('projects', { ...project, modifiedById: actor.id, modifiedDate: now }),
    ]
  },
})

/** Completes a tasking that has no open deliverable (C-076). */
export const completeProject = defineCommand({
  name: 'completeProject',
  ...may('complete', 'project'),
  input: z.strictObject({ id }),
  reads: (input) => ({ ...decisionReads(input.id), deliverables: many('deliverables', { projectTaskId: input.id }) }),
  follow: (found) => decisionFollow(found),
  run(_, { project, pools, deliverables }, context) {
    if (!project) return refuse('not-found')
    if (project.completed && project.active)
      return already({ by: project.completedById, at: project.completedDate ?? context.now })
    const late = verdictOn('complete', project, context)
    if (late) return late
    if (deliverables.some((row) => row.active && !row.complete))
      return refuse('moved-on', { message: messages.openDeliverables })
    return update(project, pools[0], context, completedBy(context))
  },
})

const allFields = { ...coreFields, ...detailsFields }
/** Of fields that somebody else had changed first: from what they made of it, which is kept, to what this person had made of it (S14). */
const givenUp = z.optional(editsOf(allFields))

/** Add a Project: internal work, without approval or acceptance (C.3). */
export const addProject = defineCommand({
  name: 'addProject',
  ability: 'addProject',
  version: 2,
  input: z.strictObject({ id, ...allFields, exceeds }),
  mints: (input) => [made('projects', input.id)],
  reads: (input) => ({ ...choiceReads(input), pools: poolReads(input.poolCode) }),
  allow: (_input, _found, context) => strangerTo('addProject', {}, context),
  run({ exceeds: _, ...input }, found, { actor, now, received }) {
    const wrong = faulty(choiceErrors(input, found))
    if (wrong) return wrong
    const [pool] = found.pools
    if (!pool) return refuse('not-found')
    const project: ProjectFacts = {
      ...blankTasking,
      ...input,
      poolCode: pool.poolCode,
      shipNumber: pool.shipNumber,
      createdById: actor.id,
      createDate: now,
      modifiedById: actor.id,
      modifiedDate: now,
      receivedDate: received,
    }
    return counted([add('projects', project), put('poolCodes', poolAfter(pool, null, project))])
  },
})

/** One without the other names a pool of another type, or a sub-service of another service. */
const coupled = [
  ['projectTypeId', 'poolCode'],
  ['bocId', 'taskId'],
] as const

/** Core and Details, field by field (C-163): what nobody else touched applies, what somebody did is handed back. */
export const editProject = defineCommand({
  name: 'editProject',
  ...may('edit', 'project'),
  version: 3,
  input: z.strictObject({ id, fields: editsOf(allFields), givenUp, exceeds }),
  reads: (input) => decisionReads(input.id),
  follow: ({ project }, { fields }) => ({
    ...decisionFollow({ project }),
    ...choiceReads({
      countryId: fields.countryId?.to,
      teamId: fields.teamId?.to,
      advisorId: fields.advisorId?.to,
      assigneeId: fields.assigneeId?.to,
      projectTypeId: fields.projectTypeId?.to,
      bocId: fields.bocId?.to,
      taskId: fields.taskId?.to,
    }),
    ownTask: one('subservices', project?.taskId ?? 0),
    requester: one('users', project?.createdById ?? 0),
    newPools: poolReads(fields.poolCode?.to ?? project?.poolCode),
  }),
  run(input, { project, request, requester, pools, newPools, ownTask, approvals, ...found }, context) {
    if (!project) return refuse('not-found')
    const { actor, now } = context
    const givenUp = input.givenUp && { projectId: project.id, edits: input.givenUp }
    // What changes nothing is never too late.
    if (givenUp && Object.keys(input.fields).length === 0) return { changes: [], givenUp }
    const late = verdictOn('edit', project, context)
    if (late) return late
    const { apply, conflicts } = edited<ProjectFacts>(project, input.fields, actor, coupled)
    const chosen = { ...project, ...apply }
    // A contested choice is not applied, and its pool is not moved either.
    const newPool = apply.poolCode === undefined ? pools[0] : newPools[0]
    const taskId = apply.taskId === undefined ? ownTask : found.taskId
    const isDueDateTheirs =
      (input.fields.dueDate?.to ?? project.dueDate) === project.dueDate ||
      verdictOn('editDueDate', project, context) === null
    const wrong = faulty([
      ...choiceErrors(chosen, { ...found, taskId, pools: newPool ? [newPool] : [] }, project),
      ...faultUnless(isDueDateTheirs, 'dueDate', messages.dueDateCorOnly),
    ])
    if (wrong) return wrong
    if (Object.keys(apply).length === 0)
      return conflicts.length > 0 || givenUp ? { changes: [], conflicts, givenUp } : already()
    const isMoved = apply.poolCode !== undefined && newPool
    const chosenPool = isMoved ? { poolCode: newPool.poolCode, shipNumber: newPool.shipNumber } : {}
    const changed = { ...chosen, ...chosenPool }
    const began = beginsAtAuthorization(request, requester && withAliases(requester, context.organisation))
    const { approvals: voided, facts } = approvalsAfterEdit(project, changed, actor, began)
    const after: ProjectFacts = {
      ...changed,
      ...facts,
      modifiedById: actor.id,
      modifiedDate: now,
    }
    const changes: Change[] = [
      put('projects', after),
      ...movedMoney(project, after, pools[0], newPool),
      ...(voided
        ? approvals.filter((row) => !row.voided).map((row) => put('approvals', { ...row, voided: true }))
        : []),
    ]
    const told = counted(changes)
    return isRefusal(told) ? told : { changes, conflicts, givenUp }
  },
})

/** What a tasking had without them, an approval that was written down with its request, stands: the next step is the COR's again (C.1). */
function approvalsAfterEdit(before: ProjectFacts, after: ProjectFacts, actor: User, interim: boolean) {
  if (brokenFields(before, after, actor).length === 0) return { approvals: false, facts: {} }
  if (before.accepted) return { approvals: false, facts: { changedAfterApproval: true } }
  return { approvals: true, facts: { approved: false, approvedDate: null, interim, authorized: false } }
}

/** What may add money to a pool: refused where its totals would be more than they can be. */
const counted = (changes: Change[]): Change[] | Refusal =>
  changes.every((change) => change.table !== 'poolCodes' || change.kind !== 'put' || fitsPool(change.row as PoolCode))
    ? changes
    : refuse('invalid', { message: messages.tooMuchMoney })

/** By date: ids tell where they were minted, not when. */
const lastOf = (approvals: readonly Approval[]): Approval | undefined =>
  approvals.filter(({ voided }) => !voided).sort((a, b) => (a.createDate < b.createDate ? 1 : -1))[0]

const stageOf = (project: Project): number =>
  project.phase === 'acceptance' ? 2 : project.phase === 'authorization' ? 1 : 0

const isStale = (
  print: string | undefined,
  project: Project,
  request: Request | undefined,
  amendments: readonly Amendment[],
): boolean => print !== undefined && !isPrintOf(print, project, request?.content ?? '', amendments)

const changedSince = (project: Project, actor: User): Refusal =>
  refuse('changed-since-seen', {
    message: `${project.name} changed since you reviewed it.`,
    ...lastChanged(project, actor),
  })
