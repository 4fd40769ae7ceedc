import { choosable, isChoice } from './choosable.ts'
import { columnsOf, referenceTables, type Facts, type TableName } from './tables.ts'

type Refs = { readonly [N in TableName]?: { readonly [C in keyof Facts<N>]?: string } }

const auditRefs = { createdById: 'users', modifiedById: 'users' } as const

/**
 * Columns that point at another table's id (or at a unique column, `table.column`), for the databases that watch over
 * them. A device has none, so this is no part of what it carries.
 */
export const refs: Refs = {
  ...Object.fromEntries(referenceTables.map((table) => [table, { ...auditRefs, ...chosenIn(table) }])),
  requests: {
    countryId: 'countries',
    teamId: 'teams',
    advisorId: 'advisors',
    projectTypeId: 'projectTypes',
    poolCode: 'poolCodes.poolCode',
    createdById: 'users',
  },
  revisions: { requestId: 'requests', createdById: 'users' },
  projects: {
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
    decidedForId: 'users',
    canceledById: 'users',
    createdById: 'users',
    modifiedById: 'users',
  },
  approvals: { projectId: 'projects', createdById: 'users', forId: 'users' },
  amendments: { projectId: 'projects', createdById: 'users' },
  comments: { projectId: 'projects', createdById: 'users' },
  deliverables: { projectTaskId: 'projects', createdById: 'users', modifiedById: 'users' },
  deliverableComments: { deliverableId: 'deliverables', projectId: 'projects', createdById: 'users' },
  files: { requestId: 'requests', projectId: 'projects', createdById: 'users' },
  notifications: { userId: 'users', projectId: 'projects', actorId: 'users' },
  devices: { userId: 'users' },
  calls: { userId: 'users', carriedById: 'users' },
  sessions: { userId: 'users' },
  credentials: { id: 'users' },
  calendars: { id: 'users' },
  links: { userId: 'users' },
}

function chosenIn(table: TableName) {
  return Object.fromEntries(
    columnsOf(table)
      .filter(isChoice)
      .map((column) => [column, choosable[column].table]),
  )
}
