import Database from 'better-sqlite3'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { commands } from '#shared/commands/index.ts'
import { put, remove } from '#shared/kernel/change.ts'
import { contextAt, planOf } from '#shared/kernel/command.ts'
import { planOfQuery, type AnyQuery } from '#shared/kernel/query.ts'
import { many, seenBy, type Read, type Tally } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { tabsOf } from '#shared/model/status.ts'
import type { User } from '#shared/model/reference.ts'
import { projectChildren, requestChildren, tableNames, type TableName } from '#shared/model/tables.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { queries } from '#shared/queries/index.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import { aUser, rowOf } from '#shared/testing/samples.ts'
import { prune } from '../../operations/prune.ts'
import { readAddresses } from '../../testing/addresses.ts'
import { everyRole, restServer, roleNames, type RestServer } from '../../testing/rest.ts'
import type { Sql } from '../columns.ts'
import { changesSinceSql } from './changes-since.ts'
import { migrate } from './migrations.ts'
import { newestProjectsSql } from './newest-projects.ts'
import { sqlFromRead, talliesSql } from './sql-from-reads.ts'

/**
 * At a million taskings no statement may walk through a table that grows with the work. Every statement that the server
 * prepares while it is asked everything is explained by SQLite itself, over the real schema.
 */

/** Lists that are read whole: tens or hundreds of rows, as many as the organisation has people, places and kinds of work. */
const shortLists = [
  'countries',
  'teams',
  'users',
  'advisors',
  'services',
  'subservices',
  'deliverableTemplates',
  'projectTypes',
  'poolCodes',
]
/** What is no table of ours: the schema itself, and values that a statement brings along. */
const noTables = ['sqlite_master', 'pragma_table_info', 'json_each', 'CONSTANT', 'given']
/** Whether a new row is owed to one that points at it already is asked only while one is owed: parents are written first. */
const isNewInShortList = (text: string): boolean =>
  shortLists.some((table) => text.startsWith(`INSERT INTO "${table}"`))

const statements = new Set<string>()
const prepare = Database.prototype.prepare
/** Another database of the same schema, only to explain over. */
const db = new Database(':memory:')
let server: RestServer

beforeAll(async () => {
  migrate(db, { mode: 'demo' })
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
    statements.add(text)
    return prepare.call(this, text)
  })
  server = await restServer({ seed: 'demo' })
}, 120_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  db.close()
})

/** The tables that a statement walks through from one end, indexes included; what grows from such a list must be found by a key. */
function scansOf(text: string): string[] {
  const nulls = Array.from(text.match(/\?/g) ?? [], () => null)
  return planOfSql(text, nulls)
    .filter((detail) => !isFullText.test(detail))
    .map((detail) => /^SCAN (\S+)/.exec(detail)?.[1])
    .filter((table): table is string => table !== undefined && !noTables.includes(table))
}

/** Full text is asked for words, among some ids or all; whatever else is done with it is a walk. */
const isFullText = /^SCAN \w+_words VIRTUAL TABLE INDEX 0:=?M1[<>]*$/

function planOfSql(text: string, values: readonly unknown[]): string[] {
  const explain: Database.Statement<unknown[]> = prepare.call(db, `EXPLAIN QUERY PLAN ${text}`)
  return explain.all(...values).map((step) => (step as { detail: string }).detail)
}

/** Statements prepared since the last time that walk through what grows. Each is prepared once, so each is told once. */
function newScans(): string[] {
  const texts = [...statements].filter((text) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(text))
  statements.clear()
  explained += texts.length
  return texts.filter(
    (text) => !isNewInShortList(text) && !isLook(text) && scansOf(text).some((table) => !shortLists.includes(table)),
  )
}
/** Rows in the order of an index, one after the other, and no more than so many; it is asked where that many hits soon fill a page. */
const isLook = (text: string): boolean =>
  / INDEXED BY "projects_modifiedDate_[^"]*" WHERE .* ORDER BY "modifiedDate" DESC, id DESC LIMIT \d+$/.test(text)
