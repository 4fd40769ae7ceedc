import * as z from 'zod/mini'
import { add, put, type Change } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { made } from '../kernel/minted.ts'
import { many, one, whole } from '../kernel/reads.ts'
import { already, refuse, type Refusal } from '../kernel/refusal.ts'
import { atLeast, called, day, flag, id } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { Deliverable, Project } from '../model/project.ts'
import { poolReads } from '../reference/choices.ts'
import { strangerTo, verdictOn, type Asking, type Hindrance } from '../rules/abilities.ts'
import { completedBy } from '../rules/completion.ts'
import { poolAfter } from '../rules/funding.ts'
import { edited, editsOf } from './edits.ts'

const name = called(messages.deliverableName)
const maybeDay = z.nullable(day)
const plan = { name, dueDate: maybeDay, startDate: maybeDay }
const everything = { ...plan, completedDate: maybeDay }

export const addDeliverable = defineCommand({
  name: 'addDeliverable',
  ability: 'workDeliverables',
  version: 2,
  input: z.strictObject({
    id,
    projectTaskId: id,
    name,
    dueDate: z.optional(maybeDay),
    startDate: z.optional(maybeDay),
  }),
  mints: ({ id, projectTaskId }) => [made('deliverables', id, { projectTaskId })],
  reads: (input) => ({
    project: one('projects', input.projectTaskId),
    siblings: many('deliverables', { projectTaskId: input.projectTaskId }),
  }),
  allow: (_, { project }, context) => mayWork(project, context),
  run: (input, { siblings }, { actor, now }) => [
    add('deliverables', {
      id: input.id,
      projectTaskId: input.projectTaskId,
      name: input.name.trim(),
      active: true,
      complete: false,
      // The count plus one; larger than any that is taken when two were added at once (C-150).
      segmentId: Math.max(siblings.filter((row) => row.active).length, ...siblings.map((row) => row.segmentId)) + 1,
      startDate: input.startDate ?? null,
      dueDate: input.dueDate ?? null,
      completedDate: null,
      comments: 0,
      createdById: actor.id,
      createDate: now,
      modifiedById: actor.id,
      modifiedDate: now,
    }),
  ],
})

/** A deliverable, and the tasking that says who may work on it. */
const ofOne = {
  ability: 'workDeliverables',
  reads: (input: { id: number }) => ({ deliverable: one('deliverables', input.id) }),
  follow: ({ deliverable }: { deliverable: Deliverable | undefined }) => ({
    project: one('projects', deliverable?.projectTaskId ?? 0),
  }),
  allow: (
    _: unknown,
    { deliverable, project }: { deliverable: Deliverable | undefined; project: Project | undefined },
    context: Asking,
  ) => known(deliverable) ?? mayWork(project, context),
} as const

export const editDeliverable = defineCommand({
  name: 'editDeliverable',
  ...ofOne,
  version: 2,
  input: z.strictObject({
    id,
    fields: editsOf(everything),
    // As of a tasking's (`editProject`).
    givenUp: z.optional(editsOf(everything)),
  }),
  allow: ({ fields, givenUp }, { deliverable, project }, context) =>
    known(deliverable) ??
    // What changes nothing is never too late.
    (givenUp && Object.keys(fields).length === 0
      ? strangerTo('workDeliverables', project, context)
      : mayWork(project, context)),
  run(input, { deliverable }, { actor, now }) {
    if (!deliverable) return refuse('not-found')
    const { id: deliverableId, projectTaskId: projectId } = deliverable
    const givenUp = input.givenUp && { projectId, deliverableId, edits: input.givenUp }
    const { apply, conflicts } = edited(deliverable, input.fields, actor)
    if (Object.keys(apply).length === 0)
      return conflicts.length > 0 || givenUp ? { changes: [], conflicts, givenUp } : already()
    if (deliverable.complete) return refuse('closed', { message: 'A completed deliverable cannot be changed.' })
    return {
      changes: [put('deliverables', { ...deliverable, ...apply, modifiedById: actor.id, modifiedDate: now })],
      conflicts,
      givenUp,
    }
  },
})

