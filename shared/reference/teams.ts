import { madeOf } from './made.ts'
import { defineReference, name } from './reference.ts'

export const teams = defineReference({
  table: 'teams',
  entity: 'Team',
  words: { one: 'a team', many: 'teams' },
  fields: { name: { label: 'Name', input: name } },
  named: { by: 'name', twice: 'warned' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: true,
  usedBy: { column: 'teamId' },
  rest: { path: '/resources/teams', list: 'all', detail: 'One team.', example: { name: 'Logistics' } },
})

export const [saveTeam, teamList, teamDetail] = madeOf(teams)
