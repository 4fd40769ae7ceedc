import type { Found, Plan, QueryReads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { Line } from './line.ts'
import { fetchPlan, findIn, isOneStatement, statementOf } from './reading.ts'

interface Asking {
  reads: QueryReads
  done: (found: object) => void
  failed: (error: unknown) => void
}

/**
 * What is asked in one go and is one statement each shares a flight, and is answered in the order in which it was asked: a device's calls are
 * handed over in the order in which the server knows who makes them.
 */
export function createReads(org: number, line: Line) {
  let asked: Asking[] = []

  const ask = async ({ reads, done, failed }: Asking): Promise<void> =>
    line.use((connection) => fetchPlan(connection, org, { reads })).then(done, failed)

  async function flush(): Promise<void> {
    const together = asked
    asked = []
    const [first] = together
    if (together.length === 1) return ask(must(first))
    try {
      const statements = together.map(({ reads }) => statementOf(org, reads))
      const answers = await line.use((connection) => connection.flight(statements))
      together.forEach(({ reads, done }, at) => done(findIn(reads, must(answers[at]))))
    } catch {
      // Whose fault it is each learns alone.
      for (const one of together) await ask(one)
    }
  }

  return <R extends QueryReads, F extends QueryReads>(plan: Plan<R, F>): Promise<Found<R> & Found<F>> =>
    isOneStatement(plan)
      ? new Promise((done, failed) => {
          if (asked.push({ reads: plan.reads, done: done as (found: object) => void, failed }) === 1)
            queueMicrotask(() => void flush())
        })
      : line.use((connection) => fetchPlan(connection, org, plan))
}
