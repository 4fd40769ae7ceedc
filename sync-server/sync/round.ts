import { HTTPException } from 'hono/http-exception'
import { put } from '#shared/kernel/change.ts'
import { count, many, one, seenBy, type Plan, type Reads } from '#shared/kernel/reads.ts'
import { addDays, dayIn } from '#shared/lib/day.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { urgencyOfClosed } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import type { Device } from '#shared/model/server-tables.ts'
import {
  columnsOf,
  projectChildren,
  referenceTables,
  requestChildren,
  syncedTableNames,
  type Facts,
  type SyncedTable,
} from '#shared/model/tables.ts'
import { openPhases } from '#shared/model/status.ts'
import { rowsToColumns } from '#shared/protocol/columns.ts'
import type { Call, Outcome, RoundRequest, RoundResponse, StreamPage } from '#shared/protocol/sync.ts'
import { seesAsTheirTeam, sightMark, sightOf } from '#shared/rules/visibility.ts'
import { execute, noteFailure, sentId, verdictOf, type IncomingCall, type Server } from '../execute/execute.ts'
import { DEVICE_COUNTER, FIRST_DEVICE } from '../store/ids.ts'
import type { ChangePage, EarlierLife, Moved, Place, RowsByTable } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'

/** The round cannot be answered now; nothing is lost, the device asks again. */
export class TryAgain extends Error {}

export interface SyncServer extends Server {
  /** Takes one of the device numbers that a person may have now: 0, or the seconds until there is one. */
  grant: (userId: number) => number
  /** Lets a person fetch everything on so many devices at once. @throws HTTPException 429 */
  firstSync: <T>(userId: number, work: () => Promise<T>) => Promise<T>
}

/**
 * One round: judges the calls in order, then answers with what became of them and what is new. Null = nothing either way.
 * @throws TryAgain when a call made the server fail.
 */
export async function playRound(server: SyncServer, user: User, request: RoundRequest): Promise<RoundResponse | null> {
  const device = await deviceFor(server, user, request)
  if (request.calls.length === 0 || device.id !== request.device) return answer(server, user, request, device, false)
  const stop = await judgeCalls(server, { userId: user.id, device: device.id }, request.calls)
  const { judged } = await server.store.read({ reads: { judged: one('devices', device.id) } })
  const response = await answer(server, user, request, judged ?? device, stop === 'cloned')
  return response && typeof stop === 'object' ? { ...response, ...stop } : response
}

type Queue = Pick<Device, 'id' | 'lastSeq'> & Partial<Pick<Device, 'createDate'>>

/** The device when it is this person's; else a new number. A number that a restored database forgot is taken up again. */
async function deviceFor(server: SyncServer, user: User, request: RoundRequest): Promise<Queue> {
  const granted = async (number: Promise<number>): Promise<Queue> => ({ id: await number, lastSeq: 0 })
  if (request.device === 0) return granted(grantDevice(server, user))
  const { device } = await server.store.read({ reads: { device: one('devices', request.device) } })
  if (device) return device.userId === user.id ? device : granted(grantDevice(server, user))
  const life = lifeOf(server, request)
  return granted(life ? adoptDevice(server, user, request.device, life) : grantDevice(server, user))
}

/** Ids of a device are its number and six digits, and have to be numbers that are exact. */
const LAST_DEVICE = Math.floor(Number.MAX_SAFE_INTEGER / IDS_PER_DEVICE) - 1

/** A new number. @throws HTTPException 429 when this person had too many of late */
async function grantDevice(server: SyncServer, user: User, since = server.now()): Promise<number> {
  spend(server, user)
  const number = await server.store.transact({ reads: { counter: one('counters', DEVICE_COUNTER) } }, ({ counter }) => {
    const number = (counter?.value ?? FIRST_DEVICE - 1) + 1
    if (number > LAST_DEVICE) return { changes: [], value: 0 }
    const next = { id: DEVICE_COUNTER, name: 'devices', value: number }
    return { changes: [put('counters', next), put('devices', newDevice(number, user, since))], value: number }
  })
  if (number === 0) throw new HTTPException(503, { message: 'No more devices can be added. Tell your administrator.' })
  return number
}

