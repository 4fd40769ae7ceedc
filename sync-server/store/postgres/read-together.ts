import type { Found, Plan, QueryReads } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { StoreUnavailable } from '../unavailable.ts'
import type { Line } from './line.ts'
import { fetchPlan, findIn, isOneStatement, statementOf } from './reading.ts'
import type { Sql } from './reads.ts'
import type { Row } from './values.ts'

/** One statement, and its rows. */
export type Ask = (statement: Sql) => Promise<Row[]>

interface Asking {
  statement: Sql
  done: (rows: Row[]) => void
  failed: (error: unknown) => void
}

/**
 * What is asked in one go and is one statement each shares a flight, and is answered in the order in which it was asked: a device's calls are
 * handed over in the order in which the server knows who makes them. What is the same is asked once.
 */
export function createReads(org: number, line: Line) {
  let asked: Asking[] = []

  const ask: Ask = (statement) =>
    new Promise((done, failed) => {
      if (asked.push({ statement, done, failed }) === 1) queueMicrotask(() => void flush())
    })

  async function flush(): Promise<void> {
    const groups = new Map<string, Asking[]>()
    for (const one of asked) {
      const { text, values } = one.statement
      // Only the values: a text is long, and would be written anew letter by letter.
      const key = asked.length === 1 ? '' : JSON.stringify(values) + text
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    const together = asked
    asked = []
    const keys = [...groups.values()]
    try {
      const answers = await line.use((connection) => connection.flight(keys.map((alike) => must(alike[0]).statement)))
      const rowsOf = new Map(keys.flatMap((alike, at) => alike.map((one) => [one, must(answers[at])])))
      for (const one of together) one.done(must(rowsOf.get(one)))
    } catch (error) {
      // Where nobody is answered, nobody waits for it once more, one after the other.
      if (together.length === 1 || error instanceof StoreUnavailable)
        return together.forEach((one) => one.failed(error))
      // Whose fault it is each learns alone.
      for (const { statement, done, failed } of together)
        await line
          .use((connection) => connection.flight([statement]))
          .then(([rows = []]) => done(rows))
          .catch(failed)
    }
  }

  return {
    ask,
    read: <R extends QueryReads, F extends QueryReads>(plan: Plan<R, F>): Promise<Found<R> & Found<F>> =>
      isOneStatement(plan)
        ? ask(statementOf(org, plan.reads)).then((rows) => findIn(plan.reads, rows) as Found<R> & Found<F>)
        : line.use((connection) => fetchPlan(connection, org, plan)),
  }
}
