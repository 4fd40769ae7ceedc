import { describe, expect, test } from 'vitest'
import type { ProjectFacts } from '../model/project.ts'
import { aProjectIn, aUser, ask, contextOf, NOW, people, withReferences, type Standing } from '../testing/samples.ts'
import { assignees, statistics, teamGroups } from './statistics.ts'

const { ana, mia, pete } = people
let made = 42_000_100
const a = (standing: Standing, row: Partial<ProjectFacts> = {}) => aProjectIn(standing, { id: ++made, ...row })
const context = contextOf(mia)

describe('groups', () => {
  const users = [
    ...Object.values(people),
    aUser({ id: 20, fullName: 'Gone', active: false }),
    aUser({ id: 21, teamId: 2 }),
  ]
  const projects = [
    a('progress', { assigneeId: pete.id }),
    a('denied', { assigneeId: pete.id }),
    a('completed', { assigneeId: pete.id }),
    a('canceled', { assigneeId: pete.id, teamId: 2 }),
    a('interim', { assigneeId: ana.id, teamId: 2 }),
  ]
  const rows = withReferences({ users, projects })

  test('people are the active ones, by name, with the open work they have', () => {
    const found = ask(assignees, { teamId: 0 }, rows, context)
    expect(found.map((row) => row.name)).toEqual([...found.map((row) => row.name)].sort())
    expect(found.map((row) => row.name)).not.toContain('Gone')
    expect(found.find((row) => row.id === pete.id)).toEqual({ id: pete.id, name: 'Pete Okafor', teamId: 3, count: 2 })
  })

  test('of one team they are its people', () => {
    expect(ask(assignees, { teamId: 3 }, rows, context).map((row) => row.id)).toEqual([pete.id])
    expect(ask(assignees, { teamId: 9 }, rows, context)).toEqual([])
  })

  test('teams have their open taskings', () => {
    expect(ask(teamGroups, {}, rows, context)).toEqual([
      { id: 3, name: 'Banking', count: 2 },
      { id: 2, name: 'Revenue', count: 1 },
    ])
  })
})

describe('statistics (C-057)', () => {
  const projects = [
    a('progress', { assigneeId: mia.id, createdById: mia.id, countryId: 2 }),
    a('completed', { assigneeId: mia.id, countryId: 2 }),
    a('denied', { createdById: mia.id, countryId: 1, advisorId: 2 }),
    a('canceled', { assigneeId: mia.id }),
    a('progress', { assigneeId: mia.id, createDate: '2025-12-31T15:00:00.000Z' }),
    a('progress', { assigneeId: ana.id, teamId: 2 }),
  ]
  const rows = withReferences({ projects })

  test('of a person: made by or assigned to them, each once, begun this year and not canceled', () => {
    expect(ask(statistics, { userId: mia.id }, rows, context)).toEqual({
      count: 3,
      teams: [{ id: 3, name: 'Banking', count: 3 }],
      users: [{ id: mia.id, name: 'Mia Lindqvist', count: 2 }],
      advisors: [
        { id: 1, name: 'Helen Ferris', count: 2 },
        { id: 2, name: 'Omar Said', count: 1 },
      ],
      countries: [
        { id: 2, name: 'Peru', count: 2 },
        { id: 1, name: 'Kenya', count: 1 },
      ],
    })
  })

  test('of a team: its own', () => {
    expect(ask(statistics, { teamId: 3 }, rows, context).count).toBe(3)
    expect(ask(statistics, { teamId: 2 }, rows, context)).toMatchObject({ count: 1, users: [{ id: ana.id, count: 1 }] })
    expect(ask(statistics, { teamId: 9 }, rows, context)).toEqual({
      count: 0,
      teams: [],
      users: [],
      advisors: [],
      countries: [],
    })
  })

  test('the year begins when the organisation’s does', () => {
    const fiscal = contextOf(mia, NOW, { fiscalYearStartMonth: 10 })
    expect(ask(statistics, { teamId: 3 }, rows, fiscal).count).toBe(4)
  })
})
