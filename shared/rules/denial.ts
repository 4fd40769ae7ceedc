import type { Comment, Project } from '../model/project.ts'

/** Whether a comment says why the tasking is denied as it stands (C-070). */
export const isStandingReason = (
  comment: Pick<Comment, 'kind' | 'createdById' | 'createDate'>,
  project: Pick<Project, 'phase' | 'deniedById' | 'deniedDate'>,
): boolean =>
  project.phase === 'denied' &&
  comment.kind === 'denial' &&
  comment.createdById === project.deniedById &&
  comment.createDate === project.deniedDate