function spend(server: SyncServer, user: User): void {
  const wait = server.grant(user.id)
  if (wait > 0)
    throw new HTTPException(429, {
      message: `Too many new devices under your name. Another one can be added in ${wait} s.`,
      cause: { retryAfter: wait },
    })
}

/** So long after a restore devices come back with what the database forgot. */
const COMING_BACK_DAYS = 30

/** The life of this database in which a number was granted that it does not know: ended by a restore, not long ago. */
function lifeOf({ store, now }: Server, { cursor, device }: RoundRequest): EarlierLife | undefined {
  const [epoch] = cursor?.split(/[.~]/) ?? []
  const since = new Date(Date.parse(now()) - COMING_BACK_DAYS * 86_400_000).toISOString()
  return store.earlier.find(
    (life) => life.epoch === epoch && life.ended >= since && device > life.devices && device <= life.reserved,
  )
}

/**
 * Takes up a number that was granted after the backup this database comes from, so that its queue goes on as it is. The
 * restore has set these numbers aside: the counter stands above them. Its calls may be as old as that backup.
 */
async function adoptDevice(server: SyncServer, user: User, number: number, life: EarlierLife): Promise<number> {
  spend(server, user)
  const adopted = await server.store.transact({ reads: { taken: one('devices', number) } }, ({ taken }) =>
    taken
      ? { changes: [], value: 0 }
      : { changes: [put('devices', newDevice(number, user, life.known))], value: number },
  )
  return adopted || grantDevice(server, user)
}

/** A device that has sent nothing yet. */
export const newDevice = (id: number, user: { id: number }, createDate: string): Device => ({
  id,
  userId: user.id,
  lastSeq: 0,
  failedSeq: 0,
  failures: 0,
  createDate,
  lastAt: null,
  label: '',
  sessionId: 0,
  seenDate: null,
  appVersion: '',
  unsent: null,
  unsentSince: null,
  signKey: '',
  signSession: 0,
})

/** Judges in order, all in one commit where the store can. Stops at the first that is out of order, or of a newer app (`ahead`). */
export async function judgeCalls(
  server: Server,
  from: Pick<IncomingCall, 'userId' | 'device' | 'carriedById'>,
  calls: readonly Call[],
): Promise<'cloned' | { ahead: number } | null> {
  const incoming = calls.map((call): IncomingCall & { seq: number } => ({
    ...from,
    seq: call.seq,
    callId: call.id,
    name: call.name,
    input: call.input,
    at: call.at,
    ...(call.version === undefined ? {} : { version: call.version }),
  }))
  const results = await Promise.allSettled(incoming.map((call) => execute(server, call)))
  for (const [index, result] of results.entries()) {
    const call = incoming[index]
    if (!call) continue
    if (result.status === 'rejected') {
      const isStoreDown = result.reason instanceof StoreUnavailable
      if (!isStoreDown && (await noteFailure(server, call))) return null
      throw new TryAgain('A call could not be judged', { cause: result.reason })
    }
    if (result.value === 'cloned' || result.value === 'foreign') return 'cloned'
    if (result.value === 'ahead') return { ahead: call.seq }
    if (result.value === 'gap') return null
  }
  return null
}

