import * as z from 'zod/mini'
import { put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { many } from '../kernel/reads.ts'
import { already } from '../kernel/refusal.ts'
import { flag, id } from '../model/fields.ts'

/** Those that are told, of one's own inbox. What somebody has not seen yet stays unread, and what is pruned needs no reading. */
export const readNotifications = defineCommand({
  name: 'readNotifications',
  ability: 'keepOwn',
  input: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  reads: (input, actor) => ({ unread: many('notifications', { id: input.ids, userId: actor.id, readDate: '' }) }),
  allow: () => null,
  run: (_, { unread }, { now }) =>
    unread.length > 0 ? unread.map((row) => put('notifications', { ...row, readDate: now })) : already(),
})

/** No entry and no letter of a tasking any more but what waits for this person (`isHeard`), or all of it again. Nobody else learns of it. */
export const muteTasking = defineCommand({
  name: 'muteTasking',
  ability: 'keepOwn',
  input: z.strictObject({ projectId: id, muted: flag }),
  reads: ({ projectId }, actor) => ({ told: many('notifications', { projectId, userId: actor.id }) }),
  allow: () => null,
  run({ muted }, { told }) {
    const others = told.filter((row) => row.muted !== muted)
    return others.length > 0 ? others.map((row) => put('notifications', { ...row, muted })) : already()
  },
})
