import type { Organisation } from '../model/limits.ts'
import type { File, Project } from '../model/project.ts'
import type { User } from '../model/reference.ts'
import type { Request } from '../model/request.ts'
import type { Phase } from '../model/status.ts'
import { hasRole } from './access.ts'

/** What this person may do with this tasking now (C.3, C.4). Buttons and commands ask this one function. */
export function projectAbilities(user: User, project: Project, organisation: Organisation) {
  const { phase } = project
  const isManager = hasRole(user, 'Manager')
  const isOffice = hasRole(user, 'Manager', 'Admin')
  const open = phase !== 'completed' && phase !== 'canceled'
  const selfApprovalBlocked = !organisation.allowSelfApproval && project.createdById === user.id
  const awaitsManager = awaitsAcceptance(project, organisation)
  const edit = open && mayEdit(user, project)
  return {
    approve: isApproverOf(user, project) && !selfApprovalBlocked,
    /** True when the role and the phase would allow it, and only the organisation's rule does not (C-067). */
    approveOwnBlocked: isApproverOf(user, project) && selfApprovalBlocked,
    accept: isManager && awaitsManager,
    deny: (hasRole(user, 'AD', 'COR') && isBeforeAuthorization(phase)) || (isManager && awaitsManager),
    editContent: hasRole(user, 'AD', 'COR') && isBeforeAuthorization(phase) && !project.approved && project.requested,
    amend: open,
    comment: true,
    upload: true,
    edit,
    editDueDate: edit && hasRole(user, 'COR'),
    cancel: open && isOffice,
    complete: phase === 'progress' && (isOffice || project.assigneeId === user.id),
    workDeliverables: open && (mayEdit(user, project) || project.assigneeId === user.id),
  }
}
export type ProjectAbilities = ReturnType<typeof projectAbilities>

/**
 * The tasking for which its request's text stays as it is: it was approved over this text, and all taskings of a request share one
 * (C-246). Whoever wants another text amends.
 */
export const textKeptFor = <P extends Pick<Project, 'active' | 'approved'>>(ofRequest: readonly P[]): P | undefined =>
  ofRequest.find((project) => project.active && project.approved)

/** Whether a role ever decides this, whatever the phase: tells "you may not" from "too late". */
export const mayEverApprove = (user: User): boolean => hasRole(user, 'AD', 'COR')
export const mayEverAccept = (user: User): boolean => hasRole(user, 'Manager')
export const mayEverDeny = (user: User): boolean => hasRole(user, 'AD', 'COR', 'Manager')

/** Approved and not accepted; the strict setting waits for the COR (C-063). */
export const awaitsAcceptance = (project: Project, organisation: Organisation): boolean =>
  project.phase === 'acceptance' ||
  (project.phase === 'authorization' && project.approved && !organisation.requireCorAuthorization)

const isBeforeAuthorization = (phase: Phase): boolean => phase === 'interim' || phase === 'authorization'

/** An AD is the first to approve, also where an approval given elsewhere was written down with the request (C-064). */
const isApproverOf = (user: User, { phase, approved }: Project): boolean =>
  isBeforeAuthorization(phase) && (hasRole(user, 'COR') || (hasRole(user, 'AD') && !approved))

/** Admin, Manager, Analyst, COR and AD always; everyone before approval. Internal counts as approved (C-015). */
const mayEdit = (user: User, project: Project): boolean =>
  hasRole(user, 'Admin', 'Manager', 'Analyst', 'COR', 'AD') || (!project.approved && project.requested)

/** A draft belongs to its owner; a finished request is everyone's to read and nobody's to write. */
export const ownsDraft = (user: User, request: Request): boolean => request.createdById === user.id

export const canDeleteFile = (user: User, file: File): boolean =>
  file.createdById === user.id || hasRole(user, 'Admin', 'Manager')

export const canChangeComment = (user: User, comment: { createdById: number }): boolean =>
  comment.createdById === user.id

export const canHideComment = (user: User, comment: { createdById: number }): boolean =>
  comment.createdById === user.id || hasRole(user, 'Admin', 'Manager')
