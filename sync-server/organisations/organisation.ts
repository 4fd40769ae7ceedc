import { join } from 'node:path'
import { createApp } from '../app.ts'
import { firstAdminToken } from '../auth/first-admin.ts'
import { linkPath } from '../auth/links.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { Env } from '../env.ts'
import type { Server } from '../execute/execute.ts'
import type { Log } from '../http/log.ts'
import { createFolderCarrier, createSmtpCarrier } from '../mail/carriers.ts'
import { createOutbox, type Outbox } from '../mail/outbox.ts'
import { createSeal, keyIn, keyOfAll } from '../mail/seal.ts'
import { tellDueDaily } from '../operations/due.ts'
import type { Metrics } from '../operations/metrics.ts'
import { pruneDaily } from '../operations/prune.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import type { Disk } from '../store/disk.ts'
import { fileOf, openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import type { Served } from './homes.ts'

/** What all organisations of a process have in common. */
interface House {
  env: Env
  demo: boolean
  fresh: boolean
  log: Log
  disk: Disk
  passwords: Passwords
  webFolder: string | undefined
  /** Where the process is reached when nobody has said where the organisation is. */
  here: string
  /** Counted together where a process shares its database; without, the store's own commits are counted, too. */
  metrics?: Metrics
}

/** One organisation at work: its store, its server, its letters and what is done for it once a day. */
export async function openOrganisation(house: House, { home, publicUrl }: Served, blobs: Blobs) {
  const { env, demo, log, passwords } = house
  const now = () => new Date().toISOString()
  const mode = demo ? 'demo' : 'production'
  const store = await openStore(home, { mode, now, fresh: house.fresh, room: house.disk })
  const server: Server = { store, organisation: env.organisation, now }
  if (demo) {
    const { seedDemo, seedOnce } = await import('../demo/seed.ts')
    await seedOnce(store, () => seedDemo(server, passwords, blobs))
  }
  const isAlone = fileOf(home) !== null
  const outbox = await outboxOf(server, house, isAlone ? null : store, publicUrl ?? house.here)
  server.post = outbox?.post ?? null
  const operations = { metricsToken: env.metricsToken, ...(house.metrics ? { metrics: house.metrics } : {}) }
  const { app, leave, stop } = createApp({
    ...server,
    passwords,
    blobs,
    disk: house.disk,
    uploads: env.uploads,
    webFolder: house.webFolder,
    log,
    trustProxy: env.trustProxy,
    limits: {
      streamsOfAll: Math.floor(env.maxConnections / 2),
      wholeHistory: env.wholeHistory,
      mostTaskings: env.mostTaskings,
    },
    operations: { ...operations, ...(isAlone ? { databasePath: fileOf(home) ?? '' } : {}) },
  })
  const token = demo ? null : await firstAdminToken(server)
  const stopPruning = pruneDaily(server, blobs, log)
  const stopTelling = tellDueDaily(server, log)
  return {
    app,
    /** What people have to be told of who makes the first administrator, where there is nobody yet. */
    setupPath: token === null ? null : linkPath('setup', token),
    /** Whoever comes is served already. */
    start: async () => outbox?.start(),
    leave,
    stop(): void {
      stop()
      stopPruning()
      stopTelling()
      outbox?.stop()
    },
    close: () => store.close(),
  }
}

/** SMTP where it is configured; the demonstration writes letters into a folder; else there is none. */
async function outboxOf(
  server: Server,
  { env: { smtp, dataFolder }, demo, log }: House,
  shared: Store | null,
  publicUrl: string,
): Promise<Outbox | null> {
  if (!smtp && !demo) return null
  const carrier = smtp ? createSmtpCarrier(smtp) : createFolderCarrier(join(dataFolder, 'mail'), server.now, log)
  const key = shared ? await keyOfAll(shared) : keyIn(join(dataFolder, 'letters.key'))
  return createOutbox(server, { carrier, seal: createSeal(key), publicUrl }, log)
}
