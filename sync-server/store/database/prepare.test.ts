import { afterAll, describe, expect, test } from 'vitest'
import { many, page } from '#shared/kernel/reads.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { openStore, prepareHome } from '../open.ts'
import { CannotStart, StoreUnavailable } from '../unavailable.ts'
import { withDatabase } from './client.ts'
import { prepareDatabase } from './prepare.ts'
import { steps, type Step } from './steps.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

const sql = <T>(url: string, text: string): Promise<T[]> =>
  withDatabase(url, async (client) => (await client.query(text)).rows as T[])
const homeIn = (url: string) => ({ url, org: 1, requireReplica: false })
const failureOf = (url: string, list?: readonly Step[]): Promise<unknown> =>
  prepareDatabase(url, list).then(
    () => null,
    (error: unknown) => error,
  )

describe('a database of PostgreSQL', () => {
  const aDatabase = () => postgres.database()
  const anEmpty = async () => {
    const url = await aDatabase()
    await sql(url, 'DROP SCHEMA public CASCADE')
    await sql(url, 'CREATE SCHEMA public')
    return url
  }

  test('of eight processes that start at the same time one makes the tables, and all of them work', async () => {
    const url = await anEmpty()
    await Promise.all(Array.from({ length: 8 }, () => prepareHome(homeIn(url))))
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(homeIn(url), {})))
    expect(new Set(await Promise.all(stores.map(async (store) => (await store.position()).epoch))).size).toBe(1)
    expect(await sql(url, 'SELECT step, needs FROM steps')).toEqual([{ step: steps.length, needs: 1 }])
    await Promise.all(stores.map((store) => store.close()))
  })

  test('one that was made before steps were counted is at the first', async () => {
    const url = await aDatabase()
    await prepareDatabase(url)
    expect(await sql(url, 'SELECT step, needs FROM steps')).toEqual([{ step: steps.length, needs: 1 }])
  })

  const expand: Step = { about: 'A flag.', sql: () => ['ALTER TABLE countries ADD COLUMN flag text'], needs: 1 }
  const contract: Step = {
    about: 'No flag.',
    sql: () => ['ALTER TABLE countries DROP COLUMN flag'],
    needs: steps.length + 2,
  }

  test('a step is added while an older process works, and it goes on; another one of its release starts, too', async () => {
    const url = await anEmpty()
    await prepareDatabase(url)
    const older = await openStore(homeIn(url), {})
    const before = (await older.position()).version
    const find = () => older.read({ reads: { found: page('projects', [{}], { words: 'flag', number: 1, size: 10 }) } })
    // Asked twice it is kept prepared, by a database that would not carry it out over other columns.
    for (let n = 0; n < 3; n++) await find()
    await prepareDatabase(url, [...steps, expand])
    expect((await find()).found.totalItems).toBe(0)
    const written = { id: 7, name: 'a', value: 1 }
    await older.transact({ reads: {} }, () => ({
      changes: [{ kind: 'put', table: 'counters', row: written }],
      value: 0,
    }))
    expect((await older.position()).version).toBe(before + 1)
    expect(await failureOf(url)).toBeNull()
    expect(await sql(url, 'SELECT step, needs FROM steps')).toEqual([{ step: steps.length + 1, needs: 1 }])
    await older.close()
  })

  test('where an older process that writes is in the way of a step, and it in its, the step is taken all the same', async () => {
    const url = await anEmpty()
    await prepareDatabase(url)
    const lock = (table: string) => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`
    const both: Step = {
      about: 'Two tables.',
      sql: () => [lock('countries'), lock('teams'), ...expand.sql()],
      needs: 1,
    }
    await withDatabase(url, async (older) => {
      // The other one is the first to notice, and so the one that gives way.
      await older.query("SET deadlock_timeout = '20s'")
      await older.query('BEGIN')
      await older.query('LOCK TABLE teams IN ROW EXCLUSIVE MODE')
      const taking = failureOf(url, [...steps, both])
      const isWaiting = async () =>
        (await sql<{ n: number }>(url, 'SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted'))[0]?.n
      await expect.poll(isWaiting).toBe(1)
      await older.query('LOCK TABLE countries IN ROW EXCLUSIVE MODE')
      await older.query('COMMIT')
      expect(await taking).toBeNull()
    })
    expect(await sql(url, 'SELECT step, needs FROM steps')).toEqual([{ step: steps.length + 1, needs: 1 }])
  })

  test('an index that the model names no more goes and a new one comes, while an older process works', async () => {
    const url = await anEmpty()
    await prepareDatabase(url)
    const older = await openStore(homeIn(url), {})
    const indexes = () =>
      sql<{ made: string }>(
        url,
        'SELECT indexdef AS made FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1',
      )
    const made = await indexes()
    for (const change of [
      'CREATE INDEX "files_createdById_createDate_size_stored" ON files (org, "createdById", "createDate", size, stored, id)',
      'CREATE INDEX "projects_taskId" ON projects (org, "taskId")',
      'DROP INDEX "projects_taskId_phase"',
      'CREATE INDEX "projects_modifiedDate" ON projects (org, "modifiedDate" NULLS FIRST, id NULLS FIRST)',
      'CREATE INDEX "projects_poolCode_phase_closedDate_actualCost" ON projects (org, "poolCode", phase, "closedDate", "actualCost", id)',
      'DROP INDEX "projects_poolCode_phase_closedDate_actualCost_dueDate_taskingCostEstimate_initialCostEstimate"',
      'DROP INDEX "projects_modifiedDate_id_advisorId_countryId_assigneeId_teamId_bocId_phase_urgency_createdById"',
      'UPDATE steps SET step = 5',
    ])
      await sql(url, change)
    await prepareDatabase(url)
    expect(await indexes()).toEqual(made)
    const { count } = await older.read({ reads: { count: many('files', { createdById: 7 }) } })
    expect(count).toEqual([])
    await older.close()
  })

  test('a release that cannot work with what a later step took away is refused at the start, and the newer is not', async () => {
    const url = await anEmpty()
    const newer = [...steps, expand, contract]
    await prepareDatabase(url, newer)
    expect(await failureOf(url)).toBeInstanceOf(CannotStart)
    expect(await failureOf(url, [...steps, expand])).toMatchObject({
      message: expect.stringContaining('newer version') as string,
    })
    expect(await failureOf(url, newer)).toBeNull()
  })

  test('one that lacks what the model has, and no step adds, is refused before anybody is served', async () => {
    const url = await anEmpty()
    await prepareDatabase(url)
    await sql(url, 'ALTER TABLE counters DROP COLUMN value')
    expect(await failureOf(url)).toMatchObject({ message: expect.stringContaining('has no counters.value') as string })
  })

  test('a step that fails leaves the database as it was', async () => {
    const url = await anEmpty()
    const broken: Step = {
      about: 'Broken.',
      sql: () => ['CREATE TABLE fine (a int)', 'ALTER TABLE nowhere ADD a int'],
      needs: 1,
    }
    expect(await failureOf(url, [...steps, broken])).toMatchObject({
      message: expect.stringContaining('"Broken."') as string,
    })
    expect(await sql(url, "SELECT to_regclass('fine') AS fine, to_regclass('organisations') AS tables")).toEqual([
      { fine: null, tables: null },
    ])
  })

  test('what a database lacks is said in a sentence, and never the password', async () => {
    const url = await anEmpty()
    const [{ name } = { name: '' }] = await sql<{ name: string }>(url, 'SELECT current_database() AS name')
    const role = `guest_${name.slice(-8)}`
    await sql(url, `CREATE ROLE ${role} LOGIN PASSWORD 'hidden-word'`)
    const asGuest = Object.assign(new URL(url), { username: role, password: 'hidden-word' }).toString()
    const said = async (address: string) => ((await failureOf(address)) as Error).message
    expect(await said(asGuest)).toContain('may not create tables')
    await sql(url, `GRANT USAGE, CREATE ON SCHEMA public TO ${role}`)
    expect(await said(asGuest)).toContain('CREATE EXTENSION pg_trgm')
    await sql(url, 'CREATE EXTENSION pg_trgm')
    expect(await failureOf(asGuest)).toBeNull()
    const nowhere = Object.assign(new URL(asGuest), { pathname: '/nowhere' }).toString()
    expect(await failureOf(nowhere)).toBeInstanceOf(StoreUnavailable)
    expect(await said(nowhere)).toMatch(/^The database of DATABASE_URL cannot be reached \((?!.*hidden-word)/)
  })
})
