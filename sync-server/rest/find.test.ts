import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { aProjectIn, aRequest, people, references, type Rows } from '#shared/testing/samples.ts'
import { sheetRows, unzipped } from '#shared/testing/unzipped.ts'
import type { TableName } from '#shared/model/tables.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

const PETE = people.pete.email
let server: RestServer
beforeAll(async () => {
  server = await restServer({ seed: 'none' })
  const rows: Rows = {
    ...references,
    requests: [aRequest()],
    projects: [
      ...Array.from({ length: 230 }, (_, n) => aProjectIn('interim', { id: 42_001_001 + n, countryId: 1 })),
      aProjectIn('progress', { id: 42_000_001, countryId: 2, assigneeId: 1, description: 'São Tomé' }),
      aProjectIn('denied', { id: 42_000_002, countryId: 3, advisorId: 0 }),
    ],
  }
  const changes = Object.entries(rows).flatMap(([table, list]) =>
    list.map((row) => put(table as TableName, row as never)),
  )
  await server.store.transact({ reads: {} }, () => ({ changes, value: null }))
})
afterAll(() => server.close())

const find = (path: string) => server.get(PETE, path)
const file = async (path: string, who = PETE) =>
  server.fetch(`/api/${path}`, { headers: { authorization: `Bearer ${await server.signIn(who)}` } })
const idsOf = async (path: string) => (await find(path)).items.map((row) => row.id - 42_000_000)

