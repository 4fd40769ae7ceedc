import * as z from 'zod/mini'
import { shownAs } from '../lib/shown-as.ts'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'
import { statusCodes } from '../model/status.ts'

/** What can be chosen in the filters: active entries by name, inactive ones at the end and marked (C-197). */
export const findChoices = defineQuery({
  name: 'findChoices',
  input: z.strictObject({}),
  reads: () => ({
    countries: many('countries', {}),
    teams: many('teams', {}),
    advisors: many('advisors', {}),
    services: many('services', {}),
    users: many('users', {}),
  }),
  answer: (_, found) => ({
    countries: choices(found.countries, (row) => row.title),
    teams: choices(found.teams, (row) => row.name),
    advisors: choices(found.advisors, (row) => row.name),
    services: choices(found.services, (row) => row.name),
    assignees: [{ id: 0, label: 'Unassigned' }, ...choices(found.users, (row) => row.fullName)],
    statuses: Object.values(statusCodes)
      .map((codes) => ({ id: codes.filterCode, label: codes.filterLabel }))
      .sort((a, b) => a.id - b.id),
  }),
})

interface Choice {
  id: number
  label: string
}

function choices<Row extends { id: number; active: boolean }>(rows: Row[], labelOf: (row: Row) => string): Choice[] {
  return [...rows]
    .sort((a, b) => Number(b.active) - Number(a.active) || labelOf(a).localeCompare(labelOf(b)))
    .map((row) => ({ id: row.id, label: shownAs(labelOf(row), row.active) }))
}
