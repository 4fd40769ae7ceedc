import * as z from 'zod/mini'
import { addDays, startOfDay, type Day, type Instant } from '../lib/day.ts'
import { piecesOf } from '../lib/words.ts'
import { defineQuery } from '../kernel/query.ts'
import type { Context } from '../kernel/command.ts'
import {
  count,
  isRange,
  many,
  matches,
  page,
  type Condition,
  type Count,
  type Range,
  type Value,
  type Where,
} from '../kernel/reads.ts'
import { ref } from '../model/fields.ts'
import { MOST_EXPORTED } from '../model/limits.ts'
import { urgencyOfClosed, urgencyOfOpen, type Project } from '../model/project.ts'
import { phases, statusCodes, statusOf, statusOfFilterCode, tabNames } from '../model/status.ts'
import { nextYear, tabWheres, yearOf } from './dashboard.ts'
import { rowLookups, toTaskingRows } from './tasking-row.ts'

const ids = z.optional(z.array(ref))
/** Ids of one filter are alternatives; the filters narrow each other. `statuses` are filter codes, 0 among them (C-004). */
export const choice = {
  term: z.optional(z.string()),
  countries: ids,
  teams: ids,
  advisors: ids,
  services: ids,
  assignees: ids,
  statuses: z.optional(z.array(z.int())),
  /** What a tab of the dashboard shows to whoever asks. */
  tab: z.optional(z.enum(tabNames)),
}
/** `ids`: only these taskings. */
const filters = { ...choice, ids }
const input = z.strictObject({ ...filters, page: z.optional(z.int()) })
type FindInput = z.infer<typeof input>
export type FindFilters = Omit<FindInput, 'page'>

/** The filters that are ids of a column. */
const columns = {
  countries: 'countryId',
  teams: 'teamId',
  advisors: 'advisorId',
  services: 'bocId',
  assignees: 'assigneeId',
} as const
const filterFields = [...(Object.keys(columns) as (keyof typeof columns)[]), 'statuses'] as const
export type FilterField = (typeof filterFields)[number]

/**
 * Taskings by filters, by words, or by both; one page of them. Filters alone give the open ones by due date and then the
 * closed ones (C-196); words are looked for in every name a tasking shows, and the last changed come first (C-195). Those that are
 * completed, and no others, come with the years that the page shows (C-040).
 */
export const findTaskings = defineQuery({
  name: 'findTaskings',
  input,
  reads: (filters: FindInput, context) => ({ page: page('projects', wheresOf(filters, context), orderOf(filters)) }),
  follow: (found, filters, context) => ({
    ...rowLookups(found.page.items),
    ...(yearReads(found.page.items, filters, context) as object),
  }),
  answer: (filters, found, { today }) => ({
    ...found.page,
    items: toTaskingRows(found.page.items, found, today),
    ...(isByYear(filters) && { years: yearsIn(found) }),
  }),
})

/** A year of what was completed: its first day, and how many were. */
export interface CompletedYear {
  since: Day
  count: number
}

const isByYear = ({ term, tab, statuses }: FindFilters): boolean =>
  !tab && !isTerm(term) && statuses?.length === 1 && statuses[0] === statusCodes.completed.filterCode

/** How many there are in each year of which one is here. */
function yearReads(
  items: readonly Project[],
  filters: FindFilters,
  context: Context,
): Record<string, Count<'projects'>> {
  const [where] = wheresOf(filters, context)
  if (!where || !isByYear(filters)) return {}
  const beginOf = (day: Day) => startOfDay(context.organisation.timeZone, day)
  const years = new Set(items.map(({ closedDate }) => yearOf(closedDate, context)))
  // By date there are indexes of all and of a team; beside other filters an index has the order of the list alone.
  const isDated = Object.keys(where).every((column) => column === 'phase' || column === 'teamId')
  return Object.fromEntries(
    [...years].map((since) => {
      const [from, to] = [beginOf(since), justBefore(beginOf(nextYear(since)))]
      const urgency = { from: urgencyOfClosed(to), to: urgencyOfClosed(from) }
      return [
        IN_YEAR + since,
        count('projects', { ...where, ...(isDated ? { completedDate: { from, to } } : { urgency }) }),
      ]
    }),
  )
}

const IN_YEAR = 'since '
const justBefore = (instant: Instant): Instant => new Date(Date.parse(instant) - 1).toISOString()

const yearsIn = (found: object): CompletedYear[] =>
  Object.entries(found).flatMap(([name, count]) =>
    name.startsWith(IN_YEAR) ? { since: name.slice(IN_YEAR.length), count: Number(count) } : [],
  )

/** All that is found, in the order of its pages, as ids: what a file of it is made from (C-258). */
export const foundIds = defineQuery({
  name: 'foundIds',
  input: z.strictObject(filters),
  reads: (filters: FindFilters, context) => ({
    all: page('projects', wheresOf(filters, context), { ...orderOf(filters), size: MOST_EXPORTED, only: ['id'] }),
  }),
  answer: (_, { all }) => ({ ids: all.items.map(({ id }) => id), totalItems: all.totalItems }),
})

