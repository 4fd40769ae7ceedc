import { cmp, Dexie } from 'dexie'
import {
  matches,
  tallying,
  type Count,
  type Found,
  type Many,
  type Page,
  type Plan,
  type QueryReads,
  type Tallied,
  type Tally,
  type Value,
} from '#shared/kernel/reads.ts'
import { idsSought, namedTables, rankBy, ranks, soughtBy } from '#shared/kernel/search.ts'
import { pageOf, type Paged } from '#shared/lib/paging.ts'
import { listsBegunSince } from '#shared/model/project.ts'
import { referenceTables } from '#shared/model/tables.ts'
import type { Device } from './device.ts'
import type { Held } from './held.ts'
import {
  between,
  choosePath,
  collectionsOf,
  isEmpty,
  readAs,
  readMany,
  readOne,
  sorted,
  walked,
  type AnyRow,
} from './read.ts'

/** Asks this device what a query wants to see. */
export const readForQuery = <R extends QueryReads, F extends QueryReads = Record<never, never>>(
  device: Device,
  plan: Plan<R, F>,
): Promise<Found<R> & Found<F>> => {
  const walks: Walks = new Map()
  return readAs(device, plan, (_, read) => {
    if (read.kind === 'page') return readPage(device, read)
    if (read.kind === 'count') return countRows(device, read)
    if (read.kind === 'tally') return tally(device, read, walks)
    if (read.kind === 'many' && isOfShortList(read)) return readShortList(device, read)
    return read.kind === 'many' && isWalked(read) ? readInPortions(device, read, walks) : readOne(device, read)
  })
}

/** All of some columns; or the first few of a list in order that leaves rows out, which is walked until it is full. */
function isWalked({ table, where, order, limit, offset, descending, only }: Many): boolean {
  if (limit === undefined) return only !== undefined
  const path = choosePath(table, where, order)
  return path.kind === 'ranges' && path.ordered && !isEmpty(path.rest) && !descending && !offset
}

/** Reference lists are short: from a few ids on, one request for all of it takes less time than one for each id. */
const MANY_IDS = 8
const isOfShortList = ({ table, where: { id } }: Many): boolean =>
  Array.isArray(id) && id.length >= MANY_IDS && (referenceTables as readonly string[]).includes(table)

async function readShortList(device: Device, { table, where, order = 'id', descending = false, ...cut }: Many) {
  const { offset = 0, limit = Infinity } = cut
  const rows = (await device.table<AnyRow, number>(table).toArray()).filter((row) => matches(where, row))
  return sorted(rows, order, descending).slice(offset, offset + limit)
}

async function countRows(device: Device, read: Count): Promise<number> {
  const path = choosePath(read.table, read.where)
  if (path.kind === 'ids') return (await readMany(device, { ...read, kind: 'many' })).length
  const counts = await Dexie.Promise.all(
    collectionsOf(device, read.table, path).map((rows) =>
      isEmpty(path.rest) ? rows.count() : rows.toArray((all) => all.filter((row) => matches(path.rest, row)).length),
    ),
  )
  return counts.reduce((sum, n) => sum + n, 0)
}

async function tally(device: Device, read: Tally, walks: Walks): Promise<Record<string, Tallied[]>> {
  const { table, by, begins: [from] = [] } = read
  const [column = '', ...others] = by
  const dated = from !== undefined && others.length === 0 ? { [column]: { from } } : {}
  const isOfAll = table === 'projects' && column === 'createDate' && !('phase' in read.where)
  const lists = from && isOfAll ? listsBegunSince(from) : [{}]
  const { add, told } = tallying(read)
  await Dexie.Promise.all(
    lists.map((list) => walk(device, { kind: 'many', table, where: { ...dated, ...read.where, ...list } }, walks, add)),
  )
  return told()
}

/** Rows that a question walks through: from so many on it waits until all are in memory … */
const WAITS_FROM = 20_000
/** … and from so many on it uses them, once they are. */
const USES_FROM = 1_000

const heldBy = new WeakMap<Device, Held>()

/** What must be in memory before a question is asked: its transaction could not wait for it. */
export async function makeReady(device: Device, reads: QueryReads, waitsFrom = WAITS_FROM): Promise<void> {
  if (heldBy.has(device)) return
  for (const read of Object.values(reads)) {
    if (read.kind !== 'page' || (await walkedBy(device, read)) <= waitsFrom) continue
    // Without it, or where its code does not come, the rows are read.
    const held = await import('./held.ts').then(({ hold }) => hold(device)).catch(() => null)
    if (held) heldBy.set(device, held)
    return
  }
}

/** Of references only the rows with their ids are read. */
async function walkedBy(device: Device, { table, where, words }: Page): Promise<number> {
  if (table !== 'projects' || (words !== undefined && idsSought(table, words))) return 0
  const counts = await Dexie.Promise.all(where.map((one) => walked(device, table, one)))
  return counts.reduce((sum, n) => sum + n, 0)
}

