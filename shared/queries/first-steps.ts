import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, type Where } from '../kernel/reads.ts'

/** Of what a request cannot do without, what is there: a new organisation has none of it, and one that is at work all. */
export const firstSteps = defineQuery({
  name: 'firstSteps',
  input: z.strictObject({}),
  reads: () => ({
    ...{ countries: anyActive('countries'), teams: anyActive('teams'), advisors: anyActive('advisors') },
    ...{ poolCodes: anyActive('poolCodes'), users: many('users', { active: true }, { limit: 2 }) },
  }),
  answer: (_, { countries, teams, advisors, poolCodes, users }, { actor }) => ({
    teams: teams.length > 0,
    countries: countries.length > 0,
    advisors: advisors.length > 0,
    poolCodes: poolCodes.length > 0,
    users: users.some(({ id }) => id !== actor.id),
  }),
})
const anyActive = <T extends 'countries' | 'teams' | 'advisors' | 'poolCodes'>(table: T) =>
  many(table, { active: true } as Where<T>, { limit: 1 })
