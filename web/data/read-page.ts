import { Dexie } from 'dexie'
import type { Found, Page, Plan, QueryReads } from '#shared/kernel/reads.ts'
import { idsSought, namedTables, rankBy, ranks, soughtBy } from '#shared/kernel/search.ts'
import { pageOf, type Paged } from '#shared/lib/paging.ts'
import type { Device } from './device.ts'
import { readAs, readMany, readOne, sorted, type AnyRow } from './read.ts'

/** Asks this device what a query wants to see. */
export const readForQuery = <R extends QueryReads, F extends QueryReads = Record<never, never>>(
  device: Device,
  plan: Plan<R, F>,
): Promise<Found<R> & Found<F>> =>
  readAs(device, plan, (_, read) => (read.kind === 'page' ? readPage(device, read) : readOne(device, read)))

/**
 * A device has so few rows that a list is read whole, filtered and sorted in memory, and then cut. Of references only the
 * rows with their ids are read.
 */
async function readPage(device: Device, read: Page): Promise<Paged<AnyRow>> {
  const { table, order = 'id', descending = false } = read
  const ids = read.words === undefined ? null : idsSought(table, read.words)
  const where = ids ? read.where.flatMap((one) => ids.map(([from, to]) => ({ ...one, id: { from, to } }))) : read.where
  const lists = await Dexie.Promise.all(where.map((one) => readMany(device, { kind: 'many', table, where: one })))
  const rows = sorted(lists.flat(), order, descending)
  return pageOf(read.words === undefined ? rows : await withWords(device, table, read.words, rows), read.number)
}

/** The best hits come first; those that are equally good stay in their order. */
async function withWords(device: Device, table: Page['table'], words: string, rows: AnyRow[]): Promise<AnyRow[]> {
  const named = rows.length === 0 ? [] : namedTables(table)
  const rowsOf = await Dexie.Promise.all(named.map((name) => device.table<AnyRow, number>(name).toArray()))
  const rank = rankBy(
    table,
    soughtBy(table, words, (name) => rowsOf[named.indexOf(name)] ?? []),
  )
  const ranked = rows.map((row) => ({ row, rank: rank(row) }))
  return ranks.flatMap((wanted) => ranked.filter(({ rank }) => rank === wanted).map(({ row }) => row))
}
