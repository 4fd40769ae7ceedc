import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../testing/postgres.ts'
import { createLine } from './line.ts'
import { sql } from './reads.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

test('a connection on which a statement got its name and was never read is not used again, and any other is', async () => {
  const url = await postgres.database()
  const line = createLine({ url, connections: 1, deadlineMs: 10_000, promises: { requireReplica: false } })
  const pid = async () =>
    (await line.use((one) => one.flight([sql('SELECT pg_backend_pid() AS pid')])))[0]?.[0]?.['pid']
  const [number, fails] = [sql('SELECT ?::integer AS number', 1), sql('SELECT 1 / ?::integer AS no', 0)]
  const failing = () => line.use((one) => one.flight([sql('BEGIN'), fails, number, sql('COMMIT')]))
  await line.use((one) => one.flight([sql('BEGIN'), number, sql('COMMIT')]))
  const first = await pid()
  await expect(failing()).rejects.toThrow('division by zero')
  const second = await pid()
  expect(second).not.toBe(first)
  await line.use((one) => one.flight([sql('BEGIN'), number, sql('COMMIT')]))
  await expect(failing()).rejects.toThrow('division by zero')
  expect(await pid()).toBe(second)
  await line.end()
})
