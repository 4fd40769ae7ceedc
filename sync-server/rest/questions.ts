import * as z from 'zod/mini'
import { defineQuery, fullNameOf } from '#shared/kernel/query.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { id } from '#shared/model/fields.ts'
import { figuresOf, shareOf, estimateOf } from '#shared/rules/funding.ts'

/** Questions that only the specification's addresses ask; screens ask those of shared/queries. */

export const savedComment = defineQuery({
  name: 'savedComment',
  input: z.strictObject({ id }),
  reads: (input) => ({ comment: one('comments', input.id) }),
  follow: ({ comment }) => ({ author: one('users', comment?.createdById ?? 0) }),
  answer: (_, { comment, author }) => (comment ? { ...comment, createdBy: author?.fullName ?? '' } : null),
})

export const savedDeliverable = defineQuery({
  name: 'savedDeliverable',
  input: z.strictObject({ id }),
  reads: (input) => ({ deliverable: one('deliverables', input.id) }),
  follow: ({ deliverable }) => ({ author: one('users', deliverable?.modifiedById ?? 0) }),
  answer: (_, { deliverable, author }) => (deliverable ? { ...deliverable, modifiedBy: author?.fullName ?? '' } : null),
})

export const projectDeliverables = defineQuery({
  name: 'projectDeliverables',
  input: z.strictObject({ id }),
  reads: (input) => ({
    project: one('projects', input.id),
    deliverables: many('deliverables', { projectTaskId: input.id }),
  }),
  follow: ({ deliverables }) => ({ people: many('users', { id: deliverables.map((row) => row.modifiedById) }) }),
  answer: (_, { project, deliverables, people }) =>
    project
      ? deliverables
          .filter((row) => row.active)
          .map((row) => ({ ...row, modifiedBy: fullNameOf(people, row.modifiedById) }))
      : null,
})

export const deliverableComments = defineQuery({
  name: 'deliverableComments',
  input: z.strictObject({ id }),
  reads: (input) => ({
    deliverable: one('deliverables', input.id),
    comments: many('deliverableComments', { deliverableId: input.id }),
  }),
  follow: ({ comments }) => ({ people: many('users', { id: comments.map((row) => row.createdById) }) }),
  answer: (_, { deliverable, comments, people }) =>
    deliverable ? comments.map((row) => ({ ...row, createdBy: fullNameOf(people, row.createdById) })) : null,
})

/** The funding panel of one tasking (C-174); null without a pool, and then the panel is hidden. */
export const projectFunding = defineQuery({
  name: 'projectFunding',
  input: z.strictObject({ id }),
  reads: (input) => ({ project: one('projects', input.id) }),
  follow: ({ project }) => ({
    type: one('projectTypes', project?.projectTypeId ?? 0),
    pools: many('poolCodes', { projectTypeId: project?.projectTypeId || -1 }),
    own: many('poolCodes', { poolCode: project?.poolCode || '-' }),
  }),
  answer(_, { project, type, pools, own }, { now }) {
    const [pool] = own
    if (!project || !pool) return null
    const figures = figuresOf(pool)
    return {
      ...figures,
      name: type?.name ?? '',
      type: type?.name ?? '',
      pool: pool.poolCode,
      ship: pool.shipNumber,
      snapshot: now,
      cost: project.completed ? project.actualCost : estimateOf(project),
      tasking: project.taskingCostEstimate,
      share: shareOf(project),
      blanket: project.blanketTasking,
      restricted: !pool.active || figures.balance < 0,
      pools: pools
        .filter((row) => row.active)
        .map((row) => ({ id: row.id, name: type?.name ?? '', code: row.poolCode })),
    }
  },
})

/** Every list a form picks from. */
export const referenceLists = defineQuery({
  name: 'referenceLists',
  input: z.strictObject({}),
  reads: () => ({
    countries: many('countries', {}),
    advisors: many('advisors', {}),
    teams: many('teams', {}),
    bocs: many('services', {}),
    projectTypes: many('projectTypes', {}),
    users: many('users', {}),
  }),
  answer: (_, lists) => lists,
})
