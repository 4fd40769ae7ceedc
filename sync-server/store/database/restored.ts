import type pg from 'pg'
import { DEVICE_COUNTER, ID_COUNTER } from '../ids.ts'
import { IDS_AHEAD, lifeOf, newEpoch, withLife } from '../lives.ts'
import type { EarlierLife } from '../store.ts'
import { hasTable, inOneTransaction, withDatabase } from './client.ts'
import { refuseInUse } from './in-use.ts'

/** An organisation that begins a new life. */
export interface Restored {
  org: number
  version: number
  epoch: string
}

/**
 * After a database of PostgreSQL was put back to an earlier time by its own means: every organisation in it gets a new epoch. Devices start
 * anew and send again what the backup has not seen, as after a restore of a file.
 * @throws when anybody else is connected to the database
 */
export const restored = (url: string): Promise<Restored[]> =>
  withDatabase(url, async (client) => {
    await refuseInUse(client)
    if (!(await hasTable(client, 'organisations')))
      throw new Error('There is no organisation in the database of DATABASE_URL. Put its backup back first.')
    return inOneTransaction(client, 'READ WRITE', async () => {
      const { rows } = await client.query<Restored & { earlier: EarlierLife[] }>(
        'SELECT org, version, epoch, earlier FROM organisations ORDER BY org FOR UPDATE',
      )
      const all: Restored[] = []
      for (const row of rows) all.push(await beginAnew(client, row))
      return all
    })
  })

async function beginAnew(
  client: pg.Client,
  { org, version, epoch, earlier }: Restored & { earlier: EarlierLife[] },
): Promise<Restored> {
  const { rows: calls } = await client.query<{ received: string }>(
    'SELECT received FROM calls WHERE org = $1 ORDER BY received DESC LIMIT 1',
    [org],
  )
  const devices = await counterIn(client, org, DEVICE_COUNTER)
  const life = lifeOf({ epoch, devices, known: calls[0]?.received })
  const fresh = newEpoch()
  await client.query('UPDATE organisations SET epoch = $2, earlier = $3 WHERE org = $1', [
    ...[org, fresh, JSON.stringify(withLife(earlier, life))],
  ])
  // Numbers that were given out after the backup are in use on devices: they must not be given out again.
  await count(client, [org, DEVICE_COUNTER, 'devices', life.reserved])
  await count(client, [org, ID_COUNTER, 'ids', ((await counterIn(client, org, ID_COUNTER)) ?? 0) + IDS_AHEAD])
  // They have gone out since, or are of a time that is over; and of the links in them some were used since.
  for (const table of ['effects', 'links']) await client.query(`DELETE FROM ${table} WHERE org = $1`, [org])
  return { org, version, epoch: fresh }
}

const counterIn = async (client: pg.Client, org: number, id: number): Promise<number | undefined> =>
  (await client.query<{ value: number }>('SELECT value FROM counters WHERE org = $1 AND id = $2', [org, id])).rows[0]
    ?.value

const count = (client: pg.Client, row: [org: number, id: number, name: string, value: number]) =>
  client.query(
    'INSERT INTO counters (org, id, name, value, version) VALUES ($1, $2, $3, $4, 0) ON CONFLICT (org, id) DO UPDATE SET value = excluded.value',
    row,
  )
