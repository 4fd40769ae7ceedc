import { afterAll, beforeAll, expect, test } from 'vitest'
import { DASHBOARD_ROWS } from '#shared/model/limits.ts'
import { tabsOf } from '#shared/model/status.ts'
import { allOfTab } from '#shared/queries/dashboard.ts'
import { people } from '../demo/people.ts'
import { everyRole, restServer, roleNames, type RestServer } from '../testing/rest.ts'

let server: RestServer
beforeAll(async () => void (server = await restServer({ seed: 'demo' })), 120_000)
afterAll(() => server.close())

async function idsInFind(who: string, filters: Record<string, string | number>): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const search = Object.entries({ ...filters, page }).map(([name, value]) => `${name}=${value}`)
    const { status, body, items } = await server.get(who, `find?${search.join('&')}`)
    expect(status).toBe(200)
    ids.push(...items.map(({ id }) => id))
    pages = Number(body['totalPages'])
  }
  return ids
}

/** The address that the specification gives a tab. */
const addressOf = (code: number, teamId: number, me: number): string => {
  const scope = teamId > 0 ? `dashboard/team/${teamId}` : code < 0 ? `dashboard/user/${me}` : 'dashboard'
  return code < 0 ? scope : `${scope}/status/${code}`
}

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)
const seen = new Map<string, number>()

test.each(roleNames.flatMap((role) => [0, 3].map((teamId) => [role, teamId] as const)))(
  'what %s sees in a tab of team %i is what *Show all in Find* shows',
  async (role, teamId) => {
    const who = everyRole[role]
    const me = people.find(({ mail }) => mail === who)?.id ?? 0
    for (const { name, code } of tabsOf(teamId)) {
      const { list } = await server.get(who, addressOf(code, teamId, me))
      const inFind = await idsInFind(who, allOfTab(name, teamId))
      expect(new Set(inFind).size, name).toBe(inFind.length)
      const inTab = list.map(({ id }) => id)
      // A tab stops at two hundred; Find goes on.
      if (inTab.length < DASHBOARD_ROWS) expect(sorted(inFind), name).toEqual(sorted(inTab))
      else expect(inFind, name).toEqual(expect.arrayContaining(inTab))
      seen.set(name, Math.max(seen.get(name) ?? 0, inFind.length))
    }
  },
)

test('none of these lists was empty for everybody', () => {
  for (const [name, most] of seen) expect(most, name).toBeGreaterThan(0)
  expect(seen.size).toBe(8)
})

test('a tab is narrowed by the filters beside it, its own columns among them', async () => {
  const all = await idsInFind('mia', { tab: 'team' })
  const waiting = await idsInFind('mia', { tab: 'team', status: '0,1' })
  const running = await idsInFind('mia', { tab: 'team', status: '2,3,7' })
  expect(waiting.length).toBeGreaterThan(0)
  expect(sorted([...waiting, ...running])).toEqual(sorted(all))
  expect(await idsInFind('mia', { tab: 'team', status: '5' })).toEqual([])
  // Whoever is assigned to it has it among their own, however Find is asked.
  const assigned = await idsInFind('ana', { tab: 'mine', assignees: 1 })
  expect(assigned.length).toBeGreaterThan(0)
  expect(assigned).toEqual(await idsInFind('ana', { assignees: 1, status: '0,1,2,3,7' }))
})

test('a tab that does not exist is said, and not left out', async () => {
  const { status, body } = await server.get('mia', 'find?tab=everything')
  expect([status, body['message']]).toEqual([
    422,
    'There is no such tab; there are team, mine, cor, interim, acceptance, accepted, dueSoon, denied.',
  ])
})
