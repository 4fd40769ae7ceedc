import { randomBytes, randomUUID } from 'node:crypto'
import type { Change } from '#shared/kernel/change.ts'
import type { Found, Plan, Reads } from '#shared/kernel/reads.ts'
import type { DatabaseMode, Decided, EarlierLife, NewsOf, Store } from '../store.ts'
import { CannotStart, StoreUnavailable } from '../unavailable.ts'
import { withNews } from '../news.ts'
import { changesSince } from './changes.ts'
import { createPool, inTransaction, type Connection } from './connection.ts'
import { fetchPlan } from './reading.ts'
import { sql } from './reads.ts'
import { newestProjects, outcomes } from './snapshot.ts'
import { schemaSql } from './tables.ts'
import { write } from './writing.ts'

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
}

interface Job {
  work: (connection: Connection, version: number) => Promise<boolean>
  done: () => void
  failed: (error: unknown) => void
}

/** The row of an organisation. */
interface Standing {
  version: number
  news: number
  floor: number
  epoch: string
  mode: DatabaseMode
  earlier: EarlierLife[]
}

const READ = 'READ ONLY, ISOLATION LEVEL REPEATABLE READ'

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
}: PostgresOptions): Promise<Store> {
  const pool = createPool(url, readers)
  const writer = createPool(url, 1)
  const holder = randomUUID()
  const listeners = new Set<(version: number, newsOf: NewsOf) => void>()
  const queue: Job[] = []
  let isWriting = false
  let isClosed = false
  /** The newest version that listeners heard of. */
  let told = 0
  let follower: NodeJS.Timeout | undefined

  const standing = async (connection: Connection, more = ''): Promise<Standing> => {
    const [row] = await connection.run(sql(`SELECT * FROM organisations WHERE org = ?${more}`, org))
    if (!row) throw new CannotStart(`There is no organisation ${org} in this database.`)
    return row as unknown as Standing
  }
  const reading = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new StoreUnavailable('The database is closed.')) : inTransaction(pool, READ, work)

  await inTransaction(writer, 'READ WRITE', (connection) => makeOrganisation(connection, org, mode))
  const first = await reading((connection) => standing(connection))
  if (first.mode !== mode)
    throw new CannotStart(
      `This is a ${first.mode} database and the server runs in ${mode} mode. The two are never mixed.`,
    )
  told = first.version

  const add = (job: Job): void => {
    if (isClosed) return job.failed(new StoreUnavailable('The database is closed.'))
    queue.push(job)
    if (!isWriting) void flush()
  }

  async function flush(): Promise<void> {
    isWriting = true
    while (queue.length > 0) {
      const jobs = queue.splice(0, MOST_TOGETHER)
      await commitTogether(jobs)
    }
    isWriting = false
  }

  /** Calls that wait share a turn. Each has a savepoint; when the commit itself fails, each is tried once more alone. */
  async function commitTogether(jobs: Job[]): Promise<void> {
    const answers: (() => void)[] = []
    let newsOf: NewsOf = new Set()
    try {
      const version = await inTransaction(writer, 'READ WRITE', async (connection) => {
        const before = await standing(connection, ' FOR UPDATE')
        let { version, news } = before
        for (const job of jobs) {
          await connection.run(sql('SAVEPOINT job'))
          try {
            const hasWritten = await job.work(connection, version + 1)
            if (hasWritten) version += 1
            answers.push(job.done)
            const ofJob = newsByJob.get(job)
            if (hasWritten && ofJob !== undefined && (ofJob === 'all' || ofJob.size > 0)) {
              news = version
              newsOf = newsOf === 'all' || ofJob === 'all' ? 'all' : new Set([...newsOf, ...ofJob])
            }
            await connection.run(sql('RELEASE SAVEPOINT job'))
          } catch (error) {
            if (error instanceof StoreUnavailable) throw error
            await connection.run(sql('ROLLBACK TO SAVEPOINT job'))
            answers.push(() => job.failed(error))
          }
        }
        if (version > before.version)
          await connection.run(sql('UPDATE organisations SET version = ?, news = ? WHERE org = ?', version, news, org))
        return version
      })
      tell(version, newsOf)
    } catch (error) {
      if (jobs.length > 1 && !(error instanceof StoreUnavailable)) for (const job of jobs) await commitTogether([job])
      else for (const job of jobs) job.failed(error)
      return
    }
    for (const answer of answers) answer()
  }

  const newsByJob = new WeakMap<Job, NewsOf>()

  function tell(version: number, newsOf: NewsOf): void {
    if (version <= told) return
    told = version
    listeners.forEach((listener) => queueMicrotask(() => listener(version, newsOf)))
  }

  /** What other processes have committed. */
  async function follow(): Promise<void> {
    const [row] = await reading((connection) =>
      connection.run(sql('SELECT version, news FROM organisations WHERE org = ?', org)),
    ).catch(() => [])
    if (row) tell(Number(row['version']), Number(row['news']) > told ? 'all' : new Set())
    if (!isClosed && listeners.size > 0) follower = setTimeout(() => void follow(), FOLLOW_MS).unref()
    else follower = undefined
  }

  const inTurn = <T>(
    work: (connection: Connection, version: number) => Promise<{ value: T; changes: readonly Change[] }>,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      let value: T
      const job: Job = {
        async work(connection, version) {
          const result = await work(connection, version)
          value = result.value
          newsByJob.set(job, result.changes.reduce<NewsOf>(withNews, new Set()))
          return result.changes.length > 0
        },
        done: () => resolve(value),
        failed: reject,
      }
      add(job)
    })

  return {
    earlier: first.earlier,
    async position() {
      const { epoch, version } = await reading((connection) => standing(connection))
      return { epoch, version }
    },
    news: async () => (await reading((connection) => standing(connection))).news,
    read: (plan) => reading((connection) => fetchPlan(connection, org, plan)),
    transact: <R extends Reads, F extends Reads, T>(
      plan: Plan<R, F>,
      decide: (found: Found<R> & Found<F>, freshId: number) => Decided<T>,
    ): Promise<T> =>
      inTurn(async (connection, version) => {
        const { changes, value } = decide(await fetchPlan(connection, org, plan), version)
        for (const change of changes) await write(connection, change, { org, version, now: now() })
        return { changes, value }
      }),
    changesSince: (options) =>
      reading(async (connection) => {
        const { version, news, floor } = await standing(connection)
        return options.after < floor ? null : changesSince(connection, { org, version, news }, options)
      }),
    outcomes: (options) => reading((connection) => outcomes(connection, org, options)),
    newestProjects: (options) => reading((connection) => newestProjects(connection, org, options)),
    lease: (name) =>
      inTransaction(pool, 'READ WRITE', (connection) => takeLease(connection, { org, name, holder, leaseMs })),
    forgetRemovals: (before) => inTurn((connection) => forget(connection, org, before)),
    probe: () =>
      inTurn(async (connection) => {
        await connection.run(sql('UPDATE organisations SET org = org WHERE org = ?', org))
        return { value: undefined, changes: [] }
      }),
    trouble: () => null,
    onCommit(listener) {
      listeners.add(listener)
      follower ??= setTimeout(() => void follow(), FOLLOW_MS).unref()
      return () => listeners.delete(listener)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(follower)
      while (isWriting) await new Promise((later) => setTimeout(later, 5))
      await Promise.all([pool.end(), writer.end()])
    },
  }
}

