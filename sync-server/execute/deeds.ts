import { add, type Change } from '#shared/kernel/change.ts'
import type { AnyCommand, GivenUp } from '#shared/kernel/command.ts'
import { rowsBefore } from '#shared/kernel/minted.ts'
import type { Found, Plan, Reads } from '#shared/kernel/reads.ts'
import { valueIn } from '#shared/lib/in-row.ts'
import type { DeedRow } from '#shared/model/server-tables.ts'
import { projectChildren, type TableName } from '#shared/model/tables.ts'
import { isLent } from '#shared/rules/abilities.ts'
import type { Edits } from '#shared/rules/edits.ts'

type Table = DeedRow['table']

/** What people read of a change; who approved, accepted or completed has rows and columns of its own. */
const told: Record<Table, readonly string[]> = {
  projects: [
    ...['description', 'countryId', 'teamId', 'advisorId', 'bocId', 'taskId', 'assigneeId', 'dueDate'],
    ...['projectTypeId', 'poolCode', 'shipNumber', 'blanketTasking'],
    ...['taskingCostEstimate', 'initialCostEstimate', 'actualCost'],
  ],
  deliverables: ['name', 'dueDate', 'startDate', 'completedDate', 'active'],
  files: ['active'],
}

/** What only the diary keeps of what was before: money, names, who may do what (C-181, C-232), and what a hidden comment said. */
const kept: { readonly [name in TableName]?: readonly string[] } = {
  poolCodes: ['projectTypeId', 'poolCode', 'shipNumber', 'funds', 'active'],
  projectTypes: ['name', 'teamId', 'active'],
  users: ['fullName', 'email', 'roles', 'teamId', 'active', 'standsInFor'],
  teams: ['name', 'active'],
  advisors: ['name', 'teamId', 'active'],
  countries: ['title', 'active'],
  services: ['name', 'active', 'defaultAssigneeId'],
  subservices: ['name', 'bocId', 'active'],
  deliverableTemplates: ['name', 'taskId', 'active'],
  comments: ['comment', 'active'],
}

/** What a call has changed on such rows; `plan` and `found` as for `deedsOf`. */
export function changedByCall(changes: readonly Change[], plan: Plan, found: Found<Reads>): ChangedRow[] {
  const rowBefore = rowsBefore(plan, found)
  return changes.flatMap((change) => {
    const fields = kept[change.table]
    const before = change.kind === 'put' && fields ? rowBefore(change) : undefined
    if (change.kind !== 'put' || !fields || !before) return []
    return differences(fields, before, change.row).map((one) => ({ table: change.table, id: change.row.id, ...one }))
  })
}
type ChangedRow = { table: TableName; id: number } & DeedRow['changed'][number]

/** In whose name a call decided, because they were away (C-027); 0 for nobody's. What is decided next may take it out of the row. */
export function decidedForBy({ ability }: AnyCommand, changes: readonly Change[]): number {
  if (!isLent(ability)) return 0
  const told = changes.flatMap((change) => {
    if (change.kind === 'add' && change.table === 'approvals') return Number(valueIn(change.row, 'forId'))
    return change.kind === 'put' && change.table === 'projects' ? Number(valueIn(change.row, 'decidedForId')) : []
  })
  return told[0] ?? 0
}

const differences = (fields: readonly string[], before: object, after: object): DeedRow['changed'] =>
  fields.flatMap((field) => {
    const [was, is] = [valueIn(before, field), valueIn(after, field)]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
  })

/**
 * What a call has changed on taskings, field by field, as rows for its own transaction: Activity reads them by tasking. What is new tells of itself.
 *
 * @param plan what the call reads, and `found` what it has read: each row that it changes is in it
 * @param newId of a row that this commit makes
 */
export function deedsOf(
  changes: readonly Change[],
  plan: Plan,
  found: Found<Reads>,
  callId: number,
  newId: () => number,
): Change[] {
  const rowBefore = rowsBefore(plan, found)
  return changes.flatMap((change) => {
    if (change.kind !== 'put' || !isTold(change.table)) return []
    const { table, row } = change
    const before = rowBefore(change)
    const projectId = taskingOf(table, row)
    if (!before || !projectId) return []
    const changed = differences(told[table], before, row)
    return changed.length > 0 ? [add('deeds', { id: newId(), projectId, callId, table, rowId: row.id, changed })] : []
  })
}

/** Where two people had changed the same and one of them kept what the other had made of it (S14): told as that person saw it. */
export function keptAs(givenUp: GivenUp | undefined, callId: number, newId: () => number): Change[] {
  const { projectId = 0, deliverableId, edits = {} } = givenUp ?? {}
  const changed = Object.entries(edits as Edits<Record<string, unknown>>).flatMap(([field, edit]) =>
    edit ? [{ field, before: edit.to, after: edit.from, kept: true as const }] : [],
  )
  if (changed.length === 0) return []
  const of = deliverableId
    ? ({ table: 'deliverables', rowId: deliverableId } as const)
    : ({ table: 'projects', rowId: projectId } as const)
  return [add('deeds', { id: newId(), projectId, callId, ...of, changed })]
}

/** What a carrier brought is told on each tasking it is about, although rows tell the rest: Activity reads there who carried it (decision 056). */
export function carriedTo(
  changes: readonly Change[],
  deeds: readonly Change[],
  callId: number,
  newId: () => number,
): Change[] {
  const isThere = new Set(deeds.map((deed) => ('row' in deed ? valueIn(deed.row, 'projectId') : 0)))
  const about = changes.flatMap((change) => {
    if (change.kind === 'remove') return []
    if (change.table === 'projects') return [change.row.id]
    return isChild(change.table) ? [Number(valueIn(change.row, projectChildren[change.table]) ?? 0)] : []
  })
  return [...new Set(about)]
    .filter((projectId) => projectId > 0 && !isThere.has(projectId))
    .map((projectId) =>
      add('deeds', { id: newId(), projectId, callId, table: 'projects', rowId: projectId, changed: [] }),
    )
}

const isChild = (table: string): table is keyof typeof projectChildren => table in projectChildren
const isTold = (table: string): table is Table => table in told

const taskingOf = (table: Table, row: { id: number }): number =>
  table === 'projects' ? row.id : Number(valueIn(row, table === 'files' ? 'projectId' : 'projectTaskId') ?? 0)