let explained = 0

const restricted = { ...defaultOrganisation, restrictTeamVisibility: true }

/** One of each role, and each of them as somebody of a team, where that limits what they see. */
async function everySight() {
  const people = await everyone()
  return people.flatMap((user) => [
    { user, sight: sightOf(user, defaultOrganisation) },
    { user, sight: sightOf({ ...user, teamId: 3 }, restricted) },
  ])
}

async function everyone(): Promise<User[]> {
  const { users } = await server.store.read({ reads: { users: many('users', {}) } })
  return roleNames.map((role) => must(users.find((user) => user.email.startsWith(`${everyRole[role]}@`))))
}

test('a statement that walks through the taskings is found, through an index too', () => {
  expect(scansOf('SELECT * FROM projects WHERE description = ?')).toEqual(['projects'])
  expect(scansOf('SELECT phase FROM projects ORDER BY phase')).toEqual(['projects'])
  expect(scansOf('SELECT * FROM teams')).toEqual(['teams'])
  expect(scansOf('SELECT rowid FROM projects_words')).toEqual(['projects_words'])
  expect(scansOf('SELECT rowid FROM projects_words WHERE projects_words MATCH ?')).toEqual([])
  expect(scansOf('SELECT * FROM projects WHERE id IN (SELECT value FROM json_each(?))')).toEqual([])
})

/** By which columns an index narrows each list: all that its question says, except where the rest leaves a few rows out. */
const lists: [question: string, input: object, narrowed: Record<string, string>][] = [
  [
    'overview',
    { teamId: 0 },
    { inProgress: 'phase', overdue: 'phase dueDate', completed: 'phase completedDate', requests: 'phase' },
  ],
  [
    'overview',
    { teamId: 3 },
    {
      inProgress: 'teamId phase',
      overdue: 'teamId phase dueDate',
      completed: 'teamId phase completedDate',
      requests: 'teamId phase',
    },
  ],
  [
    'dashboardTab',
    { tab: 'mine', teamId: 0, userId: 1 },
    { rows: 'assigneeId phase', also: 'createdById phase', rest: 'createdById phase' },
  ],
  ['dashboardTab', { tab: 'team', teamId: 3, userId: 1 }, { rows: 'teamId phase' }],
  ['dashboardTab', { tab: 'interim', teamId: 0, userId: 1 }, { rows: 'phase' }],
  ['dashboardTab', { tab: 'interim', teamId: 3, userId: 1 }, { rows: 'teamId phase' }],
  ['dashboardTab', { tab: 'cor', teamId: 0, userId: 1 }, { rows: 'phase' }],
  ['dashboardTab', { tab: 'cor', teamId: 3, userId: 1 }, { rows: 'teamId phase' }],
  ['dashboardTab', { tab: 'acceptance', teamId: 0, userId: 1 }, { rows: 'phase', also: 'phase' }],
  ['dashboardTab', { tab: 'acceptance', teamId: 3, userId: 1 }, { rows: 'teamId phase', also: 'teamId phase' }],
  ['dashboardTab', { tab: 'denied', teamId: 0, userId: 1 }, { rows: 'phase deniedDate' }],
  ['dashboardTab', { tab: 'denied', teamId: 3, userId: 1 }, { rows: 'phase deniedDate' }],
  ['dashboardTab', { tab: 'dueSoon', teamId: 0, userId: 1 }, { rows: 'phase dueDate' }],
  ['dashboardTab', { tab: 'dueSoon', teamId: 3, userId: 1 }, { rows: 'teamId phase dueDate' }],
  ['dashboardTab', { tab: 'accepted', teamId: 0, userId: 1 }, { rows: 'phase acceptedDate' }],
  ['dashboardTab', { tab: 'accepted', teamId: 3, userId: 1 }, { rows: 'phase acceptedDate' }],
  ['recentlyCompleted', { teamId: 0 }, { rows: 'phase completedDate' }],
  ['recentlyCompleted', { teamId: 3 }, { rows: 'teamId phase completedDate' }],
  [
    'statistics',
    { userId: 1 },
    {
      'assigned open': 'assigneeId createDate',
      'assigned completed': 'assigneeId createDate',
      'made open': 'createdById createDate',
      'made completed': 'createdById createDate',
      'both open': 'createdById createDate',
      'both completed': 'createdById createDate',
    },
  ],
  ['statistics', { teamId: 3 }, { 'team open': 'teamId createDate', 'team completed': 'teamId phase completedDate' }],
  ['myRequests', {}, { latest: 'createdById', open: 'createdById phase' }],
  ['drafts', {}, { requests: 'draftOf' }],
  ['requestProjects', { id: 1 }, { projects: 'requestId' }],
  ['requestSummary', { id: 1 }, { projects: 'requestId', files: 'requestId', revisions: 'requestId' }],
  ['userDetail', { id: 1 }, { openTaskings: 'assigneeId phase' }],
  ['subserviceDetail', { id: 1 }, { openTaskings: 'taskId phase' }],
  [
    'projectDetail',
    { id: 1 },
    {
      approvals: 'projectId',
      amendments: 'projectId',
      comments: 'projectId',
      deliverables: 'projectTaskId',
      deliverableComments: 'projectId',
      ownFiles: 'projectId',
    },
  ],
]

