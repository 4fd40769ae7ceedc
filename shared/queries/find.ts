import * as z from 'zod/mini'
import { addDays, type Day } from '../lib/day.ts'
import { pageOf, type Paged } from '../lib/paging.ts'
import type { Context } from '../kernel/command.ts'
import { defineQuery } from '../kernel/query.ts'
import { many, type Where } from '../kernel/reads.ts'
import { ref } from '../model/fields.ts'
import type { Project } from '../model/project.ts'
import { phases, statusCodes, statusOf, statusOfFilterCode, type Phase, type Status } from '../model/status.ts'
import { thisYear } from './dashboard.ts'
import { rowLookups, toTaskingRows, type TaskingRow } from './tasking-row.ts'

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
  page: z.optional(z.int()),
})
type FindInput = z.infer<typeof input>
export type FindFilters = Omit<FindInput, 'page'>

export const MIN_TERM = 2

export interface FindAnswer extends Paged<TaskingRow> {
  /** When only completed ones are asked for: how many of them this year, the number on the dashboard (C-040). */
  completedThisYear: number | null
}

/** Taskings by filters, by words, or by both; one page of them. Words are looked for in every name a tasking shows (C-195). */
export const findTaskings = defineQuery({
  name: 'findTaskings',
  input,
  reads: (filters: FindInput, context) => ({
    projects: many('projects', whereOf(filters, context.today)),
    ...namesToSearch(filters),
  }),
  follow: (found, filters, context) => rowLookups(pageFor(found, filters, context).items),
  answer(filters, found, context): FindAnswer {
    const { projects, ...page } = pageFor(found, filters, context)
    return {
      ...page,
      items: toTaskingRows(page.items, found, context.today),
      completedThisYear: completedThisYear(projects, filters, context),
    }
  },
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

export const hasFilter = ({ term, ...filters }: FindFilters): boolean =>
  isTerm(term) || Object.values(filters).some((values) => values !== undefined && values.length > 0)

const isTerm = (term: string | undefined): term is string => (term ?? '').trim().length >= MIN_TERM

interface Choice {
  id: number
  label: string
}

function choices<Row extends { id: number; active: boolean }>(rows: Row[], labelOf: (row: Row) => string): Choice[] {
  return [...rows]
    .sort((a, b) => Number(b.active) - Number(a.active) || labelOf(a).localeCompare(labelOf(b)))
    .map((row) => ({ id: row.id, label: row.active ? labelOf(row) : `${labelOf(row)} (inactive)` }))
}

/** As much of the question as the store can answer; without any filter it finds nothing (C-191). */
function whereOf(filters: FindInput, today: Day): Where<'projects'> {
  if (!hasFilter(filters)) return { id: [] }
  const { countries, teams, advisors, services, assignees } = filters
  const statuses = statusesOf(filters)
  const onlyOverdue = statuses?.length === 1 && statuses[0] === 'overdue'
  return {
    ...(countries?.length && { countryId: countries }),
    ...(teams?.length && { teamId: teams }),
    ...(advisors?.length && { advisorId: advisors }),
    ...(services?.length && { bocId: services }),
    ...(assignees?.length && { assigneeId: assignees }),
    ...(statuses && { phase: phasesOf(statuses) }),
    ...(onlyOverdue && { dueDate: { to: addDays(today, -1) } }),
  }
}

/** Undefined when no status was chosen; codes that do not exist choose nothing. */
const statusesOf = ({ statuses }: FindInput): Status[] | undefined =>
  statuses?.length
    ? statuses.map(statusOfFilterCode).filter((status): status is Status => status !== undefined)
    : undefined

const phasesOf = (statuses: Status[]): Phase[] =>
  phases.filter((phase) => statuses.includes(phase) || (phase === 'progress' && statuses.includes('overdue')))

/** Looking for words needs every name; filters alone need those of one page. */
const namesToSearch = ({ term }: FindInput) => {
  const where = isTerm(term) ? {} : { id: [] }
  return {
    allCountries: many('countries', where),
    allTeams: many('teams', where),
    allAdvisors: many('advisors', where),
    allPeople: many('users', where),
    allSubservices: many('subservices', where),
  }
}

interface Searched {
  projects: Project[]
  allCountries: { id: number; title: string }[]
  allTeams: { id: number; name: string }[]
  allAdvisors: { id: number; name: string }[]
  allPeople: { id: number; fullName: string }[]
  allSubservices: { id: number; name: string }[]
}

function pageFor(found: Searched, filters: FindInput, { today }: Context) {
  const statuses = statusesOf(filters)
  // In Progress includes what is overdue (C-005); the store knows phases, not overdue.
  const wanted = (project: Project) =>
    !statuses || statuses.includes(statusOf(project, today)) || statuses.includes(project.phase)
  const filtered = found.projects.filter(wanted)
  const projects = isTerm(filters.term) ? search(filtered, found, filters.term) : filtered.sort(byUrgency)
  return { ...pageOf(projects, filters.page ?? 1), projects }
}

/** Open ones by due date, then closed ones, the last closed first (C-196). */
function byUrgency(a: Project, b: Project): number {
  if (a.closedDate !== b.closedDate) {
    if (a.closedDate === '') return -1
    if (b.closedDate === '') return 1
    return a.closedDate < b.closedDate ? 1 : -1
  }
  return a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id - b.id
}

/** Every word must begin a word of the tasking; a hit in its reference or pool code comes first, then the last changed. */
function search(projects: Project[], found: Searched, term: string): Project[] {
  const words = plain(term).split(/\s+/).filter(Boolean)
  const nameOf = searchNames(found)
  return projects
    .flatMap((project) => {
      const codes = `${plain(project.name)} ${project.id} ${plain(project.poolCode)} ${project.shipNumber}`
      const text = `${codes} ${plain(project.description)} ${nameOf(project)}`
      if (!words.every((word) => beginsAWord(text, word))) return []
      return [{ project, rank: words.some((word) => beginsAWord(codes, word)) ? 0 : 1 }]
    })
    .sort((a, b) => a.rank - b.rank || (a.project.modifiedDate < b.project.modifiedDate ? 1 : -1))
    .map(({ project }) => project)
}

function searchNames(found: Searched): (project: Project) => string {
  const byId = <Row extends { id: number }>(rows: Row[], name: (row: Row) => string) =>
    new Map(rows.map((row) => [row.id, plain(name(row))]))
  const countries = byId(found.allCountries, (row) => row.title)
  const teams = byId(found.allTeams, (row) => row.name)
  const advisors = byId(found.allAdvisors, (row) => row.name)
  const people = byId(found.allPeople, (row) => row.fullName)
  const subservices = byId(found.allSubservices, (row) => row.name)
  return (project) =>
    [
      countries.get(project.countryId),
      teams.get(project.teamId),
      advisors.get(project.advisorId),
      people.get(project.assigneeId),
      subservices.get(project.taskId),
    ].join(' ')
}

/** Lower case, without accents. Most texts have none, and taking them off costs more than all the rest. */
const plain = (text: string): string => (isAscii.test(text) ? text : withoutAccents(text)).toLowerCase()
const isAscii = /^[ -~\s]*$/
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{Diacritic}/gu, '')

/** `bk-1` begins `bk-100`, `42-17` begins a word of `t-42-17`, `ank` does not begin `banking`. */
function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !wordCharacter.test(text.charAt(at - 1))) return true
  }
  return false
}

const wordCharacter = /[\p{L}\p{N}]/u

function completedThisYear(projects: Project[], filters: FindInput, context: Context): number | null {
  if (filters.statuses?.length !== 1 || filters.statuses[0] !== statusCodes.completed.filterCode) return null
  const since = thisYear(context)
  return projects.filter((project) => (project.completedDate ?? '') >= since).length
}
