import { add, type Change } from '#shared/kernel/change.ts'
import { rowsBefore } from '#shared/kernel/minted.ts'
import type { Found, Plan, Reads } from '#shared/kernel/reads.ts'
import { valueIn } from '#shared/lib/in-row.ts'
import type { DeedRow } from '#shared/model/server-tables.ts'

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
    const changed = told[table].flatMap((field) => {
      const [was, is] = [valueIn(before, field), valueIn(row, field)]
      return was === is ? [] : [{ field, before: was, after: is }]
    })
    return changed.length > 0 ? [add('deeds', { id: newId(), projectId, callId, table, rowId: row.id, changed })] : []
  })
}

const isTold = (table: string): table is Table => table in told

const taskingOf = (table: Table, row: { id: number }): number =>
  table === 'projects' ? row.id : Number(valueIn(row, table === 'files' ? 'projectId' : 'projectTaskId') ?? 0)
