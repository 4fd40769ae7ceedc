import { idOfChange, put, type Change } from '../kernel/change.ts'
import {
  contextAt,
  decide,
  planOf,
  readInput,
  type AnyCommand,
  type Context,
  type Decision,
} from '../kernel/command.ts'
import { readable } from '../kernel/input.ts'
import { planOfQuery, type AnswerOf, type AnyQuery, type InputOf } from '../kernel/query.ts'
import {
  matches,
  seenBy,
  tallying,
  type Found,
  type Many,
  type Page,
  type Plan,
  type QueryRead,
  type QueryReads,
  type Value,
} from '../kernel/reads.ts'
import { isNothing, isRefusal } from '../kernel/refusal.ts'
import { rankBy, ranks, soughtBy } from '../kernel/search.ts'
import type { Instant } from '../lib/day.ts'
import { pageOf } from '../lib/paging.ts'
import { defaultOrganisation, type Organisation } from '../model/limits.ts'
import type {
  Amendment,
  Approval,
  Comment,
  Deliverable,
  DeliverableComment,
  File,
  Project,
  ProjectFacts,
} from '../model/project.ts'
import type { Advisor, Country, ProjectType, Service, Subservice, Team, User } from '../model/reference.ts'
import type { Notification } from '../model/notification.ts'
import type { Request, Revision } from '../model/request.ts'
import type { Sight } from '../model/sight.ts'
import type { Phase } from '../model/status.ts'
import { definitionOf, storedRow, tableNames, type Facts, type Row, type TableName } from '../model/tables.ts'
import { sightOf } from '../rules/visibility.ts'

/**
 * One honest default of each noun; name only what a test is about. Everything is on pool BK-100 of team 3, Banking,
 * and the clock stands at eleven in the morning of Tuesday 2026-03-10 in New York.
 */
export const NOW: Instant = '2026-03-10T15:00:00.000Z'
export const TODAY = '2026-03-10'
const EARLIER: Instant = '2026-03-02T14:00:00.000Z'
const audit = { createDate: EARLIER, createdById: 0, modifiedDate: EARLIER, modifiedById: 0 }

/** Facts as the table's schema says, blank but for what is named. Every sample is made by this. */
export const rowOf = <N extends TableName>(table: N, row: Partial<Facts<N>>): Facts<N> => ({
  ...(readable(definitionOf(table).schema, {}) as Facts<N>),
  ...row,
})

export const aUser = (row: Partial<User> = {}): User =>
  rowOf('users', {
    id: 90,
    fullName: 'Nora Quill',
    email: `user${row.id ?? 90}@fieldpost.example`,
    active: true,
    ...audit,
    ...row,
  })

/** The personas of the acceptance scenarios. */
export const people = {
  ana: aUser({ id: 1, fullName: 'Ana Whitfield', roles: 'Analyst' }),
  mia: aUser({ id: 2, fullName: 'Mia Lindqvist', roles: 'Manager' }),
  adam: aUser({ id: 3, fullName: 'Adam Kessler', roles: 'AD' }),
  cora: aUser({ id: 4, fullName: 'Cora Benedetti', roles: 'COR' }),
  pete: aUser({ id: 5, fullName: 'Pete Okafor', roles: 'PO', teamId: 3 }),
  fin: aUser({ id: 6, fullName: 'Fin Delgado', roles: 'Finance' }),
  ada: aUser({ id: 7, fullName: 'Ada Novak', roles: 'Admin' }),
} as const satisfies Record<string, User>

export const contextOf = (user: User, now: Instant = NOW, organisation: Partial<Organisation> = {}): Context =>
  contextAt(user, now, { ...defaultOrganisation, ...organisation })

