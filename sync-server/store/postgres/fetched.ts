import type { Plan, Read, Reads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { quoted } from '../columns.ts'
import type { Connection } from './connection.ts'
import { asksFor, together as alike } from './alike-reads.ts'
import { apart, SNAPSHOT, together } from './reading.ts'
import { columnsOf, sql, sqlFromRead, type Sql } from './reads.ts'
import { readRow, type Row } from './values.ts'

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

/** What this process can answer itself: it is as the database would answer at that moment. */
export interface Known {
  /** Of what is asked in the second step. */
  answers(asked: Omit<Fetched, 'then'>): Answers
  learn(fetched: Fetched): void
}

export const valuesOf = (answers: Answers): Row =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value]))

/** Answers plans all at one moment: two flights, or one where none has a second step. */
export async function fetchAll(
  connection: Connection,
  org: number,
  plans: readonly Plan[],
  known: Known,
  /** Whether somebody else has begun a transaction, in which nothing changes. */
  isWithin = false,
): Promise<Fetched[]> {
  const asked = plans.map(({ reads }) => reads)
  const statements = stepsSql(org, asked)
  const isLast = plans.every(({ follow }) => !follow)
  const isAlone = isWithin || (statements.length === 1 && isLast)
  const begin = isAlone ? [] : [SNAPSHOT]
  const commit = isAlone ? [] : [sql('COMMIT')]
  const answers = await connection.flight([...begin, ...statements, ...(isLast ? commit : [])])
  const fetched = stepsOf(asked, answers.slice(begin.length)).map(({ answers: first, version }, at): Fetched => {
    const followed = plans[at]?.follow?.(valuesOf(first) as never) ?? {}
    return { version, first, then: {}, followed }
  })
  if (isLast) return fetched
  for (const one of fetched) one.then = known.answers(one)
  const following = fetched.filter((one) => Object.keys(unknownOf(one)).length > 0)
  const askedThen = following.map(unknownOf)
  const more = await connection.flight([...stepsSql(org, askedThen), ...commit])
  stepsOf(askedThen, more).forEach(({ answers }, at) => Object.assign(must(following[at]).then, answers))
  following.forEach(known.learn)
  return fetched
}

const unknownOf = ({ followed, then }: Fetched): Reads =>
  Object.fromEntries(Object.entries(followed).filter(([name]) => !then[name]))

/** Steps of several calls, and the version they are read at: one statement for those that ask alike. */
const stepsSql = (org: number, asked: readonly Reads[]): Sql[] =>
  alike(asked).map(({ reads }) => {
    const parts = Object.values(reads).map((read) => sqlFromRead(org, read, withVersion(read)))
    return together([...parts, sql('SELECT version FROM organisations WHERE org = ?', org)])
  })

const [ID, VERSION] = ['$id', '$version']
const withVersion = (read: Read): string =>
  columnsOf(read) + (read.kind === 'count' ? '' : `, id AS ${quoted(ID)}, version AS ${quoted(VERSION)}`)

/** The answers to each of the calls. */
function stepsOf(asked: readonly Reads[], answered: readonly Row[][]): { answers: Answers; version: number }[] {
  const steps: { answers: Answers; version: number }[] = []
  alike(asked).forEach(({ members, reads }, at) => {
    const names = Object.keys(reads)
    const parts = apart(must(answered[at]), names.length + 1)
    const version = Number(parts.at(-1)?.[0]?.['version'])
    const found = new Map(names.map((name, part) => [name, foundBy(must(reads[name]), must(parts[part]))]))
    for (const member of members) {
      const answers = Object.entries(must(asked[member])).map(([name, read]): [string, Answer] => {
        const ofAll = must(found.get(name))
        return [name, answerFrom(read, members.length === 1 ? ofAll : ofAll.filter(([row]) => asksFor(read, row)))]
      })
      steps[member] = { answers: Object.fromEntries(answers), version }
    }
  })
  return steps
}

type FoundRow = [row: Row, mark: [id: number, version: number]]

function foundBy(read: Read, rows: readonly Row[]): FoundRow[] {
  return rows.map((row): FoundRow => {
    const mark: FoundRow[1] = [Number(row[ID]), Number(row[VERSION])]
    // The last first: a row that loses another one is slow to read from then on.
    delete row[VERSION]
    delete row[ID]
    return [read.kind === 'count' ? row : readRow(read.table, row), mark]
  })
}

function answerFrom(read: Read, found: readonly FoundRow[]): Answer {
  if (read.kind === 'count') return { read, value: found[0]?.[0]['count'], rows: [] }
  const rows = found.map(([row]) => row)
  return { read, value: read.kind === 'one' ? rows[0] : rows, rows: found.map(([, mark]) => mark) }
}
