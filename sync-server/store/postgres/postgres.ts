import { randomBytes, randomUUID } from 'node:crypto'
import type { Change } from '#shared/kernel/change.ts'
import type { Plan } from '#shared/kernel/reads.ts'
import { MAX_CALL_BYTES } from '#shared/model/limits.ts'
import type { TableName } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'
import { withNews } from '../news.ts'
import type { DatabaseMode, EarlierLife, NewsOf, Store } from '../store.ts'
import { CannotStart, StoreUnavailable } from '../unavailable.ts'
import { changesSince, standingSql } from './changes.ts'
import { isFull } from './codes.ts'
import type { Connection } from './connection.ts'
import type { Landing } from './flight.ts'
import { joinHub } from './hub.ts'
import { atStart } from './promises.ts'
import { createReads } from './read-together.ts'
import { sql } from './reads.ts'
import { newestProjects, outcomesIn, outcomesSql } from './snapshot.ts'
import { createTurns, type Decide } from './turns.ts'

interface PostgresOptions {
  /** `postgres://…` */
  url: string
  /** Whose rows; a single organisation is 1. */
  org?: number
  mode?: DatabaseMode
  now?: () => string
  /** How many connections read at once; one more writes. */
  readers?: number
  /** How long a lease lasts, in milliseconds. */
  leaseMs?: number
  /** How long what is written may take, in milliseconds; past that nobody knows whether it was, and it has to be sent again. */
  deadlineMs?: number
  /** Nothing is acknowledged that is not on a second machine. */
  requireReplica?: boolean
}

/** The row of an organisation. */
interface Standing {
  version: number
  news: number
  epoch: string
  mode: DatabaseMode
  earlier: EarlierLife[]
}

/**
 * One organisation in a database of PostgreSQL, which other processes write to as well. Whoever writes keeps the organisation's row
 * locked until the commit (a turn): versions are in the order of commits, and whoever sees one sees all before it.
 *
 * @throws CannotStart with a sentence for whoever runs the server
 */
export async function openPostgres({
  url,
  org = 1,
  mode = 'production',
  now = () => new Date().toISOString(),
  readers = 4,
  leaseMs = 60_000,
  deadlineMs = 10_000,
  requireReplica = false,
}: PostgresOptions): Promise<Store> {
  const hub = joinHub({ url, readers, deadlineMs, promises: { requireReplica } })
  const holder = randomUUID()
  const listeners = new Set<(version: number, newsOf: NewsOf) => void>()
  let isClosed = false
  let trouble: 'full' | null = null
  /** The newest version that listeners heard of. */
  let told = 0
  /** The newest version in a table that was written here, or later; and in those that others wrote, whichever these are. */
  const newest = new Map<TableName, number>()
  let newestOfOthers = 0
  let stopFollowing: (() => void) | undefined

  const asking = <T>(work: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new StoreUnavailable('The database is closed.')) : work()
  const reading = <T>(work: (connection: Connection) => Promise<T>): Promise<T> => asking(() => hub.reader.use(work))
  const first = await hub.reader
    .use((connection) => makeOrganisation(connection, org, mode))
    // The one that writes gives its promises too, and is kept.
    .then(() => hub.writer.use((connection) => standingOf(connection, org)))
    .then((row) => inMode(row, mode))
    .catch(async (error: unknown) => {
      await hub.leave()
      throw atStart(error)
    })
  told = newestOfOthers = first.version
  const { ask, read } = createReads(org, hub.reader)
  const standing = (): Promise<Standing> => asking(() => ask(standingSql(org)).then((rows) => standingIn(rows, org)))

  const tell = (version: number, changes: readonly Change[] | 'of others'): void => {
    if (changes === 'of others') newestOfOthers = Math.max(newestOfOthers, version)
    else for (const { table } of changes) newest.set(table, version)
    if (version <= told) return
    told = version
    const newsOf = changes === 'of others' ? 'all' : changes.reduce<NewsOf>(withNews, new Set())
    listeners.forEach((listener) => queueMicrotask(() => listener(version, newsOf)))
  }
  const explain = (error: unknown): void => {
    if (isFull(error) || isFull((error as Error).cause)) trouble = 'full'
  }
  const turns = createTurns({
    ...{ org, now, reader: hub.reader, writer: hub.writer, lost: explain, requireReplica },
    // What others have written in between is theirs to tell, and nobody else tells it here.
    landed: ({ version, priorNews }: Landing, changes) => tell(version, priorNews > told ? 'of others' : changes),
  })

  return {
    earlier: first.earlier,
    async position() {
      const { epoch, version } = await standing()
      return { epoch, version }
    },
    news: async () => (await standing()).news,
    read: (plan) => asking(() => read(plan)),
    transact: <T>(plan: unknown, decide: unknown): Promise<T> =>
      asking(() => turns.add(plan as Plan, decide as Decide) as Promise<T>),
    changesSince: (options) =>
      asking(() =>
        changesSince(ask, org, options, {
          version: told,
          newest: (table) => Math.max(newest.get(table) ?? 0, newestOfOthers),
        }),
      ),
    outcomes: (options) => asking(() => ask(outcomesSql(org, options)).then(outcomesIn)),
    newestProjects: (options) => reading((connection) => newestProjects(connection, org, options)),
    lease: (name) => reading((connection) => takeLease(connection, { org, name, holder, leaseMs })),
    forgetRemovals: (before) => reading((connection) => forget(connection, org, before)),
    async probe() {
      if (isClosed) throw new StoreUnavailable('The database is closed.')
      try {
        await hub.writer.use((connection) => probe(connection, org, trouble === 'full' ? MAX_CALL_BYTES : 0))
      } catch (error) {
        explain(error)
        throw error
      }
      trouble = null
    },
    trouble: () => trouble,
    onCommit(listener) {
      listeners.add(listener)
      stopFollowing ??= hub.follow(org, (version, news) => tell(version, news > told ? 'of others' : []))
      return () => listeners.delete(listener)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      stopFollowing?.()
      await turns.settled()
      await hub.leave()
    },
  }
}

