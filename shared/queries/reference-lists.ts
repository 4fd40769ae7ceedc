import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'

/** Every list a form picks from. */
export const referenceLists = defineQuery({
  name: 'referenceLists',
  input: z.strictObject({}),
  reads: () => ({
    countries: many('countries', {}),
    advisors: many('advisors', {}),
    teams: many('teams', {}),
    bocs: many('services', {}),
    projectTypes: many('projectTypes', {}),
    users: many('users', {}),
  }),
  answer: (_, lists) => lists,
})
