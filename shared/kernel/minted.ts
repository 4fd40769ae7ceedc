import { IDS_PER_DEVICE } from '../model/limits.ts'
import type { User } from '../model/reference.ts'
import type { TableName } from '../model/tables.ts'
import { idOfChange, type Add, type Change } from './change.ts'
import { many, whole, type Found, type Plan, type Reads } from './reads.ts'

/**
 * A row that a call makes: its table, its id, and the columns that say what it belongs to, as the input names them. A `spare` one is
 * made only where there is need of it.
 */
export interface Minted {
  table: TableName
  id: number
  of: Readonly<Record<string, number>>
  spare?: true
}
export const made = (table: TableName, id: number, of: Minted['of'] = {}): Minted => ({ table, id, of })
export const spare = (table: TableName, id: number, of: Minted['of']): Minted => ({ table, id, of, spare: true })

/** Whether these ids were all minted under device numbers of one's own, each once. Others are somebody else's to use. */
export function areOwnIds(minted: readonly Minted[], isOwn: (device: number) => boolean): boolean {
  const ids = minted.map(({ id }) => id)
  return new Set(ids).size === ids.length && ids.every((id) => isOwn(Math.floor(id / IDS_PER_DEVICE)))
}

const TAKEN = '$taken:'

/** What has these ids already, whoever may see it. */
export function takenReads(minted: readonly Minted[]): Reads {
  const reads: Record<string, Reads[string]> = {}
  for (const { table } of minted)
    reads[TAKEN + table] ??= whole(many(table, { id: minted.filter((row) => row.table === table).map(({ id }) => id) }))
  return reads
}

export const isAnyTaken = (found: Found<Reads>): boolean =>
  Object.entries(found).some(([name, rows]) => name.startsWith(TAKEN) && (rows as unknown[]).length > 0)

/**
 * Holds a decision to what it may do: added is only what was minted, by its author and for what the input names; written and removed only
 * what was read. Whatever ids a call brings, no other row changes. @throws on a verb that would.
 */
export function guard(
  verb: string,
  changes: readonly Change[],
  minted: readonly Minted[],
  plan: Plan,
  found: Found<Reads>,
  actor: User,
): void {
  const before = rowsBefore(plan, found)
  for (const change of changes) {
    const isFine = change.kind === 'add' ? isAsMinted(change, minted, actor) : before(change) !== undefined
    if (!isFine) throw new Error(`${verb} may not ${change.kind} ${change.table} ${idOfChange(change)}`)
  }
}

function isAsMinted({ table, row }: Add, minted: readonly Minted[], actor: User): boolean {
  const known = minted.find((one) => one.table === table && one.id === row.id)
  const facts = row as unknown as Record<string, unknown>
  const isTheirs = !('createdById' in facts) || facts['createdById'] === actor.id
  return known !== undefined && isTheirs && Object.entries(known.of).every(([column, id]) => facts[column] === id)
}

/** The row that a change is of, as the call had read it. */
export function rowsBefore(
  { reads, follow }: Plan,
  found: Found<Reads>,
): (change: Change) => { id: number } | undefined {
  const all = Object.entries(follow ? { ...reads, ...follow(found) } : reads)
  return (change) => {
    const rows = all.flatMap(([name, { table }]) => (table === change.table ? [found[name]].flat() : []))
    return (rows as ({ id: number } | number | undefined)[]).find(
      (row): row is { id: number } => typeof row === 'object' && row.id === idOfChange(change),
    )
  }
}
