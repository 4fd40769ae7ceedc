import { Dexie, type Collection } from 'dexie'
import {
  isRange,
  matches,
  type Condition,
  type Found,
  type Many,
  type Plan,
  type QueryRead,
  type QueryReads,
  type Read,
  type Reads,
  type Value,
} from '#shared/kernel/reads.ts'
import { deviceIndexesOf, syncedDefinitionOf, type SyncedTable, type TableName } from '#shared/model/tables.ts'
import { indexName, type Device } from './device.ts'

export type AnyRow = Record<string, unknown>

/**
 * Asks this device what a command wants to see. The same reads give the same rows as on the server (`engine-contract`).
 * Queries ask for pages too (`read-page.ts`); the service worker carries only this.
 */
export const readDevice = <R extends Reads, F extends Reads = Record<never, never>>(
  device: Device,
  plan: Plan<R, F>,
  read: ReadOne = readOne as ReadOne,
) => readAs(device, plan, read)

/** How one read is answered. */
type ReadOne = (device: Device, read: QueryRead) => Promise<unknown>

export async function readAs<R extends QueryReads, F extends QueryReads>(
  device: Device,
  plan: Plan<R, F>,
  read: ReadOne,
): Promise<Found<R> & Found<F>> {
  const found = await readAll(device, plan.reads, read)
  if (!plan.follow) return found as Found<R> & Found<F>
  return { ...found, ...(await readAll(device, plan.follow(found), read)) }
}

async function readAll<R extends QueryReads>(device: Device, reads: R, readIt: ReadOne): Promise<Found<R>> {
  const entries = await Dexie.Promise.all(
    Object.entries(reads).map(([name, read]) => readIt(device, read).then((value) => [name, value] as const)),
  )
  return Object.fromEntries(entries) as Found<R>
}

export async function readOne(device: Device, read: Read): Promise<unknown> {
  if (read.kind === 'one') return read.id > 0 ? device.table(read.table).get(read.id) : undefined
  // No command of a device counts; questions have a quicker way (`read-page.ts`).
  if (read.kind === 'count') return (await readMany(device, { ...read, kind: 'many' })).length
  return readMany(device, read)
}

export async function readMany(device: Device, read: Many): Promise<AnyRow[]> {
  const { limit = Infinity, offset = 0, descending = false, order = 'id' } = read
  const path = choosePath(read.table, read.where, order)
  if (path.kind === 'ids') {
    const present = await device.table<AnyRow, number>(read.table).bulkGet(path.ids)
    const fitting = present.filter((row) => row !== undefined && matches(path.rest, row)) as AnyRow[]
    return sorted(fitting, order, descending).slice(offset, offset + limit)
  }
  const parts = await Dexie.Promise.all(
    collectionsOf(device, read.table, path).map((rows) => {
      // On a slow phone, walking row by row takes twice as long as reading a range whole and filtering it here.
      if (!isEmpty(path.rest))
        return rows.toArray((all) =>
          inOrder(
            all.filter((row) => matches(path.rest, row)),
            path.ordered && descending,
          ),
        )
      const part = path.ordered && descending ? rows.reverse() : rows
      // Each part is already in order, so none can give more than what the whole answer takes.
      return (path.ordered && limit < Infinity ? part.limit(offset + limit) : part).toArray()
    }),
  )
  const [first = [], ...others] = parts
  const rows = others.length === 0 && path.ordered ? first : sorted(parts.flat(), order, descending)
  return rows.slice(offset, offset + limit)
}

/** How many rows a read without a limit walks through, before it reads any. */
export async function walked(device: Device, table: TableName, where: object): Promise<number> {
  const path = choosePath(table, where)
  if (path.kind === 'ids') return path.ids.length
  const counts = await Dexie.Promise.all(collectionsOf(device, table, path).map((rows) => rows.count()))
  return counts.reduce((sum, n) => sum + n, 0)
}

export const isEmpty = (conditions: object): boolean => Object.keys(conditions).length === 0
const inOrder = (rows: AnyRow[], descending: boolean): AnyRow[] => (descending ? rows.reverse() : rows)

/** How to get at the rows: by their ids, or over key ranges of an index; `rest` is what must still be filtered. */
type Path =
  | { kind: 'ids'; ids: number[]; rest: Record<string, Condition> }
  | {
      kind: 'ranges'
      index: string[] | null
      ranges: [Value[], Value[]][]
      ordered: boolean
      rest: Record<string, Condition>
    }

/** A plan may name any table; what runs on a device asks for none but its own. */
const heldHere = (table: TableName) => syncedDefinitionOf(table as SyncedTable)

/** Beyond this many key ranges, filtering a longer range costs less than jumping. */
const MAX_RANGES = 200

