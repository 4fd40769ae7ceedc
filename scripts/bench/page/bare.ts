import { Dexie, type Table } from 'dexie'
import { must } from '#shared/lib/must.ts'
import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import type { RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'

/**
 * What a client written by hand would do, and no more: pages of rows by version into Dexie with three indexes on taskings, a cursor, a queue.
 * No paint, no marks, no derived columns: the limit of this machine, beside which ours is told.
 */
class Bare extends Dexie {
  declare queue: Table<{ id: number; name: string; input: unknown }, number>
  declare meta: Table<{ key: string; value: unknown }, string>

  constructor(durability: 'strict' | 'relaxed') {
    super(`bench-bare-${durability}`, { chromeTransactionDurability: durability })
    const children = Object.fromEntries(
      syncedTableNames.map((table) => [table, table === 'comments' ? 'id, projectId' : 'id']),
    )
    this.version(1).stores({
      ...{ ...children, queue: 'id', meta: 'key' },
      projects: 'id, [teamId+dueDate], [assigneeId+dueDate], [createdById+dueDate]',
    })
  }
}

export type Durability = ConstructorParameters<typeof Bare>[0]
let bare: Bare | undefined

async function fresh(durability: Durability): Promise<Bare> {
  bare?.close()
  await new Bare(durability).delete()
  bare = new Bare(durability)
  await bare.open()
  return bare
}

/** Writes the rows of pages, each page in a transaction with its cursor; the time it took, in ms. */
export async function writeBare(pages: readonly RoundResponse[], durability: Durability): Promise<number> {
  const into = await fresh(durability)
  const start = performance.now()
  for (const page of pages) await writePage(into, page)
  return performance.now() - start
}

/** Pages as a fast link gives them, one after the other, until the last one is written. */
export async function firstSyncBare(
  ask: (from: Pick<RoundRequest, 'device' | 'cursor'>, before: number | null) => Promise<RoundResponse | null>,
  durability: Durability,
): Promise<number> {
  const into = await fresh(durability)
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
export async function actBare(
  pages: readonly RoundResponse[],
  count: number,
  durability: Durability,
): Promise<number[]> {
  if (!bare?.name.endsWith(durability)) await writeBare(pages, durability)
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
