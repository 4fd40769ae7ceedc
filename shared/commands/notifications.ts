import * as z from 'zod/mini'
import { put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { many } from '../kernel/reads.ts'
import { already } from '../kernel/refusal.ts'
import { id } from '../model/fields.ts'

/** Those that are told, of one's own inbox. What somebody has not seen yet stays unread, and what is pruned needs no reading. */
export const readNotifications = defineCommand({
  name: 'readNotifications',
  input: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  reads: (input, actor) => ({ unread: many('notifications', { id: input.ids, userId: actor.id, readDate: '' }) }),
  allow: () => null,
  run: (_, { unread }, { now }) =>
    unread.length > 0 ? unread.map((row) => put('notifications', { ...row, readDate: now })) : already(),
})
