import type Database from 'better-sqlite3'
import { StoreUnavailable } from '../unavailable.ts'
import { asStoreError, isFull } from './codes.ts'

interface Job {
  /** Does the work and answers whether it wrote; what it wrote carries `version`. */
  work: (version: number) => boolean
  done: () => void
  failed: (error: Error) => void
}

/**
 * Calls that arrive together share one commit, because what takes time is the disk. Each has a savepoint, so that one that
 * throws takes back only its own. When the commit itself fails, each is tried once more alone: `work` may run twice.
 */
export function createGroupCommit(
  db: Database.Database,
  {
    version,
    saveVersion,
    committed,
    makeRoom = () => false,
    explain = asStoreError,
  }: {
    version: number
    saveVersion: (version: number) => void
    committed: (version: number) => void
    /** Called when the disk is full, with how often it was for the same work; true when there is more room now. */
    makeRoom?: (attempt: number) => boolean
    explain?: (error: unknown) => Error
  },
) {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT job')
  const release = db.prepare('RELEASE job')
  const undo = db.prepare('ROLLBACK TO job')

  let current = version
  let queue: Job[] = []
  let closed = false

  const add = (job: Job): void => {
    if (closed) return job.failed(new StoreUnavailable('The database is closed.'))
    if (queue.push(job) === 1) setImmediate(flush)
  }

  function flush(): void {
    const jobs = queue
    queue = []
    if (jobs.length > 0) commitTogether(jobs)
  }

  function commitTogether(jobs: Job[], attempt = 0): void {
    const before = current
    const answers: (() => void)[] = []
    try {
      begin.run()
      for (const job of jobs) answers.push(runInSavepoint(job))
      if (current > before) saveVersion(current)
      commit.run()
    } catch (error) {
      current = before
      if (db.inTransaction) rollback.run()
      if (isFull(error) && makeRoom(attempt)) commitTogether(jobs, attempt + 1)
      else if (jobs.length > 1) for (const job of jobs) commitTogether([job])
      else for (const job of jobs) job.failed(explain(error))
      return
    }
    for (const answer of answers) answer()
    if (current > before) committed(current)
  }

  function runInSavepoint(job: Job): () => void {
    savepoint.run()
    try {
      if (job.work(current + 1)) current += 1
      release.run()
      return job.done
    } catch (error) {
      // A full disk may end the whole transaction, and then there is nothing left to take back; or it gets room for it.
      if (!db.inTransaction || isFull(error)) throw error
      undo.run()
      release.run()
      return () => job.failed(explain(error))
    }
  }

  return {
    add,
    version: () => current,
    close: () => {
      flush()
      closed = true
    },
  }
}
