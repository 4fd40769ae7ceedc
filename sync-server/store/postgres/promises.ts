import { CannotStart, StoreUnavailable } from '../unavailable.ts'
import type { Connection } from './connection.ts'
import { sql } from './reads.ts'

/** What a database must promise before anything is acknowledged on its word. */
export interface Promises {
  /** Whether a commit must be on a second machine as well. */
  requireReplica: boolean
}

const OLDEST = 15

/** Asked on every new connection: after a failover it may be another database that answers. @throws StoreUnavailable */
export async function assertPromises(connection: Connection, promises: Promises): Promise<void> {
  const [[told = {}] = []] = await connection.flight([
    sql(
      "SELECT current_setting('server_version_num')::integer / 10000 AS version, current_setting('fsync') AS fsync, " +
        "current_setting('full_page_writes') AS pages, current_setting('synchronous_commit') AS commits, " +
        "current_setting('synchronous_standby_names') AS standbys, pg_is_in_recovery() AS replica, " +
        "(SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS following, " +
        '(SELECT count(*) FROM pg_stat_replication WHERE sync_state IS NULL) AS unseen',
    ),
  ])
  const broken = brokenBy(told, promises)
  if (broken) throw new PromiseBroken(broken)
}

/** Says at a start what somebody has to change, and later that it has to be waited for. */
class PromiseBroken extends StoreUnavailable {
  override name = 'PromiseBroken'
}

export const atStart = (error: unknown): unknown =>
  error instanceof PromiseBroken ? new CannotStart(error.message, { cause: error }) : error

function brokenBy(told: Record<string, unknown>, { requireReplica }: Promises): string | null {
  if (Number(told['version']) < OLDEST)
    return `The database is PostgreSQL ${String(told['version'])}; ${OLDEST} or later is needed.`
  if (told['replica'] === true) return 'This database is a replica, which only reads. Give the address of the primary.'
  if (told['fsync'] !== 'on' || told['pages'] !== 'on')
    return 'The database may lose what it has acknowledged: turn fsync and full_page_writes on.'
  if (!['on', 'remote_apply'].includes(String(told['commits'])))
    return 'The database acknowledges what is not on a disk: set synchronous_commit to on.'
  if (requireReplica && Number(told['following']) === 0 && Number(told['unseen']) > 0)
    return 'This role may not see whether a replica follows: grant it pg_read_all_stats.'
  if (requireReplica && (told['standbys'] === '' || Number(told['following']) === 0))
    return 'No replica has what is acknowledged: set synchronous_standby_names, and see that a replica follows (pg_stat_replication).'
  return null
}
