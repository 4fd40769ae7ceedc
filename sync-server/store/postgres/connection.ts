import { createHash } from 'node:crypto'
import type pg from 'pg'
import { StoreUnavailable } from '../unavailable.ts'
import { firstError } from './codes.ts'
import type { Sql } from './reads.ts'
import type { Row } from './values.ts'

/** One connection, for one piece of work at a time. */
export interface Connection {
  /**
   * Sends all of them at once and answers with the rows of each. Each is carried out by itself, unless a transaction is open.
   * @throws StoreUnavailable where the database cannot answer now; else what it says of the first that failed
   */
  flight(statements: readonly Sql[]): Promise<Row[][]>
}

/** How often something was asked of a database by this process: what a change costs is counted, not timed. */
export const traffic = { statements: 0, flights: 0 }

/** Until it is let go of. */
export function overClient(client: pg.PoolClient, deadlineMs: number): Connection & { letGo(): void } {
  let isLost = false
  const { stream, parsedStatements } = (client as unknown as { connection: Wire }).connection
  return {
    letGo() {
      // What is still open goes with its connection: nothing of it was acknowledged.
      client.release(isLost || client.getTransactionStatus() !== 'I')
    },
    async flight(statements) {
      traffic.statements += statements.length
      traffic.flights += 1
      let isCancelled = false
      // A wait for the replica that was cancelled answers `COMMIT` as well, with a warning.
      const onNotice = ({ code }: { code?: string | undefined }) => (isCancelled ||= code === '01000')
      client.on('notice', onNotice)
      const deadline = setTimeout(() => stream.destroy(new Error('it took too long')), deadlineMs)
      stream.cork()
      const named = statements.map(prepared)
      const sent = named.map((statement) => client.query<Row>(statement))
      stream.uncork()
      const results = await Promise.allSettled(sent)
      clearTimeout(deadline)
      client.off('notice', onNotice)
      const error = firstError(results)
      isLost ||= error instanceof StoreUnavailable
      // Scar: what comes behind a failure is not read, but a pooler takes its name for given, and ends who gives it again.
      isLost ||= error !== null && named.some(({ name }) => name !== undefined && !parsedStatements[name])
      if (error) throw error
      const isKept = statements.at(-1)?.text !== 'COMMIT' || commandOf(results.at(-1)) === 'COMMIT'
      if (isCancelled || !isKept)
        throw new StoreUnavailable('The database does not say whether its replica has what was written.')
      return results.map((result) => (result.status === 'fulfilled' ? result.value.rows : []))
    },
  }
}

const commandOf = (result: PromiseSettledResult<pg.QueryResult> | undefined): string | undefined =>
  result?.status === 'fulfilled' ? result.value.command : undefined

interface Wire {
  stream: { cork(): void; uncork(): void; destroy(error: Error): void }
  /** By name, what the database has read. */
  parsedStatements: Readonly<Record<string, string | undefined>>
}

/** What is asked a second time gets a name: the database reads and plans it once for each connection. */
const known = new Map<string, { text: string; name?: string }>()
const MOST_KNOWN = 2_000

function prepared({ text, values }: Sql): pg.QueryConfig {
  if (values.length === 0) return { text }
  const before = known.get(text)
  if (before) {
    before.name ??= createHash('sha256').update(text).digest('base64url').slice(0, 24)
    return { ...before, values: [...values] }
  }
  if (known.size >= MOST_KNOWN) known.clear()
  const first = { text: numbered(text) }
  known.set(text, first)
  return { ...first, values: [...values] }
}

/** `?`, in order, as the database counts them. No text of ours has one of its own. */
function numbered(text: string): string {
  let count = 0
  return text.replace(/\?/g, () => `$${++count}`)
}
