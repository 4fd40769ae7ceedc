import pg from 'pg'
import { StoreUnavailable } from '../unavailable.ts'

const INT8 = 20
const PATIENCE_MS = 5_000

/** One connection to a database as a whole, closed however the work ends. Whole numbers are numbers. */
export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  }
  const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    // Never the address: it has a password in it.
    throw new StoreUnavailable(
      `The database of DATABASE_URL cannot be reached (${(error as Error).message || codeOf(error)}).`,
      { cause: error },
    )
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function inOneTransaction<T>(client: pg.Client, kind: string, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN ${kind}`)
  try {
    const value = await work()
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

export const hasTable = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [name])).rows[0]?.there ===
  true

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
