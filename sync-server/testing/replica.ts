import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { ofMachine } from './postgres-programs.ts'
import { ownPostgres } from './postgres.ts'

type Server = Awaited<ReturnType<typeof ownPostgres>>

const machine = ofMachine()
const copies = machine && join(machine, 'pg_basebackup')
/** False where the machine has no program that copies a running server; the one that comes as a package has none. */
export const canReplicate = copies !== null && existsSync(copies)

/** Follows `primary`, which from now on acknowledges nothing that this one has not. */
export async function replicaOf(primary: Server): Promise<Server> {
  await primary.set('synchronous_standby_names', '*')
  const replica = await ownPostgres({
    fill: (_, data, here) =>
      void execFileSync(String(copies), ['-d', primary.url, '-D', data, '-R', '-c', 'fast'], here),
  })
  await vi.waitFor(
    async () => expect(await primary.ask("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).toHaveLength(1),
    { timeout: 10_000 },
  )
  return replica
}
