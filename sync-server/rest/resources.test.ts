import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { everyRole, restServer, roleNames, type RestServer, type RoleName } from '../testing/rest.ts'

let server: RestServer
beforeEach(async () => void (server = await restServer()))
afterEach(() => server.close())

describe('countries', () => {
  test('are listed by page; a blank page is the first, one beyond the last is the last', async () => {
    const { get, post } = server
    for (let n = 10; n < 32; n++) await post('mia', 'resources/customers', { id: 0, title: `Xland ${n}` })
    const first = await get('mia', 'resources/countries?page=')
    expect(first.body).toMatchObject({ pageNumber: 1, totalPages: 2, totalItems: 25, pageNumbers: [1, 2] })
    expect(first.items.length).toBe(20)
    expect((await get('mia', 'resources/countries?page=9')).body).toMatchObject({ pageNumber: 2 })
    expect((await get('mia', 'resources/countries?page=x')).body).toMatchObject({ pageNumber: 1 })
  })

  test.each(['resources/customers', 'resources/countries'])('are saved at %s', async (path) => {
    const { get, post, patch } = server
    const made = await post('mia', path, { id: 0, title: ' Chad ', active: true })
    expect([made.status, made.body]).toMatchObject([200, { title: 'Chad', active: true, createdBy: 'Mia Lindqvist' }])
    expect(made.body.id).toBeGreaterThan(1_000_000)
    expect((await post('mia', path, { id: made.body.id, title: 'Tchad' })).body).toMatchObject({ title: 'Tchad' })
    const off = await patch('ada', path, { id: String(made.body.id), active: '0' })
    expect(off.body).toMatchObject({ title: 'Tchad', active: false, modifiedBy: 'Ada Novak' })
    expect((await get('mia', `resources/countries/${made.body.id}`)).body).toEqual(off.body)
    const { countries } = (await get('ana', 'resources/active')).body as unknown as { countries: { title: string }[] }
    expect(countries.map((row) => row.title)).not.toContain('Tchad')
    expect((await get('mia', 'resources/countries?active=0')).items.map((row) => row.id)).toEqual([made.body.id])
  })

  test('of two characters, of a name that is taken and of no known id are refused', async () => {
    const { post, get } = server
    const short = await post('mia', 'resources/customers', { title: 'ab' })
    expect([short.status, short.body.errors]).toEqual([422, [{ field: 'title', message: 'Title is required' }]])
    const twice = await post('mia', 'resources/customers', { title: 'KENYA' })
    expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE'])
    expect((await post('mia', 'resources/customers', { id: 999, title: 'Nowhere' })).status).toBe(404)
    expect((await get('mia', 'resources/countries/999')).status).toBe(404)
  })

  test('take nothing from the body that is not theirs to say', async () => {
    const { body } = await server.post('mia', 'resources/customers', {
      title: 'Chad',
      createdById: 7,
      isNew: false,
      version: 1,
    })
    expect(body).toMatchObject({ title: 'Chad', createdById: 2 })
  })
})

test('advisors are the active ones unless one asks otherwise; name and fullName are one', async () => {
  const { get, post, patch } = server
  const made = await post('mia', 'resources/advisors', { fullName: 'Zora Able', email: 'z@x.example', roles: 'Admin' })
  expect(made.body).toMatchObject({ name: 'Zora Able', fullName: 'Zora Able', teamId: 0, active: true })
  expect(Object.keys(made.body)).not.toContain('roles')
  await patch('mia', 'resources/advisors', { id: made.body.id, name: 'Zora Abel', active: 0, teamId: '3' })
  expect((await get('mia', `resources/advisors/${made.body.id}`)).body).toMatchObject({
    name: 'Zora Abel',
    team: 'Banking',
  })
  const ids = async (query: string) => (await get('mia', `resources/advisors?${query}`)).body.totalItems
  expect(await ids('page=')).toBe(await ids('active=1'))
  expect(await ids('active=0')).toBe(3)
})

test('a team is added and renamed', async () => {
  const { get, post } = server
  const { body } = await post('ada', 'resources/teams', { name: 'Treasury', active: true })
  await post('ada', 'resources/teams', { id: body.id, name: 'Treasuries' })
  expect((await get('fin', `resources/teams/${body.id}`)).body).toMatchObject({
    name: 'Treasuries',
    createdBy: 'Ada Novak',
  })
  expect((await get('fin', 'resources/teams?page=1')).body.totalItems).toBe(8)
  expect((await post('ada', 'resources/teams', { name: 'ab' })).body.message).toBe('Name is required')
})

test('clients are people of the government side, for everybody', async () => {
  const { list } = await server.get('ruth', 'resources/active/clients')
  expect(list[0]).toEqual({ id: 3, fullName: 'Adam Kessler', email: 'adam@fieldpost.example', roles: 'AD' })
  expect(list.map((row) => row.fullName)).not.toContain('Ana Whitfield')
})

describe('the decision table (C.4)', () => {
  const everybody: RoleName[] = roleNames
  const see: RoleName[] = ['Admin', 'Manager', 'Finance']
  const write: RoleName[] = ['Admin', 'Manager']
  const lines: [method: string, path: string, allowed: RoleName[], body?: object][] = [
    ['GET', 'resources/active', everybody],
    ['GET', 'resources/all', everybody],
    ['GET', 'resources/active/users', everybody],
    ['GET', 'resources/active/clients', everybody],
    ['GET', 'resources/countries?page=', see],
    ['GET', 'resources/countries/1', see],
    ['GET', 'resources/countries/999', see],
    ['GET', 'resources/advisors?page=1&active=1', see],
    ['GET', 'resources/advisors/1', see],
    ['GET', 'resources/teams?page=', see],
    ['GET', 'resources/teams/3', see],
    ['POST', 'resources/customers', write, { title: 'Chad' }],
    ['POST', 'resources/countries', write, { id: 999, title: 'Nowhere' }],
    ['PATCH', 'resources/countries', write, { id: 1, title: 'Kenia' }],
    ['POST', 'resources/advisors', write, { name: 'Zora Able' }],
    ['PUT', 'resources/advisors', write, { id: 1, active: false }],
    ['POST', 'resources/teams', write, { name: 'Treasury' }],
    ['PATCH', 'resources/teams', write, { id: 3, active: 0 }],
  ]
  test.each(lines)('%s %s is for %j', async (method, path, allowed, body) => {
    const may: RoleName[] = []
    for (const role of roleNames) {
      const { status, body: answer } = await server.as(everyRole[role], method, path, body)
      if (status === 403) expect(answer).toMatchObject({ code: 'FORBIDDEN' })
      else may.push(role)
    }
    expect(may).toEqual(allowed)
  })
})
