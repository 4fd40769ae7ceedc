import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation, type Organisation } from '#shared/model/limits.ts'
import { createApp, type AppOptions } from '../app.ts'
import type { Post } from '../execute/effects.ts'
import { createPasswords } from '../auth/passwords.ts'
import { startSession } from '../auth/sessions.ts'
import { seedDemo, seedReference } from '../demo/seed.ts'
import type { Log } from '../http/log.ts'
import type { UploadLimits } from '../files/allowance.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { openFolder, type FolderBlobs } from '../store/blobs/folder.ts'
import type { Disk } from '../store/disk.ts'
import type { Store } from '../store/store.ts'
import { removeFolder } from './remove-folder.ts'
import { aStore } from './store.ts'

export interface TestServerOptions<B extends Blobs = FolderBlobs> {
  /** `small`: people, 3 countries, reference lists, BK-100 and RV-220 with the other pools, no taskings. */
  seed?: 'small' | 'demo' | 'none'
  now?: string
  organisation?: Partial<Organisation>
  webFolder?: string
  log?: Log
  store?: Store
  post?: Post
  blobs?: B
  disk?: Disk
  uploads?: UploadLimits
  limits?: AppOptions['limits']
}
export type TestServer = Awaited<ReturnType<typeof testServer<FolderBlobs>>>

const unlimited = { atOnce: Infinity, perSecond: 1 }

/** The acceptance scenarios happen on this day, at ten in New York. */
const TODAY = '2026-03-10T14:00:00.000Z'

/** A whole server in memory. Nothing is mocked but time, and passwords are hashed cheaply. */
export async function testServer<B extends Blobs = FolderBlobs>({
  seed = 'small',
  now = TODAY,
  organisation,
  webFolder,
  log,
  post,
  limits,
  ...more
}: TestServerOptions<B> = {}) {
  let time = Date.parse(now)
  const clock = {
    now: () => new Date(time).toISOString(),
    set: (instant: string) => void (time = Date.parse(instant)),
    advance: (ms: number) => void (time += ms),
  }
  const store = more.store ?? (await aStore({ now: clock.now, mode: 'demo' }))
  const server = { store, organisation: { ...defaultOrganisation, ...organisation }, now: clock.now }
  // Made with the first file.
  const blobs = (more.blobs ?? openFolder(join(tmpdir(), `fieldpost-files-${randomUUID()}`))) as B
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1 })
  if (seed === 'small') await seedReference(server, passwords, '2026-01-05T14:00:00.000Z', { countryCount: 3 })
  if (seed === 'demo') await seedDemo(server, passwords, blobs)
  const { app, lines, stop } = createApp({
    ...server,
    passwords,
    blobs,
    webFolder,
    ...(post ? { post } : {}),
    ...(more.disk ? { disk: more.disk } : {}),
    ...(more.uploads ? { uploads: more.uploads } : {}),
    ...(log ? { log } : {}),
    trustProxy: true,
    // Whoever tests is faster than anybody works; what is about the limits sets its own.
    limits: { requests: unlimited, devices: unlimited, wholeHistory: 0, ...limits },
  })

  return {
    app,
    lines,
    store,
    blobs,
    server,
    passwords,
    clock,
    fetch: async (path: string, init?: RequestInit): Promise<Response> => app.request(path, init),
    /** A session's token, without the sign-in: for an e-mail address, or a persona's first name such as `mia`. */
    async signIn(who: string): Promise<string> {
      const email = who.includes('@') ? who : `${who}@fieldpost.example`
      const { users } = await store.read({ reads: { users: many('users', { email }) } })
      const [user] = users
      if (!user) throw new Error(`Nobody has the address ${email}`)
      return must(await startSession(server, user.id, 'test')).token
    },
    async close(): Promise<void> {
      stop()
      await store.close()
      await removeFolder('folder' in blobs ? String(blobs.folder) : blobs.scratch)
    },
  }
}
