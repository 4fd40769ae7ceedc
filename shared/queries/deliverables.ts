import * as z from 'zod/mini'
import { defineQuery, fullNameOf } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { id } from '../model/fields.ts'

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
