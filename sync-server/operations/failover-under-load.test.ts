import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { ownPostgres } from '../testing/postgres.ts'
import { buildServer } from '../testing/process.ts'
import { startProxy } from '../testing/proxy.ts'
import { removeFolder } from '../testing/remove-folder.ts'
import { canReplicate, replicaOf } from '../testing/replica.ts'
import { underLoad } from '../testing/under-load.ts'

const PROCESSES = 4
const FAILOVERS = 2

/** The database is killed under the load of sixteen clients, and its synchronous replica takes its place. How soon after that calls go on is printed. */
test.runIf(canReplicate)(
  `a database whose replica takes its place, ${FAILOVERS} times, has each acknowledged call once; no process ends, and all go on by themselves`,
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldpost-failover-'))
    const built = await buildServer('failover')
    let primary = await ownPostgres()
    onTestFinished(async () => {
      await primary.stop()
      built.remove()
      await removeFolder(folder)
    })
    const address = await primary.database()
    // Where all of them find whichever is the primary: a name, or a pooler.
    const way = await startProxy(address)
    const world = await underLoad({
      url: way.url,
      folder,
      scripts: Array.from({ length: PROCESSES }, () => built.script),
    })
    for (let failover = 1; failover <= FAILOVERS; failover++) {
      const replica = await replicaOf(primary)
      await world.oneAtWork()
      await primary.kill()
      way.cut()
      await replica.ask('SELECT pg_promote()')
      const promoted = performance.now()
      // It has the settings of the one it followed, and would wait for a replica of its own.
      await replica.set('synchronous_standby_names', null)
      way.redirect(replica.url)
      await world.progress()
      console.info(
        `failover ${failover}: calls went on ${((performance.now() - promoted) / 1_000).toFixed(1)} s after the promotion`,
      )
      await primary.stop()
      primary = replica
    }
    console.info(`${await world.end()} calls around ${FAILOVERS} failovers`)
    await way.close()
  },
)