async function answer(
  server: SyncServer,
  user: User,
  request: RoundRequest,
  { id: own, lastSeq: judged, createDate }: Queue,
  isCopy: boolean,
): Promise<RoundResponse | null> {
  const place = await placeFor(server, user)
  let position = readCursor(request.cursor, place)
  const news = position.part === 'live' ? await livePage(server, user, place, position, request.limit) : null
  // A device that was away longer than tombstones live cannot be told what is gone.
  if (position.part === 'live' && !news) position = anew
  const from = position as Exclude<Position, { part: 'live' }>
  const page = news ?? (await server.firstSync(user.id, () => firstSync(server, user, place, from, request.limit)))
  const outcomes =
    own === request.device && judged >= request.from
      ? await outcomesSince(server, own, request.from, page.complete)
      : []
  // A copy gets its number with the answer that settles what both have in common: only the rest is its own. What it did before
  // keeps its time, so the number counts from when the first was granted.
  const device = isCopy && !page.more ? await grantDevice(server, user, createDate) : own
  const lastSeq = device === own ? judged : 0
  const hasRows = Object.keys(page.rows).length > 0 || Object.keys(page.removed).length > 0
  const hasNothing = !hasRows && outcomes.length === 0 && page.cursor === request.cursor && device === request.device
  // A server that knows less than the device says so even when it has no news (a restored backup).
  if (hasNothing && request.calls.length === 0 && lastSeq >= request.from - 1) return null
  return {
    cursor: page.cursor,
    device,
    lastSeq,
    outcomes,
    changes: columnsByTable(page.rows),
    removed: page.removed,
    ...(page.progress ? { progress: page.progress } : {}),
    ...(page.more ? { more: true } : {}),
    ...(request.cursor !== null && position.isNew ? { reset: true } : {}),
  }
}

/** More rows than these are no small change. */
const STREAM_ROWS = 50

/**
 * What a round would tell somebody's device that stands at `cursor`, at one moment; null where that takes a round. Who sees the same of what is new shares
 * a page: a cursor says which team's it is, and nothing of it is their own.
 */
export function streamPages(server: Server): (user: User, cursor: string) => Promise<StreamPage | null> {
  const { store, organisation } = server
  const pages = new Map<string, Promise<StreamPage | null>>()
  const shared = new Map<number, Promise<RowsByTable | null>>()
  let standing: Promise<Place> | undefined
  return async (user, cursor) => {
    const place = placeOf(server, user, await (standing ??= store.position()))
    const position = readCursor(cursor, place)
    if (position.part !== 'live') return null
    const rows = await known(shared, position.version, () => rowsOfAll(store, position.version))
    const isOwn = !rows || !seesAsTheirTeam(user, organisation, rows)
    return known(pages, isOwn ? `${cursor} ${user.id}` : cursor, async () => {
      const page = await livePage(server, user, place, position, STREAM_ROWS)
      if (!page || page.more) return null
      return { from: cursor, cursor: page.cursor, changes: columnsByTable(page.rows), removed: page.removed }
    })
  }
}

/** What is new, whoever sees it; null where that alone does not tell who sees the same of it. */
async function rowsOfAll(store: Server['store'], after: number): Promise<RowsByTable | null> {
  const page = await store.changesSince({ after, sight: () => [], limit: STREAM_ROWS })
  return !page || page.more || page.moved.length > 0 || Object.keys(page.removed).length > 0 ? null : page.rows
}

function known<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const value = all.get(key) ?? make()
  all.set(key, value)
  return value
}

/** What became of the calls from `from` on, as far as the rows they touched are in this answer or were in an earlier one. */
async function outcomesSince({ store }: Server, device: number, from: number, complete: number): Promise<Outcome[]> {
  const entries = await store.outcomes({ device, from, through: complete, limit: 500 })
  return entries.map((entry) => ({
    seq: entry.seq ?? 0,
    id: sentId(entry),
    received: entry.received,
    ...verdictOf(entry),
  }))
}

interface Page {
  cursor: string
  rows: RowsByTable
  removed: Partial<Record<SyncedTable, number[]>>
  more: boolean
  /** Everything up to this version is on the device once this page is applied. */
  complete: number
  progress?: [number, number]
}

/** `epoch.version`, or while a first sync runs `epoch.base.part.done.place`; the epoch of somebody's own sight (`placeFor`). */
type Position =
  | { part: 'live'; version: number; isNew: false }
  | { part: 'start' | 'open' | 'closed'; base: number; done: number; after: string | null; isNew: boolean }

const anew: Position = { part: 'start', base: 0, done: 0, after: null, isNew: true }

