import { remove } from '#shared/kernel/change.ts'
import { many, type Many } from '#shared/kernel/reads.ts'
import { needsBytes, RECOVERABLE_DAYS } from '#shared/rules/files.ts'
import type { Server } from '../execute/execute.ts'
import type { Log } from '../http/log.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { underLease } from '../store/lease.ts'

const DAY_MS = 86_400_000
/** A device that was away longer starts anew instead of being told what was removed. */
const KEEP_REMOVALS_DAYS = 180
/** How long it can be seen where somebody was signed in. A session lives for less than a day, so an ended one has expired by then. */
const KEEP_SESSIONS_DAYS = 30
/** Failed sign-ins are forgiven after a day anyway. */
const KEEP_ATTEMPTS_DAYS = 2
const KEEP_NOTIFICATIONS_DAYS = 90
const BATCH = 500

interface Pruned {
  removals: number
  sessions: number
  links: number
  attempts: number
  notifications: number
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
    // A used one is over within the seven days of an invitation, too.
    links: await removeAll(
      server,
      many('links', { expireDate: { to: server.now() } }, { order: 'expireDate', limit: BATCH }),
    ),
    attempts: await removeAll(
      server,
      many('attempts', { since: { to: before(KEEP_ATTEMPTS_DAYS) } }, { order: 'since', limit: BATCH }),
    ),
    notifications: await removeAll(
      server,
      many(
        'notifications',
        { muted: false, date: { to: before(KEEP_NOTIFICATIONS_DAYS) } },
        { order: 'date', limit: BATCH },
      ),
    ),
  }
}

/** Batch after batch, until there is none. */
async function removeAll(
  { store }: Server,
  old: Many<'sessions' | 'links' | 'attempts' | 'notifications'>,
): Promise<number> {
  for (let removed = 0; ;) {
    const found = await store.transact({ reads: { rows: old } }, ({ rows }) => ({
      changes: rows.map((row) => remove(old.table, row.id)),
      value: rows.length,
    }))
    removed += found
    if (found < BATCH) return removed
  }
}

/** A day more at each end of the 30: they are counted as days of the organisation, wherever that is. */
const KEEP_BYTES_DAYS = RECOVERABLE_DAYS + 2

/**
 * Deletes bytes that no file needs: of files removed 30 days ago, of discarded drafts, of uploads that were never finished or
 * whose row was never written. Rows stay. Answers how many it deleted.
 */
export function sweepFiles({ store, now }: Server, blobs: Blobs): Promise<number> {
  const before = (days: number) => Date.parse(now()) - days * DAY_MS
  const recoverable = new Date(before(KEEP_BYTES_DAYS)).toISOString()
  const needed = async (hashes: string[]) => {
    const { files } = await store.read({ reads: { files: many('files', { hash: hashes }) } })
    return new Set(files.filter((file) => needsBytes(file, recoverable)).map((file) => file.hash))
  }
  return blobs.sweep(needed, before(1))
}

/** Forgets uploads that are over, and deletes their pieces. Answers how many there were. */
export async function sweepUploads({ store, now }: Server, blobs: Blobs): Promise<number> {
  const over = many('uploads', { expireDate: { to: now() } }, { order: 'expireDate', limit: BATCH })
  for (let removed = 0; ;) {
    const gone = await store.transact({ reads: { rows: over } }, ({ rows }) => ({
      changes: rows.map(({ id }) => remove('uploads', id)),
      value: rows,
    }))
    for (const { id } of gone) await blobs.dropPieces(String(id))
    removed += gone.length
    if (gone.length < BATCH) return removed
  }
}

/** Prunes now and once a day; a failure is told and tried again the next day. Answers a function that stops it. */
export function pruneDaily(server: Server, blobs: Blobs, log: Log): () => void {
  const work = async () => {
    const others = await prune(server)
    const pruned = { ...others, uploads: await sweepUploads(server, blobs), files: await sweepFiles(server, blobs) }
    if (Object.values(pruned).some((count) => count > 0)) log({ level: 'info', event: 'pruned', ...pruned })
  }
  const run = () =>
    void underLease(server.store, 'prune', work).catch((error: unknown) =>
      log({ level: 'error', event: 'prune-failed', message: String(error) }),
    )
  run()
  const timer = setInterval(run, DAY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
