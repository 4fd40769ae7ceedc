import type * as z from 'zod/mini'
import { keyOf } from '../lib/words.ts'
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
import { notificationSchema } from './notification.ts'
import { requestSchema, revisionSchema } from './request.ts'
import {
  amendmentSchema,
  approvalSchema,
  commentSchema,
  deliverableCommentSchema,
  deliverableSchema,
  deriveProject,
  fileSchema,
  projectLists,
  projectSchema,
} from './project.ts'

import {
  attemptSchema,
  calendarSchema,
  callRowSchema,
  counterSchema,
  credentialSchema,
  deedSchema,
  deviceSchema,
  effectSchema,
  linkSchema,
  serverKeySchema,
  sessionRowSchema,
  uploadSchema,
} from './server-tables.ts'

/**
 * Every table, as data: all engines are built from this page.
 * - `schema`: the facts, as they travel and as SQL columns.
 * - `derive`: columns computed from a row's facts on every write, so that lists can select on them; never on the wire.
 * - `indexes`: column lists; a list question names one of these prefixes or it is a scan. Those that no question of a device uses
 *   are in `server-indexes.ts`: there each index costs a tenth of a first sync.
 */
interface TableDefinition {
  schema: z.ZodMiniObject
  derive?: (row: never) => object
  unique?: readonly string[]
  /** The column of the only person who sees a row: to nobody else it is news. */
  owner?: string
  indexes: readonly (readonly string[])[]
  /** What a device has instead of `indexes`, and the keys that stand in its rows for that, absent where a row is in no such list. */
  lists?: { keysOf: (row: never) => object; indexes: readonly DeviceIndex[] }
}

/** `keys`: what stands in the index for the columns that are asked for; `phases`: the only ones whose rows are in it. */
interface DeviceIndex {
  columns: readonly string[]
  keys?: readonly string[]
  phases?: readonly string[]
}

/* @__NO_SIDE_EFFECTS__ */
const defineTable = <const T extends TableDefinition>(definition: T): T => definition

/** What devices hold. */
export const syncedTables = {
  countries: defineTable({ schema: countrySchema, indexes: [] }),
  teams: defineTable({ schema: teamSchema, indexes: [] }),
  users: defineTable({ schema: userSchema, unique: ['email'], indexes: [['teamId']] }),
  advisors: defineTable({ schema: advisorSchema, indexes: [] }),
  services: defineTable({ schema: serviceSchema, indexes: [] }),
  subservices: defineTable({
    schema: subserviceSchema,
    indexes: [['bocId']],
  }),
  deliverableTemplates: defineTable({
    schema: deliverableTemplateSchema,
    indexes: [['taskId']],
  }),
  projectTypes: defineTable({
    schema: projectTypeSchema,
    indexes: [['teamId']],
  }),
  poolCodes: defineTable({
    schema: poolCodeSchema,
    derive: (row: z.infer<typeof poolCodeSchema>) => ({ codeKey: keyOf(row.poolCode) }),
    unique: ['poolCode', 'codeKey'],
    indexes: [['projectTypeId']],
  }),
  requests: defineTable({
    schema: requestSchema,
    derive: (row: z.infer<typeof requestSchema>) => ({ draftOf: row.complete ? 0 : row.createdById }),
    indexes: [['draftOf'], ['createdById', 'createDate']],
  }),
  revisions: defineTable({
    schema: revisionSchema,
    indexes: [['requestId']],
  }),
  projects: defineTable({
    schema: projectSchema,
    derive: deriveProject,
    indexes: [],
    lists: projectLists,
  }),
  approvals: defineTable({
    schema: approvalSchema,
    indexes: [['projectId']],
  }),
  amendments: defineTable({
    schema: amendmentSchema,
    indexes: [['projectId']],
  }),
  comments: defineTable({
    schema: commentSchema,
    indexes: [['projectId']],
  }),
  deliverables: defineTable({
    schema: deliverableSchema,
    indexes: [['projectTaskId']],
  }),
  deliverableComments: defineTable({
    schema: deliverableCommentSchema,
    indexes: [['deliverableId'], ['projectId']],
  }),
  files: defineTable({
    schema: fileSchema,
    indexes: [['projectId'], ['requestId']],
  }),
  notifications: defineTable({
    schema: notificationSchema,
    owner: 'userId',
    indexes: [
      ['userId', 'date'],
      ['userId', 'readDate'],
    ],
  }),
}

