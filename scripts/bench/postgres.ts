import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '#shared/lib/must.ts'
import { moveRows } from '#server/store/open.ts'
import { openPostgres } from '#server/store/postgres/postgres.ts'
import { ownPostgres } from '#server/testing/postgres.ts'
import { measureCost } from './cost.ts'
import { madePath, makeDatabase } from './make.ts'
import { measureProcesses } from './processes.ts'
import { measureColumns, openSize } from './reads.ts'
import type { Report } from './report.ts'
import { startServer } from './server-process.ts'
import { measureStreamsOver } from './streams.ts'

const SIZES = { reads: 10_000, streams: 10_000 }

interface PostgresBench {
  /** Where databases lie that are made for this run, and those that are kept. */
  folder: string
  keep: string
  only: string
  /** `--quick`: fewer streams. */
  isQuick: boolean
}

/** PostgreSQL beside SQLite, on the same machine and the same disk, in one run. */
export async function measurePostgres(report: Report, { folder, keep, only, isQuick }: PostgresBench): Promise<void> {
  // A folder of root's is closed to the database, which does not run as root.
  const postgres = await ownPostgres({ within: tmpdir() })
  try {
    const [costs, reads] = [await postgres.database(), await postgres.database()]
    const settle = (url: string) => () => postgres.ask('VACUUM ANALYZE', url)
    const files = { file: join(folder, 'cost.sqlite'), url: costs }
    await measureCost(report, { ...files, pid: must(postgres.pid()), settle: settle(costs) })
    await measureProcesses(report, join(folder, 'processes.sqlite'), postgres.database)
    await measureSpread(report, await postgres.database(), isQuick ? SIZES.streams / 10 : SIZES.streams)
    await measureReadsBeside(keep, reads, settle(reads), only)
  } finally {
    await postgres.stop()
  }
}

async function measureSpread(report: Report, url: string, count: number): Promise<void> {
  const servers = [await startServer(url, 1_000, 1), await startServer(url, 1_000, 1)]
  await measureStreamsOver(report, servers, count)
}

/** The same rows in both. */
async function measureReadsBeside(
  keep: string,
  url: string,
  settle: () => Promise<unknown>,
  only: string,
): Promise<void> {
  await makeDatabase(madePath(keep, SIZES.reads), SIZES.reads)
  const home = { url, org: 1, requireReplica: false }
  const file = madePath(keep, SIZES.reads)
  await moveRows({ file }, home, { mode: 'demo', lettersKey: null, carryBytes: () => Promise.resolve() })
  await settle()
  const sqlite = await openSize(keep, SIZES.reads)
  const store = await openPostgres({ ...home, mode: 'demo' })
  await measureColumns([sqlite, { title: 'PostgreSQL', store, path: sqlite.path }], only)
}
