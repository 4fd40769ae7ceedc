import { parentPort, workerData } from 'node:worker_threads'
import { must } from '#shared/lib/must.ts'
import { openDurably } from './file.ts'

/** How many pages the log has, and how many of them are in the database. */
export interface Played {
  log: number
  checkpointed: number
}

const { path } = workerData as { path: string }
const port = must(parentPort, 'a thread that was started to play the log')
const db = openDurably(path)

port.on('message', (isAsked: boolean) => {
  if (isAsked) return port.postMessage(play())
  db.close()
  port.close()
})

/** Waits for nobody and keeps nobody waiting; what cannot be played now (somebody still reads, no room) is played later. */
function play(): Played {
  try {
    const [played] = db.pragma('wal_checkpoint(PASSIVE)') as Played[]
    return played ?? { log: 0, checkpointed: 0 }
  } catch {
    return { log: 0, checkpointed: 0 }
  }
}
