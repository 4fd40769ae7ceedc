import { Dexie, type Table } from 'dexie'
import { must } from '#shared/lib/must.ts'
import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import type { RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'

/**
 * What a client written by hand would do, and no more: pages of rows by version into Dexie with three indexes on taskings, a cursor, a queue.
 * No paint, no marks, no derived columns. Without any index it is what a record for each row takes on this machine: no client that keeps rows
 * can be quicker.
 */
class Bare extends Dexie {
  declare queue: Table<{ id: number; name: string; input: unknown }, number>
  declare meta: Table<{ key: string; value: unknown }, string>

  constructor(kind: ByHand) {
    super(`bench-bare-${kind}`, { chromeTransactionDurability: kind === 'strict' ? 'strict' : 'relaxed' })
    const indexes = {
      ...{ comments: 'id, projectId' },
      projects: 'id, [teamId+dueDate], [assigneeId+dueDate], [createdById+dueDate]',
    }
    this.version(1).stores({
      ...Object.fromEntries(syncedTableNames.map((table) => [table, 'id'])),
      ...(kind === 'unindexed' ? {} : indexes),
      ...{ queue: 'id', meta: 'key' },
    })
  }
}

/** How sure a write is; the last is relaxed as well. */
export type ByHand = 'strict' | 'relaxed' | 'unindexed'
let bare: Bare | undefined

async function fresh(kind: ByHand): Promise<Bare> {
  bare?.close()
  await new Bare(kind).delete()
  bare = new Bare(kind)
  await bare.open()
  return bare
}

/** Writes the rows of pages, each page in a transaction with its cursor; the time it took, in ms. */
export async function writeBare(pages: readonly RoundResponse[], kind: ByHand): Promise<number> {
  const into = await fresh(kind)
  const start = performance.now()
  for (const page of pages) await writePage(into, page)
  return performance.now() - start
}

/** Pages as a fast link gives them, one after the other, until the last one is written. */
export async function firstSyncBare(
  ask: (from: Pick<RoundRequest, 'device' | 'cursor'>, before: number | null) => Promise<RoundResponse | null>,
  kind: ByHand,
): Promise<number> {
  const into = await fresh(kind)
  const start = performance.now()
  let from = { device: 0, cursor: null as string | null }
  for (let before: number | null = null; ;) {
    const page = await ask(from, before)
    if (!page) break
    await writePage(into, page)
    from = { device: page.device, cursor: page.cursor }
    if (!page.more) break
    before = Object.values(page.changes).reduce((sum, { rows }) => sum + rows, 0)
  }
  return performance.now() - start
}

function writePage(into: Bare, { changes, cursor }: RoundResponse): Promise<void> {
  return into.transaction('rw', into.tables, async () => {
    for (const [table, columns] of Object.entries(changes))
      await into.table(table as SyncedTable).bulkPut(columnsToRows(columns))
    await into.meta.put({ key: 'cursor', value: cursor })
  })
}

/** A comment and its call, as a hand-written client keeps them: the tasking is read, both are written. The times they took, in ms. */
export async function actBare(pages: readonly RoundResponse[], count: number, kind: ByHand): Promise<number[]> {
  if (!bare?.name.endsWith(kind)) await writeBare(pages, kind)
  const own = must(bare)
  const took: number[] = []
  const ids = await own.table('projects').limit(count).primaryKeys()
  for (const [n, projectId] of ids.entries()) {
    const start = performance.now()
    await own.transaction('rw', ['projects', 'comments', 'queue', 'meta'], async () => {
      await own.table('projects').get(projectId)
      const id = 900_000_000 + n
      const comment = { id, projectId, comment: 'The driver waits at the north gate until noon', active: true }
      await own.table('comments').put(comment)
      await own.queue.put({ id, name: 'addComment', input: comment })
      await own.meta.put({ key: 'counter', value: id })
    })
    took.push(performance.now() - start)
  }
  return took.sort((a, b) => a - b)
}