test.each(lists)('%s %j is narrowed by its index', (name, input, narrowed) => {
  const context = contextAt(aUser(), '2026-03-10T12:00:00.000Z', defaultOrganisation)
  const { reads } = planOfQuery(must(queries.get(name)), input, context)
  const found = Object.keys(narrowed).map((part) => {
    const read = must(reads[part])
    const statements =
      read.kind === 'tally' ? read.by.flatMap((column) => talliesSql(read, column)) : [sqlFromRead(read as Read)]
    const columns = statements.map(({ text, values }) => {
      const search = planOfSql(text, values).find((detail) => detail.startsWith('SEARCH'))
      return /USING (?:COVERING )?INDEX \S+ \((.*)\)/.exec(search ?? '')?.[1]?.match(/\w+(?=[=<>])/g)
    })
    return [part, [...new Set(columns.map((names) => [...new Set(names)].join(' ')))].join(' or ')]
  })
  expect(Object.fromEntries(found)).toEqual(narrowed)
})

test('the year of Funding and the months of work tell their tallies in an index alone, stretch by stretch', () => {
  const context = contextAt(aUser(), '2026-03-10T12:00:00.000Z', defaultOrganisation)
  const query = must(queries.get('fundingYear'))
  const input = { active: true, teamId: -1 }
  const type = { ...rowOf('projectTypes', { id: 1 }), active: true }
  const code = (id: number) => ({ ...rowOf('poolCodes', { id, projectTypeId: 1, poolCode: `BK-${id}` }), active: true })
  const found = { types: [type], codes: [code(1), code(2)] }
  const { closed, open } = must(query.follow)(found, input, context)
  const planOf = (statements: readonly Sql[]) =>
    [...new Set(statements.flatMap(({ text, values }) => planOfSql(text, values)))].filter((detail) =>
      detail.includes('projects'),
    )
  const stretches = (columns: string) =>
    [`${columns}>? AND ${columns.split(' ').at(-1)}<?`, `${columns}>?`].map(
      (terms) =>
        expect.stringMatching(
          `^SEARCH projects USING COVERING INDEX \\S+ \\(${terms.replaceAll('?', '\\?')}\\)$`,
        ) as unknown,
    )
  expect(planOf(talliesSql(closed as Tally, 'closedDate'))).toEqual(stretches('poolCode=? AND phase=? AND closedDate'))
  const months = must(queries.get('monthsOfWork'))
  const { created, completed } = must(months.follow)(
    { teams: [rowOf('teams', { id: 1 }), rowOf('teams', { id: 2 })] },
    { teamId: 0 },
    context,
  )
  expect(planOf(talliesSql(created as Tally, 'createDate'))).toEqual(stretches('teamId=? AND createDate'))
  expect(planOf(talliesSql(completed as Tally, 'completedDate'))).toEqual(
    stretches('teamId=? AND phase=? AND completedDate'),
  )
  expect(planOf([sqlFromRead(open as Read)])).toEqual([
    expect.stringMatching(/^SEARCH projects USING COVERING INDEX \S+ \(poolCode=\? AND phase=\?\)$/),
  ])
})