/** Taskings as lists show them, in the order of the ids; those that are gone are left out. */
export const taskingRows = defineQuery({
  name: 'taskingRows',
  input: z.strictObject({ ids: z.array(ref) }),
  reads: ({ ids }) => ({ projects: many('projects', { id: ids }) }),
  follow: ({ projects }) => rowLookups(projects),
  answer({ ids }, found, { today }) {
    const rowsById = new Map(toTaskingRows(found.projects, found, today).map((row) => [row.id, row]))
    return ids.flatMap((id) => rowsById.get(id) ?? [])
  },
})

/**
 * How many taskings each choice of a filter has among those that pass the other filters: by filter and id, none where there are none. For
 * devices, which have few enough rows to look at each.
 */
export const findCounts = defineQuery({
  name: 'findCounts',
  input: z.strictObject(choice),
  reads: ({ term, tab }: FindFilters, context) => ({
    all: page('projects', tab ? tabWheres(tab, context.actor.id, context) : [{}], {
      ...(isTerm(term) && { words: term }),
      number: 1,
      size: Infinity,
      only: counted,
    }),
  }),
  answer(filters, { all }, { today }) {
    const counts = Object.fromEntries(filterFields.map((field) => [field, {}])) as Record<
      FilterField,
      Record<number, number>
    >
    const asked = filterFields.filter((field) => filters[field]?.length)
    for (const row of all.items) {
      const failed = asked.filter((field) => !passes(filters, field, row, today))
      if (failed.length > 1) continue
      for (const field of failed.length === 0 ? filterFields : failed)
        for (const id of choicesOf(field, row, today)) counts[field][id] = (counts[field][id] ?? 0) + 1
    }
    return counts
  },
})

const counted = ['id', 'phase', 'dueDate', ...Object.values(columns)] as const
type Counted = Pick<Project, (typeof counted)[number]>

/** Something to look for. A term without a word that can be looked for is no question, whatever stands beside it. */
export const hasFilter = ({ term, ...filters }: FindFilters): boolean =>
  term !== undefined && term.trim() !== ''
    ? isTerm(term)
    : Object.values(filters).some((values) => values !== undefined && values.length > 0)

/** Whether there is anything to look for. */
export const isTerm = (term: string | undefined): term is string => piecesOf(term ?? '').length > 0

/** The choices of a filter that find this row; what is overdue is in progress, too (C-005). */
function choicesOf(field: FilterField, row: Counted, today: Day): number[] {
  if (field !== 'statuses') return [row[columns[field]]]
  return [...new Set([row.phase, statusOf(row, today)])].map((status) => statusCodes[status].filterCode)
}

function passes(filters: FindFilters, field: FilterField, row: Counted, today: Day): boolean {
  const chosen = filters[field]
  return !chosen?.length || choicesOf(field, row, today).some((id) => chosen.includes(id))
}

/** What the filters mean. Alternatives, because overdue is not a phase; without any filter nothing is found (C-191). */
export function wheresOf(filters: FindFilters, context: Context): Where<'projects'>[] {
  if (!hasFilter(filters)) return []
  const { ids, statuses, tab } = filters
  const where: Where<'projects'> = {
    ...Object.fromEntries(
      Object.entries(columns).flatMap(([field, column]) => {
        const chosen = filters[field as keyof typeof columns]
        return chosen?.length ? [[column, chosen]] : []
      }),
    ),
    ...(ids?.length && { id: ids }),
  }
  const wheres = statuses?.length
    ? statusWheres(statuses, context.today).map((status) => ({ ...where, ...status }))
    : [where]
  if (!tab) return wheres
  return tabWheres(tab, context.actor.id, context).flatMap((shown) => wheres.map((one) => both(shown, one)))
}

/** Rows that are meant by the one and by the other. */
export const both = (one: Where<'projects'>, other: Where<'projects'>): Where<'projects'> => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([column, more]) => [column, narrowed(one[column as keyof typeof one], more)]),
  ),
})

/** What two ranges share, or those of a list of values that the other means too; where only one says something, that. */
function narrowed(one: Condition | undefined, other: Condition): Condition {
  if (one === undefined) return other
  if (isRange(one) && isRange(other)) return shared(one, other)
  const [values, test] = isRange(other) ? [one, other] : [other, one]
  return ([values].flat() as Value[]).filter((value) => matches({ column: test }, { column: value }))
}

const shared = (one: Range, other: Range): Range => ({
  ...one,
  ...other,
  ...(one.from !== undefined && other.from !== undefined && { from: one.from > other.from ? one.from : other.from }),
  ...(one.to !== undefined && other.to !== undefined && { to: one.to < other.to ? one.to : other.to }),
})

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
