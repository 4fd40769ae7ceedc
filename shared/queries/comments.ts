import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { one } from '../kernel/reads.ts'
import { id } from '../model/fields.ts'

/** A comment as it was just written down. */
export const savedComment = defineQuery({
  name: 'savedComment',
  input: z.strictObject({ id }),
  reads: (input) => ({ comment: one('comments', input.id) }),
  follow: ({ comment }) => ({ author: one('users', comment?.createdById ?? 0) }),
  answer: (_, { comment, author }) => (comment ? { ...comment, createdBy: author?.fullName ?? '' } : null),
})
