import { pointersSql, schemaSql } from '../postgres/tables.ts'

/**
 * How a database of PostgreSQL came to what it is, in order. Never change a step that has been released; add one. While processes of the
 * release before run, a step only adds (expand); what nobody uses any more goes with a later release (contract).
 *
 * The first step makes what the model has today, so a step that adds a column or an index says `IF NOT EXISTS`; and a column that may not be
 * null has its blank as `DEFAULT`, for the release before does not name it.
 */
export interface Step {
  about: string
  sql: () => readonly string[]
  /** The number of steps that a release must know to work with the database after this one. */
  needs: number
}

export const steps: readonly Step[] = [
  { about: 'The tables of the model.', sql: schemaSql, needs: 1 },
  {
    about: 'Find reaches taskings by the name of their task without looking at each.',
    sql: () => pointersSql('projects'),
    needs: 1,
  },
]
