import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyRole, restServer, roleNames, type RestServer, type RoleName } from '../testing/rest.ts'

let server: RestServer
beforeEach(async () => void (server = await restServer()))
afterEach(() => server.close())

const start = { countryId: 1, teamId: 3, advisorId: 2, projectTypeId: 3, dueDate: '2026-04-20', blanketTasking: null }
const form = { id: 0, projectTypeId: 3, poolCode: 'BK-900', shipNumber: 14, funds: 50_000, active: true }

test('the funding screen: types with their codes, in dollars, by team and by page', async () => {
  const { get } = server
  const all = await get('fin', 'resources/funding?page=1&active=1&team=-1')
  expect(all.body).toMatchObject({ pageNumber: 1, totalItems: 14, totalPages: 1, pageNumbers: [1] })
  const banking = (await get('fin', 'resources/funding?page=&active=1&team=3')).items
  expect(banking.map((type) => [type.name, type.teamId, type.team])).toEqual([
    ['Banking TA', 3, 'Banking'],
    ['Banking Training', 3, 'Banking'],
  ])
  const codes = banking[0]?.codes as Record<string, unknown>[]
  expect(codes[0]).toMatchObject({ poolCode: 'BK-100', shipNumber: 12, funds: 100_000, balance: 100_000, active: true })
  expect((await get('fin', 'resources/funding?page=1&active=0&team=-1')).items.length).toBe(2)
  expect((await get('fin', 'resources/funding?team=x&active=')).body.totalItems).toBe(14)
})

test('the year of the funding screen, in dollars, for a team', async () => {
  const { get } = server
  const { body } = await get('fin', 'resources/funding/year?active=1&team=3')
  expect(body).toMatchObject({ codes: 6, before: 0, later: 0, thisMonth: '2026-03', since: '2026-01-01' })
  expect((body.months as object[])[2]).toEqual({ month: '2026-03', actual: 0, estimated: 0 })
  const types = (await get('fin', 'resources/funding?active=1&team=3')).items
  expect(types.reduce((sum, type) => sum + Number(type.funding), 0)).toBe(body.funding)
  expect(types[0]).toMatchObject({ openTaskings: 0, utilization: 0 })
})

test('a code is saved, offered at once, and no more once it is inactive (S20)', async () => {
  const { get, post, patch } = server
  expect((await post('fin', 'resources/pools/codes', { ...form, poolCode: 'AB' })).body.message).toBe(
    'Pool Code is required',
  )
  const noShip = await post('fin', 'resources/pools/codes', { ...form, shipNumber: '' })
  expect([noShip.status, noShip.body.errors]).toEqual([
    422,
    [{ field: 'shipNumber', message: 'Ship Number is required' }],
  ])
  const { body } = await post('fin', 'resources/pools/codes', {
    ...form,
    funds: '50000.25',
    shipNumber: '14',
    actual: 9,
  })
  expect(body).toMatchObject({
    poolCode: 'BK-900',
    shipNumber: 14,
    funds: 50_000.25,
    actual: 0,
    createdBy: 'Fin Barlow',
  })
  const offered = async () =>
    (await get('ana', 'resources/pools/types/3/codes?active=1')).list.map((code) => code.poolCode)
  expect(await offered()).toContain('BK-900')
  expect((await post('ana', 'requests/details', { ...start, poolCode: 'bk-900' })).body.shipNumber).toBe(14)
  expect((await patch('fin', 'resources/pools/codes', { id: body.id, active: false })).body.active).toBe(false)
  expect(await offered()).not.toContain('BK-900')
  expect((await get('ana', 'resources/pools/types/3/codes')).list.map((code) => code.poolCode)).toContain('BK-900')
  const renamed = await patch('fin', 'resources/pools/codes', { id: body.id, poolCode: 'BK-901' })
  expect([renamed.status, renamed.body.message]).toEqual([
    409,
    'This pool code is in use and keeps its name and its type. Deactivate it and add another one.',
  ])
  const twice = await post('fin', 'resources/pools/codes', { ...form, poolCode: 'bk-900' })
  expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE'])
  expect((await get('fin', `resources/pools/codes/${body.id}`)).body).toMatchObject({ id: body.id, funds: 50_000.25 })
})

test('a code that nothing names yet is renamed', async () => {
  const { body } = await server.post('fin', 'resources/pools/codes', form)
  expect((await server.patch('fin', 'resources/pools/codes', { id: body.id, poolCode: 'BK-901' })).body.poolCode).toBe(
    'BK-901',
  )
})

test.each([-1, '-5', 1e308, 'much', null, {}])('funds of %j are refused', async (funds) => {
  expect((await server.post('fin', 'resources/pools/codes', { ...form, funds })).status).toBe(422)
})

test('a type is added for a team', async () => {
  const { body } = await server.post('fin', 'resources/pools/types', {
    name: 'Banking Grants',
    teamId: 3,
    active: true,
  })
  expect(body).toMatchObject({ name: 'Banking Grants', teamId: 3, active: true, createdBy: 'Fin Barlow' })
  expect((await server.patch('fin', 'resources/pools/types', { id: body.id, active: 0 })).body.active).toBe(false)
  expect((await server.post('fin', 'resources/pools/types', { name: 5 })).body.message).toBe('Name is required')
})

test('a team’s people pick from its codes alone (C-023)', async () => {
  expect((await server.get('pete', 'resources/pools/types/3/codes?active=1')).list.length).toBeGreaterThan(0)
  const { list } = await server.get('ana', 'resources/pools/types/1/codes')
  expect(list.every((code) => code.projectTypeId === 1)).toBe(true)
  expect((await server.get('pete', 'resources/pools/types/1/codes')).status).toBe(404)
  expect((await server.get('ana', 'resources/pools/types/99/codes')).status).toBe(404)
})

const see: RoleName[] = ['Admin', 'Manager', 'Finance']
const lines: [method: string, path: string, allowed: RoleName[], body?: object][] = [
  ['GET', 'resources/funding?page=1&active=1&team=-1', see],
  ['GET', 'resources/funding/year', see],
  ['GET', 'resources/pools/types/3/codes?active=1', roleNames],
  ['GET', 'resources/pools/codes/1', see],
  ['POST', 'resources/pools/types', see, { name: 'Banking Grants' }],
  ['PATCH', 'resources/pools/types', see, { id: 3, name: 'Banking Aid' }],
  ['POST', 'resources/pools/codes', see, { ...form, poolCode: 'BK-999' }],
  ['PATCH', 'resources/pools/codes', see, { id: 1, funds: 1 }],
]
test.each(lines)('%s %s is for %j (C.4)', async (method, path, allowed, body) => {
  const may: RoleName[] = []
  for (const role of roleNames)
    if ((await server.as(everyRole[role], method, path, body)).status !== 403) may.push(role)
  expect(may).toEqual(allowed)
})