/** A tasking of a finished request, to which nothing has happened yet: it needs interim approval. */
export const aProject = (row: Partial<ProjectFacts> = {}): Project =>
  storedRow(
    'projects',
    rowOf('projects', {
      id: 42_000_017,
      requestId: 42_000_010,
      requested: true,
      description: 'Interpretation — three days in Nairobi',
      countryId: 1,
      teamId: 3,
      advisorId: 1,
      bocId: 1,
      taskId: 101,
      projectTypeId: 1,
      poolCode: 'BK-100',
      shipNumber: 12,
      dueDate: '2026-04-01',
      active: true,
      createdById: people.ana.id,
      createDate: EARLIER,
      modifiedById: people.ana.id,
      modifiedDate: EARLIER,
      ...row,
    }),
  )

/** A tasking that points at country, team and pool alone: all that a store or a device must have before it. */
export const aBareProject = (row: Partial<ProjectFacts> = {}): Project =>
  aProject({ id: 40_000_001, requestId: 0, advisorId: 0, bocId: 0, taskId: 0, ...row })

const byAdam = { interim: true, approved: true, approvedDate: '2026-03-03T09:00:00.000Z' }
const byCora = { ...byAdam, authorized: true, approvedDate: '2026-03-04T09:00:00.000Z' }
const byMia = { ...byCora, accepted: true, acceptedById: people.mia.id, acceptedDate: '2026-03-05T09:00:00.000Z' }

/** How a tasking got where it is, by the shortest way. */
export const standings = {
  interim: {},
  authorization: byAdam,
  /** Approval was documented on the request; nobody with the right has approved. */
  documented: { interim: true },
  acceptance: byCora,
  progress: byMia,
  internal: { requested: false, requestId: 0 },
  completed: { ...byMia, completed: true, completedById: people.mia.id, completedDate: '2026-03-06T09:00:00.000Z' },
  denied: { denied: true, deniedById: people.adam.id, deniedDate: '2026-03-06T09:00:00.000Z' },
  canceled: { active: false, canceledById: people.mia.id, canceledDate: '2026-03-06T09:00:00.000Z' },
} as const satisfies Record<Phase | 'documented' | 'internal', Partial<ProjectFacts>>
export type Standing = keyof typeof standings

export const aProjectIn = (standing: Standing, row: Partial<ProjectFacts> = {}): Project =>
  aProject({ ...standings[standing], ...row })

/** A finished request with one task. */
export const aRequest = (row: Partial<Request> = {}): Row<'requests'> =>
  storedRow(
    'requests',
    rowOf('requests', {
      id: 42_000_010,
      stage: 2,
      complete: true,
      category: 1,
      type: 'Language Support',
      countryId: 1,
      teamId: 3,
      advisorId: 1,
      projectTypeId: 1,
      poolCode: 'BK-100',
      shipNumber: 12,
      dueDate: '2026-04-01',
      tasks: [{ taskId: 101, name: 'Interpretation', description: 'An interpreter for meetings.' }],
      contactDetails: 'Grace, +254 700 000 001',
      taskDetails: 'Three days in Nairobi, English and Swahili',
      content: '<p><b>Request Details</b><br>Three days in Nairobi</p>',
      createdById: people.ana.id,
      createDate: EARLIER,
      modifiedDate: EARLIER,
      completedDate: EARLIER,
      ...row,
    }),
  )

/** A request of Ana's that stands after Start: no task chosen, nothing described. */
export const aDraft = (row: Partial<Request> = {}): Row<'requests'> =>
  aRequest({
    id: 42_000_020,
    stage: 0,
    complete: false,
    category: 0,
    type: '',
    tasks: [],
    contactDetails: '',
    taskDetails: '',
    content: '',
    completedDate: null,
    ...row,
  })

export const aPoolCode = (row: Partial<Facts<'poolCodes'>> = {}): Row<'poolCodes'> =>
  storedRow(
    'poolCodes',
    rowOf('poolCodes', {
      id: 1,
      projectTypeId: 1,
      poolCode: 'BK-100',
      shipNumber: 12,
      funds: 10_000_000,
      active: true,
      ...audit,
      ...row,
    }),
  )

