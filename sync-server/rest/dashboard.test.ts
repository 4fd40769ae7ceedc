import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyRole, internal, restServer, roleNames, type RestServer } from '../testing/rest.ts'

let server: RestServer
beforeEach(async () => void (server = await restServer()))
afterEach(() => server.close())

const forPete = { ...internal, assigneeId: 5 }

test('users and teams with their open work; teams/{id} are people and team/{id} taskings (C-056)', async () => {
  const { get, post } = server
  const { id } = (await post('ana', 'projects', forPete)).body
  const users = (await get('mia', 'dashboard/users')).list
  expect(users.length).toBe(38)
  expect(users[0]).toEqual({ id: 7, name: 'Ada Novak', teamId: 0, count: 0 })
  expect(users.find((row) => row.id === 5)).toMatchObject({ name: 'Pete Okafor', teamId: 3, count: 1 })
  expect((await get('mia', 'dashboard/teams')).list[0]).toEqual({ id: 3, name: 'Banking', count: 1 })
  expect((await get('pete', 'dashboard/teams/3')).list.map((row) => row.name)).toEqual([
    'Elena Rusu',
    'Kofi Mensah',
    'Pete Okafor',
  ])
  expect((await get('pete', 'dashboard/team/3')).list.map((row) => row.id)).toEqual([id])
})

test('statistics of a person and of a team', async () => {
  const { get, post } = server
  for (const assigneeId of [5, 5, 1]) await post('ana', 'projects', { ...internal, assigneeId })
  const canceled = (await post('ana', 'projects', forPete)).body.id
  await post('mia', `projects/${canceled}/cancel`, canceled)
  const ofTeam = (await get('mia', 'dashboard/team/3/stats')).body
  expect(ofTeam).toEqual({
    count: 3,
    teams: [{ id: 3, name: 'Banking', count: 3 }],
    users: [
      { id: 5, name: 'Pete Okafor', count: 2 },
      { id: 1, name: 'Ana Whitfield', count: 1 },
    ],
    advisors: [{ id: 2, name: expect.any(String) as string, count: 3 }],
    countries: [{ id: 1, name: 'Kenya', count: 3 }],
  })
  expect((await get('mia', 'dashboard/user/1/stats')).body.count).toBe(3)
  expect((await get('mia', 'dashboard/user/5/stats')).body.count).toBe(2)
  expect((await get('mia', 'dashboard/user/6/stats')).body).toEqual({
    count: 0,
    teams: [],
    users: [],
    advisors: [],
    countries: [],
  })
  for (const path of ['dashboard/user/x/stats', 'dashboard/team/0/stats', 'dashboard/teams/x'])
    expect((await get('mia', path)).status, path).toBe(404)
})

test.each(['users', 'teams', 'teams/3', 'user/1/stats', 'team/3/stats'])(
  'dashboard/%s is for everybody: guards decide which dashboard opens (C-062)',
  async (path) => {
    for (const role of roleNames)
      expect((await server.get(everyRole[role], `dashboard/${path}`)).status, role).toBe(200)
  },
)
