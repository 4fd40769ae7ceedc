import * as z from 'zod/mini'
import { addDays, dayIn, startOfDay, type Day, type Instant } from '../lib/day.ts'
import { must } from '../lib/must.ts'
import type { Context } from '../kernel/command.ts'
import { defineQuery } from '../kernel/query.ts'
import { count, many, type Found, type Reads, type Where } from '../kernel/reads.ts'
import { ref } from '../model/fields.ts'
import { DASHBOARD_ROWS, RECENT_COMPLETED_ROWS } from '../model/limits.ts'
import type { Project } from '../model/project.ts'
import { openPhases, requestPhases, tabNames, tabsOf, type Phase, type TabName } from '../model/status.ts'
import { queuesOf } from '../rules/queues.ts'
import { rowLookups, toTaskingRows } from './tasking-row.ts'

/** 0 = the whole organisation; else one team's taskings. */
const scope = { teamId: ref }

/** The four numbers; each equals the list its card opens (C-041 … C-048). */
export const overview = defineQuery({
  name: 'overview',
  input: z.strictObject(scope),
  reads: ({ teamId }, context) => ({
    inProgress: count('projects', inTeam(teamId, { phase: 'progress' })),
    overdue: count('projects', inTeam(teamId, overdueAt(context.today))),
    completed: count('projects', inTeam(teamId, { phase: 'completed', completedDate: { from: thisYear(context) } })),
    requests: count('projects', inTeam(teamId, { phase: requestPhases })),
  }),
  answer: (_, found) => ({ ...found }),
})

/** One tab: its rows, at most 200 (C-061). Only `mine` is of a person. */
export const dashboardTab = defineQuery({
  name: 'dashboardTab',
  input: z.strictObject({ ...scope, tab: z.enum(tabNames), userId: ref }),
  reads: (input, context) => tabReads(input, context),
  follow: (found) => rowLookups(inTabOrder(found)),
  answer: (_, found, { today }) => toTaskingRows(inTabOrder(found), found, today),
})

/** The taskings of a tab, as one read for each of its alternatives; `inTabOrder` makes one list of them. */
export function tabReads({ tab, teamId, userId }: { tab: TabName; teamId: number; userId: number }, context: Context) {
  const options = { ...(newestFirst[tab] ?? { order: 'dueDate' }), limit: DASHBOARD_ROWS } as const
  const [rows, also, rest] = tabWheres(tab, userId, context).map((where) =>
    many('projects', inTeam(teamId, where), options),
  )
  return { rows: must(rows), ...(also && { also }), ...(rest && { rest }) }
}

/** The filters with which Find shows all of a tab. */
export const allOfTab = (tab: TabName, teamId: number): Record<string, string | number> => ({
  tab,
  ...(teamId > 0 && { teams: teamId }),
})

/** How many each tab holds, in the order of the tabs. */
export const tabCounts = defineQuery({
  name: 'tabCounts',
  input: z.strictObject({ ...scope, userId: ref }),
  reads: ({ teamId, userId }, context) =>
    Object.fromEntries(
      tabsOf(teamId).flatMap(({ name }) =>
        tabWheres(name, userId, context).map((where, at) => [
          `${name}:${at}`,
          count('projects', inTeam(teamId, where)),
        ]),
      ),
    ),
  answer: ({ teamId }, found: Found<Reads>) =>
    tabsOf(teamId).map((tab) => {
      const parts = Object.entries(found).filter(([part]) => part.startsWith(`${tab.name}:`))
      return { ...tab, count: parts.reduce((sum, [, value]) => sum + Number(value), 0) }
    }),
})

/** What waits for whoever asks: the taskings in their queues, their own queue first, the next one due of those, and what is late of their own. */
export const waitingForMe = defineQuery({
  name: 'waitingForMe',
  input: z.strictObject({}),
  reads: (_, context) => ({
    late: count('projects', { assigneeId: context.actor.id, ...overdueAt(context.today) }),
    ...Object.fromEntries(
      queuesOf(context.actor).flatMap((queue) =>
        tabWheres(queue, context.actor.id, context).flatMap((where, at) => [
          [`count:${queue}:${at}`, count('projects', where)],
          [`next:${queue}:${at}`, many('projects', where, { order: 'dueDate', limit: 1 })],
        ]),
      ),
    ),
  }),
  answer(_, found: Found<Reads>, { actor }) {
    const waiting = queuesOf(actor).map((queue) => {
      const of = (kind: string) =>
        Object.entries(found).flatMap(([name, part]) => (name.startsWith(`${kind}:${queue}:`) ? [part].flat() : []))
      const next = (of('next') as Project[]).sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1))[0]
      return {
        queue,
        count: (of('count') as unknown as number[]).reduce((sum, n) => sum + n, 0),
        next: next ? { id: next.id, name: next.name, description: next.description, dueDate: next.dueDate } : null,
      }
    })
    return { late: Number(found['late']), waiting }
  },
})

