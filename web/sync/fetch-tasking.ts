import type { RoundResponse } from '#shared/protocol/sync.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { syncedRow, syncedTableNames } from '#shared/model/tables.ts'
import type { Device } from '../data/device.ts'
import { callApi, type Fetch } from '../net/api.ts'
import { sessionOf } from './session-of.ts'

/**
 * Fetches a tasking that this device does not keep, because it was closed before its window, and lays it down beside the
 * others; from then on it is read like any. Rows with queued work on them keep their paint.
 */
export async function fetchTasking(
  device: Device,
  id: number,
  { token, fetch }: { token?: string; fetch?: Fetch } = {},
): Promise<'found' | 'not-found' | 'unreachable'> {
  const bearer = token ?? (await sessionOf(device))?.token
  if (bearer === undefined) return 'unreachable'
  const answer = await callApi<Pick<RoundResponse, 'changes'>>(`sync/taskings/${id}`, {
    token: bearer,
    ...(fetch ? { fetch } : {}),
  })
  if (answer.kind === 'refused' && answer.status === 404) return 'not-found'
  if (answer.kind !== 'ok') return 'unreachable'
  const { changes } = answer.body
  await device.transaction('rw', [...syncedTableNames, 'kept'], async () => {
    const painted = new Map((await device.kept.toArray()).map((kept) => [kept.key, kept]))
    for (const table of syncedTableNames) {
      const columns = changes[table]
      if (!columns) continue
      for (const facts of columnsToRows(columns)) {
        const row = syncedRow(table, facts as never)
        const kept = painted.get(`${table}:${row.id}`)
        if (kept) await device.kept.put({ ...kept, row })
        else await device.table(table).put(row)
      }
    }
  })
  return 'found'
}
