import * as z from 'zod/mini'
import { defineQuery, fullNameOf } from '../kernel/query.ts'
import { count, many, one } from '../kernel/reads.ts'
import { pageOf, type Paged } from '../lib/paging.ts'
import { flag, id } from '../model/fields.ts'
import type { Team, User } from '../model/reference.ts'
import { openPhases } from '../model/status.ts'
import { isGovernment } from '../rules/users.ts'

/** One page of a list; `active` shows only those, without it everything. */
export const listed = { page: z.optional(z.int()), active: z.optional(flag) }
interface Listed {
  page?: number | undefined
  active?: boolean | undefined
}
const byId = z.strictObject({ id })

export const countryList = defineQuery({
  name: 'countryList',
  input: z.strictObject(listed),
  reads: ({ active }) => ({ rows: many('countries', wanted(active)) }),
  follow: ({ rows }, input) => authorsOf(pageBy(rows, input, titleOf).items),
  answer: (input, { rows, people }) => eachOf(pageBy(rows, input, titleOf), (row) => signed(row, people)),
})

export const countryDetail = defineQuery({
  name: 'countryDetail',
  input: byId,
  reads: (input) => ({ row: one('countries', input.id) }),
  follow: ({ row }) => authorsOf(row ? [row] : []),
  answer: (_, { row, people }) => (row ? signed(row, people) : null),
})

/** The specification calls an advisor's name `name` and `fullName`; both are answered (C-205). */
export const advisorList = defineQuery({
  name: 'advisorList',
  input: z.strictObject(listed),
  reads: ({ active }) => ({ rows: many('advisors', wanted(active)), teams: many('teams', {}) }),
  follow: ({ rows }, input) => authorsOf(pageBy(rows, input, nameOf).items),
  answer: (input, { rows, teams, people }) =>
    eachOf(pageBy(rows, input, nameOf), (row) => ({
      ...signed(row, people),
      fullName: row.name,
      team: teamNameOf(teams, row.teamId),
    })),
})

export const advisorDetail = defineQuery({
  name: 'advisorDetail',
  input: byId,
  reads: (input) => ({ row: one('advisors', input.id) }),
  follow: ({ row }) => ({ ...authorsOf(row ? [row] : []), team: one('teams', row?.teamId ?? 0) }),
  answer: (_, { row, people, team }) =>
    row ? { ...signed(row, people), fullName: row.name, team: team?.name ?? '' } : null,
})

export const teamList = defineQuery({
  name: 'teamList',
  input: z.strictObject(listed),
  reads: ({ active }) => ({ rows: many('teams', wanted(active)) }),
  follow: ({ rows }, input) => authorsOf(pageBy(rows, input, nameOf).items),
  answer: (input, { rows, people }) => eachOf(pageBy(rows, input, nameOf), (row) => signed(row, people)),
})

export const teamDetail = defineQuery({
  name: 'teamDetail',
  input: byId,
  reads: (input) => ({ row: one('teams', input.id) }),
  follow: ({ row }) => authorsOf(row ? [row] : []),
  answer: (_, { row, people }) => (row ? signed(row, people) : null),
})

export const userList = defineQuery({
  name: 'userList',
  input: z.strictObject(listed),
  reads: ({ active }) => ({ rows: many('users', wanted(active)), teams: many('teams', {}) }),
  answer: (input, { rows, teams }) =>
    eachOf(
      pageBy(rows, input, (row) => row.fullName),
      (row) => ({ ...row, team: teamNameOf(teams, row.teamId) }),
    ),
})

/** A person, and how much open work is assigned to them: whoever deactivates them must hand it on (C-102). */
export const userDetail = defineQuery({
  name: 'userDetail',
  input: byId,
  reads: (input) => ({
    row: one('users', input.id),
    openTaskings: count('projects', { assigneeId: input.id, phase: openPhases }),
  }),
  follow: ({ row }) => ({ team: one('teams', row?.teamId ?? 0) }),
  answer: (_, { row, openTaskings, team }) => (row ? { ...row, team: team?.name ?? '', openTaskings } : null),
})

/** Active people on the government side, to suggest as recipients (C-139). */
export const clients = defineQuery({
  name: 'clients',
  input: z.strictObject({}),
  reads: () => ({ users: many('users', { active: true }) }),
  answer: (_, { users }) =>
    users
      .filter(isGovernment)
      .sort((a, b) => a.fullName.localeCompare(b.fullName))
      .map(({ id, fullName, email, roles }) => ({ id, fullName, email, roles })),
})

export const wanted = (active: boolean | undefined) => (active === undefined ? {} : { active })
export const nameOf = (row: { name: string }): string => row.name
const titleOf = (row: { title: string }): string => row.title
const teamNameOf = (teams: Team[], id: number): string => teams.find((team) => team.id === id)?.name ?? ''

/** Lists of reference data are small, so they are sorted as people read them, and then cut into pages. */
export const pageBy = <T extends { id: number }>(rows: T[], { page }: Listed, nameOf: (row: T) => string): Paged<T> =>
  pageOf(
    [...rows].sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.id - b.id),
    page ?? 1,
  )

export const eachOf = <T, U>(page: Paged<T>, change: (row: T) => U): Paged<U> => ({
  ...page,
  items: page.items.map(change),
})

interface Audited {
  createdById: number
  modifiedById: number
}
export const authorsOf = (rows: Audited[]) => ({
  people: many('users', { id: [...new Set(rows.flatMap((row) => [row.createdById, row.modifiedById]))] }),
})
export const signed = <R extends Audited>(row: R, people: User[]) => ({
  ...row,
  createdBy: fullNameOf(people, row.createdById),
  modifiedBy: fullNameOf(people, row.modifiedById),
})
