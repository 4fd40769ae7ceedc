import Database from 'better-sqlite3'
import { fc } from '#shared/testing/random.ts'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { many, one, page } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { storedRow, tableNames } from '#shared/model/tables.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import { engineContract } from '../../testing/engine-contract.ts'
import { storeContract } from '../../testing/store-contract.ts'
import { aBareProject, aPoolCode, aRequest, aTeam, aUser, putsOf, references } from '#shared/testing/samples.ts'
import type { Store } from '../store.ts'
import { CannotStart, StoreUnavailable } from '../unavailable.ts'
import { assertDurable, cacheFor } from './file.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import { verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const aFile = () => join(folder, `${++files}.sqlite`)

const write = (store: Store, changes: Change[]) =>
  store.transact({ reads: {} }, (_, version) => ({ changes, value: version }))
const inMemory = (options: Partial<SqliteOptions> = {}) => openSqlite({ path: ':memory:', ...options })
const sight = sightOf({ id: 1, teamId: 0 }, defaultOrganisation)
async function withReferences(): Promise<Store> {
  const store = inMemory()
  await write(store, putsOf(references))
  return store
}

engineContract('SQLite', () => {
  const store = inMemory()
  return Promise.resolve({
    read: (plan) => store.read(plan),
    write: async (changes) => void (await write(store, changes)),
    close: () => store.close(),
  })
})

storeContract('SQLite', () => Promise.resolve(inMemory()))

test('a database that would run without synchronous=FULL is not opened', () => {
  const db = new Database(':memory:')
  db.pragma('synchronous = NORMAL')
  expect(() => assertDurable(db)).toThrow('synchronous=FULL')
})

test('what is kept of a database in memory goes by the machine, and has its bounds', () => {
  const ofGigabytes = [0.25, 2, 24].map((memory) => cacheFor(memory * 1024 ** 3) / 1024)
  expect(ofGigabytes).toEqual([64, 128, 256])
})

test('an opened file is in WAL mode, and its tables are strict', async () => {
  const path = aFile()
  const store = openSqlite({ path })
  const reader = new Database(path, { readonly: true })
  expect(reader.pragma('journal_mode', { simple: true })).toBe('wal')
  const strict = reader.prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").all() as {
    name: string
    strict: number
  }[]
  for (const table of tableNames) expect(strict).toContainEqual({ name: table, strict: 1 })
  reader.close()
  await store.close()
})

test('what was acknowledged is there after the file is opened again, under the same epoch and version', async () => {
  const path = aFile()
  const first = openSqlite({ path })
  await write(first, putsOf(references))
  await write(first, [put('projects', aBareProject())])
  const { epoch } = await first.position()
  await first.close()
  const second = openSqlite({ path })
  expect(await second.position()).toEqual({ epoch, version: 2 })
  expect((await second.read({ reads: { row: one('projects', 40_000_001) } })).row?.name).toBe('T-40-1')
  await second.close()
})

test('a second process or a second open is refused in words', async () => {
  const path = aFile()
  const store = openSqlite({ path })
  expect(() => openSqlite({ path })).toThrow('already using')
  await store.close()
  await openSqlite({ path }).close()
})

test('a file that cannot be opened is named, and starting again changes nothing', () => {
  const path = aFile()
  mkdirSync(path)
  const failure = `${path} cannot be used (unable to open database file). It must be this user's to write.`
  expect(() => openSqlite({ path })).toThrow(new CannotStart(failure))
})

test('a demonstration database is never opened as a production one', async () => {
  const path = aFile()
  await openSqlite({ path, mode: 'demo' }).close()
  expect(() => openSqlite({ path, mode: 'production' })).toThrow('never mixed')
})

test('a row that points at nothing is refused, and only its own transaction fails', async () => {
  const store = await withReferences()
  const answers = await Promise.allSettled([
    write(store, [put('teams', aTeam({ id: 50 }))]),
    write(store, [put('projects', aBareProject({ teamId: 999 }))]),
    write(store, [put('teams', aTeam({ id: 51 }))]),
  ])
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const { teams } = await store.read({ reads: { teams: many('teams', { id: [50, 51] }) } })
  expect(teams.length).toBe(2)
})

