import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, tally, type Tallied } from '../kernel/reads.ts'
import { startOfDay } from '../lib/day.ts'
import { ref } from '../model/fields.ts'

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
    // By team, so that a server's index has all that is counted.
    const inTeams = { teamId: teams.map(({ id }) => id) }
    const begins = monthsUntil(context.today.slice(0, 7)).map((month) =>
      startOfDay(context.organisation.timeZone, `${month}-01`),
    )
    return {
      created: tally('projects', inTeams, ['createDate'], { begins }),
      completed: tally('projects', { ...inTeams, phase: 'completed' }, ['completedDate'], { begins }),
    }
  },
  answer(_, { created, completed }, context) {
    const countAt = (tallied: Tallied[], at: number) => tallied.find(({ of }) => of === at)?.count ?? 0
    return monthsUntil(context.today.slice(0, 7)).map((month, at) => ({
      month,
      created: countAt(created.createDate, at),
      completed: countAt(completed.completedDate, at),
    }))
  },
})

/** Twelve months as `2026-03`, the given one last. */
function monthsUntil(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, at) => {
    const n = year * 12 + (number - 1) - (MONTHS - 1 - at)
    return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
  })
}
