import * as z from 'zod/mini'
import { add, put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { made } from '../kernel/minted.ts'
import { one } from '../kernel/reads.ts'
import { already, refuse } from '../kernel/refusal.ts'
import { atLeast, id, line } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { may } from '../rules/abilities.ts'
import { isStandingReason } from '../rules/denial.ts'

const comment = atLeast(3, messages.comment)

/** Appended, never merged, never dropped for being equal to another; allowed on closed taskings too (C-074). */
export const addComment = defineCommand({
  name: 'addComment',
  ...may('comment', 'project'),
  input: z.strictObject({ id, projectId: id, comment, attachment: z.optional(z.nullable(line)) }),
  mints: ({ id, projectId }) => [made('comments', id, { projectId })],
  reads: (input) => ({ project: one('projects', input.projectId) }),
  run: (input, _, { actor, now, received }) => [
    add('comments', {
      id: input.id,
      projectId: input.projectId,
      kind: 'comment',
      comment: input.comment.trim(),
      active: true,
      attachment: input.attachment ?? null,
      editedDate: null,
      history: [],
      createdById: actor.id,
      createDate: now,
      receivedDate: received,
    }),
  ],
})

/** So many of what it said before are kept, and what it said at first always. */
const KEPT = 20

export const editComment = defineCommand({
  name: 'editComment',
  ...may('editComment', 'existing'),
  input: z.strictObject({ id, comment }),
  reads: (input) => ({ existing: one('comments', input.id) }),
  run(input, { existing }, { now }) {
    if (!existing) return refuse('not-found')
    if (!existing.active) return refuse('moved-on', { message: messages.commentHidden })
    const after = input.comment.trim()
    if (after === existing.comment) return already()
    const [first = '', ...others] = [...existing.history, existing.comment]
    const history = [first, ...others.slice(1 - KEPT)]
    return [put('comments', { ...existing, comment: after, editedDate: now, history })]
  },
})

export const hideComment = defineCommand({
  name: 'hideComment',
  ...may('hideComment', 'existing'),
  input: z.strictObject({ id }),
  reads: (input) => ({ existing: one('comments', input.id) }),
  follow: ({ existing }) => ({ project: one('projects', existing?.projectId ?? 0) }),
  run(_, { existing, project }) {
    if (!existing) return refuse('not-found')
    if (!existing.active) return already()
    // Whoever is to amend would not know why.
    if (project && isStandingReason(existing, project)) return refuse('moved-on', { message: messages.standingReason })
    // What nobody is to read stands on nobody's device any more; the journal of calls has it.
    return [put('comments', { ...existing, active: false, comment: '', history: [] })]
  },
})
