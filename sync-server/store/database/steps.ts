import { listCountsSql } from '../postgres/list-counts.ts'
import { pointersSql, schemaSql } from '../postgres/tables.ts'

/**
 * How a database of PostgreSQL came to what it is, in order. Never change a step that has been released; add one. While processes of the
 * release before run, a step only adds (expand); what nobody uses any more goes with a later release (contract).
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
  {
    about: 'How long the lists of Find are is counted with each write.',
    sql: listCountsSql,
    needs: 1,
  },
]
