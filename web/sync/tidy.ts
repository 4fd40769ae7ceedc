import { addDays, dayIn, type Day } from '#shared/lib/day.ts'
import type { Project } from '#shared/model/project.ts'
import { closedPhases } from '#shared/model/status.ts'
import { projectChildren, requestChildren, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import type { Organisation } from '#shared/model/limits.ts'
import type { Device } from '../data/device.ts'
import { isWhole } from '../data/is-whole.ts'
import { pinnedOf } from './forget.ts'

/** So long what was closed before the window stays after somebody has looked at it (C-109, C-233). */
const STAYS_DAYS = 90
/** So many at a time leave a slow phone room for a tap. */
const PORTION = 10

/**
 * Lets go of taskings closed before the window that nobody has looked at for ninety days, with all that belongs to them, once a day: what a
 * first sync would bring stays, and what was looked at. `now` is the server's, as a round has just shown it. What is not sent, half typed
 * or kept for reading keeps its tasking.
 */
export async function tidy(
  device: Device,
  { timeZone, syncWindowDays }: Pick<Organisation, 'timeZone' | 'syncWindowDays'>,
  now: number,
): Promise<void> {
  const today = dayIn(timeZone, new Date(now).toISOString())
  const since = addDays(today, -syncWindowDays)
  const old = await begin(device, today, since)
  const pinned = old.length > 0 ? await namedByPinned(device.name) : ''
  for (let at = 0; at < old.length; at += PORTION) await letGo(device, old.slice(at, at + PORTION), since, pinned)
}

/** Notes that it is done for today, and which of what is here is whole. @returns what nobody has looked at for so long */
function begin(device: Device, today: Day, since: Day): Promise<number[]> {
  return device.transaction('rw', ['projects', 'meta'], async () => {
    const { ready, sweeping } = await device.get('position')
    const { checked, on } = (await device.get('viewed')) ?? { checked: '', on: {} }
    if (!ready || sweeping || checked === today) return []
    const before: Project[] = []
    for (const phase of closedPhases) before.push(...(await closedBefore(device, phase, since)))
    const oldest = addDays(today, -STAYS_DAYS)
    // A clock that was ahead has dated looks that are still to come. Where this was never noted, all that is here counts as looked at.
    const looks = Object.entries(on).map(([id, day]) => [id, day > today ? today : day] as const)
    const stays = checked
      ? Object.fromEntries(looks.filter(([, day]) => day >= oldest))
      : Object.fromEntries([...before.map(({ id }) => [id, today] as const), ...looks])
    await device.set('viewed', { checked: today, on: stays })
    // From here on one that comes alone, as news, is not taken for whole.
    await device.change('closed', (closed) => ({
      ...closed,
      before: closed.before > since ? closed.before : since,
      whole: [
        ...new Set([...closed.whole, ...before.filter((project) => isWhole(project, closed)).map(({ id }) => id)]),
      ],
    }))
    return before.map(({ id }) => id).filter((id) => !(id in stays))
  })
}

const closedBefore = (device: Device, phase: string, since: Day): Promise<Project[]> =>
  device.rows('projects').where('[phase+since]').between([phase, ''], [phase, since], false, false).toArray()

function letGo(device: Device, ids: number[], since: Day, pinned: string): Promise<void> {
  const tables = [...syncedTableNames, 'kept', 'outbox', 'attention', 'forms', 'uploads', 'meta']
  return device.transaction('rw', tables, async () => {
    const { on = {} } = (await device.get('viewed')) ?? {}
    const named = numbersIn(pinned + (await workOn(device)))
    const gone = new Set<number>()
    for (const project of await device.rows('projects').bulkGet(ids)) {
      if (!project || project.id in on || project.closedDate === '' || project.closedDate >= since) continue
      const rows = await belongingsOf(device, project)
      if (rows.some(([, keys]) => keys.some((id) => named.has(id)))) continue
      for (const [table, keys] of rows) await device.table(table).bulkDelete(keys)
      gone.add(project.id)
    }
    await device.change('closed', (closed) => ({ ...closed, whole: closed.whole.filter((id) => !gone.has(id)) }))
  })
}

/** Its request goes with the last of its taskings; an inbox is kept as long as the server keeps it. */
async function belongingsOf(device: Device, { id, requestId }: Project): Promise<[SyncedTable, number[]][]> {
  const { notifications: _, ...children } = projectChildren
  const ofTasking = Object.entries(children).map(([table, column]) => [table, column, id] as const)
  const isLast = requestId > 0 && (await device.rows('projects').where('requestId').equals(requestId).count()) === 1
  const ofRequest = isLast
    ? [...Object.entries(requestChildren), ['requests', 'id'] as const].map(
        ([table, column]) => [table, column, requestId] as const,
      )
    : []
  const rows: [SyncedTable, number[]][] = [['projects', [id]]]
  for (const [table, column, value] of [...ofTasking, ...ofRequest])
    rows.push([table as SyncedTable, (await device.table(table).where(column).equals(value).primaryKeys()) as number[]])
  return rows
}

/** All that waits here, in whatever words it names a row. */
async function workOn(device: Device): Promise<string> {
  const work: unknown[] = []
  for (const table of ['kept', 'outbox', 'attention', 'forms', 'uploads'])
    work.push(await device.table(table).toArray())
  return JSON.stringify(work)
}

/** In their addresses, and in what is noted of where they belong. */
async function namedByPinned(database: string): Promise<string> {
  if (typeof caches === 'undefined') return ''
  const cache = await caches.open(pinnedOf(database))
  const named: string[] = []
  for (const { url } of await cache.keys()) named.push(url, ...((await cache.match(url))?.headers.values() ?? []))
  return JSON.stringify(named)
}

const numbersIn = (text: string): ReadonlySet<number> => new Set((text.match(/\d+/g) ?? []).map(Number))