export const recentlyCompleted = defineQuery({
  name: 'recentlyCompleted',
  input: z.strictObject(scope),
  reads: ({ teamId }, context) => ({
    rows: many('projects', inTeam(teamId, { phase: 'completed', completedDate: { from: recently(context) } }), {
      order: 'completedDate',
      descending: true,
      limit: RECENT_COMPLETED_ROWS,
    }),
  }),
  follow: ({ rows }) => rowLookups(rows),
  answer: (_, found, { today }) => toTaskingRows(found.rows, found, today),
})

export const workPhases = ['interim', 'authorization', 'acceptance', 'progress'] as const satisfies Phase[]

/** In progress, and due before that day (C-042). */
const overdueAt = (today: Day) => ({ phase: 'progress', dueDate: { to: addDays(today, -1) } }) as const

type ProjectWhere = Where<'projects'>
export const inTeam = (teamId: number, where: ProjectWhere): ProjectWhere => (teamId > 0 ? { teamId, ...where } : where)

/** Recent things come newest first, everything else by due date. */
const newestFirst: Partial<Record<TabName, { order: 'deniedDate' | 'acceptedDate'; descending: true }>> = {
  denied: { order: 'deniedDate', descending: true },
  accepted: { order: 'acceptedDate', descending: true },
}

/** What a tab holds, in the words of the store: alternatives that exclude one another. `mine` is what `me` made or is assigned to (C-047). */
export function tabWheres(tab: TabName, me: number, context: Context): ProjectWhere[] {
  const { today, organisation } = context
  const open = { phase: openPhases }
  switch (tab) {
    case 'mine':
      return [
        { assigneeId: me, ...open },
        { createdById: me, ...open, assigneeId: { to: me - 1 } },
        { createdById: me, ...open, assigneeId: { from: me + 1 } },
      ]
    case 'team':
      return [open]
    case 'interim':
      return [{ phase: 'interim' }]
    case 'cor':
      return [{ phase: 'authorization' }]
    case 'acceptance': {
      const alsoInterim = { phase: 'authorization', approved: true } as const
      return [{ phase: 'acceptance' }, ...(organisation.requireCorAuthorization ? [] : [alsoInterim])]
    }
    case 'denied':
      return [{ phase: 'denied', deniedDate: { from: recently(context) } }]
    case 'dueSoon':
      return [{ phase: workPhases, dueDate: { from: today, to: addDays(today, organisation.dueSoonDays) } }]
    case 'accepted':
      return [{ phase: 'progress', acceptedDate: { from: recently(context) } }]
  }
}

/** Several lists merged by due date; a single one keeps its own order. */
export function inTabOrder({
  rows,
  also,
  rest = [],
}: {
  rows: Project[]
  also?: Project[]
  rest?: Project[]
}): Project[] {
  if (!also) return rows
  return [...rows, ...also, ...rest]
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id - b.id))
    .slice(0, DASHBOARD_ROWS)
}

const recently = ({ today, organisation }: Context): Instant =>
  startOfDay(organisation.timeZone, addDays(today, -organisation.recentDays))

/** The instant at which the year of "Completed YTD" began, in the organisation's time zone (C-040). */
export const thisYear = ({ today, organisation }: Context): Instant =>
  startOfDay(organisation.timeZone, yearStart(today, organisation.fiscalYearStartMonth))

/** The first day of the year that `today` falls in, for a year that starts in `startMonth` (C-040). */
export function yearStart(today: Day, startMonth: number): Day {
  const year = Number(today.slice(0, 4)) - (Number(today.slice(5, 7)) < startMonth ? 1 : 0)
  return `${year}-${String(startMonth).padStart(2, '0')}-01`
}

/** The first day of the year in which something was completed (C-040). */
export const yearOf = (instant: Instant, { organisation }: Pick<Context, 'organisation'>): Day =>
  yearStart(dayIn(organisation.timeZone, instant), organisation.fiscalYearStartMonth)

export const nextYear = (since: Day): Day => `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`