test('whoever sees a part of the taskings is answered from what is theirs, and not from all there are', () => {
  const context = contextAt(aUser({ id: 7, teamId: 3 }), '2026-03-10T12:00:00.000Z', restricted)
  const sight = sightOf(context.actor, restricted)
  const organisationWide = lists.filter(([, input]) => (input as { teamId?: number }).teamId === 0)
  const leading = organisationWide.flatMap(([name, input]) => {
    const { reads } = seenBy(planOfQuery(must(queries.get(name)), input, context), sight)
    return Object.values(reads).flatMap((read) => {
      const { text, values } = sqlFromRead(read as Read)
      const found = planOfSql(text, values).filter((detail) => detail.startsWith('SEARCH projects'))
      return found.map((detail) => /INDEX \S+ \((\w+)/.exec(detail)?.[1])
    })
  })
  expect(leading.length).toBeGreaterThan(30)
  expect(new Set(leading)).toEqual(new Set(['teamId', 'assigneeId', 'createdById']))
})

test('opening a database, and all that the demonstration did', () => {
  expect(newScans()).toEqual([])
})

/** No address asks these: a device has few enough rows to look at each. */
const askedOnDevices = ['findCounts', 'dueTaskings']

test('every question of the screens, by everybody', async () => {
  for (const { user, sight } of await everySight()) {
    const context = contextAt(user, server.clock.now(), server.server.organisation)
    const asked = (query: AnyQuery, input: object) =>
      server.store.read(seenBy(planOfQuery(query, input, context), sight))
    for (const query of queries.values())
      if (!askedOnDevices.includes(query.name))
        for (const input of inputsOf(query.input)) await asked(query, input as object)
    const tabs = [0, 3].flatMap((teamId) => tabsOf(teamId).map(({ name }) => ({ tab: name, teamId, userId: user.id })))
    for (const input of tabs) await asked(must(queries.get('dashboardTab')), input)
  }
  expect(newScans()).toEqual([])
})

test('every address that answers a question, by everybody, narrowed and not', async () => {
  const addresses = readAddresses(server.lines).map((path) => path.slice(1))
  expect(addresses.length).toBeGreaterThan(40)
  const search = 'page=1&active=true&team=3&boc=1&task=101&term=bank&status=0,4&country=1&teams=3&assignee=1'
  const { request, project, deliverable, comment } = await oneOfEach()
  const ids: Record<string, number> = {
    requests: request,
    projects: project,
    deliverables: deliverable,
    comments: comment,
  }
  for (const who of Object.values(everyRole))
    for (const address of addresses) {
      const room = address.includes('projects/deliverables') ? 'deliverables' : must(address.split('/')[0])
      const path = address
        .replace(':status', '2')
        .replace(':poolCode', 'BK-100')
        .replace(/:\w+/, String(ids[room] ?? 1))
      for (const asked of [path, `${path}?${search}`, `${path}?term=bank`])
        expect((await server.get(who, asked)).status).toBeLessThan(500)
    }
  expect(newScans()).toEqual([])
})

test('what every command looks at, whoever gives it', async () => {
  for (const { user, sight } of await everySight())
    for (const command of commands.values())
      for (const input of inputsOf(command.input)) await server.store.read(seenBy(planOf(command, input, user), sight))
  expect(newScans()).toEqual([])
})

test('writing and removing a row of any table, and what SQLite asks of those that point at it', async () => {
  const kept = await server.store.read({
    reads: Object.fromEntries(tableNames.map((table) => [table, many(table, {}, { limit: 1 })])),
  })
  statements.clear()
  for (const table of tableNames)
    await server.store.transact({ reads: {} }, () => ({
      changes: [
        ...must(kept[table]).map((row) => put(table, row as never)),
        ...(isEverRemoved(table) ? [remove(table, 999_999_999)] : []),
      ],
      value: 0,
    }))
  expect(newScans()).toEqual([])
})

test('signing in, being refused, being invited, choosing a password, signing out', async () => {
  const login = (password: string) => server.post('ada', 'login', { email: 'ana@fieldpost.example', password })
  await login('wrong')
  await login('fieldpost-demo')
  const invited = { fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' }
  const { body } = await server.post('ada', 'resources/users?invite=true', invited)
  const { link } = body.invitation as { link: string }
  await server.post('ada', 'login/accept', { token: link.split('token=')[1], password: 'a good long password' })
  await server.post('fin', 'logout', {})
  expect(newScans()).toEqual([])
})

test('rounds of somebody who sees a part, of a new device and one that has been away', async () => {
  const part = await restServer({ seed: 'none', store: server.store, organisation: restricted })
  const round = (device: number, cursor: string | null) =>
    part
      .post('pete', 'sync', { protocol: PROTOCOL, device, cursor, from: 1, calls: [], limit: 20 })
      .then(({ body }) => body as unknown as { device: number; cursor: string; more?: boolean })
  let page = await round(0, null)
  const { device } = page
  for (let n = 0; n < 200 && page.more; n++) page = await round(device, page.cursor)
  const [epoch, version] = page.cursor.split('.')
  const { projects } = await server.store.read({ reads: { projects: many('projects', { teamId: 3 }, { limit: 2 }) } })
  const moves = projects.map((row, n) => put('projects', { ...row, teamId: 4, assigneeId: n === 0 ? 5 : 0 }))
  await server.store.transact({ reads: {} }, () => ({ changes: moves, value: 0 }))
  await round(device, `${epoch}.${Number(version) - 50}`)
  await part.get('pete', `sync/taskings/${must(projects[0]).id}`)
  expect(newScans()).toEqual([])
})

test('rounds of a new device, one that has been away, a copy, and one from before a restore', async () => {
  const round = (device: number, cursor: string | null, calls: object[] = [], from = 1) =>
    server
      .post('ana', 'sync', { protocol: PROTOCOL, device, cursor, from, calls, limit: 20 })
      .then(({ body }) => body as unknown as { device: number; cursor: string; more?: boolean })
  let page = await round(0, null)
  const { device } = page
  for (let n = 0; n < 200 && page.more; n++) page = await round(device, page.cursor)
  const [epoch, version] = page.cursor.split('.')
  await round(device, `${epoch}.${Number(version) - 50}`)
  const { project } = await oneOfEach()
  const input = { id: device * 1_000_000 + 1, projectId: project, comment: 'Measured, not guessed' }
  const call = { seq: 1, id: 'aGk3bDkTn2kQx81_', name: 'addComment', input, at: server.clock.now() }
  await round(device, page.cursor, [call])
  await round(device, page.cursor, [{ ...call, id: 'anotherCallOfACopy' }])
  await round(device + 1_000, 'another.1')
  await server.get('ana', `sync/taskings/${project}`)
  expect(newScans()).toEqual([])
})

test('forgetting what is old', async () => {
  server.clock.advance(365 * 86_400_000)
  await prune(server.server)
  server.clock.advance(-365 * 86_400_000)
  expect(newScans()).toEqual([])
})

test('the belongings of a tasking and of a request are found by what they belong to', () => {
  for (const [table, column] of [...Object.entries(projectChildren), ...Object.entries(requestChildren)])
    expect(scansOf(`SELECT * FROM "${table}" WHERE "${column}" = ?`), `${table}.${column}`).toEqual([])
})

test('neither a first sync nor a pull sorts the taskings', () => {
  const plans: string[] = []
  const explain = (text: string, values: readonly unknown[]) => {
    plans.push(planOfSql(text, values).join('; '))
    return []
  }
  const sights = [defaultOrganisation, restricted].map((organisation) => sightOf({ id: 1, teamId: 3 }, organisation))
  for (const sight of sights)
    for (const part of ['open', 'closed'] as const)
      for (const after of [null, JSON.stringify([part === 'open' ? 5 : '2026-01-01', 5])])
        newestProjectsSql((_, text, values) => explain(text, values), {
          seen: sight('projects'),
          base: 9,
          part,
          closedSince: '2025-01-01',
          after,
          limit: 10,
        })
  const explaining = (text: string) => ({
    get: (...values: unknown[]) => explain(text, values)[0],
    all: (...values: unknown[]) => explain(text, values),
  })
  const engine = {
    prepare: explaining as never,
    rowsOf: (_: TableName, text: string, values: readonly unknown[]) => explain(text, values),
    version: 9,
    news: 9,
    newest: () => 9,
    removals: { newest: () => 9, between: () => [], movedBetween: () => [] },
  }
  for (const sight of sights) changesSinceSql(engine, { after: 3, sight, limit: 10 })
  expect(plans.length).toBeGreaterThan(40)
  for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!removed)\w|TEMP B-TREE FOR ORDER BY/)
})

