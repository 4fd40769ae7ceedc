import pg from 'pg'
import { asStoreError } from './codes.ts'
import { overClient, type Connection } from './connection.ts'
import { assertPromises, type Promises } from './promises.ts'

/** Connections to one database, each of which has given its promises. */
export interface Line {
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  end(): Promise<void>
}

interface LineOptions {
  url: string
  connections: number
  /** How long a flight may take, in milliseconds. */
  deadlineMs: number
  promises: Promises
}

export function createLine({ url, connections, deadlineMs, promises }: LineOptions): Line {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: Math.min(deadlineMs, 5_000),
    maxLifetimeSeconds: 3_600,
    // The last one stays: a server that is full lets nobody else in.
    min: 1,
  })
  // A connection that ends while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined)
  // Scar: its end can come in the same bytes as the word that it is ready, before whoever waits for it has it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const asserted = new WeakSet<pg.PoolClient>()
  return {
    async use(work) {
      const client = await pool.connect().catch((error: unknown) => {
        throw asStoreError(error)
      })
      const connection = overClient(client, deadlineMs)
      try {
        if (!asserted.has(client)) {
          await assertPromises(connection, promises)
          asserted.add(client)
        }
        return await work(connection)
      } finally {
        connection.letGo()
      }
    },
    end: () => pool.end(),
  }
}
