import type * as z from 'zod/mini'
import {
  advisorSchema,
  countrySchema,
  deliverableTemplateSchema,
  poolCodeSchema,
  projectTypeSchema,
  serviceSchema,
  subserviceSchema,
  teamSchema,
  userSchema,
} from './reference.ts'
import { requestSchema, revisionSchema } from './request.ts'
import {
  amendmentSchema,
  approvalSchema,
  commentSchema,
  deliverableCommentSchema,
  deliverableSchema,
  deriveProject,
  fileSchema,
  projectSchema,
} from './project.ts'

import {
  attemptSchema,
  callRowSchema,
  counterSchema,
  credentialSchema,
  deviceSchema,
  linkSchema,
  sessionRowSchema,
} from './server-tables.ts'

/**
 * Every table, as data: all engines are built from this page.
 * - `schema`: the facts, as they travel and as SQL columns.
 * - `derive`: columns computed from a row's facts on every write, so that lists can select on them; never on the wire.
 * - `indexes`: column lists; a list question names one of these prefixes or it is a scan.
 * - `serverIndexes`: those that no question of a device uses; there each index costs a tenth of a first sync.
 * - `refs`: columns that point at another table's id (or at a unique column, `table.column`).
 */
export interface TableDefinition {
  schema: z.ZodMiniObject
  derive?: (row: never) => object
  unique?: readonly string[]
  indexes: readonly (readonly string[])[]
  serverIndexes?: readonly (readonly string[])[]
  refs: Readonly<Record<string, string>>
}

const defineTable = <const T extends TableDefinition>(definition: T): T => definition

const auditRefs = { createdById: 'users', modifiedById: 'users' } as const

/** The filters of Find, those that leave the fewest taskings first: a list walks the first of them that is asked for. */
const findFilters = ['advisorId', 'countryId', 'assigneeId', 'teamId', 'bocId', 'phase']
/** One list for each filter in order of urgency. Each carries the other filters, so that none looks at a row to skip it. */
const findIndexes = findFilters.map((filter) => [
  filter,
  'urgency',
  'id',
  ...findFilters.filter((other) => other !== filter),
])

/** What devices hold. */
export const syncedTables = {
  countries: defineTable({ schema: countrySchema, indexes: [], refs: auditRefs }),
  teams: defineTable({ schema: teamSchema, indexes: [], refs: auditRefs }),
  users: defineTable({
    schema: userSchema,
    unique: ['email'],
    indexes: [['teamId']],
    refs: { ...auditRefs, teamId: 'teams' },
  }),
  advisors: defineTable({ schema: advisorSchema, indexes: [], refs: { ...auditRefs, teamId: 'teams' } }),
  services: defineTable({ schema: serviceSchema, indexes: [], refs: auditRefs }),
  subservices: defineTable({
    schema: subserviceSchema,
    indexes: [['bocId']],
    refs: { ...auditRefs, bocId: 'services', parentId: 'subservices' },
  }),
  deliverableTemplates: defineTable({
    schema: deliverableTemplateSchema,
    indexes: [['taskId']],
    refs: { ...auditRefs, taskId: 'subservices' },
  }),
  projectTypes: defineTable({
    schema: projectTypeSchema,
    indexes: [['teamId']],
    refs: { ...auditRefs, teamId: 'teams' },
  }),
  poolCodes: defineTable({
    schema: poolCodeSchema,
    derive: (row: z.infer<typeof poolCodeSchema>) => ({ codeKey: row.poolCode.toLowerCase() }),
    unique: ['poolCode', 'codeKey'],
    indexes: [['projectTypeId']],
    refs: { ...auditRefs, projectTypeId: 'projectTypes' },
  }),
  requests: defineTable({
    schema: requestSchema,
    derive: (row: z.infer<typeof requestSchema>) => ({ draftOf: row.complete ? 0 : row.createdById }),
    indexes: [['draftOf'], ['createdById', 'createDate']],
    // By pool: SQLite asks who points at a pool when its code is changed.
    serverIndexes: [['poolCode']],
    refs: {
      countryId: 'countries',
      teamId: 'teams',
      advisorId: 'advisors',
      projectTypeId: 'projectTypes',
      poolCode: 'poolCodes.poolCode',
      createdById: 'users',
    },
  }),
  revisions: defineTable({
    schema: revisionSchema,
    indexes: [['requestId']],
    refs: { requestId: 'requests', createdById: 'users' },
  }),
  projects: defineTable({
    schema: projectSchema,
    derive: deriveProject,
    indexes: [
      ['requestId'],
      ['phase', 'dueDate'],
      ['phase', 'acceptedDate'],
      ['phase', 'deniedDate'],
      ['phase', 'completedDate'],
      ['teamId', 'phase', 'dueDate'],
      ['assigneeId', 'phase', 'dueDate'],
      ['createdById', 'phase', 'dueDate'],
    ],
    serverIndexes: [
      ['closedDate'],
      ['modifiedDate'],
      ['poolCode', 'phase'],
      ['teamId', 'phase', 'completedDate'],
      // Statistics of a year: a team's are many, so all they need stands in the index itself.
      ['assigneeId', 'createDate'],
      ['createdById', 'createDate'],
      ['teamId', 'createDate', 'phase', 'assigneeId', 'advisorId', 'countryId'],
      ...findIndexes,
    ],
    refs: {
      requestId: 'requests',
      countryId: 'countries',
      teamId: 'teams',
      advisorId: 'advisors',
      bocId: 'services',
      taskId: 'subservices',
      assigneeId: 'users',
      projectTypeId: 'projectTypes',
      poolCode: 'poolCodes.poolCode',
      completedById: 'users',
      acceptedById: 'users',
      deniedById: 'users',
      canceledById: 'users',
      createdById: 'users',
      modifiedById: 'users',
    },
  }),
  approvals: defineTable({
    schema: approvalSchema,
    indexes: [['projectId']],
    refs: { projectId: 'projects', createdById: 'users' },
  }),
  amendments: defineTable({
    schema: amendmentSchema,
    indexes: [['projectId']],
    refs: { projectId: 'projects', createdById: 'users' },
  }),
  comments: defineTable({
    schema: commentSchema,
    indexes: [['projectId']],
    refs: { projectId: 'projects', createdById: 'users' },
  }),
  deliverables: defineTable({
    schema: deliverableSchema,
    indexes: [['projectTaskId']],
    refs: { projectTaskId: 'projects', createdById: 'users', modifiedById: 'users' },
  }),
  deliverableComments: defineTable({
    schema: deliverableCommentSchema,
    indexes: [['deliverableId'], ['projectId']],
    refs: { deliverableId: 'deliverables', projectId: 'projects', createdById: 'users' },
  }),
  files: defineTable({
    schema: fileSchema,
    indexes: [['projectId'], ['requestId']],
    // By hash: before bytes are deleted it is asked who needs them.
    serverIndexes: [['hash']],
    refs: { requestId: 'requests', projectId: 'projects', createdById: 'users' },
  }),
}