test('a page of Find is the specification’s: rows with names, and the numbers around the page', async () => {
  const { status, body } = await find('find?countries=1&page=7')
  const { items, ...page } = body as unknown as { items: object[] }
  expect([status, page]).toEqual([
    200,
    { pageNumber: 7, totalPages: 12, totalItems: 230, pageNumbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  ])
  expect(items).toHaveLength(20)
  expect(items[0]).toEqual({
    id: 42_001_121,
    name: 'T-42-1121',
    task: 'Interpretation',
    description: 'Interpretation — three days in Nairobi',
    poolCode: 'BK-100',
    country: 'Kenya',
    team: 'Banking',
    advisor: 'Helen Ferris',
    assignee: '',
    status: 'Needs Interim Approval',
    statusId: 0,
    dueDate: '2026-04-01',
    blanketTasking: null,
    createdBy: 'Ana Whitfield',
    createDate: '2026-03-02T14:00:00.000Z',
    completedDate: null,
    state: 'interim',
    interim: false,
    pastDue: false,
  })
})

test('comma lists, repeated names and both together are one list; blanks choose nothing', async () => {
  for (const path of [
    'find?countries=2,3',
    'find?countries=2&countries=3',
    'find?countries=2,%203&teams=&status=',
    'find?status=3,7',
    'find?statuses=3&status=7&page=',
  ])
    expect(await idsOf(path), path).toEqual([1, 2])
  expect(await idsOf('find?assignees=1&services=1&teams=3&advisors=1')).toEqual([1])
  expect(await idsOf('find?advisors=0')).toEqual([2])
})

test('status 0 is a filter, In Progress includes overdue, a code or an id that does not exist finds nothing', async () => {
  expect((await find('find?status=0')).body['totalItems']).toBe(230)
  expect(await idsOf('find?status=3')).toEqual([1])
  expect(await idsOf('find?status=99')).toEqual([])
  expect((await find('find?countries=99&page=5')).body).toEqual({
    items: [],
    pageNumber: 1,
    totalPages: 1,
    totalItems: 0,
    pageNumbers: [1],
  })
})

test.each([
  ['', 1],
  ['0', 1],
  ['abc', 1],
  ['2', 2],
  ['999', 12],
  ['99999999999999999999', 12],
])('page=%s of twelve is page %i', async (page, number) => {
  expect((await find(`find?countries=1&page=${page}`)).body['pageNumber']).toBe(number)
  expect((await find(`find/search?term=kenya&page=${page}`)).body['pageNumber']).toBe(number)
})

test.each([
  ['find', 'Please select at least one filter to find projects.'],
  ['find?page=2', 'Please select at least one filter to find projects.'],
  ['find?countries=&status=,', 'Please select at least one filter to find projects.'],
  ['find?term=', 'Please select at least one filter to find projects.'],
  ['find?term=k&countries=1', 'Please type a word of at least 2 characters.'],
  ['find/search?countries=1', 'Please type a word of at least 2 characters.'],
  ['find/search?term=kenya&countries=one', 'countries takes numbers, with commas between them.'],
  ['find?countries=one', 'countries takes numbers, with commas between them.'],
  ['find?status=-1', 'status takes numbers, with commas between them.'],
  ['find?teams=1&teams=99999999999999999999', 'teams takes numbers, with commas between them.'],
  ['find/search', 'Please type a word of at least 2 characters.'],
  ['find/search?term=', 'Please type a word of at least 2 characters.'],
  ['find/search?term=%20k%20', 'Please type a word of at least 2 characters.'],
  ['find/search?term=--', 'Please type a word of at least 2 characters.'],
])('%s is answered with a sentence', async (path, message) => {
  const { status, body } = await find(path)
  expect([status, body]).toEqual([422, { code: 'VALIDATION', message, requestId: body['requestId'] }])
})

test('words are found in references, texts and names', async () => {
  for (const term of ['T-42-1', '42-1', '42000001'])
    expect((await idsOf(`find/search?term=${term}`))[0], `${term} comes before T-42-1001`).toBe(1)
  for (const term of ['sao%20tome', 'peru', 'ana+whit', 'TOM%C3%89'])
    expect(await idsOf(`find/search?term=${term}`), term).toEqual([1])
  expect(await idsOf('find/search?term=yugoslavia')).toEqual([2])
  expect(await idsOf('find/search?term=zzz')).toEqual([])
})

test('words and filters narrow each other, at both addresses (C-083)', async () => {
  for (const path of ['find/search', 'find']) {
    expect((await find(`${path}?term=interpretation`)).body['totalItems'], path).toBe(232)
    expect(await idsOf(`${path}?term=interpretation&countries=2,3`), path).toEqual([2, 1])
    expect(await idsOf(`${path}?term=yugoslavia&countries=1`), path).toEqual([])
    expect(await idsOf(`${path}?countries=2&countries=3&status=3&term=sao`), path).toEqual([1])
    expect(await idsOf(`${path}?term=T-42-1&status=3,7`), path).toEqual([1])
    expect((await find(`${path}?term=T-42-1&status=0`)).body['totalItems'], path).toBe(230)
    const page = (await find(`${path}?term=kenya&status=0&page=12`)).body
    expect([page['totalItems'], page['pageNumber']], path).toEqual([230, 12])
  }
})

test('a tasking is found by what it says now, and by nobody who is not signed in', async () => {
  expect((await find('find/search?term=quetzal')).body['totalItems']).toBe(0)
  const edit = await server.patch(people.mia.email, 'projects/core', {
    id: 42_000_001,
    description: 'Quetzal feathers',
  })
  expect(edit.status).toBe(200)
  expect(await idsOf('find/search?term=quetzal')).toEqual([1])
  expect(await idsOf('find/search?term=sao%20tome')).toEqual([])
  expect((await server.fetch('/api/find/search?term=quetzal')).status).toBe(401)
  expect((await server.fetch('/api/find?status=0')).status).toBe(401)
})

test('a format answers with all that is found as a file, in the order of the pages, and nothing else changes (C-258)', async () => {
  const csv = await file('find?countries=1,2&format=csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="taskings.csv"')
  expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
  const lines = (await csv.text()).split('\r\n')
  expect(lines[0]).toContain('Tasking,Description,Pool Code,Country,Team,Advisor,Assignee,Status,Due')
  const pages = await Promise.all([1, 2, 12].map((page) => find(`find?countries=1,2&page=${page}`)))
  const names = lines.slice(1, -1).map((line) => line.split(',')[0])
  expect(names).toHaveLength(231)
  expect([names.slice(0, 20), names.slice(20, 40), names.slice(220)]).toEqual(
    pages.map(({ items }) => items.map(({ name }) => name)),
  )
  const old = await (await file('find/search?term=yugoslavia&format=csv')).text()
  expect(old).toContain(',Yugoslavia (inactive),')

  const book = await file('find/search?term=peru&format=xlsx')
  const rows = sheetRows(unzipped(new Uint8Array(await book.arrayBuffer()), inflateRawSync))
  expect(rows.slice(1).map(([name, description]) => [name, description])).toEqual([['T-42-1', 'Quetzal feathers']])
})

test('a format that there is not, and one without a question, is refused', async () => {
  expect((await find('find?countries=1&format=pdf')).status).toBe(422)
  expect((await find('find?format=csv')).status).toBe(422)
})

test('two files are made for a person at once, and a third when one of them has arrived or nobody waits for it', async () => {
  const [one, two] = [await file('find?countries=1&format=csv'), await file('find?countries=1&format=xlsx')]
  expect((await file('find?countries=1&format=csv')).status).toBe(429)
  expect((await file('find?countries=1&format=csv', people.mia.email)).status).toBe(200)
  await one.body?.cancel()
  expect((await file('find?countries=1&format=csv')).status).toBe(200)
  await two.arrayBuffer()
})

test('a file that is only asked after with HEAD takes no place: nobody will ever read it', async () => {
  const authorization = `Bearer ${await server.signIn(people.ana.email)}`
  const path = '/api/find?countries=1&format=csv'
  const asked = []
  for (let n = 0; n < 3; n++) asked.push(await server.fetch(path, { method: 'HEAD', headers: { authorization } }))
  expect(asked.map(({ status, body }) => [status, body])).toEqual([
    [200, null],
    [200, null],
    [200, null],
  ])
  const whole = await server.fetch(path, { headers: { authorization } })
  expect((await whole.text()).split('\r\n').length).toBeGreaterThan(200)
})
