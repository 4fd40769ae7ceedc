import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Whoever has ended is still told of for a moment: a process that was stopped a second ago is not refused. */
const LOOKS = 20
const BETWEEN_MS = 100

/** Nobody works with the database meanwhile. Behind a pooler nobody could tell: all may share the one connection that asks. */
export async function refuseInUse(client: pg.Client): Promise<void> {
  if (await isBehindPooler(client))
    throw new Error(
      'DATABASE_URL leads to a pooler, behind which nobody can tell whether the database is in use. Give the address of the database itself.',
    )
  let others = await othersIn(client)
  for (let look = 1; others > 0 && look < LOOKS; look++) {
    await pause(BETWEEN_MS)
    others = await othersIn(client)
  }
  if (others > 0)
    throw new Error(
      `The database is in use (${others} other connections). Stop all Fieldpost processes, and end other sessions.`,
    )
}

async function othersIn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*) AS others FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  return rows[0]?.others ?? 0
}

/** A pooler says a number of its own when it is connected to, and works over connections that have other ones. */
async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid !== (client as pg.Client & { processID: number | null }).processID
}
