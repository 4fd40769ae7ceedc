import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import type { Server } from '../execute/execute.ts'
import { leftUndone } from '../store/unavailable.ts'

const WRITE_MS = 5 * 60_000
const BATCH = 500

export type Seen = ReturnType<typeof createSeen>

/**
 * When each session was last heard of. Kept in memory and written down together every five minutes and at the stop: a kill
 * forgets five minutes.
 */
export function createSeen({ store, now }: Server) {
  const unwritten = new Map<number, string>()

  async function write(): Promise<void> {
    const all = [...unwritten]
    const batches = Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) =>
      all.slice(n * BATCH, (n + 1) * BATCH),
    )
    await Promise.all(batches.map(writeBatch))
  }

  async function writeBatch(batch: [id: number, date: string][]): Promise<void> {
    const dates = new Map(batch)
    await store.transact({ reads: { sessions: many('sessions', { id: [...dates.keys()] }) } }, ({ sessions }) => ({
      changes: sessions.map((row) => put('sessions', { ...row, seenDate: dates.get(row.id) ?? row.seenDate })),
      value: null,
    }))
    for (const [id, date] of batch) if (unwritten.get(id) === date) unwritten.delete(id)
  }
  const writeSoon = () => void write().catch(leftUndone)
  const timer = setInterval(writeSoon, WRITE_MS)
  timer.unref()

  return {
    note: (sessionId: number): void => void unwritten.set(sessionId, now()),
    of: ({ id, seenDate }: { id: number; seenDate: string | null }): string | null => unwritten.get(id) ?? seenDate,
    write,
    /** Writes what is not written yet: what is asked of a store before it is closed is done. */
    stop(): void {
      clearInterval(timer)
      writeSoon()
    },
  }
}
