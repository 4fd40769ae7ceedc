import { createAdaptorServer } from '@hono/node-server'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { createApp } from '#server/app.ts'
import { createPrintLog } from '#server/http/log.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { blobFolderOf, openFolder } from '#server/store/blobs/folder.ts'
import { openStore, prepareHome, type Home } from '#server/store/open.ts'
import { writeOrganisation } from './organisation.ts'

/** A server process for measuring: `tsx serve.ts PLACE COUNT OPEN_SHARE [WEB_FOLDER]`, a file or `postgres://…`; prints its port when it listens. */
const [place = ':memory:', count = '1000', openShare = '1', webFolder] = process.argv.slice(2)
const isShared = place.startsWith('postgres:')
const home: Home = isShared ? { url: place, org: 1, requireReplica: false } : { file: place }
await prepareHome(home)
const store = await openStore(home, { mode: 'demo' })
if ((await store.position()).version === 0) await writeOrganisation(store, Number(count), Number(openShare))
const now = () => new Date().toISOString()
const { app } = createApp({
  store,
  // Ten years: all that a history tells is on its devices.
  organisation: { ...defaultOrganisation, syncWindowDays: 3_650 },
  now,
  blobs: openFolder(isShared ? mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'files-')) : blobFolderOf(place)),
  passwords: createPasswords({ memoryCost: 1024, timeCost: 1 }),
  webFolder,
  // As in production.
  log: createPrintLog(),
  limits: {
    requests: { atOnce: Infinity, perSecond: 1 },
    devices: { atOnce: Infinity, perSecond: 1 },
    streams: Infinity,
    streamsOfAll: Infinity,
  },
})
const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`))
// Ends by itself, so that a profile (`--cpu-prof`) gets written.
process.once('SIGTERM', () => process.exit(0))
