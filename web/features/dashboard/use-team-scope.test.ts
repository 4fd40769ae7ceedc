import { expect, test } from 'vitest'
import { NO_TEAM, teamIn } from './use-team-scope.ts'

const teams = [{ id: 3 }, { id: 2 }]

test.each([
  ['team=2', 2],
  ['', 3],
  ['team=-1', 3],
  ['team=0', 3],
  ['team=9', 3],
  ['team=2.0', 3],
  ['team=all', 3],
])('an address with %o shows team %i and never the whole organisation (C-054)', (address, team) => {
  expect(teamIn(new URLSearchParams(address), teams)).toBe(team)
  expect(teamIn(new URLSearchParams(address), [])).toBe(NO_TEAM)
})
