import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '#shared/lib/must.ts'
import { moveRows, prepareHome } from '#server/store/open.ts'
import { openPostgres } from '#server/store/postgres/postgres.ts'
import { ownPostgres } from '#server/testing/postgres.ts'
import { measureCost } from './cost.ts'
import { madePath, makeDatabase } from './make.ts'
import { measureProcesses } from './processes.ts'
import { measureColumns, openSize } from './reads.ts'
import type { Report } from './report.ts'
import { startServer } from './server-process.ts'
import { measureStreamsOver } from './streams.ts'

const STREAMS = 10_000

interface PostgresBench {
  /** Where databases lie that are made for this run, and those that are kept. */
  folder: string
  keep: string
  only: string
  wants: (part: 'cost' | 'processes' | 'streams' | 'reads') => boolean
  /** So many taskings are read from. */
  size: number
  /** `--quick`: fewer streams. */
  isQuick: boolean
}

/** PostgreSQL beside SQLite, on the same machine and the same disk, in one run. */
export async function measurePostgres(
  report: Report,
  { folder, keep, only, wants, size, isQuick }: PostgresBench,
): Promise<void> {
  // A folder of root's is closed to the database, which does not run as root.
  const postgres = await ownPostgres({ within: tmpdir(), settings: ['shared_buffers=1GB'] })
  try {
    // Made as an installation makes it, with what its role is set to.
    const aDatabase = async (name: string) => {
      await postgres.ask(`CREATE DATABASE ${name}`)
      const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).toString()
      await prepareHome({ url, org: 1, requireReplica: false })
      return url
    }
    const [costs, reads] = [await aDatabase('costs'), await aDatabase('reads')]
    const settle = (url: string) => () => postgres.ask('VACUUM ANALYZE', url)
    const files = { file: join(folder, 'cost.sqlite'), url: costs }
    if (wants('cost')) await measureCost(report, { ...files, pid: must(postgres.pid()), settle: settle(costs) })
    if (wants('processes')) await measureProcesses(report, join(folder, 'processes.sqlite'), postgres.database)
    if (wants('streams')) await measureSpread(report, await postgres.database(), isQuick ? STREAMS / 10 : STREAMS)
    if (wants('reads')) await measureReadsBeside({ keep, only, size, url: reads, settle: settle(reads) })
  } finally {
    await postgres.stop()
  }
}

async function measureSpread(report: Report, url: string, count: number): Promise<void> {
  const servers = [await startServer(url, 1_000, 1), await startServer(url, 1_000, 1)]
  await measureStreamsOver(report, servers, count)
}

interface Beside extends Pick<PostgresBench, 'keep' | 'only' | 'size'> {
  url: string
  settle: () => Promise<unknown>
}

/** The same rows in both. */
async function measureReadsBeside({ keep, only, size, url, settle }: Beside): Promise<void> {
  await makeDatabase(madePath(keep, size), size)
  const home = { url, org: 1, requireReplica: false }
  const file = madePath(keep, size)
  await moveRows({ file }, home, { mode: 'demo', lettersKey: null, carryBytes: () => Promise.resolve() })
  await settle()
  const sqlite = await openSize(keep, size)
  const store = await openPostgres({ ...home, mode: 'demo' })
  await measureColumns([sqlite, { title: 'PostgreSQL', store, path: sqlite.path }], only)
}