/** What is of another life, or of a history that is gone, begins anew. */
function readCursor(cursor: string | null, now: Place): Position {
  const [madeIn, version, part, done, ...place] = cursor?.split('.') ?? []
  const number = Number(version)
  if (madeIn !== now.epoch || !Number.isSafeInteger(number) || number > now.version) return anew
  if (part !== 'open' && part !== 'closed') return { part: 'live', version: number, isNew: false }
  return { part, base: number, done: Number(done) || 0, after: place.join('.') || null, isNew: false }
}

/** A cursor says for whose eyes it is: who sees other rows than before, without any having changed, starts anew. */
const placeOf = ({ organisation }: Server, user: User, { epoch, version }: Place): Place => ({
  epoch: epoch + sightMark(user, organisation),
  version,
})
const placeFor = async (server: Server, user: User): Promise<Place> =>
  placeOf(server, user, await server.store.position())

/** What this person sees of what is asked for. */
const asSeen = <R extends Reads>({ organisation }: Server, user: User, reads: R): Plan<R, Reads> =>
  seenBy<R, Reads>({ reads }, sightOf(user, organisation))

/** Null when this device must start anew. */
async function livePage(
  server: Server,
  user: User,
  { epoch }: Place,
  position: Position & { part: 'live' },
  limit: number,
): Promise<Page | null> {
  const sight = sightOf(user, server.organisation)
  const page = await server.store.changesSince({ after: position.version, sight, limit })
  if (!page) return null
  const { through, newest, more, moved } = page
  const { rows, removed } = moved.length > 0 ? await withMoved(server, user, moved, page) : page
  return { cursor: `${epoch}.${newest}`, rows, removed, more, complete: through }
}

/**
 * A row that came into somebody's sight comes with all that belongs to it, which may be old; one that left it takes that along.
 * As they are now: what moves again after this page is told again.
 */
async function withMoved(
  server: Server,
  user: User,
  moved: Moved[],
  page: Pick<Page, 'rows' | 'removed'>,
): Promise<Pick<Page, 'rows' | 'removed'>> {
  const came = await withBelongings(
    server,
    user,
    moved.filter((row) => row.mayBeNew),
  )
  const left = await leftSight(
    server,
    user,
    moved.filter((row) => row.mayBeHad),
  )
  const rows = { ...page.rows }
  const removed = { ...page.removed }
  for (const table of syncedTableNames) {
    const news = new Map([...(rows[table] ?? []), ...(came[table] ?? [])].map((row) => [row.id, row]))
    const gone = new Set([...(removed[table] ?? []), ...(left[table] ?? [])])
    if (news.size > 0) Object.assign(rows, { [table]: [...news.values()] })
    if (gone.size > 0) removed[table] = [...gone]
  }
  return { rows, removed }
}

/** What this person sees no more of rows that they had, and of what belongs to those. */
async function leftSight(server: Server, user: User, had: Moved[]): Promise<Page['removed']> {
  // As whoever is of no team sees it, which leaves other people's drafts out: those were never seen.
  const all = await withBelongings(server, { ...user, teamId: 0 }, had)
  const ids = Object.entries(all).map(([table, rows]) => [table as SyncedTable, rows.map((row) => row.id)] as const)
  const reads = Object.fromEntries(ids.map(([table, id]) => [table, many(table, { id }, { only: ['id'] })]))
  const still = (await server.store.read(asSeen(server, user, reads))) as Record<string, { id: number }[]>
  return Object.fromEntries(
    ids.map(([table, all]) => {
      const kept = new Set(still[table]?.map((row) => row.id))
      return [table, all.filter((id) => !kept.has(id))]
    }),
  )
}

async function withBelongings(server: Server, user: User, moved: Moved[]): Promise<RowsByTable> {
  if (moved.length === 0) return {}
  const ids = (table: SyncedTable) => moved.filter((row) => row.table === table).map((row) => row.id)
  const reads = {
    projects: many('projects', { id: ids('projects') }),
    projectTypes: many('projectTypes', { id: ids('projectTypes') }),
    ownCodes: many('poolCodes', { id: ids('poolCodes') }),
    theirCodes: many('poolCodes', { projectTypeId: ids('projectTypes') }),
  }
  const { projects, projectTypes, ownCodes, theirCodes } = await server.store.read(asSeen(server, user, reads))
  return {
    projects,
    projectTypes,
    poolCodes: [...ownCodes, ...theirCodes],
    ...(await belongings(server, user, projects, [])),
  }
}

