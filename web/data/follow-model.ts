import { Dexie } from 'dexie'
import { readable } from '#shared/kernel/input.ts'
import { syncedDefinitionOf, syncedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { modelMark, type Device } from './device.ts'
import { onDisk } from './disk.ts'

export interface Following {
  done: number
  total: number
  /** This device took no writes in the middle of it; it is tried again. */
  isStopped?: true
}

/** So many rows at a time leave a slow phone room for a tap. */
const PORTION = 250

const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 30_000

/**
 * Follows the model until it has succeeded: a list that read half an index would be wrong and say nothing. What stands in the way is this
 * device's disk, and disks get room. Tells `null` when lists may read; also where not even the mark can be read, for then lists say that themselves.
 */
export async function followPatiently(
  device: Device,
  tell: (following: Following | null) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(2 * wait, MOST_WAIT_MS)) {
    try {
      await onDisk(device, () => followModel(device, tell))
      return tell(null)
    } catch {
      tell((await isBehind(device)) ? { done: 0, total: 0, isStopped: true } : null)
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

const isBehind = (device: Device): Promise<boolean> =>
  device.get('model').then(
    ({ mark, next }) => mark !== modelMark || next !== null,
    () => false,
  )

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

/** What it has, blanks for what it has not, and what follows from both; one that cannot be read stays as it is until the server sends it. */
const asToday = (table: SyncedTable, row: object): object => {
  const { schema } = syncedDefinitionOf(table)
  try {
    return syncedRow(table, {
      ...(readable(schema, row) as object),
      ...known(row, Object.keys(schema.def.shape)),
    } as never)
  } catch {
    return row
  }
}
const known = (row: object, names: string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && names.includes(name)))