test('rows of one transaction may point at each other in any order', async () => {
  const store = inMemory()
  await write(store, [put('users', aUser({ id: 5, teamId: 8 })), put('teams', aTeam({ id: 8, createdById: 5 }))])
  expect((await store.read({ reads: { user: one('users', 5) } })).user?.teamId).toBe(8)
})

test('a decision that throws takes back its own writes and nobody else’s', async () => {
  const store = await withReferences()
  const before = (await store.position()).version
  const bug = store.transact({ reads: {} }, (_, version) => {
    if (version > 0) throw new Error('a bug')
    return { changes: [put('teams', aTeam({ id: 60 }))], value: 0 }
  })
  const answers = await Promise.allSettled([
    write(store, [put('teams', aTeam({ id: 61 }))]),
    bug,
    write(store, [put('teams', aTeam({ id: 62 }))]),
  ])
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : (answer.reason as Error).message)),
  ).toEqual([before + 1, 'a bug', before + 2])
  expect((await store.position()).version).toBe(before + 2)
})

test('transactions that arrive together see each other’s writes in order', async () => {
  const store = await withReferences()
  const rename = () =>
    store.transact({ reads: { team: one('teams', 3) } }, ({ team }) => ({
      changes: [put('teams', { ...must(team), name: `${must(team).name}!` })],
      value: must(team).name,
    }))
  expect(await Promise.all([rename(), rename(), rename()])).toEqual(['Banking', 'Banking!', 'Banking!!'])
})

test('each transaction that writes gets the next version, one that writes nothing gets none', async () => {
  const store = inMemory()
  const heard: number[] = []
  const stop = store.onCommit((version) => heard.push(version))
  const nothing = () => store.transact({ reads: {} }, (_, version) => ({ changes: [], value: version }))
  expect(await write(store, [put('teams', aTeam())])).toBe(1)
  expect(await nothing()).toBe(2)
  expect(
    await Promise.all([write(store, [put('teams', aTeam())]), nothing(), write(store, [put('teams', aTeam())])]),
  ).toEqual([2, 3, 3])
  await new Promise(setImmediate)
  stop()
  await write(store, [put('teams', aTeam())])
  expect([(await store.position()).version, heard]).toEqual([4, [1, 3]])
})

test('a closed store says so as unavailable', async () => {
  const store = inMemory()
  await store.close()
  await expect(write(store, [])).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(store.read({ reads: {} })).rejects.toBeInstanceOf(StoreUnavailable)
  await store.close()
})

test('a removal is told once, and not any more when the row is back', async () => {
  const store = await withReferences()
  await write(store, [put('projects', aBareProject())])
  const after = (await store.position()).version
  await write(store, [remove('projects', 40_000_001), remove('projects', 12345)])
  expect((await store.changesSince({ after, sight, limit: 10 }))?.removed).toEqual({ projects: [40_000_001] })
  await write(store, [put('projects', aBareProject())])
  const page = must(await store.changesSince({ after, sight, limit: 10 }))
  expect([page.removed, page.rows.projects?.length, page.through, page.more]).toEqual([{}, 1, after + 2, false])
})

test('nothing new is an empty page up to the current version', async () => {
  const store = await withReferences()
  expect(await store.changesSince({ after: 1, sight, limit: 10 })).toEqual({
    rows: {},
    removed: {},
    moved: [],
    through: 1,
    newest: 1,
    more: false,
  })
})

test('changes in pages of any size add up to the rows a person may see', async () => {
  const commit = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      kind: fc.constantFrom('project', 'request', 'gone'),
      owner: fc.constantFrom(1, 2),
      complete: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(commit, { maxLength: 15 }), fc.integer({ min: 1, max: 7 }), async (commits, limit) => {
      const store = await withReferences()
      for (const steps of commits)
        await write(
          store,
          steps.map(({ id, kind, owner, complete }) =>
            kind === 'project'
              ? put('projects', aBareProject({ id, createdById: owner }))
              : kind === 'request'
                ? put('requests', aRequest({ id, createdById: owner, complete }))
                : remove('requests', id),
          ),
        )
      const rows = new Map<string, unknown>()
      let after = 0
      for (let more = true; more;) {
        const page = must(await store.changesSince({ after, sight, limit }))
        for (const [table, ids] of Object.entries(page.removed)) for (const id of ids) rows.delete(`${table} ${id}`)
        for (const [table, list] of Object.entries(page.rows))
          for (const row of list) rows.set(`${table} ${row.id}`, row)
        expect(page.through).toBeGreaterThan(after)
        after = page.through
        more = page.more
      }
      expect(after).toBe((await store.position()).version)
      const { projects, requests } = await store.read({
        reads: { projects: many('projects', {}), requests: many('requests', {}) },
      })
      const seen = [...rows.keys()].filter((key) => /^(projects|requests)/.test(key)).sort()
      const visible = requests.filter((row) => row.complete || row.createdById === 1)
      expect(seen).toEqual(
        [...projects.map((row) => `projects ${row.id}`), ...visible.map((row) => `requests ${row.id}`)].sort(),
      )
      await store.close()
    }),
    { numRuns: 40 },
  )
})