/**
 * Everything a device needs, newest first: the first page has the reference lists and the person's own work, so that the
 * app can be used at once; then open taskings, then those closed inside the window. `base` is the version at the start;
 * what changes in the meantime comes at the end, and afterwards as news.
 */
async function firstSync(
  server: Server,
  user: User,
  { epoch, version }: Place,
  position: Exclude<Position, { part: 'live' }>,
  limit: number,
): Promise<Page> {
  const { store, organisation } = server
  const isStart = position.part === 'start'
  const base = isStart ? version : position.base
  const part = position.part === 'closed' ? 'closed' : 'open'
  const closedSince = addDays(dayIn(organisation.timeZone, server.now()), -organisation.syncWindowDays)
  const seen = sightOf(user, organisation)('projects')
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
    ...(await belongings(server, user, projects, own?.drafts ?? [])),
  }
  const done = position.done + snapshot.projects.length
  const { open, closed } = await store.read(
    asSeen(server, user, {
      open: count('projects', { phase: openPhases }),
      // A part of them is counted in the index of its owners, all of them in that of the days.
      closed: count('projects', seen.length > 0 ? closedIn(closedSince) : { closedDate: { from: closedSince } }),
    }),
  )
  const progress: [number, number] = [Math.min(done, open + closed), open + closed]
  if (!next) {
    const more = (await store.news()) > base
    return { cursor: `${epoch}.${base}`, rows, removed: {}, more, complete: base, progress }
  }
  return {
    cursor: `${epoch}.${base}.${next.part}.${done}.${next.after}`,
    rows,
    removed: {},
    more: true,
    complete: 0,
    progress,
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

/**
 * One tasking with everything that belongs to it, as rows for a device that does not keep it (closed before its window).
 * Null when there is no such tasking for this person.
 */
export async function oneTasking(server: Server, user: User, id: number): Promise<RoundResponse['changes'] | null> {
  const { project } = await server.store.read(asSeen(server, user, { project: one('projects', id) }))
  if (!project) return null
  return columnsByTable({ projects: [project], ...(await belongings(server, user, [project], [])) })
}

/** The rows that belong to these taskings and drafts, as far as this person sees them. */
async function belongings(
  server: Server,
  user: User,
  projects: Facts<'projects'>[],
  drafts: Facts<'requests'>[],
): Promise<RowsByTable> {
  const projectIds = projects.map((row) => row.id)
  const requestIds = [...new Set([...projects.map((row) => row.requestId), ...drafts.map((row) => row.id)])].filter(
    (id) => id > 0,
  )
  const children = Object.entries(projectChildren).map(([table, column]) => [
    table,
    many(table as 'comments', { [column]: projectIds }),
  ])
  const ofRequests = Object.entries(requestChildren).map(([table, column]) => [
    `${table}:request`,
    many(table as 'revisions', { [column]: requestIds }),
  ])
  const reads = { requests: many('requests', { id: requestIds }), ...Object.fromEntries([...children, ...ofRequests]) }
  const found = (await server.store.read(asSeen(server, user, reads))) as unknown as Record<string, { id: number }[]>
  const rows: Record<string, { id: number }[]> = {}
  for (const [name, list] of Object.entries(found)) {
    const table = (name.split(':')[0] ?? name) as SyncedTable
    const known = new Map([...(rows[table] ?? []), ...list].map((row) => [row.id, row]))
    rows[table] = [...known.values()]
  }
  return rows
}

function columnsByTable(rows: RowsByTable): RoundResponse['changes'] {
  const changes: RoundResponse['changes'] = {}
  for (const table of syncedTableNames) {
    const list = rows[table]
    if (list?.length) changes[table] = rowsToColumns(list, columnsOf(table))
  }
  return changes
}
