import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { put } from '#shared/kernel/change.ts'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery } from '#shared/kernel/query.ts'
import { count, many, one, type Page, type Read } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { TableName } from '#shared/model/tables.ts'
import { queries } from '#shared/queries/index.ts'
import { aBareProject, aUser, putsOf, references } from '#shared/testing/samples.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { checkSql } from './check.ts'
import { pageSql } from './pages.ts'
import { openPostgres } from './postgres.ts'
import { statementOf } from './reading.ts'
import { sqlFromRead, type Sql } from './reads.ts'
import { newestSql } from './snapshot.ts'

const postgres = await startPostgres()
const url = await postgres.database()
const client = new pg.Client({ connectionString: url })
afterAll(async () => {
  await client.end()
  await postgres.stop()
})

const TASKINGS = 20_000
/** As in an organisation that has worked for years: nearly all is closed, in the order in which it was made. */
const grown = `
  INSERT INTO projects SELECT (jsonb_populate_record(p, jsonb_build_object(
    'id', p.id + n, 'phase', CASE n % 100 WHEN 0 THEN 'interim' WHEN 1 THEN 'progress' ELSE 'completed' END,
    'closedDate', CASE WHEN n % 100 < 2 THEN '' ELSE '2026-01-01' END, 'completedDate', '2020-01-01T00:00:00.000Z',
    'version', n + 1, 'requestId', NULL, 'assigneeId', CASE WHEN n % 500 = 0 THEN 1 END, 'createdById', CASE WHEN n % 500 = 0 THEN 1 END,
    'taskId', CASE WHEN n % 500 = 0 THEN 801 END, 'textWords', CASE WHEN n % 2 = 0 THEN ' assembly ' ELSE ' other ' END
  ))).* FROM projects p, generate_series(1, ${TASKINGS}) n;
  INSERT INTO changed SELECT org, 'projects', id, version FROM projects ON CONFLICT DO NOTHING`

beforeAll(async () => {
  const store = await openPostgres({ url })
  const changes = [...putsOf(references), put('projects', aBareProject())]
  await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
  await store.close()
  await client.connect()
  await client.query(grown)
  // Words that were just written lie in a heap beside their index, until somebody clears it up.
  await client.query('VACUUM ANALYZE')
}, 60_000)

