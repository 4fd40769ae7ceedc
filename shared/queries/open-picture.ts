import * as z from 'zod/mini'
import type { Context } from '../kernel/command.ts'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'
import { addDays, mondayOf, startOfDay, type Day } from '../lib/day.ts'
import { ref } from '../model/fields.ts'
import type { Project } from '../model/project.ts'
import { openPhases } from '../model/status.ts'
import { inTeam, thisYear } from './dashboard.ts'

/** As many days, from today on, does the strip of due dates show. */
const DAYS = 30

const drawn = [
  ...(['id', 'phase', 'dueDate', 'countryId', 'requested'] as const),
  ...(['createDate', 'acceptedDate', 'completedDate'] as const),
] as const
type Drawn = Pick<Project, (typeof drawn)[number]>

/**
 * All open work of the organisation (0) or a team in one look: how the four numbers have moved since Monday began (the completed ones
 * within the year they are counted in), what is due on each
 * of the next thirty days (C-043: denied ones wait for their requester), and what is open and overdue at each post. A device holds all
 * of it, so it needs no server.
 */
export const openPicture = defineQuery({
  name: 'openPicture',
  input: z.strictObject({ teamId: ref }),
  reads({ teamId }, context) {
    const from = startOfDay(context.organisation.timeZone, mondayOf(context.today))
    const read = (where: Parameters<typeof inTeam>[1]) => many('projects', inTeam(teamId, where), { only: drawn })
    return {
      open: read({ phase: openPhases }),
      completed: read({ phase: 'completed', completedDate: { from } }),
      canceled: read({ phase: 'canceled', canceledDate: { from } }),
      countries: many('countries', {}),
    }
  },
  answer(_, { open, completed, canceled, countries }, context) {
    const { today } = context
    const year = thisYear(context)
    const isOverdue = ({ phase, dueDate }: Drawn) => phase === 'progress' && dueDate < today
    const before = onMonday([...open, ...completed, ...canceled], context)
    const inProgress = open.filter(({ phase }) => phase === 'progress').length
    const late = open.filter(isOverdue)
    const [openAt, lateAt] = [countsByPost(open), countsByPost(late)]
    return {
      change: {
        inProgress: inProgress - before.inProgress,
        overdue: late.length - before.overdue,
        completed: completed.filter(({ completedDate }) => (completedDate ?? '') >= year).length,
        requests: open.length - inProgress - before.requests,
      },
      late: late.length,
      days: dueCounts(open, today),
      posts: countries
        .map(({ id, title }) => ({ id, name: title, open: openAt.get(id) ?? 0, late: lateAt.get(id) ?? 0 }))
        .filter((post) => post.open > 0)
        .sort((a, b) => b.late - a.late || b.open - a.open || a.name.localeCompare(b.name)),
    }
  },
})

function countsByPost(rows: readonly Drawn[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { countryId } of rows) counts.set(countryId, (counts.get(countryId) ?? 0) + 1)
  return counts
}

/** The numbers as they were when Monday began, read from the dates of what is open now or was closed since. */
function onMonday(rows: readonly Drawn[], { today, organisation }: Context) {
  const monday = mondayOf(today)
  const from = startOfDay(organisation.timeZone, monday)
  const there = rows.filter(({ createDate }) => createDate < from)
  const isBegun = ({ requested, acceptedDate }: Drawn) => !requested || (acceptedDate !== null && acceptedDate < from)
  const begun = there.filter(isBegun)
  return {
    inProgress: begun.length,
    overdue: begun.filter(({ dueDate }) => dueDate < monday).length,
    requests: there.length - begun.length,
  }
}

function dueCounts(open: readonly Drawn[], today: Day): { day: Day; count: number }[] {
  const days = Array.from({ length: DAYS }, (_, at) => ({ day: addDays(today, at), count: 0 }))
  // By name: thousands of dates need not be counted out one by one.
  const byDay = new Map(days.map((one) => [one.day, one]))
  for (const { phase, dueDate } of open) {
    const day = phase === 'denied' ? undefined : byDay.get(dueDate)
    if (day) day.count++
  }
  return days
}
