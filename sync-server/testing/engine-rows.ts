import { put, type Change } from '#shared/kernel/change.ts'
import type { Facts } from '#shared/model/tables.ts'
import { rowOf } from '#shared/testing/samples.ts'

/** Honest small rows for tests of engines; each takes what the test is about. */
const at = '2026-03-01T12:00:00.000Z'
const audit = { createDate: at, createdById: 0, modifiedDate: at, modifiedById: 0 }

export const aTeam = (row: Partial<Facts<'teams'>> = {}): Facts<'teams'> =>
  rowOf('teams', {
    id: 3,
    name: 'Banking',
    active: true,
    ...audit,
    ...row,
  })

export const aUser = (row: Partial<Facts<'users'>> = {}): Facts<'users'> =>
  rowOf('users', {
    id: 1,
    fullName: 'Ana Whitfield',
    email: `user${row.id ?? 1}@fieldpost.example`,
    roles: 'Analyst',
    active: true,
    ...audit,
    ...row,
  })

export const aCountry = (row: Partial<Facts<'countries'>> = {}): Facts<'countries'> =>
  rowOf('countries', {
    id: 1,
    title: 'Kenya',
    active: true,
    ...audit,
    ...row,
  })

export const aProjectType = (row: Partial<Facts<'projectTypes'>> = {}): Facts<'projectTypes'> =>
  rowOf('projectTypes', {
    id: 1,
    name: 'Banking TA',
    teamId: 3,
    active: true,
    ...audit,
    ...row,
  })

export const aPoolCode = (row: Partial<Facts<'poolCodes'>> = {}): Facts<'poolCodes'> =>
  rowOf('poolCodes', {
    id: 1,
    projectTypeId: 1,
    poolCode: 'BK-100',
    shipNumber: 12,
    funds: 10_000_000,
    active: true,
    ...audit,
    ...row,
  })

export const aRequest = (row: Partial<Facts<'requests'>> = {}): Facts<'requests'> =>
  rowOf('requests', {
    id: 40_000_001,
    category: 1,
    type: 'Language Support',
    countryId: 1,
    teamId: 3,
    projectTypeId: 1,
    poolCode: 'BK-100',
    shipNumber: 12,
    dueDate: '2026-04-01',
    tasks: [{ taskId: 101, name: 'Interpretation', description: 'An interpreter.' }],
    createdById: 1,
    createDate: at,
    modifiedDate: at,
    ...row,
  })

export const aProject = (row: Partial<Facts<'projects'>> = {}): Facts<'projects'> =>
  rowOf('projects', {
    id: 40_000_001,
    requested: true,
    description: 'Interpretation for a workshop',
    countryId: 1,
    teamId: 3,
    projectTypeId: 1,
    poolCode: 'BK-100',
    shipNumber: 12,
    dueDate: '2026-04-01',
    active: true,
    createdById: 1,
    createDate: at,
    modifiedById: 1,
    modifiedDate: at,
    ...row,
  })

export const aComment = (row: Partial<Facts<'comments'>> = {}): Facts<'comments'> =>
  rowOf('comments', {
    id: 40_000_001,
    projectId: 40_000_001,
    kind: 'comment',
    comment: 'Agreed with the ministry.',
    active: true,
    createdById: 1,
    createDate: at,
    ...row,
  })

/** What the rows above point at. */
export const references: Change[] = [
  put('teams', aTeam()),
  put('teams', aTeam({ id: 2, name: 'Revenue' })),
  put('users', aUser()),
  put('users', aUser({ id: 2, fullName: 'Pete Okafor', teamId: 3 })),
  put('countries', aCountry()),
  put('countries', aCountry({ id: 2, title: 'Peru', active: false })),
  put('projectTypes', aProjectType()),
  put('poolCodes', aPoolCode()),
  put('poolCodes', aPoolCode({ id: 2, poolCode: 'bk-200', shipNumber: 14 })),
]