export const anApproval = (row: Partial<Approval> = {}): Approval =>
  rowOf('approvals', {
    id: 42_000_030,
    projectId: 42_000_017,
    kind: 'interim',
    createdById: people.adam.id,
    createDate: '2026-03-03T09:00:00.000Z',
    ...row,
  })

export const anAmendment = (row: Partial<Amendment> = {}): Amendment =>
  rowOf('amendments', {
    id: 42_000_035,
    projectId: 42_000_017,
    amendment: 'Two days are enough.',
    createdById: people.pete.id,
    createDate: EARLIER,
    ...row,
  })

export const aComment = (row: Partial<Comment> = {}): Comment =>
  rowOf('comments', {
    id: 42_000_040,
    projectId: 42_000_017,
    kind: 'comment',
    comment: 'Agreed with the ministry.',
    active: true,
    createdById: people.pete.id,
    createDate: EARLIER,
    ...row,
  })

/** Planned and not started. */
export const aDeliverable = (row: Partial<Deliverable> = {}): Deliverable =>
  rowOf('deliverables', {
    id: 42_000_050,
    projectTaskId: 42_000_017,
    name: 'Draft report',
    active: true,
    segmentId: 1,
    dueDate: '2026-03-20',
    createdById: people.ana.id,
    createDate: EARLIER,
    modifiedById: people.ana.id,
    modifiedDate: EARLIER,
    ...row,
  })

export const aDeliverableComment = (row: Partial<DeliverableComment> = {}): DeliverableComment =>
  rowOf('deliverableComments', {
    id: 42_000_055,
    deliverableId: 42_000_050,
    projectId: 42_000_017,
    comment: 'The first half is with the printer.',
    createdById: people.pete.id,
    createdAt: EARLIER,
    ...row,
  })

export const aNotification = (row: Partial<Notification> = {}): Notification =>
  rowOf('notifications', {
    id: 70_001,
    userId: people.ana.id,
    kind: 'commented',
    why: 'requester',
    projectId: 42_000_017,
    actorId: people.pete.id,
    count: 1,
    text: 'Agreed with the ministry.',
    date: EARLIER,
    muted: false,
    ...row,
  })

export const aFile = (row: Partial<File> = {}): File =>
  rowOf('files', {
    id: 42_000_060,
    projectId: 42_000_017,
    name: 'agenda.pdf',
    type: 'application/pdf',
    size: 12_000,
    hash: 'ab'.repeat(32),
    active: true,
    stored: true,
    published: true,
    createdById: people.ana.id,
    createDate: EARLIER,
    ...row,
  })

export const aRevision = (row: Partial<Revision> = {}): Revision =>
  rowOf('revisions', {
    id: 42_000_070,
    requestId: 42_000_010,
    kind: 'content',
    replaced: { content: '<p>Two days in Nairobi</p>' },
    createdById: people.cora.id,
    createDate: EARLIER,
    ...row,
  })

export const aCountry = (row: Partial<Country> = {}): Country =>
  rowOf('countries', {
    id: 1,
    title: 'Kenya',
    active: true,
    ...audit,
    ...row,
  })
export const aTeam = (row: Partial<Team> = {}): Team =>
  rowOf('teams', { id: 3, name: 'Banking', active: true, ...audit, ...row })
export const anAdvisor = (row: Partial<Advisor> = {}): Advisor =>
  rowOf('advisors', {
    id: 1,
    name: 'Helen Ferris',
    active: true,
    ...audit,
    ...row,
  })
export const aProjectType = (row: Partial<ProjectType> = {}): ProjectType =>
  rowOf('projectTypes', {
    id: 1,
    name: 'Banking TA',
    teamId: 3,
    active: true,
    ...audit,
    ...row,
  })
export const aService = (row: Partial<Service> = {}): Service =>
  rowOf('services', {
    id: 1,
    name: 'Language Support',
    active: true,
    ...audit,
    ...row,
  })
