import { put, type Change } from '../kernel/change.ts'
import type { Context } from '../kernel/command.ts'
import { many, one, whole } from '../kernel/reads.ts'
import type { Project, ProjectFacts } from '../model/project.ts'
import type { PoolCode, User } from '../model/reference.ts'
import type { Request } from '../model/request.ts'
import { poolReads } from '../reference/choices.ts'
import { hasRole } from '../rules/access.ts'
import { estimateOf, movesMoney, poolAfter } from '../rules/funding.ts'

// What several verbs about a tasking share. In a file of theirs it would be carried twice: a room of verbs is registered with all it exports.

export const decisionReads = (projectId: number) => ({ project: one('projects', projectId) })
export const decisionFollow = ({ project }: { project: Project | undefined }) => ({
  request: one('requests', project?.requestId ?? 0),
  // Its money moves whoever decides, and whether they see the pool or not.
  pools: whole(poolReads(project?.poolCode)),
  approvals: many('approvals', { projectId: project?.id ?? 0 }),
  amendments: many('amendments', { projectId: project?.id ?? 0 }),
})

/** The tasking with some facts changed, and its pool when that moves money. */
export function update(
  project: Project,
  pool: PoolCode | undefined,
  { actor, now }: Context,
  facts: Partial<ProjectFacts>,
): Change[] {
  const after: ProjectFacts = { ...project, ...facts, modifiedById: actor.id, modifiedDate: now }
  return [put('projects', after), ...movedMoney(project, after, pool, pool)]
}

export function movedMoney(
  before: ProjectFacts,
  after: ProjectFacts,
  from: PoolCode | undefined,
  to: PoolCode | undefined,
): Change[] {
  if (from && to && from.id === to.id) {
    return movesMoney(before, after) ? [put('poolCodes', poolAfter(from, before, after))] : []
  }
  return [
    ...(from ? [put('poolCodes', poolAfter(from, before, null))] : []),
    ...(to ? [put('poolCodes', poolAfter(to, null, after))] : []),
  ]
}

/**
 * Fields on which an approval rests; more money counts as well (C-069): whichever of its estimates the pool goes by (C.10, decision 080). So does an
 * estimate that is taken away: the next would be a first one again.
 */
const protectedFields = ['poolCode', 'projectTypeId', 'bocId', 'taskId'] as const

/** Those of them that an edit changes, when it is one that breaks an approval: not before there is any, and not by an approver. */
export function brokenFields(before: ProjectFacts, after: ProjectFacts, actor: User) {
  if (!before.approved || hasRole(actor, 'AD', 'COR')) return []
  const [approved, now] = [estimateOf(before), estimateOf(after)]
  const isRaised = approved > 0 && (now > approved || now === 0)
  return [
    ...protectedFields.filter((field) => before[field] !== after[field] && before[field] !== 0 && before[field] !== ''),
    ...(isRaised ? (['taskingCostEstimate'] as const) : []),
  ]
}

/** Documented approval, or a requester who could give it, starts at COR authorization (C-064). */
export const beginsAtAuthorization = (request: Request | undefined, requester: User | undefined): boolean =>
  Boolean(request?.approval.trim()) || (requester !== undefined && hasRole(requester, 'AD', 'COR'))

/** A tasking to which nothing has happened yet. */
export const blankTasking = {
  requestId: 0,
  requested: false,
  assigneeId: 0,
  taskingCostEstimate: 0,
  initialCostEstimate: 0,
  actualCost: 0,
  active: true,
  completed: false,
  completedById: 0,
  completedDate: null,
  completedReceivedDate: null,
  interim: false,
  authorized: false,
  approved: false,
  approvedDate: null,
  accepted: false,
  acceptedById: 0,
  acceptedDate: null,
  acceptedReceivedDate: null,
  denied: false,
  deniedById: 0,
  decidedForId: 0,
  deniedDate: null,
  deniedReceivedDate: null,
  deniedStage: 0,
  canceledById: 0,
  canceledDate: null,
  cancelReason: '',
  changedAfterApproval: false,
} satisfies Partial<ProjectFacts>
