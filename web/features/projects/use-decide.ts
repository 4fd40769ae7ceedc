import { acceptProject, approveProject, denyProject } from '#shared/commands/projects.ts'
import type { Cents } from '#shared/lib/money.ts'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { decisions, saidOf, taskingFaces, type Decision } from '#web/parts/faces.ts'
import { useAct, type ActOptions } from '#web/parts/use-act.ts'
import { exceedsWords } from './decision-money.tsx'
import { withCall } from './refused-calls.ts'

/** What the first button does, and so what it is called. */
export function decisionOf({ accept, approve, authorize }: DecidedBy): Decision {
  if (accept && !approve) return decisions.accept
  return authorize ? decisions.authorize : decisions.approve
}
export type DecidedBy = Pick<ProjectAbilities, 'accept' | 'approve' | 'authorize'>

/** A tasking that is decided, as far as deciding it needs. */
export interface Decided {
  id: number
  name: string
  /** What was read when it was decided (`fingerprint`). */
  seen: string
  /** Approved by an AD only. */
  interim: boolean
  /** By how much its pool is below zero with it. */
  below: Cents
}

export const outstanding = 'COR authorization is still outstanding.'

/** What must be confirmed before deciding so; what the pool goes below zero by is written down with the decision (C-173). */
export function doubtsAbout({ kind }: Decision, { interim, below }: Decided): string[] {
  return [...(kind === 'accept' && interim ? [outstanding] : []), ...(below > 0 ? [exceedsWords(below)] : [])]
}

/** The decisions, each about what was `seen`, each held for six seconds so that it can be undone. */
export function useDecide() {
  const actApprove = useAct(approveProject)
  const actAccept = useAct(acceptProject)
  const actDeny = useAct(denyProject)
  const { device } = useDevice()
  return {
    decide(decision: Decision, about: Decided, typed: { comment: string; assigneeId: number }, options: ActOptions) {
      const { id, name, seen, below } = about
      const { comment, assigneeId } = typed
      const over = below > 0 ? { exceeds: below } : {}
      const how = { ...options, ...saidOf(decision, name) }
      return decision.kind === 'approve'
        ? actApprove(
            (newId) => ({ id, approvalId: newId(), comment: comment.trim(), seen, ...over }),
            withCall(device, approveProject, { id, words: comment, seen }, how),
          )
        : actAccept(() => ({ id, assigneeId, seen, ...over }), withCall(device, acceptProject, { id, seen }, how))
    },
    deny(about: Decided, typed: { content: string; assigneeId: number }, options: ActOptions) {
      const { id, name, seen, interim } = about
      return actDeny(
        (newId) => ({ id, commentId: newId(), ...typed, seen, interim }),
        withCall(
          device,
          denyProject,
          { id, words: typed.content, seen },
          { ...options, ...saidOf(taskingFaces.deny, name) },
        ),
      )
    },
  }
}
