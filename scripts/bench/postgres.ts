import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '#shared/lib/must.ts'
import { ownPostgres } from '#server/testing/postgres.ts'
import { measureCost } from './cost.ts'
import type { Report } from './report.ts'

/** PostgreSQL beside SQLite, on the same machine and the same disk, in one run. */
export async function measurePostgres(report: Report, folder: string): Promise<void> {
  // A folder of root's is closed to the database, which does not run as root.
  const postgres = await ownPostgres({ within: tmpdir() })
  try {
    const url = await postgres.database()
    const settle = () => postgres.ask('VACUUM ANALYZE', url)
    await measureCost(report, { file: join(folder, 'cost.sqlite'), url, pid: must(postgres.pid()), settle })
  } finally {
    await postgres.stop()
  }
}
