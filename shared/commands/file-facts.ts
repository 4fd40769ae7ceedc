import * as z from 'zod/mini'
import { add, put, remove } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { made } from '../kernel/minted.ts'
import { many, one } from '../kernel/reads.ts'
import { already, invalid, refuse } from '../kernel/refusal.ts'
import { id, line, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { may } from '../rules/abilities.ts'
import { emptyFile, fileNameOf, freeNameOf, maxFileBytes, tooLargeFile } from '../rules/files.ts'

interface Place {
  projectId: number
  requestId: number
}

/** So many of one person may be on their way to one place. */
export const MOST_ANNOUNCED = 50

/** What is said of a file, whether its bytes are there or still to come. */
export const factFields = {
  id,
  projectId: ref,
  requestId: ref,
  name: line.check(z.refine((name) => name === fileNameOf(name), messages.unsafeName)),
  size: z.int().check(z.positive(emptyFile)),
}
export const onePlace = z.refine<Place>(({ projectId, requestId }) => projectId === 0 || requestId === 0, {
  error: messages.onePlace,
  path: ['requestId'],
})
export const hashField = z.string().check(z.regex(/^[0-9a-f]{64}$/, messages.noHash))

/** What the fact of a file is about: the place it is put to, and whose names stand beside its own (C-136). */
export const atPlace = {
  ability: 'upload',
  mints: ({ id, projectId, requestId }: Place & { id: number }) => [made('files', id, { projectId, requestId })],
  reads: ({ projectId, requestId }: Place) => ({
    project: one('projects', projectId),
    request: one('requests', requestId),
    taskings: many('projects', { requestId: requestId || -1 }),
  }),
  allow: (_: unknown, { project, request }: { project?: object | undefined; request?: object | undefined }) =>
    project || request ? null : refuse('not-found'),
}
export const besides = (
  { project, taskings }: { project?: { requestId: number } | undefined; taskings: readonly { id: number }[] },
  { projectId, requestId }: Place,
) => ({
  // A tasking shows its files and those of its request.
  ofTaskings: many('files', { projectId: [projectId || -1, ...taskings.map((row) => row.id)] }),
  ofRequest: many('files', { requestId: requestId || project?.requestId || -1 }),
})

/**
 * A file was chosen, and its bytes are on their way: everybody who sees the place hears of it (C-118). They follow by tus, and `storeFile` makes the
 * row whole; until then it has no type and nothing to open.
 */
export const announceFile = defineCommand({
  name: 'announceFile',
  ...atPlace,
  input: z.strictObject({ ...factFields, hash: z.union([hashField, z.literal('')]) }).check(onePlace),
  follow: besides,
  run(input, { request, ofTaskings, ofRequest }, { actor, now, organisation }) {
    if (input.size > maxFileBytes(organisation)) return invalid('file', tooLargeFile(organisation))
    const others = [...ofTaskings, ...ofRequest]
    const coming = others.filter((row) => !row.stored && row.createdById === actor.id)
    if (coming.length >= MOST_ANNOUNCED) return invalid('file', messages.manyComing)
    return [
      add('files', {
        ...input,
        ...{ name: freeNameOf(input.name, others), type: '' },
        ...{ active: true, removedDate: null, stored: false },
        published: request?.complete ?? true,
        createdById: actor.id,
        createDate: now,
      }),
    ]
  },
})

/**
 * Out of sight at once; the bytes stay for 30 days, and who did it stands in the diary (C-026). One whose bytes never came has nothing to bring back.
 * Its first version was done only while connected.
 */
export const removeFile = defineCommand({
  name: 'removeFile',
  ...may('deleteFile', 'file'),
  version: 2,
  input: z.strictObject({ id }),
  reads: (input) => ({ file: one('files', input.id) }),
  run(_, { file }, { now }) {
    if (!file) return refuse('not-found')
    if (!file.stored) return [remove('files', file.id)]
    if (!file.active) return already(file.removedDate ? { at: file.removedDate } : {})
    return [put('files', { ...file, active: false, removedDate: now })]
  },
})
