import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { count, many, type Found, type Reads, type Where } from '../kernel/reads.ts'
import { id, ref } from '../model/fields.ts'
import type { Project } from '../model/project.ts'
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
    const begun = (where: Where<'projects'>) =>
      many('projects', { ...where, createDate: year }, { order: 'createDate', only: counted })
    const whose = 'teamId' in input ? { teamId: input.teamId } : { assigneeId: input.userId, createdById: input.userId }
    // What was begun in this year and is completed was completed in it too: a device need not walk through what was closed before.
    const reads = Object.entries(whose).flatMap(([column, id]) => [
      [`begun:${column} open`, begun({ [column]: id, phase: openPhases })],
      [`begun:${column} completed`, begun({ [column]: id, phase: 'completed', completedDate: year })],
    ])
    return Object.fromEntries(reads) as Record<string, ReturnType<typeof begun>>
  },
  follow: (found) => {
    const rows = unionOf(found)
    return {
      teams: many('teams', { id: [...countsBy(rows, 'teamId').keys()] }),
      users: many('users', { id: [...countsBy(rows, 'assigneeId').keys()] }),
      advisors: many('advisors', { id: [...countsBy(rows, 'advisorId').keys()] }),
      countries: many('countries', { id: [...countsBy(rows, 'countryId').keys()] }),
    }
  },
  answer(_, found) {
    const rows = unionOf(found)
    return {
      count: rows.length,
      teams: groupsOf(countsBy(rows, 'teamId'), found.teams, (row) => row.name),
      users: groupsOf(countsBy(rows, 'assigneeId'), found.users, (row) => row.fullName),
      advisors: groupsOf(countsBy(rows, 'advisorId'), found.advisors, (row) => row.name),
      countries: groupsOf(countsBy(rows, 'countryId'), found.countries, (row) => row.title),
    }
  },
})

/** All of them stand in an index: at a million taskings a team begins thousands a year. */
const counted = ['id', 'phase', 'teamId', 'assigneeId', 'advisorId', 'countryId'] as const
type Counted = Pick<Project, (typeof counted)[number]>

type Owner = 'assigneeId' | 'teamId'
const keyOf = (id: number): string => `open:${id}`
const openCounts = (column: Owner, owners: { id: number }[]) =>
  Object.fromEntries(owners.map(({ id }) => [keyOf(id), count('projects', { [column]: id, phase: openPhases })]))
const countIn = (found: object, id: number): number => Number((found as Record<string, unknown>)[keyOf(id)] ?? 0)

const byName = (a: Group, b: Group): number => a.name.localeCompare(b.name) || a.id - b.id

/** Of a person what was made by and what is assigned to them. */
function unionOf(found: Found<Reads>): Counted[] {
  const lists = Object.entries(found).flatMap(([name, rows]) => (name.startsWith('begun:') ? (rows as Counted[]) : []))
  return [...new Map(lists.map((row) => [row.id, row])).values()]
}

type GroupColumn = 'teamId' | 'assigneeId' | 'advisorId' | 'countryId'
function countsBy(rows: Counted[], column: GroupColumn): Map<number, number> {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row[column], (counts.get(row[column]) ?? 0) + 1)
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
