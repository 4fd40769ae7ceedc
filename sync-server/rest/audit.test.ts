import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { add } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { pdf } from '../testing/files.ts'
import { restServer, internal, type RestServer } from '../testing/rest.ts'
import { stage } from '../testing/stage.ts'

const line = { projectId: 0, comment: 'The booth is hired' }

async function auditOf(server: Pick<RestServer, 'signIn' | 'fetch'>, who: string, search: string) {
  const token = await server.signIn(who)
  const answer = await server.fetch(`/api/audit?${search}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  const rows = answer.ok
    ? Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data
    : []
  return { answer, text, rows }
}

test('who brought what is told with both times and what became of it, by the days of the organisation and by person', async () => {
  const server = await restServer()
  // Ten in the evening in New York, which is the eleventh in Greenwich.
  server.clock.set('2026-03-11T02:00:00.000Z')
  const { id } = (await server.post('mia', 'projects', internal)).body
  await server.post('ana', `projects/${id}/comments`, { ...line, projectId: id })
  await server.post('fin', 'resources/countries', { title: 'Chad' })
  server.clock.set('2026-03-11T14:00:00.000Z')
  await server.post('ana', `projects/${id}/comments`, { ...line, projectId: id, comment: 'And paid' })

  const { answer, rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  expect(answer.headers.get('content-disposition')).toContain('audit-2026-03-10-2026-03-10.csv')
  expect(rows.map((row) => [row['Person'], row['Act'], row['Verdict'], row['Why']])).toEqual([
    ['Mia Lindqvist', 'addProject', 'applied', ''],
    ['Ana Whitfield', 'addComment', 'applied', ''],
    ['Fin Barlow', 'saveCountry', 'refused', 'not-allowed'],
  ])
  expect(rows[1]).toMatchObject({ Received: '2026-03-11T02:00:00.000Z', Made: '2026-03-11T02:00:00.000Z' })
  expect(JSON.parse(rows[1]?.['Input'] ?? '')).toMatchObject({ projectId: id, comment: 'The booth is hired' })

  const ofAna = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-11&userId=1')
  expect(ofAna.rows.map((row) => row['Person'])).toEqual(['Ana Whitfield', 'Ana Whitfield'])
})

test('of money, names and rights it tells what they were before, and of new rows and running totals nothing', async () => {
  const server = await restServer()
  const [code] = (await server.get('fin', 'resources/pools/types/1/codes')).body as { id: number }[]
  await server.post('fin', 'resources/pools/codes', { ...code, funds: 123_456 })
  await server.post('mia', 'resources/countries', { title: 'Chad' })
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  expect(rows.map((row) => row['Changed'])).toEqual([
    JSON.stringify([{ table: 'poolCodes', id: code?.id, field: 'funds', before: 42_000_000, after: 12_345_600 }]),
    '',
  ])
})

test('of who decides for whom it tells who did before, also where an account that loses its role takes that back', async () => {
  const server = await restServer()
  const [adam, mia] = [3, 2]
  const days = { from: '2026-03-10', until: '2026-03-14' }
  await server.post('ada', `resources/users/${adam}/substitutes`, { substituteId: mia, ...days })
  const away = { id: adam, roles: 'AD', ...days }
  // Nothing of it changes, and nothing is told of it.
  await server.patch('ada', 'resources/users', { id: mia, fullName: 'Mia Lindquist' })
  await server.patch('ada', 'resources/users', { id: adam, roles: 'Manager' })
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  const about = (field: string, id: number, before: unknown, after: unknown) => ({
    ...{ table: 'users', id, field, before, after },
  })
  expect(rows.map((row) => JSON.parse(row['Changed'] ?? '') as unknown)).toEqual([
    [about('standsInFor', mia, [], [away])],
    [about('fullName', mia, 'Mia Lindqvist', 'Mia Lindquist')],
    expect.arrayContaining([about('roles', adam, 'AD', 'Manager'), about('standsInFor', mia, [away], [])]),
  ])
})

test('of a tasking, its deliverables and its files it tells before and after, whoever said what they had seen (C-232)', async () => {
  const server = await restServer()
  const { id } = (await server.post('mia', 'projects', internal)).body
  const deliverable = (await server.post('ana', 'projects/deliverables', { projectTaskId: id, name: 'Glossary' })).body
  await server.patch('ana', 'projects/core', { id, description: 'Figures for the spring review', teamId: 2 })
  await server.post('ana', `projects/${id}/comments`, { ...line, projectId: id })
  await server.post('ana', 'projects/deliverables', { id: deliverable.id, name: 'Word list' })
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  const about = (table: string, rowId: number, field: string, before: unknown, after: unknown) => ({
    ...{ table, id: rowId, field, before, after },
  })
  expect(rows.map((row) => [row['Act'], row['Changed'] && (JSON.parse(row['Changed']) as unknown)])).toEqual([
    ['addProject', ''],
    ['addDeliverable', ''],
    [
      'editProject',
      [
        about('projects', id, 'description', internal.description, 'Figures for the spring review'),
        about('projects', id, 'teamId', internal.teamId, 2),
      ],
    ],
    ['addComment', ''],
    ['editDeliverable', [about('deliverables', deliverable.id, 'name', 'Glossary', 'Word list')]],
  ])
})

test('it does so of calls that lie far apart too, as those of a clock that was put back do', async () => {
  const server = await restServer()
  const { id } = (await server.post('mia', 'projects', internal)).body
  const call = (n: number, after: string) => {
    const about = { callId: `call-${n}`, device: 900, seq: n, userId: 1, name: 'editProject', input: { id } }
    const changed = [{ field: 'description', before: '', after }]
    return [
      add('calls', {
        ...{ ...about, id: n, at: '2026-03-09T15:00:00.000Z', received: '2026-03-09T15:00:00.000Z' },
        ...{ verdict: 'applied' as const, detail: null, carriedById: 0, address: '' },
      }),
      add('deeds', { id: n * 10_000 + 1, projectId: id, callId: n, table: 'projects', rowId: id, changed }),
    ]
  }
  const far = [1_000_001, 1_000_900, 5_000_000].flatMap((n) => call(n, `of ${n}`))
  await server.store.transact({ reads: {} }, () => ({ changes: far, value: 0 }))
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-09&to=2026-03-09')
  const told = rows.map((row) => (JSON.parse(row['Changed'] ?? '') as { after: string }[])[0]?.after)
  expect(told).toEqual(['of 1000001', 'of 1000900', 'of 5000000'])
})

test('in whose name somebody approved, denied or accepted is told, also when the tasking no longer says it (C-027, C-232)', async () => {
  const server = await stage()
  const [adam, mia] = [3, 2]
  const days = { from: '2026-03-10', until: '2026-03-14' }
  await server.post('ada', `resources/users/${adam}/substitutes`, { substituteId: mia, ...days })
  const id = await server.tasking('interim')
  await server.post('mia', `projects/${id}/approve`, true)
  await server.post('mia', `projects/${id}/deny`, { content: 'The dates clash', projectId: id, assigneeId: 1 })
  await server.post('ana', 'requests/amend', { content: 'Other dates', projectId: id, assigneeId: 1 })
  await server.post('cora', `projects/${id}/approve`, true)
  await server.post('mia', `projects/${id}/accept`, true)
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  const decided = rows.filter((row) => row['Act']?.endsWith('Project'))
  expect(decided.map((row) => [row['Person'], row['Act'], row['On Behalf Of']])).toEqual([
    ['Mia Lindqvist', 'approveProject', 'Adam Kessler'],
    ['Mia Lindqvist', 'denyProject', 'Adam Kessler'],
    ['Ana Whitfield', 'amendProject', ''],
    ['Cora Benedetti', 'approveProject', ''],
    ['Mia Lindqvist', 'acceptProject', ''],
  ])
})

test('what a hidden comment said is told here, and nowhere else', async () => {
  const server = await restServer()
  const { id: projectId } = (await server.post('mia', 'projects', internal)).body
  const made = await server.post('ana', `projects/${projectId}/comments`, { ...line, projectId })
  const { id } = made.body
  await server.post('mia', `projects/${projectId}/comments`, { id, projectId, active: false })
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  expect(JSON.parse(rows.at(-1)?.['Changed'] ?? '')).toEqual([
    { table: 'comments', id, field: 'comment', before: line.comment, after: '' },
    { table: 'comments', id, field: 'active', before: true, after: false },
  ])
  const { comments } = await server.store.read({ reads: { comments: many('comments', {}) } })
  expect(JSON.stringify(comments)).not.toContain(line.comment)
})

test('"since ever" and "for ever" are spans of days as well', async () => {
  const server = await restServer()
  await server.post('mia', 'projects', internal)
  for (const search of [
    'from=0001-01-01&to=9999-12-31',
    'from=0999-06-01&to=2026-03-10',
    'from=2026-03-10&to=9999-12-31',
  ]) {
    const { answer, rows } = await auditOf(server, 'ada', search)
    expect([search, answer.status, rows.map((row) => row['Act'])]).toEqual([search, 200, ['addProject']])
  }
  expect((await auditOf(server, 'ada', 'from=0000-01-01&to=0000-12-31')).rows).toEqual([])
})

test('calls of one instant are all told, once, wherever a portion ends', async () => {
  const server = await restServer()
  const at = '2026-03-09T15:00:00.000Z'
  const call = (n: number, received: string) =>
    add('calls', {
      ...{ id: 1_000_000 + n, callId: `call-${n}`, device: 900, seq: n, userId: 1, name: 'addComment', input: { n } },
      ...{ at, received, verdict: 'applied' as const, detail: null, carriedById: 0, address: '' },
    })
  const times = Array.from({ length: 1_800 }, (_, n) =>
    n < 400 ? at : n < 1_600 ? '2026-03-09T15:00:00.001Z' : '2026-03-09T16:00:00.000Z',
  )
  await server.store.transact({ reads: {} }, () => ({
    changes: times.map((received, n) => call(n + 1, received)),
    value: 0,
  }))
  const { rows } = await auditOf(server, 'ada', 'from=2026-03-09&to=2026-03-09')
  const told = rows.map((row) => (JSON.parse(row['Input'] ?? '') as { n: number }).n)
  expect(told.sort((a, b) => a - b)).toEqual(times.map((_, n) => n + 1))
})

test('it is for Admins, needs two days, and has no cell that a spreadsheet would run', async () => {
  const server = await restServer()
  await server.post('mia', 'resources/countries', { title: '=HYPERLINK("https://evil.example")' })
  for (const who of ['mia', 'fin', 'ana', 'pete'])
    expect((await auditOf(server, who, 'from=2026-03-10&to=2026-03-10')).answer.status).toBe(403)
  for (const search of [
    '',
    'from=2026-03-10',
    'from=yesterday&to=2026-03-10',
    'from=2026-03-10&to=2026-03-10&userId=x',
  ])
    expect((await auditOf(server, 'ada', search)).answer.status).toBe(422)
  const { text } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  expect(text).toContain('HYPERLINK')
  expect(text).not.toMatch(/(^|,)"?[=+@]/m)
})

test('no password stands in it, whoever set it', async () => {
  const server = await restServer()
  const secret = 'harvest moon 41 lanterns'
  await server.post('ada', 'resources/users', { id: 1, password: secret })
  await server.post('ada', 'resources/users', {
    ...{ fullName: 'Nora New', email: 'nora@example.org', roles: 'Analyst', teamId: 3, active: true, password: secret },
  })
  const { rows, text } = await auditOf(server, 'ada', 'from=2026-03-01&to=2026-03-31')
  expect(rows.map((row) => [row['Act'], row['Verdict']])).toEqual([
    ['saveUser', 'applied'],
    ['saveUser', 'applied'],
  ])
  expect(text).not.toContain('lanterns')
})

test('from where on the network each came stands beside it: by REST, out of a queue, and with the last piece of a file (C-232)', async () => {
  const server = await restServer()
  const from = (address: string) => ({ 'x-forwarded-for': `10.9.9.9, ${address}` })
  const { id } = (await server.as('mia', 'POST', 'projects', internal, from('198.51.100.1'))).body

  const round = (device: number, calls: object[]) =>
    server.as(
      'ana',
      'POST',
      'sync',
      { protocol: PROTOCOL, device, cursor: null, from: 1, calls, limit: 100 },
      from('198.51.100.2'),
    )
  const { device } = (await round(0, [])).body as unknown as { device: number }
  const input = { id: device * 1_000_000 + 1, projectId: id, comment: 'The booth is hired' }
  await round(device, [
    { seq: 1, id: 'a-call-of-ana-000001', name: 'addComment', at: '2026-03-10T12:00:00.000Z', input },
  ])

  const bytes = pdf('The plan')
  const metadata = `filename ${btoa('Plan.pdf')},projectId ${btoa(String(id))}`
  const tus = async (method: string, path: string, headers: Record<string, string>, body: Uint8Array | null = null) =>
    server.fetch(path, {
      method,
      headers: {
        ...{ authorization: `Bearer ${await server.signIn('mia')}`, 'tus-resumable': '1.0.0' },
        ...{ ...from('198.51.100.3'), ...headers },
      },
      body,
    })
  const begun = await tus('POST', '/api/files/tus', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata,
  })
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  expect((await tus('PATCH', must(begun.headers.get('location')), piece, bytes)).status).toBe(200)

  const { rows } = await auditOf(server, 'ada', 'from=2026-03-10&to=2026-03-10')
  expect(rows.map((row) => [row['Act'], row['Address']])).toEqual([
    ['addProject', '198.51.100.1'],
    ['addComment', '198.51.100.2'],
    ['addFile', '198.51.100.3'],
  ])
})