export const aSubservice = (row: Partial<Subservice> = {}): Subservice =>
  rowOf('subservices', {
    id: 101,
    bocId: 1,
    name: 'Interpretation',
    active: true,
    ...audit,
    ...row,
  })

export const aDeliverableTemplate = (row: Partial<Facts<'deliverableTemplates'>> = {}) =>
  rowOf('deliverableTemplates', { id: 1, taskId: 101, name: 'Summary', active: true, ...audit, ...row })

/** Rows of any tables, as a test writes them. */
export type Rows = { readonly [N in TableName]?: readonly Facts<N>[] }
type RowsAfter = { [N in TableName]: Row<N>[] }

/** What the samples point at, and a little to choose from: a second of each, and one that is inactive. */
export const references = {
  users: Object.values(people),
  countries: [aCountry(), aCountry({ id: 2, title: 'Peru' }), aCountry({ id: 3, title: 'Yugoslavia', active: false })],
  teams: [aTeam(), aTeam({ id: 2, name: 'Revenue' })],
  advisors: [
    anAdvisor(),
    anAdvisor({ id: 2, name: 'Omar Said' }),
    anAdvisor({ id: 3, name: 'Old Hand', active: false }),
  ],
  projectTypes: [aProjectType(), aProjectType({ id: 2, name: 'Revenue TA', teamId: 2 })],
  poolCodes: [
    aPoolCode(),
    aPoolCode({ id: 2, poolCode: 'BK-200', shipNumber: 14 }),
    aPoolCode({ id: 3, poolCode: 'RV-300', projectTypeId: 2, shipNumber: 21 }),
    aPoolCode({ id: 4, poolCode: 'BK-OLD', active: false }),
  ],
  services: [aService(), aService({ id: 2, name: 'Local Transportation' }), aService({ id: 8, name: 'Other Support' })],
  subservices: [
    aSubservice(),
    aSubservice({ id: 102, name: 'Written Translation' }),
    aSubservice({ id: 105, name: 'Transcription', active: false }),
    aSubservice({ id: 201, bocId: 2, name: 'Driver with Vehicle' }),
    aSubservice({ id: 801, bocId: 8, name: 'Housing' }),
    aSubservice({ id: 811, bocId: 8, parentId: 801, name: 'New Lease' }),
    aSubservice({ id: 803, bocId: 8, name: 'Medical Support' }),
  ],
} satisfies Rows

/** These rows as a store takes them. */
export const putsOf = (rows: Rows): Change[] =>
  tableNames.flatMap((table) => (rows[table] ?? []).map((row) => put(table, row as never)))

/** The reference rows with a test's own rows; a table that the test names is the test's alone. */
export const withReferences = (rows: Rows = {}): Rows => ({ ...references, ...rows })

/**
 * A command over rows in memory: data in, data out. The input is parsed as every engine does; a row that does not fit
 * its table's schema and a command that alters what it read are bugs, and throw.
 */
export function carryOut<C extends AnyCommand>(
  command: C,
  input: InputOf<C>,
  rows: Rows,
  context: Context,
): { decision: Decision; rows: RowsAfter } {
  const before = kept(rows)
  const told = readInput(command, input)
  const plan = seenBy(planOf(command, told.input, context.actor), sightOf(context.actor, context.organisation))
  const decision = decide(command, told.input, plan, foundBy(plan, before), context, told.errors)
  if (isRefusal(decision) || isNothing(decision)) return { decision, rows: before }
  return { decision, rows: applied(decision.changes, before) }
}

/** A question over rows in memory. */
export function ask<Q extends AnyQuery>(query: Q, input: InputOf<Q>, rows: Rows, context: Context): AnswerOf<Q> {
  const plan = seenBy(planOfQuery(query, input, context), sightOf(context.actor, context.organisation))
  return query.answer(input, foundBy(plan, kept(rows)) as never, context) as AnswerOf<Q>
}

