import * as z from 'zod/mini'
import { add, put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { made } from '../kernel/minted.ts'
import { many, one } from '../kernel/reads.ts'
import { already, invalid, refuse } from '../kernel/refusal.ts'
import { addDays } from '../lib/day.ts'
import { id, line, ref } from '../model/fields.ts'
import { maxFileBytes } from '../model/limits.ts'
import * as messages from '../model/messages.ts'
import { may } from '../rules/abilities.ts'
import {
  emptyFile,
  fileNameOf,
  freeNameOf,
  otherBytes,
  RECOVERABLE_DAYS,
  refusedKind,
  typeOfFile,
} from '../rules/files.ts'

const bytes = z.int().check(z.positive(emptyFile))
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, messages.noHash))

/**
 * The fact of a file whose bytes the server has, which is why it is never queued: whoever stored them says hash, size and name.
 * Everyone may who sees the place, a closed tasking too, as with comments (C-074). On a request it belongs to each of its taskings.
 */
export const addFile = defineCommand({
  name: 'addFile',
  ability: 'upload',
  online: true,
  input: z
    .strictObject({
      id,
      projectId: ref,
      requestId: ref,
      name: line.check(z.refine((name) => name === fileNameOf(name), messages.unsafeName)),
      size: bytes,
      hash,
    })
    .check(
      z.refine(({ projectId, requestId }) => projectId === 0 || requestId === 0, {
        error: messages.onePlace,
        path: ['requestId'],
      }),
    ),
  mints: ({ id, projectId, requestId }) => [made('files', id, { projectId, requestId })],
  reads: (input) => ({
    project: one('projects', input.projectId),
    request: one('requests', input.requestId),
    taskings: many('projects', { requestId: input.requestId || -1 }),
  }),
  // Whose names stand beside its own: a tasking shows its files and those of its request (C-136).
  follow: ({ project, taskings }, input) => ({
    ofTaskings: many('files', { projectId: [input.projectId || -1, ...taskings.map((row) => row.id)] }),
    ofRequest: many('files', { requestId: input.requestId || project?.requestId || -1 }),
  }),
  allow: (_, { project, request }) => (project || request ? null : refuse('not-found')),
  run(input, { request, ofTaskings, ofRequest }, { actor, now, organisation }) {
    const type = typeOfFile(input.name)
    if (!type) return invalid('file', refusedKind)
    if (input.size > maxFileBytes(organisation)) return invalid('file', messages.tooLargeFile(organisation))
    return [
      add('files', {
        id: input.id,
        requestId: input.requestId,
        projectId: input.projectId,
        name: freeNameOf(input.name, [...ofTaskings, ...ofRequest]),
        type,
        size: input.size,
        hash: input.hash,
        active: true,
        removedDate: null,
        stored: true,
        published: request?.complete ?? true,
        createdById: actor.id,
        createDate: now,
      }),
    ]
  },
})

/**
 * The bytes of an announced file have come, and are what was said of them: from its author alone. From now on it is a file like any other, under a name
 * that is safe and free.
 */
export const storeFile = defineCommand({
  name: 'storeFile',
  ability: 'upload',
  online: true,
  input: z.strictObject({ id, size: bytes, hash }),
  reads: (input) => ({ file: one('files', input.id) }),
  follow: ({ file }) => ({
    project: one('projects', file?.projectId ?? 0),
    request: one('requests', file?.requestId ?? 0),
    ofTasking: many('files', { projectId: file?.projectId || -1 }),
    ofRequest: many('files', { requestId: file?.requestId || -1 }),
  }),
  allow: (_, { file, project, request }, { actor }) =>
    file?.active && file.createdById === actor.id && (project ?? request) ? null : refuse('not-found'),
  run({ size, hash }, { file, ofTasking, ofRequest }, { now, organisation }) {
    if (!file) return refuse('not-found')
    if (size !== file.size || (file.hash !== '' && file.hash !== hash)) return invalid('file', otherBytes)
    if (file.stored) return already()
    const type = typeOfFile(file.name)
    if (!type) return invalid('file', refusedKind)
    if (size > maxFileBytes(organisation)) return invalid('file', messages.tooLargeFile(organisation))
    const others = [...ofTasking, ...ofRequest].filter((row) => row.stored)
    const name = freeNameOf(fileNameOf(file.name), others)
    return [put('files', { ...file, name, type, hash, stored: true, createDate: now })]
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
    request: one('requests', file?.requestId ?? 0),
    ofTasking: many('files', { projectId: file?.projectId || -1 }),
    ofRequest: many('files', { requestId: file?.requestId || -1 }),
  }),
  run(_, { file, request, ofTasking, ofRequest }, { today }) {
    if (!file) return refuse('not-found')
    if (file.active) return already()
    if ((file.removedDate ?? '') < addDays(today, -RECOVERABLE_DAYS)) return refuse('not-found')
    return [
      put('files', {
        ...file,
        name: freeNameOf(file.name, [...ofTasking, ...ofRequest]),
        active: true,
        removedDate: null,
        published: request?.complete ?? true,
      }),
    ]
  },
})
