import { expect, test } from 'vitest'
import { syncedTableNames, type SyncedTable } from '../model/tables.ts'
import { sightColumns, sightMark, sightOf, seenWith } from './visibility.ts'

const open = { restrictTeamVisibility: false }
const restricted = { restrictTeamVisibility: true }
const limitedTables = (teamId: number, setting: typeof open): SyncedTable[] =>
  syncedTableNames.filter((table) => sightOf({ id: 7, teamId }, setting)(table).length > 0)

test('only drafts, their earlier texts, their files and an inbox are anybody’s own; all else is everyone’s (C-017)', () => {
  expect(limitedTables(0, open)).toEqual(['requests', 'revisions', 'files', 'notifications'])
  expect(limitedTables(0, restricted)).toEqual(['requests', 'revisions', 'files', 'notifications'])
})

test('a person of a team sees its project types and their codes alone, whatever the setting (C-023)', () => {
  expect(limitedTables(3, open)).toEqual([
    'projectTypes',
    'poolCodes',
    'requests',
    'revisions',
    'files',
    'notifications',
  ])
  expect(sightOf({ id: 7, teamId: 3 }, open)('projectTypes')).toEqual([[{ column: 'teamId', is: 3 }]])
})

test('with the setting everything that is or belongs to a tasking is limited, and nothing that names what it is about', () => {
  const everyones = ['countries', 'teams', 'users', 'advisors', 'services', 'subservices', 'deliverableTemplates']
  expect(limitedTables(3, restricted)).toEqual(syncedTableNames.filter((table) => !everyones.includes(table)))
})

test('a device starts anew when its person changes team, or the organisation its rule; not for a person of no team', () => {
  const mark = (teamId: number, setting: typeof open) => sightMark({ id: 7, teamId }, setting)
  expect(new Set([mark(3, open), mark(4, open), mark(3, restricted), mark(4, restricted), mark(0, open)]).size).toBe(5)
  expect([mark(0, open), mark(0, restricted)]).toEqual(['', ''])
})

test('whether a row was seen is known from the columns that change it, unless it hung on another row', () => {
  const sight = sightOf({ id: 7, teamId: 3 }, restricted)
  expect(sightColumns.projects).toEqual(['teamId', 'assigneeId'])
  expect(seenWith(sight('projects'), { teamId: 3, assigneeId: 5 })).toBe(true)
  expect(seenWith(sight('projects'), { teamId: 4, assigneeId: 7 })).toBe(true)
  expect(seenWith(sight('projects'), { teamId: 4, assigneeId: null })).toBe(false)
  expect(seenWith(sight('poolCodes'), { projectTypeId: 1 })).toBeNull()
})
