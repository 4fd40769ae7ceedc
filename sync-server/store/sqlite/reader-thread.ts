import { parentPort, workerData } from 'node:worker_threads'
import type { QueryReads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { openToRead } from './file.ts'
import { createReading } from './reading.ts'
import { statementCache } from './statements.ts'

/** One step of a plan; all steps up to the last see one moment. */
export interface Asked {
  reads: QueryReads
  isLast: boolean
}
export type Answer = { found: object } | { message: string; code: string | undefined }

const { path } = workerData as { path: string }
const port = must(parentPort, 'a thread that was started to read')
const db = openToRead(path)
const { findAll } = createReading(statementCache(db))
const begin = db.prepare('BEGIN')
const end = db.prepare('COMMIT')

port.on('message', (asked: Asked | null) => {
  if (asked) return port.postMessage(answerTo(asked))
  db.close()
  port.close()
})

function answerTo({ reads, isLast }: Asked): Answer {
  try {
    if (!db.inTransaction) begin.run()
    const found = findAll(reads)
    if (isLast) end.run()
    return { found }
  } catch (error) {
    if (db.inTransaction) end.run()
    const { message, code } = error as { message: string; code?: string }
    return { message, code }
  }
}
