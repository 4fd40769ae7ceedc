import { isRange, matches, type Condition, type Read, type Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { Row } from './values.ts'

/** What several calls ask alike, as one question: twenty comments in a round are one statement, and not twenty. */
interface Together {
  /** Which of them ask it. */
  members: number[]
  /** Finds what any of them asked for. */
  reads: Reads
}

/** Reads that differ only in which rows they look up, by one column, go together. */
export function together(asked: readonly Reads[]): Together[] {
  if (asked.length === 1) return asked.map((reads) => ({ members: [0], reads }))
  const groups = new Map<string, number[]>()
  asked.forEach((reads, at) => {
    const likeness = Object.entries(reads).flatMap(([name, read]) => [name, likenessOf(read)])
    const key = likeness.join('\n')
    groups.set(key, [...(groups.get(key) ?? []), at])
  })
  return [...groups.values()].map((members) => {
    const all = members.map((at) => must(asked[at]))
    const names = Object.keys(must(all[0]))
    return {
      members,
      reads: Object.fromEntries(names.map((name) => [name, oneOf(all.map((reads) => must(reads[name])))])),
    }
  })
}

/** Whether a row that was found for all of them is one that this read asked for. */
export const asksFor = (read: Read, row: Row): boolean =>
  keyOf(read) === null || matches(read.kind === 'one' ? { id: read.id } : read.where, row)

interface Key {
  column: string
  values: readonly unknown[]
  /** What else is asked of the rows. */
  rest: object
}

/** By which column a read looks rows up, and the values in it; null where it asks in another way. */
function keyOf(read: Read): Key | null {
  if (read.kind === 'one') return { column: 'id', values: [read.id], rest: {} }
  if (read.kind === 'count' || !isWholeAndById(read)) return null
  const asked = Object.entries<Condition | undefined>(read.where)
  const [column, condition] = asked.find(([, one]) => one !== undefined && !isRange(one)) ?? []
  const values = [condition ?? null].flat()
  // What is not chosen is stored as nothing, which equals nothing.
  if (column === undefined || !values.every(Boolean)) return null
  return { column, values, rest: { ...read.where, [column]: undefined } }
}

const isWholeAndById = ({ only, order, descending, limit, offset }: Extract<Read, { kind: 'many' }>): boolean =>
  !only && !descending && limit === undefined && !offset && (order ?? 'id') === 'id'

function likenessOf(read: Read): string {
  const { column, rest } = keyOf(read) ?? {}
  return JSON.stringify(column ? [read.kind, read.table, column, rest, read.seen ?? []] : read, told)
}

/** JSON has no word for some numbers, and would take them for nothing. */
const told = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

function oneOf(reads: readonly Read[]): Read {
  const first = must(reads[0])
  const keys = reads.flatMap((read) => keyOf(read) ?? [])
  const values = [...new Set(keys.flatMap((key) => key.values))]
  if (keys.every((key) => key.values.length === values.length)) return first
  const { table, seen = [] } = first
  const { column, rest } = must(keys[0])
  return { kind: 'many', table, where: { ...rest, [column]: values }, seen }
}
