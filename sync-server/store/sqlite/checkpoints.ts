import type Database from 'better-sqlite3'
import { Worker } from 'node:worker_threads'
import type { Played } from './checkpoint-thread.ts'
import { threadScript } from './thread-script.ts'

/** About as many rows as make a log of a thousand pages. */
const ROWS = 100
/** From here on the log begins anew. */
const LONG_LOG = 4_000
/** A few milliseconds. */
const SHORT_REST = 1_000

function playRest(db: Database.Database): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // It stays in the log; a disk that is full or broken is told to the next call that writes.
  }
}

/**
 * Plays the log into the database in a thread of its own. Scar: SQLite does it in the commit that makes the log long, and after a backup,
 * which keeps it from being played, that one commit took seconds in which nobody was answered.
 *
 * While others write, the thread never comes to the end of the log, and only from its end it begins anew: what the thread leaves of a long
 * one is played here, in the process that writes. `failed`: the thread is gone, and SQLite must play the log itself from now on.
 */
export function createCheckpoints(
  db: Database.Database,
  failed: () => void,
  script = threadScript('checkpoint-thread'),
) {
  let thread: Worker | null = null
  let isPlaying = false
  let rows = 0
  let ended = false

  function start(): Worker {
    const worker = new Worker(script, { workerData: { path: db.name }, eval: typeof script === 'string' })
    worker.unref()
    worker.on('message', ({ log, checkpointed }: Played) => {
      isPlaying = false
      if (db.open && log > LONG_LOG && log - checkpointed < SHORT_REST) playRest(db)
    })
    worker.on('exit', () => {
      thread = null
      if (!ended && db.open) failed()
      ended = true
    })
    worker.on('error', () => undefined)
    return worker
  }

  return {
    isAtWork: () => !ended,
    /** After a commit. */
    wrote(more: number): void {
      rows += more
      if (rows < ROWS || isPlaying || ended) return
      rows = 0
      isPlaying = true
      thread ??= start()
      thread.postMessage(true)
    },
    async close(): Promise<void> {
      ended = true
      if (!thread) return
      const gone = new Promise((resolve) => thread?.once('exit', resolve))
      thread.ref()
      thread.postMessage(false)
      await gone
    },
  }
}
