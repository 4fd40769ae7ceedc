import { createHash } from 'node:crypto'
import type pg from 'pg'
import { serialize } from 'pg-protocol'
import { must } from '#shared/lib/must.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { asStoreError } from './codes.ts'
import type { Sql } from './reads.ts'
import { bound, columnOf, type Row } from './values.ts'

/** One connection, for one piece of work at a time. */
export interface Connection {
  /**
   * Sends all of them at once and answers with the rows of each. Unless a transaction is open they are one: where one of them fails, none is done,
   * and what was open is taken back.
   * @throws StoreUnavailable where the database cannot answer now; else what it says of the first that failed
   */
  flight(statements: readonly Sql[]): Promise<Row[][]>
}

/** How often something was asked of a database by this process: what a change costs is counted, not timed. */
export const traffic = { statements: 0, flights: 0 }

/** Until it is let go of. */
export function overClient(client: pg.PoolClient, deadlineMs: number): Connection & { letGo(): void } {
  let isLost = false
  const wire = (client as unknown as { connection: Wire }).connection
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
      const deadline = setTimeout(() => wire.stream.destroy(new Error('it took too long')), deadlineMs)
      const asked = statements.map(prepared)
      const { rows, command } = await inOneGo(client, wire, asked)
        .catch(async (thrown: unknown) => {
          const error = asStoreError(thrown)
          isLost ||= error instanceof StoreUnavailable
          // Scar: what comes behind a failure is not read, but a pooler takes its name for given, and ends who gives it again.
          isLost ||= asked.some(({ name }) => name !== undefined && !wire.parsedStatements[name])
          if (!isLost) await client.query('ROLLBACK').catch(() => (isLost = true))
          throw error
        })
        .finally(() => {
          clearTimeout(deadline)
          client.off('notice', onNotice)
        })
      const isKept = statements.at(-1)?.text !== 'COMMIT' || command === 'COMMIT'
      if (isCancelled || !isKept)
        throw new StoreUnavailable('The database does not say whether its replica has what was written.')
      return rows.map((found, at) => found.map((values) => rowOf(must(asked[at]), values)))
    },
  }
}

interface Wire {
  stream: { write(bytes: Buffer): void; destroy(error: Error): void }
  /** By name, what the database has read. */
  parsedStatements: Readonly<Record<string, string | undefined>>
}

interface Statement {
  text: string
  name?: string
  /** How a row of it is read, once the database has told. */
  columns?: Column[]
}
type Column = [name: string, read: (text: string) => unknown]

interface Asked {
  statement: Statement
  /** What is asked a second time has a name: the database reads and plans it once for each connection. */
  name: string | undefined
  values: readonly unknown[]
}

const known = new Map<string, Statement>()
const MOST_KNOWN = 2_000

function prepared({ text, values }: Sql): Asked {
  const before = known.get(text)
  if (before) {
    before.name ??= createHash('sha256').update(text).digest('base64url').slice(0, 24)
    return { statement: before, name: before.name, values }
  }
  if (known.size >= MOST_KNOWN) known.clear()
  const statement = { text: numbered(text) }
  known.set(text, statement)
  return { statement, name: undefined, values }
}

/** `?`, in order, as the database counts them. No text of ours has one of its own. */
function numbered(text: string): string {
  let count = 0
  return text.replace(/\?/g, () => `$${++count}`)
}

type Values = readonly (string | null)[]

/** The values of each, and what the last one was. */
interface Answers {
  rows: Values[][]
  command: string
}

/** As one message with one end, where the driver writes five for each statement, and the database answers at the end of each. */
const inOneGo = (
  client: pg.PoolClient,
  { stream, parsedStatements }: Wire,
  asked: readonly Asked[],
): Promise<Answers> =>
  new Promise((answered, failed) => {
    const message = messageOf(asked, parsedStatements)
    const rows: Values[][] = asked.map(() => [])
    let [at, command] = [0, '']
    client.query({
      /** The driver notes under it that the database has read the statement which is being answered. */
      get name() {
        return asked[at]?.name
      },
      get text() {
        return asked[at]?.statement.text
      },
      submit: () => void stream.write(message),
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        must(asked[at]).statement.columns = fields.map(({ name, dataTypeID }) => [name, columnOf(dataTypeID)])
      },
      handleDataRow: ({ fields }: { fields: Values }) => must(rows[at]).push(fields),
      handleCommandComplete({ text }: { text: string }) {
        must(asked[at]).statement.columns ??= []
        at += 1
        command = text
      },
      handleReadyForQuery: () => answered({ rows, command }),
      handleError: failed,
    })
  })

function messageOf(asked: readonly Asked[], isRead: Wire['parsedStatements']): Buffer {
  const named = new Set<string>()
  const parts = asked.flatMap(({ statement: { text, columns }, name = '', values }) => {
    const isKnown = name !== '' && (isRead[name] !== undefined || named.has(name))
    named.add(name)
    return [
      ...(isKnown ? [] : [serialize.parse({ name, text })]),
      serialize.bind({ statement: name, values: values.map(bound) }),
      ...(columns ? [] : [serialize.describe({ type: 'P' })]),
      serialize.execute(),
    ]
  })
  return Buffer.concat([...parts, serialize.sync()])
}

function rowOf({ statement: { columns = [] } }: Asked, values: Values): Row {
  const row: Row = {}
  columns.forEach(([name, read], at) => {
    const value = values[at] ?? null
    row[name] = value === null ? null : read(value)
  })
  return row
}