export function choosePath(table: TableName, where: object, order = 'id'): Path {
  const conditions = Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined)) as Record<
    string,
    Condition
  >
  const { id, ...others } = conditions
  if (typeof id === 'number') return { kind: 'ids', ids: [id], rest: others }
  if (Array.isArray(id)) return { kind: 'ids', ids: [...new Set(id as number[])], rest: others }
  // The ids of a reference are few, whatever an index narrows to.
  const byId = id !== undefined && pathOver(table, ['id'], conditions, order)
  if (byId) return byId.path

  let best: { path: Path & { kind: 'ranges' }; score: number } | null = null
  for (const { columns, keys = columns, phases } of deviceIndexesOf(table as SyncedTable)) {
    if (phases && !pointsOf(conditions['phase'])?.every((phase) => phases.includes(phase as string))) continue
    const candidate = pathOver(table, columns, conditions, order, keys)
    if (candidate && (!best || candidate.score > best.score)) best = candidate
  }
  return best?.path ?? { kind: 'ranges', index: null, ranges: [], ordered: order === 'id', rest: conditions }
}

function pathOver(
  table: TableName,
  index: readonly string[],
  conditions: Record<string, Condition>,
  order: string,
  keys = index,
) {
  let prefixes: Value[][] = [[]]
  let used = 0
  for (const column of index) {
    const values = pointsOf(conditions[column])
    if (!values || prefixes.length * values.length > MAX_RANGES) break
    prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value]))
    used++
  }
  const next = index[used]
  const range =
    next !== undefined && conditions[next] !== undefined && isRange(conditions[next]) ? conditions[next] : null
  if (used === 0 && !range) return null
  const covered = new Set([...index.slice(0, used), ...(range && next !== undefined ? [next] : [])])
  // IndexedDB leaves rows out of an index when one of its columns is null.
  if (keys.some((key, at) => !covered.has(index[at] ?? '') && isNullable(table, key))) return null
  // No date matches no range, and stands in a list as the least.
  const least = next === keys[used] ? Dexie.minKey : '\0'
  const low = range ? (range.from ?? least) : Dexie.minKey
  const high = range ? (range.to ?? Dexie.maxKey) : Dexie.maxKey
  const open = index.length - used
  const pad = (prefix: Value[], first: unknown, rest: unknown) =>
    [...prefix, ...Array.from({ length: open }, (_, i) => (i === 0 ? first : rest))] as Value[]
  const ranges = prefixes.map((prefix): [Value[], Value[]] => [
    pad(prefix, low, Dexie.minKey),
    pad(prefix, high, Dexie.maxKey),
  ])
  const ordered = used === index.length ? order === 'id' : next === order && open === 1
  const rest = Object.fromEntries(Object.entries(conditions).filter(([column]) => !covered.has(column)))
  const path = { kind: 'ranges' as const, index: [...keys], ranges, ordered, rest }
  return { path, score: covered.size * 2 + (ordered ? 1 : 0) }
}

/** The keys a condition stands for; null when it is a range, absent, or not a key in IndexedDB (booleans, null). */
function pointsOf(condition: Condition | undefined): Value[] | null {
  if (condition === undefined || isRange(condition)) return null
  const values = (Array.isArray(condition) ? [...new Set(condition as Value[])] : [condition]) as Value[]
  return values.every((value) => typeof value === 'number' || typeof value === 'string') ? values : null
}

const isNullable = (table: TableName, column: string): boolean =>
  heldHere(table).schema.def.shape[column]?._zod.def.type === 'nullable'

export function collectionsOf(
  device: Device,
  table: TableName,
  path: Path & { kind: 'ranges' },
): Collection<AnyRow, number>[] {
  const { index } = path
  if (!index) return [device.table<AnyRow, number>(table).toCollection()]
  return path.ranges.map(([low, high]) => between(device, table, index, low, high))
}

export function between(
  device: Device,
  table: TableName,
  index: readonly string[],
  low: Value[],
  high: Value[],
  isAfter = false,
): Collection<AnyRow, number> {
  const bound = (key: Value[]) => (index.length === 1 ? key[0] : key)
  return device.table<AnyRow, number>(table).where(indexName(index)).between(bound(low), bound(high), !isAfter, true)
}

/** As SQL sorts: nulls first ascending, ties by id, both turned round by `descending`. */
export function sorted(rows: AnyRow[], order: string, descending: boolean): AnyRow[] {
  const sign = descending ? -1 : 1
  if (order === 'id') return rows.sort((a, b) => sign * (Number(a['id']) - Number(b['id'])))
  return rows.sort((a, b) => sign * (compare(a[order], b[order]) || Number(a['id']) - Number(b['id'])))
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  return (a as string | number) < (b as string | number) ? -1 : 1
}
