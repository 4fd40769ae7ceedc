import * as z from 'zod/mini'
import { add, put, remove } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { made } from '../kernel/minted.ts'
import { many, one, whole } from '../kernel/reads.ts'
import { already, invalid, refuse } from '../kernel/refusal.ts'
import { id, line, ref } from '../model/fields.ts'
import { maxFileBytes, MOST_ANNOUNCED } from '../model/limits.ts'
import * as messages from '../model/messages.ts'
import { strangerTo } from '../rules/abilities.ts'

/**
 * A file was chosen, and its bytes are on their way: everybody who sees the place hears of it (C-118). They follow by tus, and `storeFile` makes the
 * row whole; until then its name is as it was told, and there is nothing to open. `hash` is empty where the device makes none.
 */
export const announceFile = defineCommand({
  name: 'announceFile',
  ability: 'upload',
  // Words for a person are said where bytes are taken: what is said here was read from a file, and every device carries this verb.
  input: z.strictObject({ id, projectId: ref, requestId: ref, name: line, size: id, hash: line }),
  mints: ({ id, projectId, requestId }) => [made('files', id, { projectId, requestId })],
  reads: ({ projectId, requestId }) => ({
    project: one('projects', projectId),
    request: one('requests', requestId),
    beside: many('files', projectId ? { projectId } : { requestId: requestId || -1 }),
  }),
  // Of a tasking or of a request: a row names no place that its author does not see.
  allow: ({ projectId, requestId }, { project, request }) =>
    (projectId ? !requestId && project : request) ? null : refuse('not-found'),
  run(input, { request, beside }, { actor, now, organisation }) {
    const coming = beside.filter((row) => !row.stored && row.createdById === actor.id)
    // Whoever chose a file that is too large was told so by its form.
    if (input.size > maxFileBytes(organisation) || coming.length >= MOST_ANNOUNCED)
      return invalid('file', messages.manyComing)
    return [
      add('files', {
        ...input,
        ...{ type: '', active: true, removedDate: null, stored: false },
        published: request?.complete ?? true,
        createdById: actor.id,
        createDate: now,
      }),
    ]
  },
})

/**
 * Out of sight at once; the bytes stay for 30 days, and who did it stands in the diary (C-026). One whose bytes never came leaves nothing to bring
 * back. Its first version was done only while connected.
 */
export const removeFile = defineCommand({
  name: 'removeFile',
  ability: 'deleteFile',
  version: 2,
  input: z.strictObject({ id }),
  reads: (input) => ({ file: one('files', input.id), left: whole(one('files', input.id)) }),
  // What is gone needs no removing (C.7); what is somebody else's is not there.
  allow: (_, { file, left }, context) => (left ? strangerTo('deleteFile', file, context) : null),
  run(_, { file }, { now }) {
    if (!file) return already()
    if (!file.stored) return [remove('files', file.id)]
    if (!file.active) return already(file.removedDate ? { at: file.removedDate } : {})
    return [put('files', { ...file, active: false, removedDate: now })]
  },
})