/**
 * A list is read whole, filtered and sorted in memory, and then cut; from 1,000 rows on what is held of them says which to read, if it is. Of references
 * only the rows with their ids are read.
 */
async function readPage(device: Device, read: Page): Promise<Paged<AnyRow>> {
  const { table, order = 'id', descending = false, words } = read
  const held = heldBy.get(device)
  if (held && (await walkedBy(device, read)) > USES_FROM) {
    const page = await held.page(read, words === undefined ? null : await rankIn(device, table, words))
    if (page) return page
    heldBy.delete(device)
  }
  const ids = words === undefined ? null : idsSought(table, words)
  const where = ids ? read.where.flatMap((one) => ids.map(([from, to]) => ({ ...one, id: { from, to } }))) : read.where
  const lists = await Dexie.Promise.all(
    where.map((one) => readInPortions(device, { kind: 'many', table, where: one }, new Map())),
  )
  const rows = sorted(lists.flat(), order, descending)
  return pageOf(words === undefined ? rows : await withWords(device, table, words, rows), read.number, read.size)
}

/** The best hits come first; those that are equally good stay in their order. */
async function withWords(device: Device, table: Page['table'], words: string, rows: AnyRow[]): Promise<AnyRow[]> {
  if (rows.length === 0) return []
  const rank = await rankIn(device, table, words)
  const ranked = rows.map((row) => ({ row, rank: rank(row) }))
  return ranks.flatMap((wanted) => ranked.filter(({ rank }) => rank === wanted).map(({ row }) => row))
}

async function rankIn(device: Device, table: Page['table'], words: string) {
  const named = namedTables(table)
  const rowsOf = await Dexie.Promise.all(named.map((name) => device.table<AnyRow, number>(name).toArray()))
  return rankBy(
    table,
    soughtBy(table, words, (name) => rowsOf[named.indexOf(name)] ?? []),
  )
}

const PORTION = 300

/**
 * Where the reads of one question stand in what they walk through. Those that count the same rows by different columns go side by side, so
 * a portion is kept until the first of them wants the next one, and read once.
 */
type Walks = Map<string, { at: string; rows: PromiseLike<AnyRow[]> }>

function shared(walks: Walks, walk: unknown, from: unknown, read: () => PromiseLike<AnyRow[]>) {
  const [name, at] = [JSON.stringify(walk), JSON.stringify(from)]
  const known = walks.get(name)
  if (known?.at === at) return known.rows
  const rows = read()
  walks.set(name, { at, rows })
  return rows
}

/** All rows, or some of their columns. */
async function readInPortions(device: Device, read: Many, walks: Walks): Promise<AnyRow[]> {
  const { order = 'id', descending = false, limit, only } = read
  const wanted = only && [...new Set(['id', order, ...only])]
  const rows: AnyRow[] = []
  await walk(device, read, walks, (some) => {
    for (const row of some) rows.push(wanted ? Object.fromEntries(wanted.map((column) => [column, row[column]])) : row)
  })
  return sorted(rows, order, descending).slice(0, limit)
}

/** Rows may be very many: they are taken a portion at a time, in no order, so that the tab never stands still; in order, no more than fill a list. */
async function walk(device: Device, read: Many, walks: Walks, take: (some: AnyRow[]) => void): Promise<void> {
  const { table, where, order = 'id', limit = Infinity } = read
  const path = choosePath(table, where, order)
  if (path.kind === 'ids') return take(await readMany(device, read))
  const index = path.index ?? ['id']
  const ranges: [Value[], Value[]][] = path.index ? path.ranges : [[[-Infinity], [Infinity]]]
  await Dexie.Promise.all(
    ranges.map(async ([low, high]) => {
      let taken = 0
      const keep = (some: AnyRow[]) => {
        const fitting = some.filter((row) => matches(path.rest, row))
        taken += fitting.length
        take(fitting)
      }
      const from = (key: Value[], to: Value[], isAfter = false, most = Infinity) =>
        shared(walks, [table, index, high], [key, to, isAfter], () =>
          between(device, table, index, key, to, isAfter).limit(most).toArray(),
        )
      for (let start = low, isAfter = false; taken < limit;) {
        const portion = await from(start, high, isAfter, PORTION)
        const last = portion.at(-1)
        if (!last || portion.length < PORTION) return keep(portion)
        // Rows with the same key may lie on both sides of the cut: they come with the next portion, or alone.
        const key = keyOf(last, index)
        const before = portion.filter((row) => cmp(keyOf(row, index), key) !== 0)
        isAfter = before.length === 0
        keep(isAfter ? await from(key, key) : before)
        start = key
      }
    }),
  )
}

const keyOf = (row: AnyRow, index: readonly string[]): Value[] => index.map((column) => row[column] as Value)