/** What only a server holds. */
export const serverTables = {
  devices: defineTable({ schema: deviceSchema, indexes: [['userId']], refs: { userId: 'users' } }),
  calls: defineTable({
    schema: callRowSchema,
    unique: ['callId'],
    indexes: [['device', 'seq']],
    refs: { userId: 'users' },
  }),
  sessions: defineTable({
    schema: sessionRowSchema,
    unique: ['tokenHash'],
    indexes: [['userId'], ['expireDate']],
    refs: { userId: 'users' },
  }),
  credentials: defineTable({ schema: credentialSchema, indexes: [], refs: { id: 'users' } }),
  links: defineTable({
    schema: linkSchema,
    unique: ['tokenHash'],
    indexes: [['userId'], ['expireDate']],
    refs: { userId: 'users' },
  }),
  attempts: defineTable({ schema: attemptSchema, unique: ['key'], indexes: [['since']], refs: {} }),
  counters: defineTable({ schema: counterSchema, unique: ['name'], indexes: [], refs: {} }),
}

export const tables = { ...syncedTables, ...serverTables }

export type Tables = typeof tables
export type TableName = keyof Tables
export type SyncedTable = keyof typeof syncedTables
export const tableNames = Object.keys(tables) as TableName[]
export const syncedTableNames = Object.keys(syncedTables) as SyncedTable[]

export const definitionOf = (table: TableName): TableDefinition => tables[table]

/** The columns that are facts, in the order of the schema: what travels and what is stored besides derived columns. */
export const columnsOf = (table: TableName): string[] => Object.keys(tables[table].schema.def.shape)

/** A row as engines keep it: its facts and nothing else, with the derived columns computed anew. */
export function storedRow<N extends TableName>(table: N, row: Facts<N>): Row<N> {
  const facts = Object.fromEntries(columnsOf(table).map((column) => [column, (row as Record<string, unknown>)[column]]))
  const { derive } = definitionOf(table)
  return (derive ? { ...facts, ...derive(facts as never) } : facts) as Row<N>
}

type Derived<D> = D extends { derive: (row: never) => infer R } ? R : unknown

/** What is written: the facts. */
export type Facts<N extends TableName> = z.infer<Tables[N]['schema']>
/** What is read: the facts and the derived columns. */
export type Row<N extends TableName> = Facts<N> & Derived<Tables[N]>

/** Lists and small forms need these on every screen, so a device gets them first. */
export const referenceTables = [
  'teams',
  'users',
  'countries',
  'advisors',
  'services',
  'subservices',
  'deliverableTemplates',
  'projectTypes',
  'poolCodes',
] as const satisfies SyncedTable[]

/** Rows that belong to one tasking, and the column that says which. */
export const projectChildren = {
  approvals: 'projectId',
  amendments: 'projectId',
  comments: 'projectId',
  deliverables: 'projectTaskId',
  deliverableComments: 'projectId',
  files: 'projectId',
} as const satisfies Partial<Record<SyncedTable, string>>

/** Rows that belong to one request, and the column that says which. */
export const requestChildren = { revisions: 'requestId', files: 'requestId' } as const satisfies Partial<
  Record<TableName, string>
>
