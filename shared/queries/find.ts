import * as z from 'zod/mini'
import { addDays, type Day } from '../lib/day.ts'
import { piecesOf } from '../lib/words.ts'
import { defineQuery } from '../kernel/query.ts'
import { many, page, type Where } from '../kernel/reads.ts'
import { ref } from '../model/fields.ts'
import { urgencyOfOpen } from '../model/project.ts'
import { phases, statusCodes, statusOfFilterCode } from '../model/status.ts'
import { rowLookups, toTaskingRows } from './tasking-row.ts'

const ids = z.optional(z.array(ref))
/** Ids of one filter are alternatives; the filters narrow each other. `statuses` are filter codes, 0 among them (C-004). */
const input = z.strictObject({
  term: z.optional(z.string()),
  countries: ids,
  teams: ids,
  advisors: ids,
  services: ids,
  assignees: ids,
  statuses: z.optional(z.array(z.int())),
  /** Only these taskings. */
  ids,
  page: z.optional(z.int()),
})
type FindInput = z.infer<typeof input>
export type FindFilters = Omit<FindInput, 'page'>

/**
 * Taskings by filters, by words, or by both; one page of them. Filters alone give the open ones by due date and then the
 * closed ones (C-196); words are looked for in every name a tasking shows, and the last changed come first (C-195).
 */
export const findTaskings = defineQuery({
  name: 'findTaskings',
  input,
  reads: (filters: FindInput, { today }) => ({ page: page('projects', wheresOf(filters, today), orderOf(filters)) }),
  follow: (found) => rowLookups(found.page.items),
  answer: (_, found, { today }) => ({ ...found.page, items: toTaskingRows(found.page.items, found, today) }),
})

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

/** Something to look for. A term without a word that can be looked for is no question, whatever stands beside it. */
export const hasFilter = ({ term, ...filters }: FindFilters): boolean =>
  term !== undefined && term.trim() !== ''
    ? isTerm(term)
    : Object.values(filters).some((values) => values !== undefined && values.length > 0)

/** Whether there is anything to look for. */
export const isTerm = (term: string | undefined): term is string => piecesOf(term ?? '').length > 0

interface Choice {
  id: number
  label: string
}

function choices<Row extends { id: number; active: boolean }>(rows: Row[], labelOf: (row: Row) => string): Choice[] {
  return [...rows]
    .sort((a, b) => Number(b.active) - Number(a.active) || labelOf(a).localeCompare(labelOf(b)))
    .map((row) => ({ id: row.id, label: row.active ? labelOf(row) : `${labelOf(row)} (inactive)` }))
}

/** Alternatives, because overdue is not a phase; without any filter nothing is found (C-191). */
function wheresOf(filters: FindInput, today: Day): Where<'projects'>[] {
  if (!hasFilter(filters)) return []
  const { ids, countries, teams, advisors, services, assignees, statuses } = filters
  const where = {
    ...(countries?.length && { countryId: countries }),
    ...(teams?.length && { teamId: teams }),
    ...(advisors?.length && { advisorId: advisors }),
    ...(services?.length && { bocId: services }),
    ...(assignees?.length && { assigneeId: assignees }),
    ...(ids?.length && { id: ids }),
  }
  return statuses?.length ? statusWheres(statuses, today).map((status) => ({ ...where, ...status })) : [where]
}

/** In Progress includes what is overdue (C-005). Codes that do not exist choose nothing. */
function statusWheres(codes: number[], today: Day): Where<'projects'>[] {
  const statuses = codes.map(statusOfFilterCode)
  const chosen = phases.filter((phase) => statuses.includes(phase))
  const overdue = { phase: 'progress', urgency: { to: urgencyOfOpen(addDays(today, -1)) } } as const
  return [{ phase: chosen }, ...(statuses.includes('overdue') && !chosen.includes('progress') ? [overdue] : [])]
}

const orderOf = ({ term, page: number = 1 }: FindInput) =>
  isTerm(term)
    ? ({ words: term, order: 'modifiedDate', descending: true, number } as const)
    : ({ order: 'urgency', number } as const)