test('a first sync reads open taskings newest first and repeats nothing while others write', async () => {
  const store = await withReferences()
  for (let n = 1; n <= 10; n++)
    await write(store, [put('projects', aBareProject({ id: n })), put('projects', aBareProject({ id: 100 + n }))])
  const base = (await store.position()).version
  const seen: number[] = []
  let after: string | null = null
  do {
    const page = await store.newestProjects({ seen: [], base, part: 'open', closedSince: '', after, limit: 3 })
    seen.push(...page.projects.map((row) => row.id))
    after = page.next
    await write(store, [put('projects', aBareProject({ id: 1, description: `changed ${seen.length}` }))])
  } while (after)
  expect(seen.length).toBe(new Set(seen).size)
  expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2].flatMap((n) => [100 + n, n]).concat(101))
  const { projects } = await store.newestProjects({
    seen: [],
    base: base + 99,
    part: 'open',
    closedSince: '',
    after: null,
    limit: 1,
  })
  expect(storedRow('projects', must(projects[0]))).toEqual(
    aBareProject({ id: 1, description: projects[0]?.description ?? '' }),
  )
})

test('closed taskings come by closing date, back to the day that was asked for', async () => {
  const store = await withReferences()
  const closed = (id: number, completedDate: string) =>
    put('projects', aBareProject({ id, completed: true, completedDate }))
  await write(store, [
    closed(1, '2026-01-01T00:00:00.000Z'),
    closed(2, '2026-02-01T00:00:00.000Z'),
    closed(3, '2026-02-01T00:00:00.000Z'),
    closed(4, '2025-01-01T00:00:00.000Z'),
    put('projects', aBareProject({ id: 5 })),
  ])
  const options = { seen: [], base: 99, part: 'closed', closedSince: '2025-06-01', limit: 2 } as const
  const first = await store.newestProjects({ ...options, after: null })
  const second = await store.newestProjects({ ...options, after: first.next })
  expect([first.projects.map((row) => row.id), second.projects.map((row) => row.id), second.next]).toEqual([
    [3, 2],
    [1],
    null,
  ])
  const again = await store.newestProjects({ ...options, after: 'rubbish' })
  expect(again.projects.length).toBe(2)
})

test('a newer database is refused by an older server', async () => {
  const path = aFile()
  const step = { about: 'a newer version came', run: () => undefined }
  await openSqlite({ path, migrations: [step] }).close()
  expect(() => openSqlite({ path, migrations: [] })).toThrow('newer version of Fieldpost')
})

test('a column that this version does not know is refused as newer', async () => {
  const path = aFile()
  await openSqlite({ path }).close()
  const db = new Database(path)
  db.exec('ALTER TABLE teams ADD COLUMN colour TEXT')
  db.close()
  expect(() => openSqlite({ path })).toThrow('teams.colour')
})

test('a migration runs once, after a copy of the file was made', async () => {
  const path = aFile()
  const store = openSqlite({ path, migrations: [] })
  await write(store, putsOf(references))
  await store.close()
  let runs = 0
  const rename = {
    about: 'teams shout',
    run: (db: Database.Database) => void (runs++, db.exec('UPDATE teams SET name = upper(name)')),
  }
  for (let start = 0; start < 2; start++) {
    const migrated = openSqlite({ path, migrations: [rename] })
    expect((await migrated.read({ reads: { team: one('teams', 3) } })).team?.name).toBe('BANKING')
    await migrated.close()
  }
  expect([runs, existsSync(`${path}.before-1`)]).toEqual([1, true])
})

