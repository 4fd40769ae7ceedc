import type { RoundResponse } from '#shared/protocol/sync.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { syncedRow, syncedTableNames } from '#shared/model/tables.ts'
import type { Device } from '../data/device.ts'
import { noteViewed } from '../data/note-viewed.ts'
import { callApi, type Fetch } from '../net/api.ts'
import type { KeptSession } from '../session/kept-session.ts'
import { exclusively } from './lock.ts'
import { lockOf } from './rounds.ts'
import { sessionOf } from './session-of.ts'

/** What came meanwhile may be newer than the answer; so often it is asked for, the last time with no round beside it. */
const TRIES = 3

interface Line {
  session?: Pick<KeptSession, 'token' | 'user'>
  fetch?: Fetch
  now?: () => number
}

/**
 * Fetches a tasking that this device does not keep, because it was closed before its window, or not whole, because it was closed long ago, and
 * lays it down beside the others; from then on it is read like any, and follows the news. Rows with queued work on them keep their paint.
 */
export async function fetchTasking(
  device: Device,
  id: number,
  line: Line = {},
): Promise<'found' | 'not-found' | 'unreachable'> {
  for (let tries = 1; tries < TRIES; tries++) {
    const result = await fetchOnce(device, id, line)
    if (result !== 'overtaken') return result
  }
  const session = line.session ?? (await sessionOf(device))
  if (!session) return 'unreachable'
  const last = await exclusively(lockOf(session.user.id), () => fetchOnce(device, id, line))
  return last === 'overtaken' ? 'unreachable' : last
}

async function fetchOnce(device: Device, id: number, { session, fetch, now = Date.now }: Line) {
  const bearer = (session ?? (await sessionOf(device)))?.token
  const { cursor } = await device.get('position')
  if (bearer === undefined || cursor === null) return 'unreachable'
  const answer = await callApi<Pick<RoundResponse, 'changes'>>(`sync/taskings/${id}`, {
    token: bearer,
    ...(fetch ? { fetch } : {}),
  })
  if (answer.kind === 'refused' && answer.status === 404) return 'not-found'
  if (answer.kind !== 'ok') return 'unreachable'
  return (await layDown(device, id, answer.body.changes, cursor, now())) ? 'found' : 'overtaken'
}

/** False when news came since it was asked for: its rows may be older, and nothing would bring the newer ones again. */
function layDown(
  device: Device,
  id: number,
  changes: RoundResponse['changes'],
  asked: string,
  now: number,
): Promise<boolean> {
  return device.transaction('rw', [...syncedTableNames, 'kept', 'marks', 'meta'], async () => {
    const { cursor, sweeping } = await device.get('position')
    if (versionIn(cursor ?? '') !== versionIn(asked)) return false
    const painted = new Map((await device.kept.toArray()).map((kept) => [kept.key, kept]))
    for (const table of syncedTableNames) {
      const columns = changes[table]
      if (!columns) continue
      const rows = columnsToRows(columns).map((facts) => syncedRow(table, facts as never))
      for (const row of rows) {
        const kept = painted.get(`${table}:${row.id}`)
        if (kept) await device.kept.put({ ...kept, row })
        else await device.table(table).put(row)
      }
      if (sweeping) await device.marks.add({ table, ids: rows.map((row) => row.id) })
    }
    await device.change('closed', (closed) => ({ ...closed, whole: [...new Set([...closed.whole, id])] }))
    await noteViewed(device, id, now + (await device.get('contact')).skew)
    return true
  })
}

/** Of which database, and from which version on news comes to it: while a first sync runs, from its start. */
const versionIn = (cursor: string): string => cursor.split('.', 2).join('.')
