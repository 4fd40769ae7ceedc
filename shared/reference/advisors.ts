import * as z from 'zod/mini'
import { line, ref } from '../model/fields.ts'
import { importOf } from './import.ts'
import { madeOf } from './made.ts'
import { defineReference, name } from './reference.ts'

/** Its name is answered, and taken, as `name` and as `fullName` (C-205). */
export const advisors = defineReference({
  table: 'advisors',
  entity: 'Advisor',
  words: { one: 'an advisor', many: 'advisors' },
  fields: {
    name: { label: 'Full Name', input: name },
    teamId: { label: 'Team', input: z.optional(ref), told: 'team' },
  },
  named: { by: 'name', twice: 'warned' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: true,
  usedBy: { column: 'advisorId' },
  also: (row) => ({ fullName: row.name }),
  rest: {
    path: '/resources/advisors',
    list: 'active',
    detail: 'One advisor.',
    note: '; `name` may be called `fullName`',
    aliases: { fullName: 'name' },
    told: { fullName: line },
    example: { name: 'Jane Roe', teamId: 3 },
  },
})

export const [saveAdvisor, advisorList, advisorDetail] = madeOf(advisors)
export const [importAdvisor, advisorImport] = importOf(advisors, saveAdvisor)
