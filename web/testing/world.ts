import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { put, type Change } from '#shared/kernel/change.ts'
import type { Command } from '#shared/kernel/command.ts'
import { many, one, type Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { catalogue } from '#shared/model/catalogue.ts'
import { defaultOrganisation, type Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { SessionRow } from '#shared/model/server-tables.ts'
import { projectChildren, syncedTableNames, withKeys, type Row, type SyncedTable } from '#shared/model/tables.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import {
  aCountry,
  anAdvisor,
  aPoolCode,
  aProjectType,
  aService,
  aSubservice,
  aTeam,
  isSeen,
  people,
} from '#shared/testing/samples.ts'
import { answerError } from '#server/execute/errors.ts'
import type { Server } from '#server/execute/execute.ts'
import { createUploads } from '#server/files/uploads.ts'
import { mountTus } from '#server/files/tus.ts'
import { noLog } from '#server/http/log.ts'
import { createBodies } from '#server/http/json-body.ts'
import type { RestVariables } from '#server/rest/mount.ts'
import { openFolder, type FolderBlobs } from '#server/store/blobs/folder.ts'
import { openDisk } from '#server/store/disk.ts'
import { createIds } from '#server/store/ids.ts'
import { backUp, restore } from '#server/store/open.ts'
import { openSqlite } from '#server/store/sqlite/sqlite.ts'
import type { Store } from '#server/store/store.ts'
import { revoked } from '#server/auth/authenticate.ts'
import { createSeen } from '#server/auth/seen.ts'
import { unsigned } from '#server/auth/sessions.ts'
import { courierBody, mountCourier } from '#server/sync/courier.ts'
import { mountSync, roundBody, usualSyncLimits } from '#server/sync/mount.ts'
import { streamPages } from '#server/sync/stream-pages.ts'
import { removeFolder } from '#server/testing/remove-folder.ts'
import { Device, type DeviceMeta, type KeptFile } from '../data/device.ts'
import { versionOf, type RoundRequest, type StreamPage } from '#shared/protocol/sync.ts'
import { isWhole } from '../data/is-whole.ts'
import { pauseKeptSession, writeSession } from '../session/kept-session.ts'
import { attend } from '../state/courier.ts'
import { sendAnew } from '../state/announce-file.ts'
import { keepFile, type Place } from '../state/kept-files.ts'
import { giveUpFile, lineOf, sendFiles, type Line } from '../state/send-files.ts'
import { forgetCopies } from '../sync/forget.ts'
import { fetchTasking } from '../sync/fetch-tasking.ts'
import { badDisk } from './bad-disk.ts'
import { unlessUnreachable, type Processes } from './processes.ts'
import { performOnDisk } from '../sync/perform-on-disk.ts'
import { withdraw, type Actor, type Performed } from '../sync/perform.ts'
import { tidy } from '../sync/tidy.ts'
import { followNews, type StreamEvent } from '../sync/live.ts'
import { round, type RoundResult } from '../sync/round.ts'
import { takePage } from '../sync/take-page.ts'

/**
 * A whole server in memory and any number of devices around it, each with its own IndexedDB. Nothing is mocked but the
 * clock and the wire: requests reach the real routes over the real store, and the wire can lose, repeat or delay them.
 */
const start = Date.parse('2026-03-10T14:00:00.000Z')
const at = (ms: number) => new Date(ms).toISOString()

const { ana, mia, adam, cora, pete } = people
export const cast = { ana, mia, adam, cora, pete } satisfies Record<string, User>

/** One category is enough for any story, and thousands of worlds are made of it. */
const categories = catalogue.slice(0, 1)
const reference: Change[] = [
  put('teams', aTeam()),
  put('teams', aTeam({ id: 2, name: 'Revenue' })),
  ...Object.values(cast).map((user) => put('users', user)),
  // Everybody's session, by their own number.
  ...Object.values(cast).map(({ id }) =>
    put('sessions', {
      ...{ id, userId: id, tokenHash: String(id), label: 'world', createDate: at(start), seenDate: null },
      ...{ expireDate: '9999-01-01T00:00:00.000Z', ended: false, endedById: 0, endedDate: null, endedWhy: '' as const },
    }),
  ),
  put('countries', aCountry()),
  put('countries', aCountry({ id: 2, title: 'Peru' })),
  put('advisors', anAdvisor({ teamId: 3 })),
  ...categories.map(({ id, name }) => put('services', aService({ id, name }))),
  ...categories
    .flatMap((category) => category.options.map((option) => ({ bocId: category.id, ...option })))
    .map(({ taskId, bocId, name }) => put('subservices', aSubservice({ id: taskId, bocId, name }))),
  put('projectTypes', aProjectType()),
  put('poolCodes', aPoolCode()),
  put('projectTypes', aProjectType({ id: 2, name: 'Revenue TA', teamId: 2 })),
  put('poolCodes', aPoolCode({ id: 2, projectTypeId: 2, poolCode: 'RV-220', shipNumber: 21 })),
]

/** `request` is what the device sent, as far as it is a round; of a file's piece, `bytes`, others may be delivered instead. */
export type Wire = (
  deliver: (instead?: Blob) => Promise<Response>,
  request: RoundRequest,
  bytes?: Blob,
) => Promise<Response>

/** How a session ends that nobody signs out of. */
export const endings = ['runs out', 'an administrator ends it'] as const
export type Ending = (typeof endings)[number]

interface Ground {
  /** The database is a file in it, of which there can be backups. */
  folder?: string | undefined
  /** Each request of a device goes to one of these; which, the seed says. */
  processes?: { all: Processes; seed: number } | undefined
}

export async function createWorld(settings: Partial<Organisation> = {}, { folder, processes }: Ground = {}) {
  const clock = { now: start }
  const now = () => new Date(clock.now).toISOString()
  const path = folder ? join(folder, 'fieldpost.sqlite') : ':memory:'
  const open = () => openSqlite({ path, now })
  const organisation = { ...defaultOrganisation, ...settings }
  // Made with the first file.
  const blobs = openFolder(join(folder ?? tmpdir(), `fieldpost-files-${randomUUID()}`))
  /** How each session ended that has. */
  const ended = new Map<string, Ending>()
  const run = (store: Store) => mountApp({ store, organisation, now }, blobs, ended)
  const among = await processes?.all.start({ now, seed: processes.seed, run })
  const server: Server = { store: among?.store ?? open(), organisation, now }
  const write = (...changes: Change[]) => server.store.transact({ reads: {} }, () => ({ changes, value: null }))
  await write(...reference)
  const running = { ...run(server.store) }
  const backup = `${path}.backup`
  /** Whoever answers. */
  const ask = <T>(work: (by: typeof running) => Promise<T>) => (among ? among.ask(work) : work(running))
  const request: Ask = (...asked) => ask(({ app }) => Promise.resolve(app.request(...asked)))

  return {
    server,
    processes: among,
    get store() {
      return server.store
    },
    clock,
    blobs,
    /** Writes rows on the server as if somebody else had. */
    write,
    rows: async <N extends SyncedTable>(table: N): Promise<Row<N>[]> =>
      (await server.store.read({ reads: { rows: many(table, {}) } })).rows,
    diary: async () => (await server.store.read({ reads: { calls: many('calls', {}) } })).calls,
    post: (to: string, userId: number, body: unknown) =>
      Promise.resolve(
        running.app.request(`/api${to}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${userId}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    device: (user: User, options: DeviceOptions = {}) => openDevice(request, clock, { user, organisation }, options),
    /** What the stream would bring to somebody's device at this moment, if anything. */
    pageFor: async ({ user, db }: { user: User; db: Device }): Promise<StreamPage | null> => {
      const { cursor } = await db.get('position')
      const { known } = await server.store.read({ reads: { known: one('users', user.id) } })
      if (!cursor || !known?.active) return null
      return ask((by) => streamPages(by.server)(known, cursor)).catch(unlessUnreachable)
    },
    /** Keeps what the server has now. */
    backUp: () => backUp(path, backup).then(() => undefined),
    /** The server ends and starts again with what it had when it was backed up last. */
    async restore() {
      running.stop()
      await server.store.close()
      restore(backup, path, 'production')
      server.store = open()
      Object.assign(running, mountApp(server, blobs, ended))
    },
    /** As a device that is ended does, its key goes along; the key of one that merely runs out stays. */
    async endSession(token: string, ending: Ending) {
      ended.set(token, ending)
      if (ending === 'runs out') return
      const { devices } = await server.store.read({ reads: { devices: many('devices', {}) } })
      await write(...unsigned(devices.filter(({ signSession }) => token.endsWith(`.${signSession}`))))
    },
    close: async () => {
      await among?.stop()
      running.stop()
      await server.store.close()
      await removeFolder(blobs.folder)
    },
  }
}

function mountApp(server: Server, blobs: FolderBlobs, ended: ReadonlyMap<string, Ending>) {
  const app = new Hono<RestVariables>().basePath('/api')
  app.use(async (c, next) => {
    const [, token = '', id, session = id] =
      /^Bearer ((\d+)(?:\.(\d+))?)$/.exec(c.req.header('authorization') ?? '') ?? []
    const { user } = await server.store.read({ reads: { user: one('users', Number(id)) } })
    const ending = ended.get(token)
    if (ending === 'an administrator ends it') throw new HTTPException(401, revoked)
    if (ending || !user?.active) throw new HTTPException(401, { message: 'Sign in to go on.' })
    c.set('actor', user)
    c.set('session', { id: Number(session), label: 'world' } as SessionRow)
    await next()
  })
  app.onError((error, c) => answerError(error, c, noLog))
  app.use('/sync', createBodies()(roundBody))
  app.use('/courier/*', createBodies()(courierBody))
  const devices = createSeen(server, 'devices')
  // Little as there is, it comes as where there is much.
  const news = mountSync(app, server, devices, { ...usualSyncLimits, wholeHistory: 0 })
  mountCourier(app, server)
  const disk = openDisk({ folders: [], reserve: 0, measure: () => Promise.resolve(Infinity) })
  const uploads = createUploads(server, { atOnce: Infinity, atOnceBytes: Infinity, dayBytes: Infinity })
  mountTus(app, server, { blobs, disk, uploads }, createIds(server.store))
  const stop = () => {
    news.stop()
    devices.stop()
  }
  return { server, app, stop }
}
type Ask = (...asked: Parameters<Hono<RestVariables>['request']>) => Promise<Response>
export type World = Awaited<ReturnType<typeof createWorld>>
export type TestDevice = Awaited<ReturnType<World['device']>>

interface DeviceOptions {
  wire?: Wire
  /** Shares another device's disk: a copy of its database, or the same one after a restart. */
  disk?: IDBFactory
  /** Of its database. */
  name?: string
  /** How far this device's clock is ahead of the server's, in ms. */
  ahead?: number
  /** Who is signed in there is read from the session store (`simulated-sessions.ts`). */
  readsSession?: boolean
}

async function openDevice(
  request: Ask,
  clock: { now: number },
  actor: Actor,
  { wire, disk = new IDBFactory(), name = 'fieldpost', ahead = 0, readsSession = false }: DeviceOptions,
) {
  const bad = badDisk(disk)
  let device = new Device(name, { indexedDB: disk, IDBKeyRange })
  const pages = [device]
  await device.open()
  const close = () => {
    for (const page of pages.splice(0)) page.close()
  }
  const { user } = actor
  const wired: { through: Wire; reachable: boolean } = { through: wire ?? ((deliver) => deliver()), reachable: true }
  const own = { ahead, session: String(user.id) }
  const held = new Set<string>()
  const now = () => clock.now + own.ahead

  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const bytes = init?.body instanceof Blob ? init.body : undefined
    const deliver = async (instead = bytes) => {
      const response = await request(String(input), { ...init, ...(instead && { body: instead }), signal: null })
      const headers = new Headers(response.headers)
      // A device sees no more than the whole second.
      headers.set('date', new Date(clock.now).toUTCString())
      // The 204 of a quiet round has no body, and a Response refuses one.
      return new Response(response.status === 204 ? null : await response.arrayBuffer(), {
        status: response.status,
        headers,
      })
    }
    return wired.through(deliver, await requestIn(init), bytes)
  }

  const token = () => (readsSession ? lineOf(device, user.id).token() : Promise.resolve(own.session))

  const playRound = async (): Promise<RoundResult> => {
    const result = await round({
      device,
      actor,
      token,
      fetch: send,
      now,
      elapsed: () => clock.now,
      holding: () => Promise.resolve(new Set(held)),
      reachable: () => Promise.resolve(wired.reachable),
    })
    // As whoever plays them does (`rounds.ts`).
    if (readsSession && result.kind === 'problem' && result.problem === 'sign-in') await pauseKeptSession()
    return result
  }

  const line = (): Line => ({
    device,
    token,
    fetch: send,
    elapsed: () => clock.now,
  })

  const self = {
    user,
    get db() {
      return device
    },
    disk,
    /** What can happen to its disk. */
    bad,
    /** Sets what the wire does from now on. */
    set wire(through: Wire) {
      wired.through = through
    },
    /** Whether the probe finds the server; rounds are tried even so unless one has failed before. */
    set reachable(reachable: boolean) {
      wired.reachable = reachable
    },
    /** How far this device's clock is ahead of the server's from now on, in ms. */
    set ahead(ms: number) {
      own.ahead = ms
    },
    /** Whether the server knows this device's session. */
    set isSignedIn(isSignedIn: boolean) {
      own.session = isSignedIn ? String(user.id) : 'over'
    },
    /** Holds a call (`hold` of `perform`) until it is let go, or the process ends. */
    hold: (callId: string) => Promise.resolve(void held.add(callId)),
    isHolding: (callId: string) => held.has(callId),
    /** The time for undo is over for whatever is held. */
    letGo: () => held.clear(),
    round: playRound,
    takePage: (page: StreamPage) => takePage(device, actor, page),
    /** Listens as a page does: what the stream does not bring, rounds do. */
    listen: async (): Promise<() => void> => {
      const end = new AbortController()
      let hearing = Promise.resolve()
      const hear = async (event: StreamEvent) => {
        const isTaken = 'page' in event && (await takePage(device, actor, event.page))
        const version = 'page' in event ? versionOf(event.page.cursor) : event.version
        if (!isTaken && version > versionOf((await device.get('position')).cursor)) await self.settle()
      }
      const { cursor } = await device.get('position')
      const onEvent = (event: StreamEvent) => void (hearing = hearing.then(() => hear(event)))
      const asked: typeof fetch = (input, init) => request(String(input), init)
      void followNews(own.session, cursor, end.signal, onEvent, asked).catch(() => undefined)
      return () => end.abort()
    },
    /** Rounds until both sides are quiet. Fails when that takes more than 60. */
    settle: async () => {
      for (let n = 0; n < 60; n++) {
        const result = await playRound()
        const { judged } = await device.get('position')
        const waiting = await device.outbox.where('seq').above(judged).count()
        if (result.kind === 'done' && !result.more && waiting === 0 && (await device.outbox.count()) === 0) return
      }
      throw new Error('This device does not come to rest')
    },
    perform: <I, R extends Reads, F extends Reads>(
      command: Command<I, R, F>,
      input: (newId: () => number) => I,
      options: Parameters<typeof performOnDisk>[4] = {},
    ) => performOnDisk<I>(device, actor, command, input, { now: now(), ...options }),
    /** What a page does after each contact (`state/courier.ts`). */
    attend: async () => {
      const session = await token()
      if (session) await attend(device, { token: session, expires: session, fetch: send })
    },
    sendFiles: () => sendFiles(line()),
    giveUpFile: (file: KeptFile) => giveUpFile(line(), actor, file),
    sendAnew: (file: KeptFile) => sendAnew(device, actor, file),
    keepFile: (place: Place, bytes: Blob, name: string) => keepFile(device, place, bytes, { name, actor }),
    /** Logs out: what was fetched goes, what waits stays; whoever signs in next has a database of their own beside it. */
    logOut: async () => {
      await forgetCopies(device)
      own.session = 'over'
      if (readsSession) await writeSession(null)
    },
    fetchTasking: (id: number) =>
      fetchTasking(device, id, { session: { token: String(user.id), user }, fetch: send, now }),
    /** As once a day after a round. */
    tidy: async () => tidy(device, actor.organisation, now() + (await device.get('contact')).skew),
    withdraw: (id: string) => withdraw(device, actor, id),
    row: <N extends SyncedTable>(table: N, id: number) => device.rows(table).get(id),
    rows: <N extends SyncedTable>(table: N): Promise<Row<N>[]> => device.rows(table).toArray(),
    outbox: () => device.outbox.orderBy('seq').toArray(),
    attention: () => device.attention.toArray(),
    /** Another page of it opens, and is the one that acts from here on; the one before may be frozen, and goes on later. */
    openPage: async () => {
      device = new Device(name, { indexedDB: disk, IDBKeyRange })
      pages.push(device)
      await device.open()
    },
    /** The process ends and starts again: memory is gone, the disk stays. */
    restart: () => {
      held.clear()
      close()
      return self.openPage()
    },
    close,
  }
  return self
}

async function requestIn(init: RequestInit | undefined): Promise<RoundRequest> {
  const body = new Response(init?.body instanceof Blob ? '{}' : (init?.body ?? '{}'))
  const isZipped = new Headers(init?.headers).get('content-encoding') === 'gzip'
  const plain = isZipped ? new Response(body.body?.pipeThrough(new DecompressionStream('gzip'))) : body
  return (await plain.json()) as RoundRequest
}

/** The performed call's input, or a failure that names the refusal. */
export function done<I>(performed: Performed<I>): I {
  if (performed.refusal) throw new Error(`Refused: ${JSON.stringify(performed.refusal)}`)
  return performed.input
}

/** Fails unless the device shows exactly the server's rows that this person may see and that a device holds, with no paint left. */
export async function differences(world: World, device: TestDevice): Promise<string[]> {
  const found: string[] = []
  const reads = Object.fromEntries(syncedTableNames.map((table) => [table, many(table, {})]))
  const rows = (await world.store.read({ reads })) as unknown as Record<SyncedTable, { id: number }[]>
  const user = must((rows.users as User[]).find(({ id }) => id === device.user.id))
  const sight = sightOf(user, world.server.organisation)
  const seen = (rows.projects as Row<'projects'>[]).filter((row) => isSeen(row, sight('projects'), rows))
  const mayLack = lackedBy(await device.db.get('closed'), user, seen, rows.requests as Row<'requests'>[])
  for (const table of syncedTableNames) {
    const server = new Map(rows[table].map((row) => [row.id, row]))
    const local = new Map((await device.rows(table)).map((row) => [row.id, row]))
    for (const id of new Set([...server.keys(), ...local.keys()])) {
      const theirs = server.get(id)
      const ours = local.get(id)
      const visible = theirs && isSeen(theirs, sight(table), rows)
      if (!ours && visible && mayLack(table, theirs)) continue
      if (stable(visible ? withKeys(table, { ...theirs }) : undefined) !== stable(ours))
        found.push(`${table}:${id} server ${stable(theirs)} device ${stable(ours)}`)
    }
  }
  return found
}

/**
 * What a device holds: every row that its person sees, but for what belongs to taskings closed before a day and not fetched since (decision 071).
 * Of those too it holds what is the person's own; and what it does hold is never wrong or stale.
 */
function lackedBy(
  known: DeviceMeta['closed'],
  user: User,
  projects: readonly Row<'projects'>[],
  requests: readonly Row<'requests'>[],
): (table: SyncedTable, row: { id: number }) => boolean {
  const alone = new Set(projects.filter((row) => !isWhole(row, known)).map(({ id }) => id))
  const ofWhole = new Set(projects.filter(({ id }) => !alone.has(id)).map(({ requestId }) => requestId))
  const made = new Set(requests.filter(({ createdById }) => createdById === user.id).map(({ id }) => id))
  const mayLackRequest = (id: number) => !made.has(id) && !ofWhole.has(id)
  return (table, row) => {
    if (table === 'requests') return (row as Row<'requests'>).complete && mayLackRequest(row.id)
    if (table === 'revisions') return mayLackRequest((row as Row<'revisions'>).requestId)
    if (table === 'files') {
      const { projectId, requestId, createdById } = row as Row<'files'>
      return projectId ? alone.has(projectId) && createdById !== user.id : mayLackRequest(requestId)
    }
    const column =
      table === 'notifications' ? undefined : (projectChildren as Partial<Record<SyncedTable, string>>)[table]
    return column !== undefined && alone.has((row as unknown as Record<string, number>)[column] ?? 0)
  }
}

const stable = (row: object | undefined): string =>
  row ? JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))) : 'none'

/** A copy of a device's database, as a cloned disk or a restored profile would be. */
export async function copyOf(world: World, device: TestDevice, options: DeviceOptions = {}): Promise<TestDevice> {
  const copy = await world.device(device.user, { name: device.db.name, ...options })
  for (const table of device.db.tables) {
    const rows = (await table.toArray()) as object[]
    await copy.db.table(table.name).clear()
    await copy.db.table(table.name).bulkAdd(rows)
  }
  return copy
}
