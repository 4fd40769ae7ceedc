import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { pageOf } from '../lib/paging.ts'
import { blankPreferences } from '../model/reference.ts'
import { count, many, one } from '../kernel/reads.ts'

/** Whoever has more to read has read none of it. */
const MOST_SHOWN = 200

/** A person's inbox, the last first, with who did it and what the taskings are called, and which letters they chose. Nobody may ask for another's. */
export const notificationList = defineQuery({
  name: 'notificationList',
  input: z.strictObject({ page: z.int().check(z.positive()) }),
  reads: (_, { actor }) => ({
    own: one('users', actor.id),
    unread: count('notifications', { userId: actor.id, readDate: '' }),
    last: many('notifications', { userId: actor.id }, { order: 'date', descending: true, limit: MOST_SHOWN }),
  }),
  follow: ({ last }, input) => ({
    users: many('users', { id: pageOf(last, input.page).items.map((row) => row.actorId) }),
    projects: many('projects', { id: pageOf(last, input.page).items.map((row) => row.projectId) }),
  }),
  answer: (input, { own, unread, last, users, projects }) => ({
    ...pageOf(last, input.page),
    unread,
    // A device from before people chose has rows that do not say.
    letters: own?.letters ?? blankPreferences.letters,
    zone: own?.zone ?? blankPreferences.zone,
    items: pageOf(last, input.page).items.map((row) => ({
      ...row,
      actor: users.find((user) => user.id === row.actorId)?.fullName ?? '',
      description: projects.find((project) => project.id === row.projectId)?.description ?? '',
    })),
  }),
})