test('a missing column and index are added from the model, derived columns filled, in many rows as in one', async () => {
  const path = aFile()
  const store = openSqlite({ path })
  const others = Array.from({ length: 2_500 }, (_, n) => put('poolCodes', aPoolCode({ id: 3 + n, poolCode: `X-${n}` })))
  await write(store, [...putsOf(references), ...others, put('projects', aBareProject())])
  await store.close()
  const db = new Database(path)
  db.exec('DROP INDEX "poolCodes_codeKey"')
  db.exec('CREATE INDEX "projects_formerly" ON projects (createDate)')
  const indexes = indexesOf(db)
  db.exec('ALTER TABLE poolCodes DROP COLUMN codeKey')
  db.exec('ALTER TABLE projects DROP COLUMN cancelReason')
  db.close()
  const again = openSqlite({ path })
  const found = await again.read({
    reads: { pools: many('poolCodes', { codeKey: ['bk-100', 'x-2499'] }), project: one('projects', 40_000_001) },
  })
  expect([found.pools.length, found.project?.cancelReason]).toEqual([2, ''])
  await again.close()
  const now = new Database(path)
  expect(indexesOf(now)).toEqual(
    indexes
      .filter((name) => name !== 'projects_formerly')
      .concat('poolCodes_codeKey')
      .sort(),
  )
  now.close()
})
const indexesOf = (db: Database.Database) =>
  db.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name").pluck().all()

test('full text that is missing is made at the next start, and told when it does not fit the rows', async () => {
  const path = aFile()
  const store = openSqlite({ path })
  const rows = Array.from({ length: 30 }, (_, n) =>
    aBareProject({ id: n + 1, description: `Part ${n} ${'ä'.repeat(n * 500)}` }),
  )
  await write(store, [...putsOf(references), ...rows.map((row) => put('projects', row))])
  await write(store, [
    ...rows.slice(0, 20).map((row) => put('projects', { ...row, description: 'Renewed' })),
    remove('projects', 30),
  ])
  await store.close()
  const damage = (sql: string) => {
    const db = new Database(path)
    db.exec(sql)
    try {
      verify(db)
      return ''
    } catch (error) {
      return (error as Error).message
    } finally {
      db.close()
    }
  }
  const search = async () => {
    const again = openSqlite({ path })
    const { found } = await again.read({ reads: { found: page('projects', [{}], { words: 'renewed', number: 1 }) } })
    await again.close()
    return found.totalItems
  }
  const sound = damage('')
  const broken = [
    damage("UPDATE projects SET description = 'Other' WHERE id = 7"),
    damage("UPDATE projects SET description = 'Renewed' WHERE id = 7; DELETE FROM projects_words WHERE rowid = 7"),
    damage("INSERT INTO projects_words (rowid, words) VALUES (7, ' renewed'), (99, ' renewed')"),
  ]
  expect([sound, ...broken.map((message) => message.includes('The full text of projects'))]).toEqual([
    '',
    true,
    true,
    true,
  ])
  expect(await search()).toBe(21)
  expect(damage("DELETE FROM meta WHERE key = 'words'; DROP TABLE projects_words")).toBe('')
  expect(await search()).toBe(20)
  expect(damage('')).toBe('')
})

test('a row that others point at by its code keeps them when it is saved, and gives up none when the code is changed', async () => {
  const store = await withReferences()
  await write(store, [put('projects', aBareProject())])
  const change = (row: Parameters<typeof aPoolCode>[0]) => write(store, [put('poolCodes', aPoolCode(row))])
  await change({ actual: 250, poolCode: 'BK-100' })
  await expect(change({ poolCode: 'BK-300' })).rejects.toThrow('FOREIGN KEY')
  await write(store, [
    put('poolCodes', aPoolCode({ poolCode: 'BK-300' })),
    put('projects', aBareProject({ poolCode: 'BK-300' })),
  ])
  await change({ id: 5, poolCode: 'BK-400' })
  await expect(change({ id: 6, poolCode: 'BK-400' })).rejects.toThrow('UNIQUE')
  const { pools } = await store.read({ reads: { pools: many('poolCodes', { projectTypeId: 1 }) } })
  expect(pools.map(({ id, poolCode, codeKey, actual }) => [id, poolCode, codeKey, actual])).toEqual([
    [1, 'BK-300', 'bk-300', 0],
    [2, 'BK-200', 'bk-200', 0],
    [4, 'BK-OLD', 'bk-old', 0],
    [5, 'BK-400', 'bk-400', 0],
  ])
})
