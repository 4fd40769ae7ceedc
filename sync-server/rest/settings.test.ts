import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyRole, restServer, roleNames, type RestServer, type RoleName } from '../testing/rest.ts'

let server: RestServer
beforeEach(async () => void (server = await restServer()))
afterEach(() => server.close())

test('the three lists lead from one to the next, with a blank page as the first (S25)', async () => {
  const { get } = server
  const services = (await get('mia', 'settings/services?page=')).items
  expect(services.map((row) => row.name)).toContain('Language Support')
  expect(Object.keys(services[0] ?? {})).toEqual([
    'id',
    'name',
    'defaultAssigneeId',
    'active',
    'createDate',
    'createdById',
    'modifiedDate',
    'modifiedById',
    'defaultAssignee',
  ])
  const all = await get('mia', 'settings/subservices?page=&boc=')
  const ofOne = await get('mia', 'settings/subservices?page=&boc=1')
  expect(Number(all.body.totalItems)).toBeGreaterThan(Number(ofOne.body.totalItems))
  expect(ofOne.items[0]).toMatchObject({ bocId: 1, service: 'Language Support', active: true })
  const { id, name } = ofOne.items[0] ?? { id: 0 }
  const deliverables = (await get('mia', `settings/deliverables?page=&task=${id}`)).items
  expect(deliverables).toMatchObject([{ taskId: id, subservice: name }])
  expect(Number((await get('mia', 'settings/deliverables?page=2')).body.pageNumber)).toBe(2)
  expect((await get('mia', `settings/services/1`)).body.name).toBe('Language Support')
  expect((await get('mia', `settings/subservices/${id}`)).body).toMatchObject({ id, service: 'Language Support' })
  for (const path of ['settings/services/99', 'settings/subservices/9', 'settings/services/99/subservices/active'])
    expect((await get('mia', path)).status, path).toBe(404)
})

test('a manager adds and deactivates a sub-service, and the project form follows', async () => {
  const { get, post, patch } = server
  const offered = async () => (await get('ana', 'settings/services/1/subservices/active')).list
  const before = await offered()
  expect(Object.keys(before[0] ?? {})).toEqual(['id', 'name'])
  const { body } = await post('mia', 'settings/subservices', { id: 0, bocId: '1', name: 'Sign Language', active: true })
  expect(await offered()).toContainEqual({ id: body.id, name: 'Sign Language' })
  expect((await patch('mia', 'settings/subservices', { id: body.id, active: 0 })).body.active).toBe(false)
  expect(await offered()).toEqual(before)
  expect((await post('mia', 'settings/subservices', { name: 'Sign Language' })).body.message).toBe(
    'Please select a service',
  )
})

test('services and standard deliverables are saved', async () => {
  const { post, patch } = server
  const service = (await post('mia', 'settings/services', { name: 'Catering' })).body
  expect((await patch('mia', 'settings/services', { id: service.id, name: 'Meals' })).body).toMatchObject({
    name: 'Meals',
  })
  const given = { id: service.id, defaultAssigneeId: 5 }
  expect((await patch('mia', 'settings/services', given)).body.defaultAssignee).toBe('Pete Okafor')
  const nobody = await patch('mia', 'settings/services', { id: service.id, defaultAssigneeId: 99_999 })
  expect([nobody.status, nobody.body.message]).toEqual([422, 'Please select an assignee'])
  expect((await patch('mia', 'settings/services', { ...given, defaultAssigneeId: 0 })).body.defaultAssignee).toBe('')
  const made = (await post('mia', 'settings/deliverables', { name: 'Menu', taskId: 101 })).body
  expect(made).toMatchObject({ name: 'Menu', taskId: 101, subservice: 'Interpretation', active: true })
  expect((await patch('mia', 'settings/deliverables', { id: made.id, active: '0' })).body.active).toBe(false)
})

const see: RoleName[] = ['Admin', 'Manager', 'Finance']
const write: RoleName[] = ['Admin', 'Manager']
const lines: [method: string, path: string, allowed: RoleName[], body?: object][] = [
  ['GET', 'settings/services?page=', see],
  ['GET', 'settings/services/1', see],
  ['GET', 'settings/services/1/subservices/active', roleNames],
  ['GET', 'settings/subservices?page=&boc=1', see],
  ['GET', 'settings/subservices/101', see],
  ['GET', 'settings/deliverables?page=&task=101', see],
  ['POST', 'settings/services', write, { name: 'Catering' }],
  ['PATCH', 'settings/services', write, { id: 1, name: 'Languages' }],
  ['POST', 'settings/subservices', write, { name: 'Catering', bocId: 1 }],
  ['PATCH', 'settings/subservices', write, { id: 101, active: false }],
  ['POST', 'settings/deliverables', write, { name: 'Menu', taskId: 101 }],
  ['PATCH', 'settings/deliverables', write, { id: 1, active: false }],
]
test.each(lines)('%s %s is for %j (C.4)', async (method, path, allowed, body) => {
  const may: RoleName[] = []
  for (const role of roleNames)
    if ((await server.as(everyRole[role], method, path, body)).status !== 403) may.push(role)
  expect(may).toEqual(allowed)
})
