import * as z from 'zod/mini'
import { defineCommand } from '../kernel/command.ts'
import { already, refuse } from '../kernel/refusal.ts'
import { id, text } from '../model/fields.ts'
import { may, verdictOn } from '../rules/abilities.ts'
import { decisionFollow, decisionReads, update } from './tasking.ts'

/** Final, and others may be at work on it: never queued (C.7), so it is in a room that no worker carries. */
export const cancelProject = defineCommand({
  name: 'cancelProject',
  ...may('cancel', 'project'),
  online: true,
  input: z.strictObject({ id, reason: z.optional(text) }),
  reads: (input) => decisionReads(input.id),
  follow: (found) => decisionFollow(found),
  run(input, { project, pools }, context) {
    if (!project) return refuse('not-found')
    const { actor, now } = context
    if (project.phase === 'canceled') return already({ by: project.canceledById, at: project.canceledDate ?? now })
    const late = verdictOn('cancel', project, context)
    if (late) return late
    return update(project, pools[0], context, {
      active: false,
      canceledById: actor.id,
      canceledDate: now,
      cancelReason: input.reason ?? '',
    })
  },
})
