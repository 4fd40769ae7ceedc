import type Database from 'better-sqlite3'

export type Prepare = (text: string) => Database.Statement<unknown[]>

/** Each text is prepared once. Texts come from definitions and never from values, so there are few. */
export function statementCache(db: Database.Database): Prepare {
  const statements = new Map<string, Database.Statement<unknown[]>>()
  return (text) => {
    const statement = statements.get(text) ?? db.prepare<unknown[]>(text)
    statements.set(text, statement)
    return statement
  }
}