test('all of them were asked', () => {
  expect(explained).toBeGreaterThan(150)
})

/** Rows that leave again; nobody removes a tasking or a person. */
const isEverRemoved = (table: TableName): boolean =>
  ['requests', 'files', 'sessions', 'attempts', 'links'].includes(table)

async function oneOfEach() {
  const { projects, deliverables, comments } = await server.store.read({
    reads: {
      projects: many('projects', { phase: 'progress', requestId: { from: 1 } }, { limit: 1 }),
      deliverables: many('deliverables', {}, { limit: 1 }),
      comments: many('comments', {}, { limit: 1 }),
    },
  })
  const [project] = projects
  statements.clear()
  return {
    project: must(project).id,
    request: must(project).requestId,
    deliverable: must(deliverables[0]).id,
    comment: must(comments[0]).id,
  }
}

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  values?: unknown[]
  entries?: Record<string, unknown>
}
const defOf = (schema: z.ZodMiniType): Def => schema._zod.def

/** Inputs of a schema's shape: with all that may be left out and without, with things chosen and with none. */
function inputsOf(schema: z.ZodMiniType): unknown[] {
  const { type, options } = defOf(schema)
  if (type === 'union') return must(options).flatMap(inputsOf)
  return [true, false].flatMap((isWhole) => [1, 0].map((number) => inputOf(schema, isWhole, number)))
}

function inputOf(schema: z.ZodMiniType, isWhole: boolean, number: number): unknown {
  const { type, shape, innerType, element, options, values, entries } = defOf(schema)
  const within = (inner: z.ZodMiniType | undefined) => inputOf(must(inner), isWhole, number)
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(must(shape)).map(([name, field]) => [name, within(field)]))
    case 'optional':
      return isWhole ? within(innerType) : undefined
    case 'nullable':
      return within(innerType)
    case 'array':
      return [within(element)]
    case 'union':
      return within(options?.[0])
    case 'literal':
      return values?.[0]
    case 'enum':
      return Object.values(must(entries))[0]
    case 'number':
      return number
    case 'boolean':
      return true
    default:
      return type === 'string' ? '2026-04-01' : {}
  }
}