/** What only a server holds. */
export const serverTables = {
  devices: defineTable({ schema: deviceSchema, indexes: [['userId'], ['seenDate'], ['unsent']] }),
  calls: defineTable({
    schema: callRowSchema,
    unique: ['callId'],
    indexes: [['device', 'seq'], ['received']],
  }),
  deeds: defineTable({ schema: deedSchema, indexes: [['projectId']] }),
  sessions: defineTable({
    schema: sessionRowSchema,
    unique: ['tokenHash'],
    indexes: [['userId'], ['expireDate']],
  }),
  credentials: defineTable({ schema: credentialSchema, indexes: [] }),
  calendars: defineTable({ schema: calendarSchema, unique: ['tokenHash'], indexes: [] }),
  links: defineTable({
    schema: linkSchema,
    unique: ['tokenHash'],
    indexes: [['userId'], ['expireDate']],
  }),
  effects: defineTable({ schema: effectSchema, indexes: [['dueDate'], ['receiver', 'kind']] }),
  attempts: defineTable({ schema: attemptSchema, unique: ['key'], indexes: [['since']] }),
  uploads: defineTable({ schema: uploadSchema, unique: ['key'], indexes: [['userId', 'ended'], ['expireDate']] }),
  serverKeys: defineTable({ schema: serverKeySchema, indexes: [] }),
  counters: defineTable({ schema: counterSchema, unique: ['name'], indexes: [] }),
}

// The marks let a build for devices, which hold no server table, leave them out.
export const tables = /* @__PURE__ */ Object.assign({}, syncedTables, serverTables)

type Tables = typeof tables
export type TableName = keyof Tables
export type SyncedTable = keyof typeof syncedTables
export const tableNames = /* @__PURE__ */ Object.keys(tables) as TableName[]
export const syncedTableNames = Object.keys(syncedTables) as SyncedTable[]

export const definitionOf = (table: TableName): TableDefinition => tables[table]
/** The same for what devices hold. Devices name no other, so that they need not carry the rest. */
export const syncedDefinitionOf = (table: SyncedTable): TableDefinition => syncedTables[table]

/** The columns that are facts, in the order of the schema: what travels and what is stored besides derived columns. */
export const columnsOf = (table: TableName): string[] => factsOf(definitionOf(table))
export const factsOf = ({ schema }: TableDefinition): string[] => Object.keys(schema.def.shape)

/** A row as engines keep it: its facts and nothing else, with the derived columns computed anew. */
export const storedRow = <N extends TableName>(table: N, row: Facts<N>): Row<N> =>
  keptRow(definitionOf(table), row) as Row<N>
/** The same with the keys of a device's own lists. */
export const syncedRow = <N extends SyncedTable>(table: N, row: Facts<N>): Row<N> =>
  withKeys(table, keptRow(syncedDefinitionOf(table), row)) as Row<N>
export const withKeys = (table: SyncedTable, row: object): object =>
  Object.assign(row, syncedDefinitionOf(table).lists?.keysOf(row as never))

/** By what a device finds the rows of a table. */
export function deviceIndexesOf(table: SyncedTable): readonly DeviceIndex[] {
  const { unique = [], indexes, lists } = syncedDefinitionOf(table)
  return lists?.indexes ?? [...indexes, ...unique.map((column) => [column])].map((columns) => ({ columns }))
}

function keptRow(definition: TableDefinition, row: object): object {
  const values = row as Record<string, unknown>
  const facts = Object.fromEntries(factsOf(definition).map((column) => [column, values[column]]))
  return definition.derive ? { ...facts, ...definition.derive(facts as never) } : facts
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
  notifications: 'projectId',
} as const satisfies Partial<Record<SyncedTable, string>>

/** Rows that belong to one request, and the column that says which. */
export const requestChildren = { revisions: 'requestId', files: 'requestId' } as const satisfies Partial<
  Record<TableName, string>
>
