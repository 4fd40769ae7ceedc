import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { one } from '../kernel/reads.ts'
import { id, ref } from '../model/fields.ts'

/** Whether there is a tasking or a request that a file could be put to: asked before bytes are taken for nothing. */
export const filePlace = defineQuery({
  name: 'filePlace',
  input: z.strictObject({ projectId: ref, requestId: ref }),
  reads: ({ projectId, requestId }) => ({ project: one('projects', projectId), request: one('requests', requestId) }),
  answer: ({ projectId, requestId }, { project, request }) =>
    (project && requestId === 0) || (request && projectId === 0) ? { projectId, requestId } : null,
})

/** A file that is there, and that whoever asks may see because they see what it belongs to. */
export const savedFile = defineQuery({
  name: 'savedFile',
  input: z.strictObject({ id }),
  reads: (input) => ({ file: one('files', input.id) }),
  follow: ({ file }) => ({
    project: one('projects', file?.projectId ?? 0),
    request: one('requests', file?.requestId ?? 0),
    author: one('users', file?.createdById ?? 0),
  }),
  answer: (_, { file, project, request, author }) =>
    file?.active && (project ?? request) ? { ...file, createdBy: author?.fullName ?? '' } : null,
})
