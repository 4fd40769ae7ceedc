import * as z from 'zod/mini'
import type { Context } from '../kernel/command.ts'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'
import { startOfDay, type Instant } from '../lib/day.ts'
import { ref } from '../model/fields.ts'
import { openPhases } from '../model/status.ts'

const MONTHS = 12

/**
 * What was begun and what was completed in each of the last twelve months, the present one last, in the whole organisation (0) or one
 * team. What was canceled since was begun all the same.
 */
export const monthsOfWork = defineQuery({
  name: 'monthsOfWork',
  input: z.strictObject({ teamId: ref }),
  reads: ({ teamId }) => ({ teams: many('teams', teamId > 0 ? { id: [teamId] } : {}) }),
  follow: ({ teams }, _, context) => {
    const from = yearAgo(context)
    // By team, so that a server's index has all that is read of them; a device goes by phase, and never walks through what was closed long ago.
    const inTeams = { teamId: teams.map(({ id }) => id) }
    return {
      others: many(
        'projects',
        { ...inTeams, phase: [...openPhases, 'canceled'], createDate: { from } },
        { only: ['id', 'createDate'] },
      ),
      // Whatever was begun in this time and is completed was completed in it too.
      completed: many(
        'projects',
        { ...inTeams, phase: 'completed', completedDate: { from } },
        { only: ['id', 'createDate', 'completedDate'] },
      ),
    }
  },
  answer(_, { others, completed }, context) {
    const { timeZone } = context.organisation
    const months = monthsUntil(context.today.slice(0, 7))
    // Where they begin is told once: to tell each date its month would take seconds on a phone that holds 50,000 taskings.
    const begins = months.map((month) => startOfDay(timeZone, `${month}-01`))
    const countsOf = (dates: (Instant | null)[]) => {
      const counts = months.map(() => 0)
      for (const date of dates) {
        const at = begins.findLastIndex((begin) => begin <= (date ?? ''))
        if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
      }
      return counts
    }
    const created = countsOf([...others, ...completed].map((row) => row.createDate))
    const done = countsOf(completed.map((row) => row.completedDate))
    return months.map((month, at) => ({ month, created: created[at] ?? 0, completed: done[at] ?? 0 }))
  },
})

const yearAgo = ({ today, organisation }: Context): Instant =>
  startOfDay(organisation.timeZone, `${monthsUntil(today.slice(0, 7))[0] ?? ''}-01`)

/** Twelve months as `2026-03`, the given one last. */
function monthsUntil(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, at) => {
    const n = year * 12 + (number - 1) - (MONTHS - 1 - at)
    return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
  })
}
