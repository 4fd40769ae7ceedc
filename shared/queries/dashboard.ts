import * as z from 'zod/mini'
import { addDays, startOfDay, type Day, type Instant } from '../lib/day.ts'
import type { Context } from '../kernel/command.ts'
import { defineQuery } from '../kernel/query.ts'
import { count, many, type Found, type Read, type Reads, type Where } from '../kernel/reads.ts'
import { ref } from '../model/fields.ts'
import { DASHBOARD_ROWS, RECENT_COMPLETED_ROWS } from '../model/limits.ts'
import type { Project } from '../model/project.ts'
import { dashboardTabs, requestPhases, type Phase, type TabCode } from '../model/status.ts'
import { rowLookups, toTaskingRows } from './tasking-row.ts'

const isTab = (code: number): boolean => dashboardTabs.some((tab) => tab.code === code)

/** 0 = the whole organisation; else one team's taskings. */
const scope = { teamId: ref }

/** The four numbers; each equals the list its card opens (C-041 … C-048). */
export const overview = defineQuery({
  name: 'overview',
  input: z.strictObject(scope),
  reads: ({ teamId }, context) => ({
    inProgress: count('projects', inTeam(teamId, { phase: 'progress' })),
    overdue: count('projects', inTeam(teamId, { phase: 'progress', dueDate: { to: addDays(context.today, -1) } })),
    completed: count('projects', inTeam(teamId, { phase: 'completed', completedDate: { from: thisYear(context) } })),
    requests: count('projects', inTeam(teamId, { phase: requestPhases })),
  }),
  answer: (_, found) => ({ ...found }),
})

/** One status tab: its rows, at most 200 (C-061). `-1` is the person's own work, or the team's in a team view (C-051). */
export const dashboardTab = defineQuery({
  name: 'dashboardTab',
  input: z.strictObject({ ...scope, tab: z.int().check(z.refine(isTab, 'No such tab')), userId: ref }),
  reads: ({ tab, teamId, userId }, context) => tabReads(tab as TabCode, teamId, userId, context),
  follow: (found) => rowLookups(inTabOrder(found)),
  answer: (_, found, { today }) => toTaskingRows(inTabOrder(found), found, today),
})

/** How many each tab holds, in the order of the tabs. */
export const tabCounts = defineQuery({
  name: 'tabCounts',
  input: z.strictObject({ ...scope, userId: ref }),
  reads: ({ teamId, userId }, context) => {
    const reads: Record<string, Read<'projects'>> = {}
    for (const { code } of dashboardTabs) {
      for (const [part, read] of Object.entries(tabReads(code, teamId, userId, context))) {
        // Somebody's own work is the union of two lists, so it is counted by its rows.
        reads[`${code}:${part}`] = code === -1 && teamId === 0 ? read : count('projects', read.where)
      }
    }
    return reads
  },
  answer: (_, found: Found<Reads>) =>
    dashboardTabs.map(({ code, label }) => {
      const parts = Object.entries(found).filter(([part]) => part.startsWith(`${code}:`))
      const lists = parts.flatMap(([, value]) => (Array.isArray(value) ? (value as Project[]) : []))
      const numbers = parts.reduce((sum, [, value]) => sum + (typeof value === 'number' ? value : 0), 0)
      return { code, label, count: numbers + new Set(lists.map((row) => row.id)).size }
    }),
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

const tabPhases = { 0: ['interim'], 1: ['authorization'], 2: ['acceptance'] } as const satisfies Record<number, Phase[]>
const workPhases = ['interim', 'authorization', 'acceptance', 'progress'] as const satisfies Phase[]

type ProjectWhere = Where<'projects'>
const inTeam = (teamId: number, where: ProjectWhere): ProjectWhere => (teamId > 0 ? { teamId, ...where } : where)

/** The lists that make up a tab, in the words of the store. */
function tabReads(tab: TabCode, teamId: number, userId: number, context: Context) {
  const { today, organisation } = context
  const byDue = { order: 'dueDate', limit: DASHBOARD_ROWS } as const
  const since = recently(context)
  const newest = { descending: true, limit: DASHBOARD_ROWS } as const
  const rows = (where: ProjectWhere, options: Parameters<typeof many<'projects'>>[2]) =>
    many('projects', inTeam(teamId, where), options)
  switch (tab) {
    case -1: {
      if (teamId > 0) return { rows: rows({ phase: [...workPhases, 'denied'] }, byDue) }
      const open = { phase: [...workPhases, 'denied'] } satisfies ProjectWhere
      return { rows: rows({ assigneeId: userId, ...open }, byDue), also: rows({ createdById: userId, ...open }, byDue) }
    }
    case 0:
    case 1:
      return { rows: rows({ phase: tabPhases[tab] }, byDue) }
    case 2: {
      const strict = organisation.requireCorAuthorization
      const also = rows({ phase: 'authorization', approved: true }, byDue)
      return { rows: rows({ phase: tabPhases[2] }, byDue), ...(strict ? {} : { also }) }
    }
    case 3:
      return { rows: rows({ phase: 'denied', deniedDate: { from: since } }, { order: 'deniedDate', ...newest }) }
    case 4:
      return {
        rows: rows(
          { phase: workPhases, dueDate: { from: today, to: addDays(today, organisation.dueSoonDays) } },
          byDue,
        ),
      }
    case 5:
      return { rows: rows({ phase: 'progress', acceptedDate: { from: since } }, { order: 'acceptedDate', ...newest }) }
  }
}

/** Two lists merged by due date, each row once; a single list keeps its own order. */
function inTabOrder(found: { rows: Project[]; also?: Project[] }): Project[] {
  if (!found.also) return found.rows
  const all = new Map([...found.rows, ...found.also].map((row) => [row.id, row]))
  return [...all.values()]
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
