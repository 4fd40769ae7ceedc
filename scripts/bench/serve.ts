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
import type { Store } from '#server/store/store.ts'
import { writeOrganisation } from './organisation.ts'

/** A server process for measuring: `tsx serve.ts PLACE COUNT OPEN_SHARE [WEB_FOLDER]`, a file or `postgres://…`; prints its port when it listens. */
const [place = ':memory:', count = '1000', openShare = '1', webFolder] = process.argv.slice(2)
const isShared = place.startsWith('postgres:')
const home: Home = isShared ? { url: place, org: 1, requireReplica: false } : { file: place }
await prepareHome(home)
const store = await openStore(home, { mode: 'demo' })
const decided = countDecisions(store)
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
process.once('SIGTERM', () => {
  console.log(`decided ${decided.calls} ${decided.again}`)
  process.exit(0)
})

/** How many calls there were, and how often one was decided again because another process was faster. */
function countDecisions(store: Store): { calls: number; again: number } {
  const counts = { calls: 0, again: 0 }
  const { transact } = store
  store.transact = (plan, decide) => {
    let runs = 0
    counts.calls += 1
    const counting: typeof decide = (found, freshId) => {
      if (++runs > 1) counts.again += 1
      return decide(found, freshId)
    }
    return transact.call(store, plan as never, counting as never) as never
  }
  return counts
}
