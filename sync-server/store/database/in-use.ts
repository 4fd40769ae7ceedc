import type pg from 'pg'

/** Nobody works with the database meanwhile, as far as it can tell: behind a pooler it can only tell that the pooler is there. */
export async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*) AS others FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new Error(
      `The database is in use (${others} other connections). Stop all Fieldpost processes, and end other sessions.`,
    )
}
