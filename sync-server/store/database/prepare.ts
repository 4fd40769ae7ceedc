import type pg from 'pg'
import { must } from '#shared/lib/must.ts'
import { allSqlTables } from '../columns.ts'
import { CannotStart } from '../unavailable.ts'
import { codeOf, hasTable, inOneTransaction, withDatabase } from './client.ts'
import { steps, type Step } from './steps.ts'

/** Any number that no other program takes for its own. */
const STEPS_LOCK = 4_207_002
const OLDEST = 15

/**
 * Brings a database to what this release knows. However many processes start at the same time, one takes the steps and the others wait
 * for it. A database that has been taken further is left as it is, while this release can still work with it.
 * @throws CannotStart with a sentence for whoever runs the server
 */
export const prepareDatabase = (url: string, list: readonly Step[] = steps): Promise<void> =>
  withDatabase(url, async (client) => {
    await refuseUnfit(client)
    for (let tries = 1; ; tries++) {
      try {
        return await inOneTransaction(client, 'READ WRITE', () => takeAll(client, list))
      } catch (error) {
        if (tries === MOST_TRIES || !isDeadlock(error)) throw error
      }
    }
  })

/** Older processes go on writing, in the order of their calls, and the steps change one table after the other. Whoever gives way tries again. */
const MOST_TRIES = 5
const isDeadlock = (error: unknown): boolean => codeOf((error as Error).cause) === '40P01'

async function takeAll(client: pg.Client, list: readonly Step[]): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [STEPS_LOCK])
  const done = await stepsDone(client)
  refuseTooNew(done, list.length)
  if (done.isCounted && done.step >= list.length) return refuseIncomplete(client)
  await refuseWithoutRights(client)
  for (const step of list.slice(done.step)) await take(client, step)
  const needs = Math.max(done.needs, ...list.map((step) => step.needs))
  await client.query('CREATE TABLE IF NOT EXISTS steps (one boolean PRIMARY KEY, step integer, needs integer)')
  await client.query(
    'INSERT INTO steps VALUES (true, $1, $2) ON CONFLICT (one) DO UPDATE SET step = excluded.step, needs = excluded.needs',
    [list.length, needs],
  )
  await refuseIncomplete(client)
}

async function take(client: pg.Client, { about, sql }: Step): Promise<void> {
  try {
    for (const text of sql()) await client.query(text)
  } catch (error) {
    throw new CannotStart(`The database could not be brought up to date ("${about}": ${(error as Error).message}).`, {
      cause: error,
    })
  }
}

interface Done {
  step: number
  needs: number
  isCounted: boolean
}

async function stepsDone(client: pg.Client): Promise<Done> {
  if (await hasTable(client, 'steps'))
    return must((await client.query<Done>('SELECT step, needs, true AS "isCounted" FROM steps')).rows[0])
  const wasMade = await hasTable(client, 'organisations')
  return { step: wasMade ? 1 : 0, needs: wasMade ? 1 : 0, isCounted: false }
}

function refuseTooNew({ step, needs }: Done, known: number): void {
  if (needs > known)
    throw new CannotStart(
      `This database is used by a newer version of Fieldpost (step ${step}; it takes releases that know ${needs}, and this one knows ${known}). ` +
        'Start that version.',
    )
}

/** What the model has and no step has added would be missed by the first call that writes it. */
async function refuseIncomplete(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`,
  )
  const there = new Set(rows.map(({ name }) => name))
  const missing = allSqlTables()
    .flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`))
    .filter((name) => !there.has(name))
  if (missing.length > 0)
    throw new CannotStart(
      `The database has no ${missing.slice(0, 5).join(', ')}, and this version of Fieldpost has no step that adds it.`,
    )
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding",
  )
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows
  if (version < OLDEST)
    throw new CannotStart(`The database is PostgreSQL ${version}. Fieldpost needs ${OLDEST} or newer.`)
  if (encoding !== 'UTF8')
    throw new CannotStart(`The database keeps texts as ${encoding}. Make one with ENCODING 'UTF8'.`)
}

/** Only whoever has steps to take needs them: a process may run as a role that cannot change tables. */
async function refuseWithoutRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ makes: boolean | null; has: boolean; offers: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AS makes,
       EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS has,
       EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS offers`,
  )
  const [{ makes, has, offers } = { makes: null, has: false, offers: false }] = rows
  if (!makes)
    throw new CannotStart(
      'The role of DATABASE_URL may not create tables in this database. As its owner: GRANT USAGE, CREATE ON SCHEMA public TO that role.',
    )
  if (has) return
  if (!offers)
    throw new CannotStart('The database server has no pg_trgm. Install its contrib package (postgresql-contrib).')
  try {
    await client.query('SAVEPOINT trigrams')
    await client.query('CREATE EXTENSION pg_trgm')
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new CannotStart(
      'The role of DATABASE_URL may not create the extension pg_trgm. As the owner of the database: CREATE EXTENSION pg_trgm.',
      { cause: error },
    )
  }
}
