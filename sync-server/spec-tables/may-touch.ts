import type { Project } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import type { Request } from '#shared/model/request.ts'
import { shareOf } from '#shared/rules/funding.ts'
import type { SyncedTable } from '#shared/model/tables.ts'

/**
 * Who may change what through a queue, by hand: a second writing of the law, by rows and columns instead of verbs. Nothing here is
 * taken from the commands; the hostile device of `hostile-device.test.ts` is held to it.
 */
export type AnyRow = { id: number } & Record<string, unknown>
export type Tables = Record<SyncedTable, Map<number, AnyRow>>

interface Touch {
  table: SyncedTable
  before: AnyRow | undefined
  after: AnyRow | undefined
}

/** Every row that is not as it was. */
export function touches(before: Tables, after: Tables): Touch[] {
  return (Object.keys(after) as SyncedTable[]).flatMap((table) =>
    [...new Set([...before[table].keys(), ...after[table].keys()])]
      .map((id) => ({ table, before: before[table].get(id), after: after[table].get(id) }))
      .filter((touch) => JSON.stringify(touch.before) !== JSON.stringify(touch.after)),
  )
}

/** What this person was not allowed to do; null when it was all theirs to do. `then` is how everything stood before the call. */
export function notAllowed(actor: User, device: number, { table, before, after }: Touch, then: Tables): string | null {
  const may =
    before && after
      ? changes[table]?.(actor, before, after, then)
      : after
        ? table === 'notifications'
          ? isNewsOf(actor, after)
          : isTheirNew(actor, device, after) && makes[table]?.(actor, after, then)
        : before && removes[table]?.(actor, before, then)
  if (may === true) return null
  const what = before && after ? `changed ${changedOf(before, after).join(', ')} of` : after ? 'made' : 'removed'
  return `${actor.fullName} ${what} ${table} ${(after ?? before)?.id ?? ''}`
}

type Rule<A extends unknown[]> = Partial<Record<SyncedTable, (actor: User, ...row: A) => boolean>>

