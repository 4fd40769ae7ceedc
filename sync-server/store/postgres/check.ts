import { either, sql, sqlFromRead, type Sql } from './reads.ts'
import type { Answer } from './fetched.ts'

/**
 * Fails where what was read has changed, and with it the commit that is already on its way: it divides by zero. Asked after the turn is
 * taken, so nobody can write until it ends. Where nobody wrote since, nothing has changed.
 */
export function checkSql(org: number, answers: readonly Answer[], version: number, writing: number): Sql {
  const same = answers.map((answer) => sameSql(org, answer))
  const isSame = {
    text: same.map(({ text }) => `(${text})`).join(' AND '),
    values: same.flatMap(({ values }) => values),
  }
  const { text, values } = either([sql('version - ? = ?', writing, version), isSame])
  return {
    text: `SELECT 1 / (CASE WHEN ${text} THEN 1 ELSE 0 END) FROM organisations WHERE org = ?`,
    values: [...values, org],
  }
}

/** Asked again: the same rows in the same order, each as it was; or as many. */
function sameSql(org: number, { read, rows, value }: Answer): Sql {
  if (read.kind === 'count') {
    const counted = sqlFromRead(org, read)
    return { text: `(${counted.text}) = ?`, values: [...counted.values, value] }
  }
  const found = sqlFromRead(org, read, 'ARRAY[id, version]')
  return { text: `ARRAY(${found.text}) = ?::bigint[]`, values: [...found.values, rows] }
}
