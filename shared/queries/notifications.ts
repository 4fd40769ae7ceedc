import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { pageOf, type Paged } from '../lib/paging.ts'
import type { Notification } from '../model/notification.ts'
import { blankPreferences } from '../model/reference.ts'
import { count, many, one } from '../kernel/reads.ts'
import { needsYou } from '../rules/notifications.ts'

/** Whoever has more to read has read none of it. */
const MOST_SHOWN = 200

/**
 * A person's inbox, the last first, with who did it, what the taskings are called and what still waits for this person, and which letters they chose.
 * Without a page all that is shown. Nobody may ask for another's.
 */
export const notificationList = defineQuery({
  name: 'notificationList',
  input: z.strictObject({ page: z.optional(z.int().check(z.positive())) }),
  reads: (_, { actor }) => ({
    own: one('users', actor.id),
    unread: count('notifications', { userId: actor.id, readDate: '' }),
    last: many('notifications', { userId: actor.id }, { order: 'date', descending: true, limit: MOST_SHOWN }),
  }),
  follow: ({ last }, input) => ({
    users: many('users', { id: shown(last, input).items.map((row) => row.actorId) }),
    projects: many('projects', { id: shown(last, input).items.map((row) => row.projectId) }),
  }),
  answer: (input, { own, unread, last, users, projects }, asking) => ({
    ...shown(last, input),
    unread,
    // A device from before people chose has rows that do not say.
    letters: own?.letters ?? blankPreferences.letters,
    zone: own?.zone ?? blankPreferences.zone,
    items: shown(last, input).items.map((row) => {
      const project = projects.find((project) => project.id === row.projectId)
      return {
        ...row,
        actor: users.find((user) => user.id === row.actorId)?.fullName ?? '',
        description: project?.description ?? '',
        needsYou: project !== undefined && needsYou(row, project, asking),
      }
    }),
  }),
})

const shown = (last: Notification[], { page }: { page?: number }): Paged<Notification> =>
  page === undefined ? pageOf(last, 1, MOST_SHOWN) : pageOf(last, page)

/** Of which taskings a person wants to hear no more, the newest first. */
export const mutedTaskings = defineQuery({
  name: 'mutedTaskings',
  input: z.strictObject({}),
  reads: (_, { actor }) => ({ muted: many('notifications', { userId: actor.id, muted: true }) }),
  follow: ({ muted }) => ({ projects: many('projects', { id: muted.map((row) => row.projectId) }) }),
  answer: (_, { muted, projects }) =>
    [...new Set(muted.map((row) => row.projectId))]
      .sort((a, b) => b - a)
      .map((id) => ({ id, description: projects.find((project) => project.id === id)?.description ?? '' })),
})
