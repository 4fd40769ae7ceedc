import type Database from 'better-sqlite3'

export type Prepare = (text: string) => Database.Statement<unknown[]>

/** Texts come from definitions and never from values; only how many values are asked for makes more of them. */
const MOST_STATEMENTS = 1_000

/** Each text is prepared once; the one that has not been asked for longest is forgotten first. */
export function statementCache(db: Database.Database): Prepare {
  const statements = new Map<string, Database.Statement<unknown[]>>()
  return (text) => {
    const statement = statements.get(text) ?? db.prepare<unknown[]>(text)
    statements.delete(text)
    statements.set(text, statement)
    const [oldest = ''] = statements.size > MOST_STATEMENTS ? statements.keys() : []
    statements.delete(oldest)
    return statement
  }
}
