import { must } from '#shared/lib/must.ts'
import { together } from './alike-reads.ts'
import { all, either, sql, sqlFromRead, type Sql } from './reads.ts'
import type { Answer } from './fetched.ts'

/**
 * Fails where what was read has changed, and with it the commit that is already on its way: it divides by zero. Asked after the turn is
 * taken, so nobody can write until it ends. Where nobody wrote since, nothing has changed; without answers that alone is asked.
 */
export function checkSql(org: number, answers: readonly Answer[], version: number, writing: number): Sql {
  const isSame = answers.length > 0 ? [all(answers.map((answer) => sameSql(org, answer)))] : []
  const { text, values } = either([sql('version - ? = ?', writing, version), ...isSame])
  return {
    text: `SELECT 1 / (CASE WHEN ${text} THEN 1 ELSE 0 END) FROM organisations WHERE org = ?`,
    values: [...values, org],
  }
}

/** What the calls of a flight found: those that asked alike are checked as one. */
export function foundTogether(found: readonly (readonly Answer[])[]): Answer[][] {
  const asked = found.map((answers) => Object.fromEntries(answers.map(({ read }, at) => [at, read])))
  return together(asked).map(({ members, reads }) =>
    Object.values(reads).map((read, at) => {
      const alike = members.map((member) => must(found[member]?.[at]))
      return { read, value: alike[0]?.value, rows: read === alike[0]?.read ? alike[0].rows : byId(alike) }
    }),
  )
}

const byId = (answers: readonly Answer[]): Answer['rows'] =>
  [...new Map(answers.flatMap(({ rows }) => rows)).entries()].sort(([a], [b]) => a - b)

/** Asked again: the same rows in the same order, each as it was; or as many. */
function sameSql(org: number, { read, rows, value }: Answer): Sql {
  if (read.kind === 'count') {
    const counted = sqlFromRead(org, read)
    return { text: `(${counted.text}) = ?`, values: [...counted.values, value] }
  }
  const found = sqlFromRead(org, read, 'ARRAY[id, version]')
  return { text: `ARRAY(${found.text}) = ?::bigint[]`, values: [...found.values, rows] }
}