const standingOf = async (connection: Connection, org: number): Promise<Standing> =>
  standingIn((await connection.flight([standingSql(org)]))[0] ?? [], org)

function standingIn([row]: readonly object[], org: number): Standing {
  if (!row) throw new CannotStart(`There is no organisation ${org} in this database.`)
  return row as Standing
}

function inMode(row: Standing, mode: DatabaseMode): Standing {
  if (row.mode === mode) return row
  throw new CannotStart(`This is a ${row.mode} database and the server runs in ${mode} mode. The two are never mixed.`)
}

async function makeOrganisation(connection: Connection, org: number, mode: DatabaseMode): Promise<void> {
  const epoch = randomBytes(9).toString('base64url')
  const text =
    'INSERT INTO organisations (org, version, news, floor, epoch, mode, earlier, "priorNews", "freshId", gaps) ' +
    "VALUES (?, 0, 0, 0, ?, ?, '[]', 0, 0, '[]') ON CONFLICT DO NOTHING"
  await connection.flight([sql(text, org, epoch, mode)])
}

/** By the clock of the database, which all processes share. */
async function takeLease(
  connection: Connection,
  { org, name, holder, leaseMs }: { org: number; name: string; holder: string; leaseMs: number },
): Promise<boolean> {
  const until = `now() + ${leaseMs} * interval '1 millisecond'`
  const text =
    `INSERT INTO leases (org, name, holder, until) VALUES (?, ?, ?, ${until}) ON CONFLICT (org, name) ` +
    'DO UPDATE SET holder = excluded.holder, until = excluded.until ' +
    'WHERE leases.holder = excluded.holder OR leases.until < now() RETURNING holder'
  const [taken = []] = await connection.flight([sql(text, org, name, holder)])
  return taken.length > 0
}

/** Deletes what was removed or moved before a date, and notes how far that reaches. */
async function forget(connection: Connection, org: number, before: string): Promise<number> {
  const newest = (table: string, column: string) =>
    `(SELECT max(version) FROM ${table} WHERE org = ? AND "${column}" < ?)`
  const floor = `greatest(floor, ${newest('changed', 'removedDate')}, ${newest('moved', 'movedDate')})`
  const answers = await connection.flight([
    sql('BEGIN'),
    sql('SELECT FROM organisations WHERE org = ? FOR UPDATE', org),
    sql(`UPDATE organisations SET floor = ${floor} WHERE org = ?`, ...[org, before, org, before, org]),
    sql('DELETE FROM moved WHERE org = ? AND "movedDate" < ?', org, before),
    sql(
      'WITH gone AS (DELETE FROM changed WHERE org = ? AND "removedDate" < ? RETURNING org) SELECT count(*) AS count FROM gone',
      org,
      before,
    ),
    sql('COMMIT'),
  ])
  return Number(must(answers[4]?.[0])['count'])
}

/** Writes to the disk, as much as is asked for, and keeps nothing of it. */
async function probe(connection: Connection, org: number, bytes: number): Promise<void> {
  // What repeats itself would be made small before it is written.
  const text = randomBytes(Math.ceil(bytes / 2)).toString('hex')
  await connection.flight([
    sql('BEGIN'),
    sql('UPDATE organisations SET org = org WHERE org = ?', org),
    sql("INSERT INTO leases (org, name, holder, until) VALUES (?, 'probe', ?, now())", org, text),
    sql("DELETE FROM leases WHERE org = ? AND name = 'probe'", org),
    sql('COMMIT'),
  ])
}
