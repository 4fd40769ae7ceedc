import { Dexie } from 'dexie'
import { readable } from '#shared/kernel/input.ts'
import { syncedDefinitionOf, syncedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { modelMark, type Device } from './device.ts'

export interface Following {
  done: number
  total: number
}

/** So many rows at a time leave a slow phone room for a tap. */
const PORTION = 250

/**
 * Rows of another model get this one's columns, portion by portion, and what they cannot know from themselves comes with a reset: the server
 * sends everything once more over what is there, and nothing leaves the screen meanwhile. The queue and what somebody has typed are not touched.
 * Goes on where it was after a kill. Resolves when lists may read the indexes.
 */
export async function followModel(
  device: Device,
  tell: (progress: Following) => void = () => undefined,
): Promise<void> {
  const found = await device.get('model')
  if (found.mark === modelMark && found.next === null) return
  if (found.mark !== modelMark) await begin(device)
  const counts = await Promise.all(syncedTableNames.map((table) => device.table(table).count()))
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  for (let next = (await device.get('model')).next; next !== null; next = (await device.get('model')).next) {
    done += await makePortionAnew(device, next)
    tell({ done: Math.min(done, total), total })
  }
}

/** Notes in one step that rows are another model's and that the server is to send them again. */
function begin(device: Device): Promise<void> {
  return device.transaction('rw', ['meta', ...syncedTableNames], async () => {
    const counts = await Dexie.Promise.all(syncedTableNames.map((table) => device.table(table).count()))
    const isEmpty = counts.every((count) => count === 0)
    await device.set('model', { mark: modelMark, next: isEmpty ? null : { table: FIRST, after: 0 } })
    const position = await device.get('position')
    if (isEmpty || position.cursor === null) return
    await device.set('position', { ...position, cursor: `${position.cursor.split('.')[0]}.anew` })
  })
}
const [FIRST] = syncedTableNames as [SyncedTable]

/** Rows, and the server's rows under the paint. @returns how many */
function makePortionAnew(device: Device, { table, after }: { table: SyncedTable; after: number }): Promise<number> {
  return device.transaction('rw', [table, 'kept', 'meta'], async () => {
    const rows = await device.table<{ id: number }, number>(table).where('id').above(after).limit(PORTION).toArray()
    await device.table(table).bulkPut(rows.map((row) => asToday(table, row)))
    if (after === 0)
      await device.kept
        .filter((kept) => kept.table === table && kept.row !== null)
        .modify((kept) => void (kept.row = asToday(table, kept.row as object)))
    const last = rows.at(-1)
    const following = syncedTableNames[syncedTableNames.indexOf(table) + 1]
    const next =
      rows.length === PORTION && last ? { table, after: last.id } : following ? { table: following, after: 0 } : null
    await device.set('model', { mark: modelMark, next })
    return rows.length
  })
}

/** What it has, blanks for what it has not, and what follows from both. */
const asToday = (table: SyncedTable, row: object): object => {
  const { schema } = syncedDefinitionOf(table)
  return syncedRow(table, {
    ...(readable(schema, row) as object),
    ...known(row, Object.keys(schema.def.shape)),
  } as never)
}
const known = (row: object, names: string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && names.includes(name)))