const has = (actor: User, ...roles: string[]) => roles.some((role) => actor.roles.split(';').includes(role))
const changedOf = (before: AnyRow, after: AnyRow): string[] =>
  Object.keys(after).filter((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
const only = (before: AnyRow, after: AnyRow, ...columns: string[]): boolean =>
  changedOf(before, after).every((column) => columns.includes(column))

const isTheirNew = (actor: User, device: number, row: AnyRow): boolean =>
  Math.floor(row.id / 1_000_000) === device && row['createdById'] === actor.id
/** Others are told by the server what somebody did, in that person's name, and nobody is told what they did themselves. */
const isNewsOf = (actor: User, row: AnyRow): boolean => row['actorId'] === actor.id && row['userId'] !== actor.id
const project = (then: Tables, id: unknown) => then.projects.get(Number(id)) as unknown as Project | undefined
const request = (then: Tables, id: unknown) => then.requests.get(Number(id)) as unknown as Request | undefined
const isOpen = (row: Project | undefined): row is Project => row !== undefined && row.active && !row.completed
const mayEdit = (actor: User, row: Project | undefined): boolean =>
  isOpen(row) && (has(actor, 'Admin', 'Manager', 'Analyst', 'COR', 'AD') || (row.requested && !row.approved))
const mayWork = (actor: User, row: Project | undefined): boolean =>
  mayEdit(actor, row) || (isOpen(row) && row.assigneeId === actor.id)
const isOwnDraft = (actor: User, row: Request | undefined): boolean =>
  row !== undefined && row.createdById === actor.id && !row.complete

const mayDeleteFile = (actor: User, row: AnyRow): boolean =>
  row['createdById'] === actor.id || has(actor, 'Admin', 'Manager')

const makes: Rule<[AnyRow, Tables]> = {
  requests: () => true,
  revisions: (actor, row, then) => {
    const of = request(then, row['requestId'])
    return row['kind'] === 'draft' ? isOwnDraft(actor, of) : of?.complete === true && has(actor, 'AD', 'COR')
  },
  projects: (actor, row, then) =>
    row['requested'] === true
      ? isOwnDraft(actor, request(then, row['requestId']))
      : has(actor, 'Admin', 'Manager', 'Analyst'),
  approvals: (actor, row, then) =>
    isOpen(project(then, row['projectId'])) && has(actor, row['kind'] === 'authorization' ? 'COR' : 'AD'),
  amendments: (_, row, then) => isOpen(project(then, row['projectId'])),
  comments: (actor, row, then) =>
    row['kind'] === 'denial'
      ? isOpen(project(then, row['projectId'])) && has(actor, 'AD', 'COR', 'Manager')
      : project(then, row['projectId']) !== undefined,
  deliverables: (actor, row, then) => mayWork(actor, project(then, row['projectTaskId'])),
  deliverableComments: (_, row, then) => then.deliverables.has(Number(row['deliverableId'])),
  // Out of a queue a file is only announced: that its bytes are there the server alone says.
  files: (actor, row, then) => {
    const of = request(then, row['requestId'])
    const place = row['requestId'] ? of?.complete === true || isOwnDraft(actor, of) : project(then, row['projectId'])
    return (
      Boolean(place) && row['stored'] === false && row['type'] === '' && row['published'] === (of?.complete ?? true)
    )
  },
}

const removes: Rule<[AnyRow, Tables]> = {
  requests: (actor, row) => isOwnDraft(actor, row as unknown as Request),
  revisions: (actor, row, then) => isOwnDraft(actor, request(then, row['requestId'])),
  files: (actor, row, then) =>
    isOwnDraft(actor, request(then, row['requestId'])) || (row['stored'] === false && mayDeleteFile(actor, row)),
}

const modified = ['modifiedById', 'modifiedDate']
const derived = ['phase', 'closedDate', 'urgency', 'draftOf']
const amended = ['denied', 'deniedById', 'deniedDate', 'deniedReceivedDate']
const edited = [
  ...['description', 'countryId', 'teamId', 'advisorId', 'bocId', 'taskId', 'assigneeId', 'projectTypeId', 'poolCode'],
  ...['shipNumber', 'blanketTasking', 'taskingCostEstimate', 'initialCostEstimate', 'actualCost'],
  // What an edit does to approvals (C-069).
  ...['approved', 'approvedDate', 'interim', 'authorized', 'changedAfterApproval'],
]
/** Who may change which facts of a tasking; whoever has several of these may change them all. */
const tasking: [may: (actor: User, row: Project) => boolean, columns: string[]][] = [
  [(_, row) => isOpen(row), amended],
  // What was denied names in its answer who goes on with it; else an assignee is an edit's to change.
  [(_, row) => isOpen(row) && row.denied, ['assigneeId']],
  [mayEdit, edited],
  [(actor, row) => mayEdit(actor, row) && has(actor, 'COR'), ['dueDate']],
  [(actor, row) => isOpen(row) && !row.accepted && has(actor, 'AD', 'COR'), edited.slice(-5)],
  [
    (actor, row) => isOpen(row) && row.approved && !row.accepted && has(actor, 'Manager'),
    ['accepted', 'acceptedById', 'acceptedDate', 'acceptedReceivedDate', 'assigneeId'],
  ],
  [
    (actor, row) => isOpen(row) && !row.accepted && has(actor, 'AD', 'COR', 'Manager'),
    [...amended, 'assigneeId', 'deniedStage'],
  ],
  [
    (actor, row) => isOpen(row) && has(actor, 'Manager', 'Admin'),
    ['active', 'canceledById', 'canceledDate', 'cancelReason'],
  ],
  [mayWork, ['completed', 'completedById', 'completedDate', 'completedReceivedDate']],
]

const changes: Rule<[AnyRow, AnyRow, Tables]> = {
  // Their own preferences, and nothing of the account (C-255).
  users: (actor, before, after) =>
    before.id === actor.id &&
    only(before, after, 'letters', 'zone', 'theme', 'density', 'shortcuts', 'shortcutsOff', 'views'),
  projects: (actor, before, after) => {
    const row = before as unknown as Project
    const columns = tasking.filter(([may]) => may(actor, row)).flatMap(([, names]) => names)
    return only(before, after, ...columns, ...modified, ...derived) && isSigned(actor, before, after)
  },
  requests: (actor, before, after) => {
    const row = before as unknown as Request
    if (isOwnDraft(actor, row)) return after['createdById'] === actor.id && after['createDate'] === before['createDate']
    return row.complete && has(actor, 'AD', 'COR') && only(before, after, 'content', 'modifiedDate')
  },
  approvals: (actor, before, after, then) =>
    only(before, after, 'voided') && after['voided'] === true && mayEdit(actor, project(then, before['projectId'])),
  comments: (actor, before, after) =>
    after['active'] === false
      ? (before['createdById'] === actor.id || has(actor, 'Admin', 'Manager')) &&
        only(before, after, 'active', 'comment', 'history') &&
        after['comment'] === ''
      : before['createdById'] === actor.id && only(before, after, 'comment', 'editedDate', 'history'),
  deliverables: (actor, before, after, then) => {
    if (only(before, after, 'comments')) return after['comments'] === Number(before['comments']) + 1
    const columns = ['name', 'dueDate', 'startDate', 'completedDate', 'complete', 'active', ...modified]
    return mayWork(actor, project(then, before['projectTaskId'])) && only(before, after, ...columns)
  },
  files: (actor, before, after, then) =>
    before['active'] === true && after['active'] === false
      ? only(before, after, 'active', 'removedDate') && before['stored'] === true && mayDeleteFile(actor, before)
      : only(before, after, 'published') && isOwnDraft(actor, request(then, before['requestId'])),
  notifications: (actor, before, after) =>
    before['userId'] === actor.id
      ? only(before, after, 'readDate', 'muted')
      : isNewsOf(actor, after) && only(before, after, 'count', 'text', 'date', 'readDate'),
  // Whether the totals are right is asked by `wrongTotals`.
  poolCodes: (_, before, after) => only(before, after, 'actual', 'estimated', 'pending', ...modified),
}

/** Nobody acts in the name of another: whoever is newly written down as having done something is the one who did it. */
const isSigned = (actor: User, before: AnyRow, after: AnyRow): boolean =>
  ['acceptedById', 'deniedById', 'canceledById', 'completedById', 'modifiedById'].every(
    (column) => after[column] === before[column] || after[column] === actor.id || after[column] === 0,
  )

/** The pools whose running totals are not the sum of their taskings. */
export const wrongTotals = (now: Tables): string[] =>
  [...now.poolCodes.values()]
    .filter((pool) => {
      const shares = [...now.projects.values()]
        .filter((row) => row['poolCode'] === pool['poolCode'])
        .map((row) => shareOf(row as unknown as Project))
      return (['actual', 'estimated', 'pending'] as const).some(
        (of) => pool[of] !== shares.reduce((sum, share) => sum + share[of], 0),
      )
    })
    .map((pool) => `the totals of ${String(pool['poolCode'])} are not the sum of its taskings`)
