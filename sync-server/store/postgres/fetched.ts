import type { Plan, Read, Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { quoted } from '../columns.ts'
import type { Connection } from './connection.ts'
import { answerOf, apart, SNAPSHOT, together } from './reading.ts'
import { columnsOf, sql, sqlFromRead, type Sql } from './reads.ts'
import type { Row } from './values.ts'

/** What a read found, and of which rows at which version. */
export interface Answer {
  read: Read
  value: unknown
  /** Id and version of each row, in order. */
  rows: [id: number, version: number][]
}
export type Answers = Record<string, Answer>

/** The two steps of a plan, answered at one moment. */
export interface Fetched {
  /** Of the organisation at that moment. */
  version: number
  first: Answers
  then: Answers
  /** What `then` asked. */
  followed: Reads
}

export const valuesOf = (answers: Answers): Row =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value]))

/** Answers plans all at one moment: two flights, or one where none has a second step. */
export async function fetchAll(
  connection: Connection,
  org: number,
  plans: readonly Plan[],
  /** Whether somebody else has begun a transaction, in which nothing changes. */
  isWithin = false,
): Promise<Fetched[]> {
  const asked = plans.map(({ reads }) => reads)
  const isAlone = isWithin || (plans.length === 1 && !plans[0]?.follow)
  const isLast = plans.every(({ follow }) => !follow)
  const begin = isAlone ? [] : [SNAPSHOT]
  const commit = isAlone ? [] : [sql('COMMIT')]
  const statements = asked.map((reads) => stepSql(org, reads))
  const answers = await connection.flight([...begin, ...statements, ...(isLast ? commit : [])])
  const fetched = asked.map((reads, at): Fetched => {
    const { answers: first, version } = stepOf(reads, must(answers[at + begin.length]))
    const followed = plans[at]?.follow?.(valuesOf(first) as never) ?? {}
    return { version, first, then: {}, followed }
  })
  if (isLast) return fetched
  const following = fetched.filter(({ followed }) => Object.keys(followed).length > 0)
  const more = await connection.flight([...following.map(({ followed }) => stepSql(org, followed)), ...commit])
  following.forEach((one, at) => (one.then = stepOf(one.followed, must(more[at])).answers))
  return fetched
}

/** The reads of a step, and the version they are read at, as one statement. */
function stepSql(org: number, reads: Reads): Sql {
  const asked = Object.values(reads).map((read) => sqlFromRead(org, read, withVersion(read)))
  return together([...asked, sql('SELECT version FROM organisations WHERE org = ?', org)])
}

const [ID, VERSION] = ['$id', '$version']
const withVersion = (read: Read): string =>
  columnsOf(read) + (read.kind === 'count' ? '' : `, id AS ${quoted(ID)}, version AS ${quoted(VERSION)}`)

function stepOf(reads: Reads, answered: readonly Row[]): { answers: Answers; version: number } {
  const names = Object.keys(reads)
  const rows = apart(answered, names.length + 1)
  const answers = names.map((name, at): [string, Answer] => {
    const read = must(reads[name])
    const found = must(rows[at])
    const marks =
      read.kind === 'count' ? [] : found.map((row): [number, number] => [Number(row[ID]), Number(row[VERSION])])
    for (const row of found) {
      delete row[ID]
      delete row[VERSION]
    }
    return [name, { read, value: answerOf(read, found), rows: marks }]
  })
  return { answers: Object.fromEntries(answers), version: Number(rows[names.length]?.[0]?.['version']) }
}
