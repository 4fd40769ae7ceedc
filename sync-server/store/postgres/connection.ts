import pg from 'pg'
import { StoreUnavailable } from '../unavailable.ts'
import type { Sql } from './reads.ts'
import type { Row } from './values.ts'

const INT8 = 20
/** Ids and versions are whole numbers that JavaScript has exactly. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}

/** One connection, for one transaction at a time. */
export interface Connection {
  /** @throws StoreUnavailable where the database cannot answer now */
  run(statement: Sql): Promise<Row[]>
}

export function createPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, types, connectionTimeoutMillis: 5_000 })
  // A connection that ends while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined)
  return pool
}

/** Does work in one transaction; a throw takes all of it back. */
export async function inTransaction<T>(
  pool: pg.Pool,
  kind: 'READ ONLY, ISOLATION LEVEL REPEATABLE READ' | 'READ WRITE',
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailable(error)
  })
  // Said again with the statement that it ends.
  const onError = () => undefined
  client.on('error', onError)
  let isBroken = false
  const run = async ({ text, values }: Sql): Promise<Row[]> => {
    try {
      return (await client.query<Row>(numbered(text), [...values])).rows
    } catch (error) {
      isBroken ||= isLost(error)
      throw isLost(error) ? unavailable(error) : error
    }
  }
  try {
    await run({ text: `BEGIN ${kind}`, values: [] })
    const value = await work({ run })
    await run({ text: 'COMMIT', values: [] })
    return value
  } catch (error) {
    if (!isBroken) await run({ text: 'ROLLBACK', values: [] }).catch(() => undefined)
    throw error
  } finally {
    client.off('error', onError)
    client.release(isBroken)
  }
}

/** `?`, in order, as the database counts them. No text of ours has one of its own. */
function numbered(text: string): string {
  let count = 0
  return text.replace(/\?/g, () => `$${++count}`)
}

/** Its connection ended, or it takes no work: nothing that the database said of the statement itself. */
function isLost(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57P|58)/.test(code) || code === '25006'
}

const unavailable = (error: unknown): StoreUnavailable =>
  new StoreUnavailable(`The database does not answer (${error instanceof Error ? error.message : String(error)}).`, {
    cause: error,
  })
