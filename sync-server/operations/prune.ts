import { remove } from '#shared/kernel/change.ts'
import { many, type Many } from '#shared/kernel/reads.ts'
import type { Server } from '../execute.ts'

const DAY_MS = 86_400_000
/** A device that was away longer starts anew instead of being told what was removed. */
export const KEEP_REMOVALS_DAYS = 180
/** How long it can be seen where somebody was signed in. A session lives for less than a day, so an ended one has expired by then. */
export const KEEP_SESSIONS_DAYS = 30
/** Failed sign-ins are forgiven after a day anyway. */
export const KEEP_ATTEMPTS_DAYS = 2
const BATCH = 500

export interface Pruned {
  removals: number
  sessions: number
  attempts: number
}

/** Deletes what nobody needs any more. Small commits, so that work goes on in between. */
export async function prune(server: Server): Promise<Pruned> {
  const before = (days: number) => new Date(Date.parse(server.now()) - days * DAY_MS).toISOString()
  return {
    removals: await server.store.forgetRemovals(before(KEEP_REMOVALS_DAYS)),
    sessions: await removeAll(
      server,
      many('sessions', { expireDate: { to: before(KEEP_SESSIONS_DAYS) } }, { order: 'expireDate', limit: BATCH }),
    ),
    attempts: await removeAll(
      server,
      many('attempts', { since: { to: before(KEEP_ATTEMPTS_DAYS) } }, { order: 'since', limit: BATCH }),
    ),
  }
}

/** Batch after batch, until there is none. */
async function removeAll({ store }: Server, old: Many<'sessions'> | Many<'attempts'>): Promise<number> {
  for (let removed = 0; ;) {
    const found = await store.transact({ reads: { rows: old } }, ({ rows }) => ({
      changes: rows.map((row) => remove(old.table, row.id)),
      value: rows.length,
    }))
    removed += found
    if (found < BATCH) return removed
  }
}

/** Prunes now and once a day; a failure is told and tried again the next day. Answers a function that stops it. */
export function pruneDaily(server: Server, log: (entry: Record<string, unknown>) => void): () => void {
  const run = () =>
    void prune(server).then(
      (pruned) => {
        if (Object.values(pruned).some((count) => count > 0)) log({ level: 'info', event: 'pruned', ...pruned })
      },
      (error: unknown) => log({ level: 'error', event: 'prune-failed', message: String(error) }),
    )
  run()
  const timer = setInterval(run, DAY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
