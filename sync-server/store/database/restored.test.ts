import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { putsOf, references } from '#shared/testing/samples.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { restored } from './restored.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

test('who goes back to an earlier time sends no letters of it, and its invitations and resets are over', async () => {
  const url = await postgres.database()
  const date = '2026-03-10T14:00:00.000Z'
  const waits = { sealed: 'sealed', attempts: 0, createDate: date, dueDate: date, expireDate: date }
  const link = { tokenHash: 'of-a-link', userId: 1, purpose: 'reset', createDate: date, expireDate: date } as const
  const store = await openPostgres({ url })
  const { epoch } = await store.position()
  await store.transact({ reads: {} }, () => ({
    changes: [
      ...putsOf(references),
      put('effects', { id: 7, kind: 'letter', receiver: '', ...waits }),
      put('links', { id: 8, ...link, used: false }),
    ],
    value: 0,
  }))
  await store.close()
  const [life] = await restored(url)
  expect(life?.epoch).not.toBe(epoch)
  const again = await openPostgres({ url })
  expect(await again.read({ reads: { effects: many('effects', {}), links: many('links', {}) } })).toEqual({
    effects: [],
    links: [],
  })
  await again.close()
})

test('a database in which nobody of ours is, is told', async () => {
  await expect(restored(postgres.url)).rejects.toThrow('no organisation in the database')
})

test('through a pooler, where all may share one connection, nobody begins anew', async () => {
  const url = await postgres.database()
  const { hostname, port } = new URL(url)
  const pooler = createServer((client) => {
    const server = connect(Number(port), hostname)
    server.on('data', (bytes) => client.write(withAnotherNumber(bytes)))
    client.pipe(server)
    for (const end of [client, server]) end.on('error', () => undefined)
    client.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const through = Object.assign(new URL(url), { port: (pooler.address() as AddressInfo).port }).toString()
  await expect(restored(through)).rejects.toThrow('DATABASE_URL leads to a pooler')
  expect(await restored(url)).toEqual([])
  await new Promise((resolve) => pooler.close(resolve))
})

/** The number that a database says of a connection (BackendKeyData), as a pooler says it. */
function withAnotherNumber(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) ^ 0xffff, at + 5)
  return bytes
}
