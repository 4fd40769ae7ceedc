import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import type { Facts } from '#shared/model/tables.ts'
import type { Server } from '../execute/execute.ts'
import { leftUndone } from '../store/unavailable.ts'

const WRITE_MS = 5 * 60_000
const BATCH = 500

type Heard = 'sessions' | 'devices'
export type Seen<T extends Heard> = ReturnType<typeof createSeen<T>>

/**
 * When each session or device was last heard of, and what it said then. Kept in memory and written down together every five minutes and at the
 * stop: a kill forgets five minutes.
 */
export function createSeen<T extends Heard>({ store, now }: Server, table: T) {
  type Note = Partial<Facts<T>>
  const unwritten = new Map<number, Note>()

  async function write(): Promise<void> {
    const all = [...unwritten]
    const batches = Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) =>
      all.slice(n * BATCH, (n + 1) * BATCH),
    )
    await Promise.all(batches.map(writeBatch))
  }

  async function writeBatch(batch: [id: number, note: Note][]): Promise<void> {
    const notes = new Map(batch)
    const reads = { rows: many(table as 'sessions', { id: [...notes.keys()] }) }
    await store.transact({ reads }, ({ rows }) => ({
      // Another process may have heard of it since.
      changes: rows.flatMap((row) => {
        const note = notes.get(row.id)
        return (note?.seenDate ?? '') > (row.seenDate ?? '') ? [put(table as 'sessions', { ...row, ...note })] : []
      }),
      value: null,
    }))
    for (const [id, note] of batch) if (unwritten.get(id) === note) unwritten.delete(id)
  }
  const writeSoon = () => void write().catch(leftUndone)
  const timer = setInterval(writeSoon, WRITE_MS)
  timer.unref()

  return {
    note: (id: number, more: Note = {}): void => void unwritten.set(id, { ...more, seenDate: now() }),
    /** The row as it is known by now. */
    of: <R extends Facts<T>>(row: R): R => ({ ...row, ...unwritten.get(row.id) }),
    /** Ids of rows that are not written as they are known. */
    unwritten: (): number[] => [...unwritten.keys()],
    write,
    /** Writes what is not written yet: what is asked of a store before it is closed is done. */
    stop(): void {
      clearInterval(timer)
      writeSoon()
    },
  }
}
