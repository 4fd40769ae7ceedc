import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { count, many, tally, type Tallied, type Where } from '../kernel/reads.ts'
import { id, ref } from '../model/fields.ts'
import { openPhases } from '../model/status.ts'
import { thisYear } from './dashboard.ts'

export interface Group {
  id: number
  name: string
  /** Their open taskings. */
  count: number
}

/** The people work is assigned to, of one team or of all (0), by name. */
export const assignees = defineQuery({
  name: 'assignees',
  input: z.strictObject({ teamId: ref }),
  reads: ({ teamId }) => ({ users: many('users', { active: true, ...(teamId > 0 ? { teamId } : {}) }) }),
  follow: ({ users }) => openCounts('assigneeId', users),
  answer: (_, found): (Group & { teamId: number })[] =>
    found.users
      .map(({ id, fullName, teamId }) => ({ id, name: fullName, teamId, count: countIn(found, id) }))
      .sort(byName),
})

export const teamGroups = defineQuery({
  name: 'teamGroups',
  input: z.strictObject({}),
  reads: () => ({ teams: many('teams', { active: true }) }),
  follow: ({ teams }) => openCounts('teamId', teams),
  answer: (_, found): Group[] =>
    found.teams.map(({ id, name }) => ({ id, name, count: countIn(found, id) })).sort(byName),
})

/**
 * What a person (made by or assigned to them) or a team began this year, canceled taskings left out, by team, person,
 * advisor and country (C-057). Each group is largest first; what is not chosen is in the total alone.
 */
export const statistics = defineQuery({
  name: 'statistics',
  input: z.union([z.strictObject({ userId: id }), z.strictObject({ teamId: id })]),
  reads: (input, context) => {
    const year = { from: thisYear(context) }
    const begun = (where: Where<'projects'>) => tally('projects', { ...where, createDate: year }, columns)
    // What was begun in this year and is completed was completed in it too: a device need not walk through what was closed before.
    const reads = Object.entries(listsOf(input)).flatMap(([name, whose]) => [
      [`${name} open`, begun({ ...whose, phase: openPhases })],
      [`${name} completed`, begun({ ...whose, phase: 'completed', completedDate: year })],
    ])
    return Object.fromEntries(reads) as Record<string, ReturnType<typeof begun>>
  },
  follow: (found) => ({
    teams: many('teams', { id: [...countsBy(found, 'teamId').keys()] }),
    users: many('users', { id: [...countsBy(found, 'assigneeId').keys()] }),
    advisors: many('advisors', { id: [...countsBy(found, 'advisorId').keys()] }),
    countries: many('countries', { id: [...countsBy(found, 'countryId').keys()] }),
  }),
  answer: (_, found) => ({
    count: [...countsBy(found, 'teamId').values()].reduce((sum, n) => sum + n, 0),
    teams: groupsOf(countsBy(found, 'teamId'), found.teams, (row) => row.name),
    users: groupsOf(countsBy(found, 'assigneeId'), found.users, (row) => row.fullName),
    advisors: groupsOf(countsBy(found, 'advisorId'), found.advisors, (row) => row.name),
    countries: groupsOf(countsBy(found, 'countryId'), found.countries, (row) => row.title),
  }),
})

/** All of them stand in an index: at a million taskings a team begins thousands a year. */
const columns = ['teamId', 'assigneeId', 'advisorId', 'countryId'] as const

/** Of a person what is assigned to them and what they made; what is both is taken off again. */
const listsOf = (input: { userId: number } | { teamId: number }): Record<string, Where<'projects'>> =>
  'teamId' in input
    ? { team: input }
    : {
        assigned: { assigneeId: input.userId },
        made: { createdById: input.userId },
        [BOTH]: { assigneeId: input.userId, createdById: input.userId },
      }
const BOTH = 'both'

type Owner = 'assigneeId' | 'teamId'
const keyOf = (id: number): string => `open:${id}`
const openCounts = (column: Owner, owners: { id: number }[]) =>
  Object.fromEntries(owners.map(({ id }) => [keyOf(id), count('projects', { [column]: id, phase: openPhases })]))
const countIn = (found: object, id: number): number => Number((found as Record<string, unknown>)[keyOf(id)] ?? 0)

const byName = (a: Group, b: Group): number => a.name.localeCompare(b.name) || a.id - b.id

function countsBy(found: object, column: (typeof columns)[number]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [name, told] of Object.entries(found as Record<string, Partial<Record<typeof column, Tallied[]>>>))
    for (const { of, count } of told[column] ?? [])
      counts.set(Number(of), (counts.get(Number(of)) ?? 0) + (name.startsWith(BOTH) ? -count : count))
  return counts
}

const groupsOf = <T extends { id: number }>(
  counts: Map<number, number>,
  rows: T[],
  nameOf: (row: T) => string,
): Group[] =>
  rows
    .map((row) => ({ id: row.id, name: nameOf(row), count: counts.get(row.id) ?? 0 }))
    .sort((a, b) => b.count - a.count || byName(a, b))
