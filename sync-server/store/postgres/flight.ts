import type { Change } from '#shared/kernel/change.ts'
import type { NewsOf } from '../store.ts'
import { checkSql, foundTogether } from './check.ts'
import type { Connection } from './connection.ts'
import type { Answer } from './fetched.ts'
import { sql, type Sql } from './reads.ts'
import { writingSql } from './writing.ts'

/** Where the organisation stands after a flight. */
export interface Landing {
  version: number
  /** The version of the newest news before this flight. */
  priorNews: number
}

const BEGIN = sql('BEGIN ISOLATION LEVEL READ COMMITTED')
const COMMIT = sql('COMMIT')
/**
 * What is written looks rows up by their ids, whatever those are: a plan for each of them takes longer than the work. Set until the commit, by
 * the first statement, because a statement of its own costs as much as any.
 */
const onePlan = "set_config('plan_cache_mode', 'force_generic_plan', true)"

/** What a call writes, and what has to be so still. */
export interface Writing {
  changes: readonly Change[]
  newsOf: NewsOf
  /** What it found in the database, and at which version. */
  unlaid: readonly Answer[]
  version: number
}

/**
 * All of it in one flight: the turn is held while the database works, and never while it waits for this process. Who hopes to be alone checks
 * only that: what was read is not asked for again.
 */
export async function fly(
  connection: Connection,
  org: number,
  decisions: readonly Writing[],
  now: string,
  hopesAlone: boolean,
): Promise<Landing & { isAlone: boolean }> {
  const reading = decisions.filter(({ unlaid }) => unlaid.length > 0)
  const since = Math.min(...reading.map(({ version }) => version))
  const found = hopesAlone && reading.length > 0 ? [[]] : foundTogether(reading.map(({ unlaid }) => unlaid))
  const checks = found.map((answers) => checkSql(org, answers, since, decisions.length))
  const answers = await connection.flight([
    BEGIN,
    raiseSql(org, decisions),
    ...checks,
    ...writesSql(org, decisions, now),
    COMMIT,
  ])
  const landing = landingOf(answers[1])
  return { ...landing, isAlone: reading.length === 0 || landing.version - decisions.length === since }
}

/**
 * Ends when the replica has all that was committed before: a wait for it that was cancelled leaves a commit that everybody can read, and that dies
 * with its primary. The log is sent in order, so one more entry, which nobody reads, tells.
 */
export const reachReplica = (connection: Connection): Promise<unknown> =>
  connection.flight([BEGIN, sql("SELECT pg_logical_emit_message(true, 'fieldpost', '')"), COMMIT])

/** The turn first, then what is read, decided and written under it; null where nothing is. Whoever stands still in it loses it. */
export async function writeInTurn(
  connection: Connection,
  org: number,
  now: string,
  decide: () => Promise<Pick<Writing, 'changes' | 'newsOf'>>,
): Promise<Landing | null> {
  await connection.flight([
    BEGIN,
    sql("SET LOCAL idle_in_transaction_session_timeout = '2s'"),
    sql('SELECT FROM organisations WHERE org = ? FOR UPDATE', org),
  ])
  const { changes, newsOf } = await decide()
  if (changes.length === 0) {
    await connection.flight([COMMIT])
    return null
  }
  const decisions = [{ changes, newsOf }]
  const answers = await connection.flight([raiseSql(org, decisions), ...writesSql(org, decisions, now), COMMIT])
  return landingOf(answers[0])
}

const landingOf = (rows: readonly Record<string, unknown>[] | undefined): Landing => rows?.[0] as unknown as Landing

const writesSql = (org: number, decisions: readonly Pick<Writing, 'changes'>[], now: string): Sql[] =>
  writingSql(
    org,
    decisions.map(({ changes }, at) => ({ changes, at: at + 1 })),
    decisions.length,
    now,
  )

/** What a history may have got ahead that died with its primary. */
const JUMP = 1_000_000
const jump = `CASE WHEN timeline <> here THEN ${JUMP} ELSE 0 END`

/**
 * Takes the turn. Where another primary goes on with what it has of the old one (its log has another timeline), versions that the old one
 * may have given are given to nobody, and noted: a cursor among them saw what is gone.
 */
function raiseSql(org: number, decisions: readonly { newsOf: NewsOf }[]): Sql {
  const lastNews = decisions.findLastIndex(({ newsOf }) => newsOf === 'all' || newsOf.size > 0) + 1
  return sql(
    `UPDATE organisations SET version = version + ${jump} + ?::bigint, "priorNews" = news, ` +
      `news = CASE WHEN ?::bigint > 0 THEN version + ${jump} + ?::bigint ELSE news END, ` +
      `gaps = CASE WHEN timeline <> here THEN gaps || jsonb_build_array(jsonb_build_array(version, version + ${JUMP})) ELSE gaps END, ` +
      'timeline = here FROM (SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS here) AS wal ' +
      `WHERE org = ? RETURNING version, "priorNews", ${onePlan}`,
    ...[decisions.length, lastNews, lastNews, org],
  )
}
