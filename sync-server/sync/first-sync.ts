import { count, many, type Reads } from '#shared/kernel/reads.ts'
import { addDays, dayIn, type Day } from '#shared/lib/day.ts'
import { CLOSED_WHOLE_DAYS } from '#shared/model/limits.ts'
import { closedDateOf, urgencyOfClosed } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { openPhases } from '#shared/model/status.ts'
import { referenceTables, type Facts } from '#shared/model/tables.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import type { Server } from '../execute/execute.ts'
import type { ChangePage, Place, RowsByTable } from '../store/store.ts'
import { cursorIn, type Extent, type Position } from './cursor.ts'
import { asSeen, belongings, type Page } from './pages.ts'

/**
 * Everything a device needs, newest first: the first page has the reference lists and the person's own work, so that the
 * app can be used at once; then open taskings, then those closed inside the window. `base` is the version at the start;
 * what changes in the meantime comes at the end, and afterwards as news. To a device that understands it (`isLean`), those closed
 * long ago come without what belongs to them, where there are more of them than `wholeHistory`; and only the last of them, where there are more
 * taskings than `mostTaskings`.
 */
export async function firstSync(
  server: Server & Amounts,
  user: User,
  { epoch, version }: Place,
  position: Exclude<Position, { part: 'live' }>,
  limit: number,
  isLean: boolean,
): Promise<Page> {
  const { store, organisation } = server
  const isStart = position.part === 'start'
  const base = isStart ? version : position.base
  const part = position.part === 'closed' ? 'closed' : 'open'
  const today = dayIn(organisation.timeZone, server.now())
  const seen = sightOf(user, organisation)('projects')
  const extent = position.extent ?? (await extentOf(server, user, today, isLean))
  const { open, closed, days } = extent
  const closedSince = addDays(today, -days)
  const since = days < organisation.syncWindowDays ? closedSince : ''
  const without = isLean && (since || closed > (server.wholeHistory ?? 0)) ? addDays(today, -CLOSED_WHOLE_DAYS) : ''
  const snapshot = await store.newestProjects({ seen, base, part, closedSince, after: position.after, limit })
  const next =
    snapshot.next !== null ? { part, after: snapshot.next } : part === 'open' ? { part: 'closed', after: '' } : null
  const own = isStart ? await ownWork(server, user) : null
  const late = next ? [] : await changedSince(server, user, base)
  const all = [...(own?.projects ?? []), ...snapshot.projects, ...late]
  const projects = [...new Map(all.map((row) => [row.id, row])).values()]
  const rows: RowsByTable = {
    ...own?.reference,
    projects,
    ...(await belongingsSince(server, user, projects, own?.drafts ?? [], without)),
  }
  const done = position.done + snapshot.projects.length
  const progress: [number, number] = [Math.min(done, open + closed), open + closed]
  const page = { rows, removed: {}, progress, ...(without ? { without } : {}), ...(since ? { since } : {}) }
  if (!next) return { ...page, cursor: `${epoch}.${base}`, more: (await store.news()) > base, complete: base }
  return { ...page, cursor: cursorIn(epoch, { ...next, base, done, extent }), more: true, complete: 0 }
}

/** Up to so many closed taskings come with all that belongs to them, and so many taskings at most. */
export interface Amounts {
  wholeHistory?: number
  mostTaskings?: number
}

/** Open ones come all of them, or no list of them would be true; of closed ones as many whole days as there is room for. */
async function extentOf(server: Server & Amounts, user: User, today: Day, isLean: boolean): Promise<Extent> {
  const { organisation, mostTaskings = Infinity } = server
  const isAllSeen = sightOf(user, organisation)('projects').length === 0
  const countOf = (days: number) => {
    const since = addDays(today, -days)
    // A part of them is counted in the index of its owners, all of them in that of the days.
    return count('projects', isAllSeen ? { closedDate: { from: since } } : closedIn(since))
  }
  const counted = <R extends Reads>(reads: R) => server.store.read(asSeen(server, user, reads))
  const { open, closed } = await counted({
    open: count('projects', { phase: openPhases }),
    closed: countOf(organisation.syncWindowDays),
  })
  let tooMany = organisation.syncWindowDays
  if (!isLean || open + closed <= mostTaskings) return { open, closed, days: tooMany }
  // What screens take for granted is here whatever its number.
  let days = Math.min(tooMany, Math.max(CLOSED_WHOLE_DAYS, organisation.recentDays))
  while (tooMany - days > 1) {
    const between = Math.floor((days + tooMany) / 2)
    if (open + (await counted({ closed: countOf(between) })).closed <= mostTaskings) days = between
    else tooMany = between
  }
  return { open, ...(await counted({ closed: countOf(days) })), days }
}

/**
 * Of those closed before that day only what is this person's own: their inbox, requests that they made ("Same again"), and files, of which some
 * may still be on their way from this device.
 */
async function belongingsSince(
  server: Server,
  user: User,
  projects: Facts<'projects'>[],
  drafts: Facts<'requests'>[],
  without: string,
): Promise<RowsByTable> {
  const isAlone = (row: Facts<'projects'>) => closedDateOf(row) !== '' && closedDateOf(row) < without
  const alone = projects.filter(isAlone)
  const ids = alone.map((row) => row.id)
  const { notifications, files, made } = await server.store.read(
    asSeen(server, user, {
      notifications: many('notifications', { projectId: ids }),
      files: many('files', { projectId: ids, createdById: user.id }),
      made: many('requests', { id: alone.map((row) => row.requestId).filter((id) => id > 0), createdById: user.id }),
    }),
  )
  const whole = projects.filter((row) => !isAlone(row))
  const rows = await belongings(server, user, whole, [...drafts, ...made])
  return {
    ...rows,
    notifications: [...(rows.notifications ?? []), ...notifications],
    files: [...(rows.files ?? []), ...files],
  }
}

const END_OF_TIME = '9999-12-31'
const closedIn = (since: string) => ({ urgency: { from: urgencyOfClosed(END_OF_TIME), to: urgencyOfClosed(since) } })

/** Taskings that no page had because they changed in the meantime: as news they would come without what belongs to them. */
async function changedSince({ store, organisation }: Server, user: User, base: number): Promise<Facts<'projects'>[]> {
  const sight = sightOf(user, organisation)
  const changed: Facts<'projects'>[] = []
  for (let after: number | null = base; after !== null;) {
    const page: ChangePage | null = await store.changesSince({ after, sight, limit: 1_000 })
    changed.push(...(page?.rows.projects ?? []))
    after = page?.more ? page.through : null
  }
  return changed
}

async function ownWork(server: Server, user: User) {
  const lists = Object.fromEntries(referenceTables.map((table) => [table, many(table, {})]))
  const reference = await server.store.read(asSeen(server, user, lists))
  const { drafts, assigned, created } = await server.store.read(
    asSeen(server, user, {
      drafts: many('requests', { draftOf: user.id }),
      assigned: many('projects', { assigneeId: user.id, phase: openPhases }, { order: 'dueDate', limit: 100 }),
      created: many('projects', { createdById: user.id, phase: openPhases }, { order: 'dueDate', limit: 100 }),
    }),
  )
  return { reference: reference as RowsByTable, drafts, projects: [...assigned, ...created] as Facts<'projects'>[] }
}
