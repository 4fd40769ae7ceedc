import { Dexie, RangeSet } from 'dexie'
import { matches, type Page } from '#shared/kernel/reads.ts'
import { ranks } from '#shared/kernel/search.ts'
import { pageOf, type Paged } from '#shared/lib/paging.ts'
import type { Device } from './device.ts'
import { sorted, type AnyRow } from './read.ts'

/** By what pages of taskings are selected, sorted, searched and counted. */
const columns = [
  ...['id', 'name', 'phase', 'dueDate', 'urgency', 'modifiedDate', 'deniedDate', 'acceptedDate', 'approved'],
  ...['countryId', 'teamId', 'advisorId', 'bocId', 'taskId', 'assigneeId', 'createdById'],
  ...['poolCode', 'shipNumber', 'description'],
]
/** So many rows are read or looked at between two moments in which the tab can answer a touch, on a slow phone too. */
const PORTION = 500
const LOOKED_AT = 2_000
const KEPT_MS = 120_000

type RankOf = (row: AnyRow) => number | null

/**
 * What Find looks at of every tasking, in memory: of 50,000 a slow phone reads for seconds, and each letter and filter asks for them again.
 * Read once, then only what has changed since (`storagemutated`, from every page and the worker), and let go of when nobody asks for a while.
 */
export interface Held {
  /** Null when it is held no more, and the rows must be read. `rankOf`: how well a row fits words, where there are any. */
  page: (read: Page, rankOf: RankOf | null) => Promise<Paged<AnyRow> | null>
}

const loading = new WeakMap<Device, Promise<Held | null>>()

/** Reads all taskings, in transactions of a portion each, so that nobody waits to write. Null when too much changed meanwhile. */
export function hold(device: Device): Promise<Held | null> {
  const begun = loading.get(device) ?? load(device).finally(() => loading.delete(device))
  loading.set(device, begun)
  return begun
}

async function load(device: Device): Promise<Held | null> {
  const table = device.table<AnyRow, number>('projects')
  const rows = new Map<number, AnyRow>()
  const orders = new Map<string, AnyRow[]>()
  /** Ids that were written and not read since, and when they were written. */
  const changed = new Map<number, number>()
  let changes = 0
  let isOver = false
  const part = `idb://${device.name}/projects/`

  function end() {
    isOver = true
    clearTimeout(timer)
    Dexie.on.storagemutated.unsubscribe(hear)
    rows.clear()
    orders.clear()
  }
  function hear(parts: Parameters<typeof Dexie.on.storagemutated.fire>[0]) {
    const written = parts[part]
    if ('all' in parts) end()
    if (!written) return
    for (const { from, to } of new RangeSet().add(written) as Iterable<{ from: unknown; to: unknown }>) {
      // Fifty rows at once are told as everything.
      if (typeof from !== 'number' || from !== to) return end()
      changed.set(from, ++changes)
    }
  }
  let timer = setTimeout(end, KEPT_MS)
  Dexie.on.storagemutated.subscribe(hear)

  for (let after = -Infinity, more = true; more && !isOver;) {
    const portion = await device.transaction('r', table, () => table.where('id').above(after).limit(PORTION).toArray())
    for (const row of portion) rows.set(Number(row['id']), held(row))
    after = Number(portion.at(-1)?.['id'])
    more = portion.length === PORTION
  }

  async function isFresh(): Promise<boolean> {
    // Tells whether something was missed; and a live query that reads no row is told of all of them.
    const all = await table.count()
    const asked = [...changed]
    const news = asked.length > 0 ? await table.bulkGet(asked.map(([id]) => id)) : []
    for (const [at, [id, when]] of asked.entries()) {
      const row = news[at]
      if (row) rows.set(id, held(row))
      else rows.delete(id)
      if (changed.get(id) === when) changed.delete(id)
    }
    const ids = new Set(asked.map(([id]) => id))
    // What is nearly in order is soon in order.
    for (const [order, list] of asked.length > 0 ? orders : [])
      orders.set(order, sorted([...list.filter((row) => !ids.has(Number(row['id']))), ...of(ids)], order, false))
    if (!isOver && all !== rows.size && changed.size === 0) end()
    return !isOver
  }
  const of = (ids: ReadonlySet<number>) => [...ids].map((id) => rows.get(id)).filter((row) => row !== undefined)

  function inOrder(order: string): AnyRow[] {
    const list = orders.get(order) ?? sorted([...rows.values()], order, false)
    orders.set(order, list)
    return list
  }

  async function page(read: Page, rankOf: RankOf | null): Promise<Paged<AnyRow> | null> {
    const { where, order = 'id', descending = false, number, size, only } = read
    const named = [order, ...where.flatMap((one) => Object.keys(one))]
    if (!named.every((column) => columns.includes(column)) || !(await isFresh())) return null
    clearTimeout(timer)
    timer = setTimeout(end, KEPT_MS)
    const list = inOrder(order)
    const hits: AnyRow[][] = ranks.map(() => [])
    for (let at = 0; at < list.length; at += LOOKED_AT) {
      const stretch = descending
        ? list.slice(-at - LOOKED_AT, at === 0 ? undefined : -at).reverse()
        : list.slice(at, at + LOOKED_AT)
      for (const row of stretch) {
        if (!where.some((one) => matches(one, row))) continue
        const rank = rankOf ? rankOf(row) : 0
        if (rank !== null) hits[rank]?.push(row)
      }
      // In a transaction only a request gives the tab back.
      if (at + LOOKED_AT < list.length) await table.get(0)
    }
    const found = pageOf(hits.flat(), number, size)
    if (only?.every((column) => columns.includes(column))) return found
    const items = await table.bulkGet(found.items.map((row) => Number(row['id'])))
    return { ...found, items: items.filter((row) => row !== undefined) }
  }
  return isOver ? null : { page }
}

const held = (row: AnyRow): AnyRow => Object.fromEntries(columns.map((column) => [column, row[column]]))