function kept(rows: Rows): RowsAfter {
  const entries = tableNames.map((table) => [
    table,
    (rows[table] ?? []).map((row) => Object.freeze(storedRow(table, row as never))),
  ])
  return Object.fromEntries(entries) as RowsAfter
}

function foundBy({ reads, follow }: Plan<QueryReads, QueryReads>, rows: RowsAfter): Found<QueryReads> {
  const first = answers(reads, rows)
  return follow ? { ...first, ...answers(follow(first), rows) } : first
}

const answers = (reads: QueryReads, rows: RowsAfter) =>
  Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, answerOf(read, rows)])) as Found<QueryReads>

type AnyRow = Record<string, Value> & { id: number }

function answerOf(read: QueryRead, rows: RowsAfter): unknown {
  const table = seenOf(read, rows)
  if (read.kind === 'one') return table.find((row) => row.id === read.id)
  if (read.kind === 'page') return pageOf(listOf(read, rows), read.number, read.size)
  const chosen = table.filter((row) => matches(read.where, row))
  if (read.kind === 'count') return chosen.length
  if (read.kind === 'tally') {
    const { add, told } = tallying(read)
    add(chosen)
    return told()
  }
  const { offset = 0, limit = chosen.length } = read
  return chosen.sort(inOrder(read)).slice(offset, offset + limit)
}

function listOf(read: Page, rows: RowsAfter): AnyRow[] {
  const chosen = seenOf(read, rows)
    .filter((row) => read.where.some((where) => matches(where, row)))
    .sort(inOrder(read))
  if (read.words === undefined) return chosen
  const rank = rankBy(
    read.table,
    soughtBy(read.table, read.words, (named) => rows[named]),
  )
  return ranks.flatMap((wanted) => chosen.filter((row) => rank(row) === wanted))
}

const seenOf = ({ table, seen = [] }: QueryRead, rows: RowsAfter): AnyRow[] =>
  (rows[table] as unknown as AnyRow[]).filter((row) => isSeen(row, seen, rows))

/** The meaning of a sight, over rows in memory. */
export const isSeen = (row: object, sight: Sight, rows: Partial<Record<TableName, readonly object[]>>): boolean =>
  sight.every((rule) =>
    rule.some((one) => {
      const value = (row as Record<string, unknown>)[one.column]
      if ('is' in one) return value === one.is
      const tied = (rows[one.table] ?? []) as Record<string, unknown>[]
      return tied.some((other) => other[one.by] === value && isSeen(other, one.seen, rows))
    }),
  )

function inOrder({ order = 'id', descending = false }: Pick<Many, 'order' | 'descending'>) {
  const compare = (a: Value | undefined, b: Value | undefined): number => {
    if (a === b) return 0
    if (a === null || a === undefined) return -1
    if (b === null || b === undefined) return 1
    return a < b ? -1 : 1
  }
  return (a: AnyRow, b: AnyRow) => (compare(a[order], b[order]) || a.id - b.id) * (descending ? -1 : 1)
}

function applied(changes: readonly Change[], before: RowsAfter): RowsAfter {
  const after = Object.fromEntries(tableNames.map((table) => [table, [...before[table]]])) as RowsAfter
  for (const change of changes) {
    const id = idOfChange(change)
    if (change.kind === 'add' && (after[change.table] as AnyRow[]).some((row) => row.id === id))
      throw new Error(`There is a row ${id} in ${change.table} already`)
    const others = (after[change.table] as AnyRow[]).filter((row) => row.id !== id)
    if (change.kind === 'remove') {
      Object.assign(after, { [change.table]: others })
      continue
    }
    const row = storedRow(change.table, change.row as never)
    const parsed = definitionOf(change.table).schema.safeParse(row)
    if (!parsed.success) throw new Error(`A row of ${change.table} does not fit: ${parsed.error.message}`)
    Object.assign(after, { [change.table]: [...others, row].sort((a, b) => a.id - b.id) })
  }
  return after
}
