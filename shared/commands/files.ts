import * as z from 'zod/mini'
import { add, put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { many, one } from '../kernel/reads.ts'
import { already, invalid, refuse } from '../kernel/refusal.ts'
import { addDays } from '../lib/day.ts'
import { id } from '../model/fields.ts'
import { may } from '../rules/abilities.ts'
import {
  freeNameOf,
  maxFileBytes,
  otherBytes,
  RECOVERABLE_DAYS,
  refusedKind,
  tooLargeFile,
  typeOfFile,
} from '../rules/files.ts'
import { atPlace, besides, factFields, hashField, onePlace } from './file-facts.ts'

/**
 * A file whose bytes the server has, which is why it is never queued: whoever stored them says hash, size and name.
 * Everyone may who sees the place, a closed tasking too, as with comments (C-074). On a request it belongs to each of its taskings.
 */
export const addFile = defineCommand({
  name: 'addFile',
  ...atPlace,
  online: true,
  input: z.strictObject({ ...factFields, hash: hashField }).check(onePlace),
  follow: besides,
  run(input, { request, ofTaskings, ofRequest }, { actor, now, organisation }) {
    const type = typeOfFile(input.name)
    if (!type) return invalid('file', refusedKind)
    if (input.size > maxFileBytes(organisation)) return invalid('file', tooLargeFile(organisation))
    return [
      add('files', {
        ...input,
        ...{ name: freeNameOf(input.name, [...ofTaskings, ...ofRequest]), type },
        ...{ active: true, removedDate: null, stored: true },
        published: request?.complete ?? true,
        createdById: actor.id,
        createDate: now,
      }),
    ]
  },
})

/** The bytes of an announced file have come, and are what was said of them: from its author alone. From now on it is there like any other. */
export const storeFile = defineCommand({
  name: 'storeFile',
  ability: 'upload',
  online: true,
  input: z.strictObject({ id, size: factFields.size, hash: hashField }),
  reads: (input) => ({ file: one('files', input.id) }),
  follow: ({ file }) => ({
    project: one('projects', file?.projectId ?? 0),
    request: one('requests', file?.requestId ?? 0),
  }),
  allow: (_, { file, project, request }, { actor }) =>
    file?.active && file.createdById === actor.id && (project ?? request) ? null : refuse('not-found'),
  run({ size, hash }, { file }, { now, organisation }) {
    if (!file) return refuse('not-found')
    if (size !== file.size || (file.hash !== '' && file.hash !== hash)) return invalid('file', otherBytes)
    if (file.stored) return already()
    const type = typeOfFile(file.name)
    if (!type) return invalid('file', refusedKind)
    if (size > maxFileBytes(organisation)) return invalid('file', tooLargeFile(organisation))
    return [put('files', { ...file, type, hash, stored: true, createDate: now })]
  },
})

/** Brings a removed file back, under another name where its own was taken in the meantime. */
export const restoreFile = defineCommand({
  name: 'restoreFile',
  ...may('deleteFile', 'file'),
  online: true,
  input: z.strictObject({ id }),
  reads: (input) => ({ file: one('files', input.id) }),
  follow: ({ file }) => ({
    ofTasking: many('files', { projectId: file?.projectId || -1 }),
    ofRequest: many('files', { requestId: file?.requestId || -1 }),
  }),
  run(_, { file, ofTasking, ofRequest }, { today }) {
    if (!file) return refuse('not-found')
    if (file.active) return already()
    if ((file.removedDate ?? '') < addDays(today, -RECOVERABLE_DAYS)) return refuse('not-found')
    return [
      put('files', {
        ...file,
        name: freeNameOf(file.name, [...ofTasking, ...ofRequest]),
        active: true,
        removedDate: null,
      }),
    ]
  },
})
