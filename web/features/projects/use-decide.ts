import type { User } from '#shared/model/reference.ts'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { hasRole } from '#shared/rules/access.ts'
import { acceptProject, approveProject, denyProject } from '#shared/commands/projects.ts'
import { useAct, type ActOptions } from '#web/parts/use-act.ts'
import { exceedsWords } from './decision-money.tsx'
import type { ProjectDetail } from './project-detail.ts'

export interface DecisionWords {
  kind: 'approve' | 'accept'
  verb: 'Approve' | 'Authorize' | 'Accept'
  noun: 'approval' | 'authorization' | 'acceptance'
  past: 'Approved' | 'Authorized' | 'Accepted'
}

const approving: DecisionWords = { kind: 'approve', verb: 'Approve', noun: 'approval', past: 'Approved' }
const authorizing: DecisionWords = { kind: 'approve', verb: 'Authorize', noun: 'authorization', past: 'Authorized' }
export const accepting: DecisionWords = { kind: 'accept', verb: 'Accept', noun: 'acceptance', past: 'Accepted' }

/** What the first button does, and so what it is called. An approval by a COR authorizes, whatever the step (C-063). */
export function decisionOf(user: User, abilities: ProjectAbilities): DecisionWords {
  if (abilities.accept && !abilities.approve) return accepting
  return hasRole(user, 'COR') ? authorizing : approving
}

/** What must be confirmed before deciding so. */
export function doubtsAbout(words: DecisionWords, { project, funding }: ProjectDetail): string[] {
  return [
    ...(words.kind === 'accept' && project.phase === 'authorization'
      ? ['COR authorization is still outstanding.']
      : []),
    ...(funding && funding.balance < 0 ? [exceedsWords(-funding.balance)] : []),
  ]
}

/** The decisions, each about what was `seen`, each held for six seconds so that it can be undone. */
export function useDecide({ project }: ProjectDetail, seen: string) {
  const actApprove = useAct(approveProject)
  const actAccept = useAct(acceptProject)
  const actDeny = useAct(denyProject)
  // Said while the call is held here, whatever the link was like the last time.
  const said = (past: string) => ({
    undoable: `${past} ${project.name}. It counts when it reaches the server.`,
    already: `${project.name} was already decided.`,
  })
  return {
    approve: (words: DecisionWords, comment: string, options: ActOptions) =>
      actApprove((newId) => ({ id: project.id, approvalId: newId(), comment: comment.trim(), seen }), {
        ...options,
        ...said(words.past),
      }),
    accept: (assigneeId: number, options: ActOptions) =>
      actAccept(() => ({ id: project.id, assigneeId, seen }), { ...options, ...said(accepting.past) }),
    deny: (words: { content: string; assigneeId: number }, options: ActOptions) =>
      actDeny((newId) => ({ id: project.id, commentId: newId(), ...words, seen }), { ...options, ...said('Denied') }),
  }
}