export const startDeliverable = defineCommand({
  name: 'startDeliverable',
  ...ofOne,
  input: z.strictObject({ id, startDate: z.optional(day) }),
  run(input, { deliverable }, { actor, now, today }) {
    if (!deliverable) return refuse('not-found')
    if (deliverable.startDate) return already({ by: deliverable.modifiedById, at: deliverable.modifiedDate })
    const startDate = input.startDate ?? today
    return [put('deliverables', { ...deliverable, startDate, modifiedById: actor.id, modifiedDate: now })]
  },
})

/**
 * Completing the last open deliverable of an accepted or internal tasking completes the tasking, unless `keepOpen` (C-076). `fields`: what else
 * the same form of REST changes, all of it done or refused together.
 */
export const completeDeliverable = defineCommand({
  name: 'completeDeliverable',
  version: 2,
  ability: 'workDeliverables',
  input: z.strictObject({
    id,
    projectTaskId: id,
    completedDate: z.optional(day),
    keepOpen: z.optional(flag),
    fields: z.optional(editsOf(plan)),
  }),
  reads: (input) => ({
    project: one('projects', input.projectTaskId),
    siblings: many('deliverables', { projectTaskId: input.projectTaskId }),
  }),
  follow: ({ project }) => ({ pools: whole(poolReads(project?.poolCode)) }),
  allow(input, { project, siblings }, context) {
    const deliverable = siblings.find((row) => row.id === input.id)
    return known(deliverable) ?? (deliverable?.complete ? null : mayWork(project, context))
  },
  run(input, { project, siblings, pools }, context) {
    const { actor, now, today } = context
    const deliverable = siblings.find((row) => row.id === input.id)
    if (!deliverable || !project) return refuse('not-found')
    if (deliverable.complete) return already({ by: deliverable.modifiedById, at: deliverable.modifiedDate })
    const completedDate = input.completedDate ?? today
    const { apply, conflicts } = edited(deliverable, input.fields ?? {}, actor)
    const changed = { ...deliverable, ...apply }
    const changes: Change[] = [
      put('deliverables', {
        ...changed,
        startDate: changed.startDate ?? completedDate,
        complete: true,
        completedDate,
        modifiedById: actor.id,
        modifiedDate: now,
      }),
    ]
    const isLast = siblings.every((row) => row.id === deliverable.id || row.complete || !row.active)
    if (isLast && !input.keepOpen && project.phase === 'progress') {
      const after = { ...project, ...completedBy(context) }
      changes.push(put('projects', after), ...pools.map((pool) => put('poolCodes', poolAfter(pool, project, after))))
    }
    return { changes, conflicts }
  },
})

export const removeDeliverable = defineCommand({
  name: 'removeDeliverable',
  ...ofOne,
  input: z.strictObject({ id }),
  allow: (_, { deliverable, project }, context) => (deliverable ? mayWork(project, context) : refuse('not-found')),
  run(_, { deliverable }, { actor, now }) {
    if (!deliverable) return refuse('not-found')
    if (!deliverable.active) return already()
    if (deliverable.complete) return refuse('closed', { message: 'A completed deliverable cannot be deleted.' })
    return [put('deliverables', { ...deliverable, active: false, modifiedById: actor.id, modifiedDate: now })]
  },
})

export const commentOnDeliverable = defineCommand({
  name: 'commentOnDeliverable',
  ability: 'comment',
  input: z.strictObject({ id, deliverableId: id, comment: atLeast(3, messages.comment) }),
  mints: ({ id, deliverableId }) => [made('deliverableComments', id, { deliverableId })],
  reads: (input) => ({ deliverable: one('deliverables', input.deliverableId) }),
  allow: (_, { deliverable }) => known(deliverable),
  run(input, { deliverable }, { actor, now }) {
    if (!deliverable) return refuse('not-found')
    return [
      add('deliverableComments', {
        id: input.id,
        deliverableId: deliverable.id,
        projectId: deliverable.projectTaskId,
        comment: input.comment.trim(),
        createdById: actor.id,
        createdAt: now,
      }),
      put('deliverables', { ...deliverable, comments: deliverable.comments + 1 }),
    ]
  },
})

/** A deleted one is not there. */
const known = (deliverable: Deliverable | undefined): Refusal | null =>
  deliverable?.active ? null : refuse('not-found')

const mayWork = (project: Project | undefined, context: Asking): Hindrance | null =>
  project ? verdictOn('workDeliverables', project, context) : { refused: 'not-found' }
