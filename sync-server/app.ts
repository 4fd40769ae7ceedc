import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { User } from '#shared/model/reference.ts'
import type { SessionRow } from '#shared/model/server-tables.ts'
import { pingAnswer } from '#shared/protocol/sync.ts'
import { version } from '../package.json' with { type: 'json' }
import { createAccounts } from './auth/accounts.ts'
import { authenticate } from './auth/authenticate.ts'
import { mountCalendarFeed, mountCalendars } from './auth/calendar.ts'
import { mountDevices } from './auth/devices.ts'
import { mountLogin } from './auth/login.ts'
import { mountSessions } from './auth/mount-sessions.ts'
import type { Note } from './http/note.ts'
import type { Passwords } from './auth/passwords.ts'
import { createResets } from './auth/resets.ts'
import { createSeen } from './auth/seen.ts'
import type { Server } from './execute/execute.ts'
import { mountBytes, mountFiles } from './files/mount.ts'
import { createBodies, restBody } from './http/json-body.ts'
import { limitRequests, usualRate } from './http/limits.ts'
import { noLog, withRequestId, type Log } from './http/log.ts'
import { knownMethods, knownPaths, withoutBody } from './http/methods.ts'
import { createMetrics } from './operations/metrics.ts'
import { mountOperations, type OperationsOptions } from './operations/mount.ts'
import { mountContract } from './rest/contract/mount.ts'
import { mountDashboard } from './rest/dashboard.ts'
import { answerError, notFound } from './execute/errors.ts'
import { mountActivity } from './rest/activity.ts'
import { mountAudit } from './rest/audit.ts'
import { mountFind } from './rest/find.ts'
import { mountFunding } from './rest/funding.ts'
import { phraseBook } from './rest/mount.ts'
import { mountNotifications } from './rest/notifications.ts'
import { mountProjects } from './rest/projects.ts'
import { mountReference } from './rest/reference.ts'
import { mountRequests } from './rest/requests.ts'
import { mountResources } from './rest/resources.ts'
import { mountUsers } from './rest/users.ts'
import { securityHeaders } from './http/security-headers.ts'
import { mountStatic } from './http/static.ts'
import { defaultUploads, type UploadLimits } from './files/allowance.ts'
import type { Blobs } from './store/blobs/blobs.ts'
import { MIN_FREE_BYTES, openDisk, type Disk } from './store/disk.ts'
import { createIds } from './store/ids.ts'
import type { Rate } from './http/buckets.ts'
import { courierBody, mountCourier } from './sync/courier.ts'
import { mountSync, roundBody, usualSyncLimits, type SyncLimits } from './sync/mount.ts'

export interface AppOptions extends Server {
  passwords: Passwords
  blobs: Blobs
  /** Whether there is room; by itself the disk of the blobs, without a ballast. */
  disk?: Disk
  uploads?: UploadLimits
  /** The built web application; none in tests. */
  webFolder?: string | undefined
  log?: Log
  /** Believe `x-forwarded-for`: only behind a proxy that sets it. */
  trustProxy?: boolean
  /** What one person may take of what all share, where it is not the usual. */
  limits?: Partial<SyncLimits & { requests: Rate }>
  operations?: OperationsOptions
}

interface Api {
  Variables: { requestId: string; note: Note; address: string; body: unknown; actor: User; session: SessionRow }
}

/**
 * The whole server as one function of a request; nothing listens yet. `leave` sends its devices elsewhere over some time; `stop` ends what
 * streams are left. The store is closed after it.
 */
export function createApp(options: AppOptions) {
  const { store, webFolder, passwords, blobs, post = null, log = noLog, operations = {}, limits = {} } = options
  const { databasePath } = operations
  const metrics = operations.metrics ?? createMetrics({ databasePath, ofProcess: databasePath !== undefined })
  if (!operations.metrics) metrics.watchCommits(store)
  let isLeaving = false
  const server: Server = { store, organisation: options.organisation, now: options.now, post, judged: metrics.judged }

  const api = new Hono<Api>()
  api.use(noStore)
  api.use(withAddress(options.trustProxy ?? false))
  api.get('/ping', answerPing)
  const { appName, companyLine } = options.organisation
  api.get('/names', (c) => c.json({ appName, companyLine }))
  const disk = options.disk ?? openDisk({ folders: [blobs.scratch], reserve: MIN_FREE_BYTES })
  mountOperations(api, { store, disk, isLeaving: () => isLeaving }, metrics, operations)
  const newId = createIds(store)
  const book = phraseBook(api, server, newId)
  mountContract(api, book.lines, version)

  const bodies = createBodies()
  api.use('/login/*', bodies(restBody))
  const accounts = createAccounts(server, passwords, post)
  const resets = createResets(server, post, log)
  mountLogin(api, server, passwords, accounts, resets)
  mountCalendarFeed(api, server)

  const seen = createSeen(server, 'sessions')
  const devices = createSeen(server, 'devices')
  api.use(authenticate(server, seen))
  api.use(limitRequests(limits.requests ?? usualRate, options.now))
  api.use('/sync', bodies(roundBody))
  api.use('/courier', bodies(courierBody))
  api.use('/courier/key', bodies(restBody))
  const news = mountSync(api, server, devices, { ...usualSyncLimits, ...limits })
  mountCourier(api, server)
  metrics.watchStreams(news.count)
  mountBytes(api, server, { blobs, disk, limits: options.uploads ?? defaultUploads }, newId)
  api.use(bodies(restBody))
  mountSessions(api, server, seen, resets)
  mountDevices(api, server, seen, devices)
  mountAudit(api, server)
  mountActivity(api, server)
  mountCalendars(api, server)
  for (const mount of [
    mountDashboard,
    mountProjects,
    mountFiles,
    mountRequests,
    mountFind,
    mountResources,
    mountReference,
    mountFunding,
    mountNotifications,
    mountUsers(accounts),
  ])
    mount(book)
  api.all('*', () => {
    throw notFound()
  })

  const app = new Hono<Api>()
  app.use(metrics.measure)
  // Before all that would make its answer heavier; within the API it is only known as an address.
  app.get('/api/ping', answerPing)
  app.use(securityHeaders)
  app.use(withRequestId(log))
  app.onError((error, c) => answerError(error, c, log))
  app.notFound((c) => answerError(notFound(), c, log))
  app.use(knownMethods)
  app.use(withoutBody)
  app.use('/api/*', knownPaths(api))
  app.route('/api', api)
  if (webFolder) mountStatic(app as unknown as Hono, webFolder)
  const leave = (ms: number): Promise<void> => {
    isLeaving = true
    return news.leave(ms)
  }
  const stop = (): void => {
    seen.stop()
    devices.stop()
    news.stop()
  }
  return { app, lines: book.lines, leave, stop }
}

/** Asked every 20 s on a silent link: with the browser's own head at most 600 bytes, both ways together. */
const answerPing = (c: Context) => c.json(pingAnswer, 200, { 'cache-control': 'no-store' })

const noStore = createMiddleware(async (c, next) => {
  c.header('cache-control', 'no-store')
  await next()
})

const withAddress = (trustProxy: boolean) =>
  createMiddleware<Api>(async (c, next) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
    c.set('address', (forwarded ?? incoming?.socket?.remoteAddress ?? 'unknown').slice(0, 60))
    await next()
  })