const MOST_TOGETHER = 50
const FOLLOW_MS = 100

/** The tables, and an organisation in them, where there are none yet; whoever starts at the same time waits. */
async function makeOrganisation(connection: Connection, org: number, mode: DatabaseMode): Promise<void> {
  await connection.run(sql('SELECT pg_advisory_xact_lock(?)', SCHEMA_LOCK))
  const [there] = await connection.run(sql("SELECT to_regclass('organisations') AS name"))
  if (there?.['name'] === null) for (const text of schemaSql()) await connection.run(sql(text))
  const epoch = randomBytes(9).toString('base64url')
  await connection.run(
    sql(
      "INSERT INTO organisations (org, version, news, floor, epoch, mode, earlier) VALUES (?, 0, 0, 0, ?, ?, '[]') ON CONFLICT DO NOTHING",
      ...[org, epoch, mode],
    ),
  )
}
/** Any number that no other program takes for its own. */
const SCHEMA_LOCK = 4_207_001

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
  return (await connection.run(sql(text, org, name, holder))).length > 0
}

/** Deletes what was removed or moved before a date, and notes how far that reaches. */
async function forget(connection: Connection, org: number, before: string) {
  const gone = await connection.run(
    sql('DELETE FROM changed WHERE org = ? AND "removedDate" < ? RETURNING version', org, before),
  )
  const moved = await connection.run(
    sql('DELETE FROM moved WHERE org = ? AND "movedDate" < ? RETURNING version', org, before),
  )
  const floor = [...gone, ...moved].reduce((most, row) => Math.max(most, Number(row['version'])), 0)
  await connection.run(sql('UPDATE organisations SET floor = greatest(floor, ?) WHERE org = ?', floor, org))
  return { value: gone.length, changes: [] }
}