async function planOf({ text, values }: Sql): Promise<string[]> {
  let count = 0
  const numbered = text.replace(/\?/g, () => `$${++count}`)
  const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${numbered}`, [...values])
  return rows.map((row) => row['QUERY PLAN'] ?? '')
}

/** The tables that a statement walks through from one end to the other. */
const walked = async (statement: Sql): Promise<string[]> =>
  (await planOf(statement)).flatMap((line) => /Seq Scan on "?(projects|changed)"?/.exec(line)?.[1] ?? [])

/** What it puts in order by itself, because no index has it in that order. */
const sorted = async (statement: Sql): Promise<string[]> =>
  (await planOf(statement)).flatMap((line) => /Sort Key: .*/.exec(line) ?? [])

const asked: [question: string, input: object][] = [
  ['overview', { teamId: 0 }],
  ['overview', { teamId: 3 }],
  ...['interim', 'cor', 'acceptance', 'denied', 'dueSoon', 'accepted', 'mine'].map((tab): [string, object] => [
    'dashboardTab',
    { tab, teamId: 0, userId: 1 },
  ]),
  ['recentlyCompleted', { teamId: 0 }],
  ['statistics', { userId: 1 }],
  ['requestProjects', { id: 1 }],
  ['userDetail', { id: 1 }],
  ['projectDetail', { id: 40_000_001 }],
]

test('a statement that walks through the taskings is found', async () => {
  expect(await walked({ text: 'SELECT id FROM projects WHERE description = ?', values: ['x'] })).toEqual(['projects'])
})

test.each(asked)('%s %j walks through nothing that grows', async (name, input) => {
  const context = contextAt(aUser(), '2026-03-10T12:00:00.000Z', defaultOrganisation)
  const { reads } = planOfQuery(must(queries.get(name)), input, context)
  for (const [part, read] of Object.entries(reads))
    expect([part, await walked(sqlFromRead(1, read as Read))]).toEqual([part, []])
})

test('neither does what a command found and asks for again, nor a stretch of the log', async () => {
  const read = many('projects', { assigneeId: 1, phase: ['interim', 'progress'] })
  expect(await walked(checkSql(1, [{ read, value: [], rows: [] }], 1, 1))).toEqual([])
  const log = 'SELECT version FROM changed WHERE org = ? AND version > ? ORDER BY version FETCH FIRST 50 ROWS WITH TIES'
  expect(await walked({ text: log, values: [1, 19_000] })).toEqual([])
})

test('the open taskings of a sub-service are counted in an index', async () => {
  const context = contextAt(aUser(), '2026-03-10T12:00:00.000Z', defaultOrganisation)
  const { reads } = planOfQuery(must(queries.get('subserviceDetail')), { id: 801 }, context)
  const plan = await planOf(sqlFromRead(1, must(reads['openTaskings']) as Read))
  expect(plan.join()).toMatch(/Index Only Scan using "projects_taskId_phase"/)
})

const page = (more: Partial<Page<'projects'>>): Page<'projects'> => ({
  kind: 'page',
  table: 'projects',
  where: [{}],
  number: 1,
  size: 20,
  ...more,
})
const named = (table: TableName): readonly object[] => references[table as keyof typeof references] ?? []

test.each(['workshop', 'zzzz', '66', 'Housing'])(
  'looking for the word %j walks through nothing that grows, whatever has such a name',
  async (words) => {
    const asked = must(pageSql(1, page({ words, order: 'modifiedDate', descending: true }), named))
    const few = [{ best: 3, second: 3, hits: 43 }]
    expect([await walked(asked.counts), await walked(asked.ids(few, 0, 20))]).toEqual([[], []])
  },
)

test('many hits are found in the order of their index, the same ones and in the same order as few that are sorted', async () => {
  const asked = must(pageSql(1, page({ words: 'assembly', order: 'modifiedDate', descending: true }), named))
  const [many, few] = [TASKINGS, 1_000].map((count) => asked.ids([{ best: 0, second: 0, hits: count }], 40, 20))
  const idsOf = async ({ text, values }: Sql) => {
    let count = 0
    const numbered = text.replace(/\?/g, () => `$${++count}`)
    return (await client.query<{ id: number }>(numbered, [...values])).rows.map(({ id }) => id)
  }
  expect(await idsOf(must(many))).toEqual(await idsOf(must(few)))
  expect(await idsOf(must(many))).toHaveLength(20)
  expect((await sorted(must(many))).join()).not.toContain('modifiedDate')
})

test('a list comes as its index has it, up and down, and so do the pages of a first sync', async () => {
  const up = page({ where: [{ phase: 'completed' }], order: 'urgency' })
  const down = many('projects', { phase: 'completed' }, { order: 'completedDate', descending: true, limit: 20 })
  const closed = { seen: [], base: 99_999, part: 'closed', closedSince: '2020', after: null, limit: 100 } as const
  for (const statement of [
    must(pageSql(1, up, named)).ids([{ stretch: 12_000, count: 80 }], 40, 20),
    sqlFromRead(1, down),
    newestSql(1, closed),
  ])
    expect(await sorted(statement)).toEqual([])
})

test('what is counted for each of many is one part of a statement, and each is told its own', async () => {
  const store = await openPostgres({ url })
  const counted = (assigneeId: number) => count('projects', { assigneeId, phase: ['interim', 'progress', 'completed'] })
  const ids = [0, 1, 2, 9_999]
  const reads = {
    ...Object.fromEntries(ids.map((id) => [id, counted(id)])),
    other: count('projects', { phase: 'interim' }),
    user: one('users', 1),
  }
  const found: Record<string, unknown> = await store.read({ reads })
  for (const [name, read] of Object.entries(reads))
    expect((await store.read({ reads: { read } })).read).toEqual(found[name])
  expect([found[1], found[9_999]]).toEqual([40, 0])
  await store.close()
  const many = statementOf(1, Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, counted(n + 1)]))).text
  expect(many.match(/FROM "projects"/g)).toHaveLength(1)
})
