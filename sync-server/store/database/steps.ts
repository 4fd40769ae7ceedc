import { listCountsSql } from '../postgres/list-counts.ts'
import { pointersSql, schemaSql } from '../postgres/tables.ts'

/**
 * How a database of PostgreSQL came to what it is, in order. Never change a step that has been released; add one. While processes of the
 * release before run, a step only adds (expand); what nobody uses any more goes with a later release (contract).
 *
 * The first step makes what the model has today, so a step that adds a column or an index says `IF NOT EXISTS`; and a column that may not be
 * null has its blank as `DEFAULT`, for the release before does not name it. An index that the model names no more goes by a step, too: without
 * it a process of the release before is slower, and no less right. SQLite, which has one process, drops it at the start (`migrations.ts`).
 */
export interface Step {
  about: string
  sql: () => readonly string[]
  /** The number of steps that a release must know to work with the database after this one. */
  needs: number
}

/**
 * A second process of the database for a question takes longer to begin than most of ours to answer, and so does a plan in machine code; a
 * session cannot hold a setting behind a pooler. Whoever runs the database may set them back; where the role may not set them, it works as it is.
 */
const roleSql = `DO $$ BEGIN
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET jit = off', current_user, current_database());
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET parallel_setup_cost = 20000', current_user, current_database());
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$`

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
  {
    about: 'A first sync finds open taskings in its order.',
    sql: () => [
      'CREATE INDEX IF NOT EXISTS projects_open ON projects (org, version NULLS FIRST, id NULLS FIRST) WHERE "closedDate" = \'\'',
    ],
    needs: 1,
  },
  {
    about: 'The role reads as this program asks: often, and little at a time.',
    sql: () => [roleSql],
    needs: 1,
  },
  {
    about: 'What somebody has sent today is not asked of files any more.',
    sql: () => ['DROP INDEX IF EXISTS "files_createdById_createDate_size_stored"'],
    needs: 1,
  },
  {
    about: 'Who decides for whom while somebody is away.',
    sql: () => [
      `ALTER TABLE users ADD COLUMN IF NOT EXISTS "standsInFor" json NOT NULL DEFAULT '[]'`,
      'ALTER TABLE projects ADD COLUMN IF NOT EXISTS "decidedForId" bigint',
      'ALTER TABLE approvals ADD COLUMN IF NOT EXISTS "forId" bigint',
    ],
    needs: 1,
  },
  {
    about: 'How many open taskings a sub-service has is counted in an index.',
    sql: () => [
      'CREATE INDEX IF NOT EXISTS "projects_taskId_phase" ON projects (org, "taskId" NULLS FIRST, phase NULLS FIRST, id NULLS FIRST)',
      'DROP INDEX IF EXISTS "projects_taskId"',
    ],
    needs: 1,
  },
  {
    about: 'What filters leave stands in the index in whose order words are looked for.',
    sql: () => [
      `CREATE INDEX IF NOT EXISTS "projects_modifiedDate_id_advisorId_countryId_assigneeId_teamId_bocId_phase_urgency_createdById" ON projects (
        org, "modifiedDate" NULLS FIRST, id NULLS FIRST, "advisorId" NULLS FIRST, "countryId" NULLS FIRST, "assigneeId" NULLS FIRST,
        "teamId" NULLS FIRST, "bocId" NULLS FIRST, phase NULLS FIRST, urgency NULLS FIRST, "createdById" NULLS FIRST, id NULLS FIRST)`,
      'DROP INDEX IF EXISTS "projects_modifiedDate"',
    ],
    needs: 1,
  },
  {
    about: 'What open taskings still take from their pools stands in an index.',
    sql: () => [
      `CREATE INDEX IF NOT EXISTS "projects_poolCode_phase_closedDate_actualCost_dueDate_taskingCostEstimate_initialCostEstimate" ON projects (
        org, "poolCode" NULLS FIRST, phase NULLS FIRST, "closedDate" NULLS FIRST, "actualCost" NULLS FIRST, "dueDate" NULLS FIRST,
        "taskingCostEstimate" NULLS FIRST, "initialCostEstimate" NULLS FIRST, id NULLS FIRST)`,
      'DROP INDEX IF EXISTS "projects_poolCode_phase_closedDate_actualCost"',
    ],
    needs: 1,
  },
]
