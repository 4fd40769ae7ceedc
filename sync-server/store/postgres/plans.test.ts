import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { put } from '#shared/kernel/change.ts'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery } from '#shared/kernel/query.ts'
import { many, type Read } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { queries } from '#shared/queries/index.ts'
import { aBareProject, aUser, putsOf, references } from '#shared/testing/samples.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { checkSql } from './check.ts'
import { openPostgres } from './postgres.ts'
import { sqlFromRead, type Sql } from './reads.ts'

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
    'version', n + 1, 'requestId', NULL, 'assigneeId', CASE WHEN n % 500 = 0 THEN 1 END, 'createdById', CASE WHEN n % 500 = 0 THEN 1 END
  ))).* FROM projects p, generate_series(1, ${TASKINGS}) n;
  INSERT INTO changed SELECT org, 'projects', id, version FROM projects ON CONFLICT DO NOTHING;
  ANALYZE`

beforeAll(async () => {
  const store = await openPostgres({ url })
  const changes = [...putsOf(references), put('projects', aBareProject())]
  await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
  await store.close()
  await client.connect()
  await client.query(grown)
}, 60_000)

/** The tables that a statement walks through from one end to the other. */
async function walked({ text, values }: Sql): Promise<string[]> {
  let count = 0
  const numbered = text.replace(/\?/g, () => `$${++count}`)
  const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${numbered}`, [...values])
  return rows.flatMap((row) => /Seq Scan on "?(projects|changed)"?/.exec(row['QUERY PLAN'] ?? '')?.[1] ?? [])
}

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
