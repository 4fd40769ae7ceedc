import { Worker } from 'node:worker_threads'
import type { Found, Plan, QueryReads } from '#shared/kernel/reads.ts'
import { StoreUnavailable } from '../unavailable.ts'
import type { Answer, Asked } from './reader-thread.ts'
import { threadScript } from './thread-script.ts'

/**
 * Pages, tallies, and lists of some columns, which are as long as the work of a year: a word that every tasking has takes a tenth of a
 * second at a million, and so long nobody else would be answered.
 */
export const takesLong = (reads: QueryReads): boolean =>
  Object.values(reads).some(
    (read) => read.kind === 'page' || read.kind === 'tally' || (read.kind === 'many' && read.only !== undefined),
  )

interface Reader {
  read<R extends QueryReads, F extends QueryReads>(plan: Plan<R, F>): Promise<Found<R> & Found<F>>
  /** After the question that is being answered. */
  close(): Promise<void>
}

/**
 * Answers plans in a thread of its own, over a connection of its own, one after the other, each of one moment: what is committed
 * when its turn comes. The thread starts with the first question; when it dies, its question fails as `StoreUnavailable` and the
 * next one starts another.
 */
export function createReader(path: string, script = threadScript('reader-thread')): Reader {
  let thread: Thread | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let closed = false

  async function answer(plan: Plan<QueryReads, QueryReads>): Promise<object> {
    if (!thread?.isAlive()) thread = startThread(path, script)
    const { reads, follow } = plan
    const found = await thread.ask({ reads, isLast: !follow })
    if (!follow) return found
    let more: QueryReads
    try {
      more = follow(found as Found<QueryReads>)
    } catch (error) {
      await thread.ask({ reads: {}, isLast: true })
      throw error
    }
    return { ...found, ...(await thread.ask({ reads: more, isLast: true })) }
  }

  return {
    read<R extends QueryReads, F extends QueryReads>(plan: Plan<R, F>) {
      if (closed) return Promise.reject(new StoreUnavailable('The database is closed.'))
      const answered = turn.then(() => answer(plan as unknown as Plan<QueryReads, QueryReads>))
      turn = answered.catch(() => undefined)
      return answered as Promise<Found<R> & Found<F>>
    },
    async close() {
      closed = true
      await turn
      await thread?.end()
    },
  }
}

type Thread = ReturnType<typeof startThread>

function startThread(path: string, script: URL | string) {
  const worker = new Worker(script, { workerData: { path }, eval: typeof script === 'string' })
  let waiting: { resolve: (found: object) => void; reject: (error: Error) => void } | null = null
  let died: Error | null = null
  const fail = (error: Error) => {
    died ??= error
    waiting?.reject(new StoreUnavailable('The database cannot be read at the moment.', { cause: died }))
    waiting = null
  }
  // A process with nothing else to do may end.
  worker.unref()
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The reading thread ended with ${code}.`)))
  worker.on('message', (answer: Answer) => {
    const { resolve, reject } = waiting ?? {}
    waiting = null
    worker.unref()
    if ('found' in answer) resolve?.(answer.found)
    else reject?.(Object.assign(new Error(answer.message), answer.code ? { code: answer.code } : {}))
  })

  return {
    isAlive: () => died === null,
    ask: (asked: Asked): Promise<object> =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        if (died) return fail(died)
        worker.ref()
        worker.postMessage(asked)
      }),
    async end(): Promise<void> {
      if (died) return
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.ref()
      worker.postMessage(null)
      await ended
    },
  }
}
