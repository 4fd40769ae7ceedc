import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { count, many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { firstAdminToken } from '../auth/first-admin.ts'
import { createPasswords } from '../auth/passwords.ts'
import { createSeen } from '../auth/seen.ts'
import { startSession } from '../auth/sessions.ts'
import { seedOnce, seedReference } from '../demo/seed.ts'
import { createOutbox } from '../mail/outbox.ts'
import { createSeal, keyOfAll } from '../mail/seal.ts'
import { openFolder } from '../store/blobs/folder.ts'
import { withDatabase } from '../store/database/client.ts'
import { openStore } from '../store/open.ts'
import { startPostgres } from '../testing/postgres.ts'
import { testServer } from '../testing/server.ts'
import { tellDueDaily } from './due.ts'
import { pruneDaily } from './prune.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const now = () => new Date().toISOString()
const aDatabase = () => postgres.database()

/** As many processes as that, each with a store of its own over one database. */
async function processesOn(url: string, howMany: number) {
  const open = () => openStore({ url, org: 1, requireReplica: false }, { mode: 'demo', now })
  const stores = await Promise.all(Array.from({ length: howMany }, open))
  closing.push(() => Promise.all(stores.map((store) => store.close())))
  return stores.map((store) => ({ store, organisation: defaultOrganisation, now }))
}
const leasesAreOver = (url: string) =>
  withDatabase(url, (client) => client.query("UPDATE leases SET until = now() - interval '1 second'"))

describe.each([2, 4])('of %i processes over one database', (howMany) => {
  const start = async () => {
    const url = await aDatabase()
    return { url, processes: await processesOn(url, howMany) }
  }

  test('one makes the demonstration, and all go on only when it is there', async () => {
    const { processes } = await start()
    const passwords = createPasswords({ memoryCost: 64, timeCost: 1 })
    let seedings = 0
    const peopleThen = await Promise.all(
      processes.map(async (server) => {
        await seedOnce(server.store, () => (seedings++, seedReference(server, passwords, now(), { countryCount: 3 })))
        return (await server.store.read({ reads: { users: count('users', {}) } })).users
      }),
    )
    expect(seedings).toBe(1)
    expect(new Set(peopleThen).size).toBe(1)
    expect(peopleThen[0]).toBeGreaterThan(5)
  })

  test('one prints the link of the first administrator, and it is the only one that counts', async () => {
    const { url, processes } = await start()
    const links = async () =>
      (await must(processes[0]).store.read({ reads: { links: many('links', { used: false }) } })).links
    const tokens = await Promise.all(processes.map(firstAdminToken))
    expect([tokens.filter(Boolean).length, (await links()).length]).toEqual([1, 1])
    await leasesAreOver(url)
    const later = await Promise.all(processes.map(firstAdminToken))
    expect([later.filter(Boolean).length, (await links()).length]).toEqual([1, 1])
  })

  test('all seal letters with the same key', async () => {
    const { processes } = await start()
    const keys = await Promise.all(processes.map(({ store }) => keyOfAll(store)))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    expect(must(keys[0])).toHaveLength(32)
  })

  test('one sends each letter, once, whoever wrote it; when it is gone another one does', async () => {
    const { url, processes } = await start()
    const sent: string[][] = []
    const key = await keyOfAll(must(processes[0]).store)
    const outboxes = processes.map((server) => {
      const mine: string[] = []
      sent.push(mine)
      const carry = async ({ to }: { to: string }) => {
        await new Promise((later) => setTimeout(later, 5))
        mine.push(to)
      }
      const carrier = { carry, reachesPeople: true, stop: () => undefined }
      const outbox = createOutbox(
        server,
        { carrier, seal: createSeal(key), publicUrl: 'https://x.example' },
        () => undefined,
      )
      closing.push(() => outbox.stop())
      return outbox
    })
    const write = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, n) => {
          const at = (from + n) % howMany
          const letter = { to: `p${from + n}@fieldpost.example`, subject: 'News', text: 'Some' }
          return must(processes[at]).store.transact({ reads: {} }, () => ({
            changes: must(outboxes[at]).post.letter(letter),
            value: null,
          }))
        }),
      )
    const arrive = (letters: number) =>
      vi.waitFor(() => expect(new Set(sent.flat()).size).toBe(letters), { timeout: 15_000, interval: 20 })
    const nothingWaits = async () =>
      expect((await must(processes[0]).store.read({ reads: { effects: count('effects', {}) } })).effects).toBe(0)

    await Promise.all(outboxes.map((outbox) => outbox.start()))
    await write(0, 30)
    await arrive(30)
    await vi.waitFor(nothingWaits, { timeout: 5_000 })
    expect(sent.flat()).toHaveLength(30)
    expect(sent.filter((mine) => mine.length > 0)).toHaveLength(1)

    must(outboxes[sent.findIndex((mine) => mine.length > 0)]).stop()
    await leasesAreOver(url)
    // Whoever was refused asks again after five seconds.
    await new Promise((later) => setTimeout(later, 5_100))
    await write(30, 40)
    await arrive(40)
    expect(sent.flat()).toHaveLength(40)
  })

  test('one prunes, and one tells what is due', async () => {
    const { processes } = await start()
    const old = {
      id: 1,
      key: 'account:x',
      failures: 1,
      since: '2020-01-01T00:00:00.000Z',
      waitUntil: '2020-01-01T00:00:00.000Z',
    }
    const first = must(processes[0])
    await first.store.transact({ reads: {} }, () => ({ changes: [put('attempts', old)], value: 0 }))
    const log: Record<string, unknown>[] = []
    const blobs = openFolder(join(tmpdir(), `fieldpost-many-${randomUUID()}`))
    const leases = processes.map(({ store }) => vi.spyOn(store, 'lease'))
    for (const server of processes) {
      closing.push(pruneDaily(server, blobs, (entry) => log.push(entry)))
      closing.push(tellDueDaily(server, (entry) => log.push(entry)))
    }
    await vi.waitFor(
      () => expect(log.filter(({ event }) => event === 'pruned')).toMatchObject([{ attempts: 1 }]),
      20_000,
    )
    const took = await Promise.all(
      leases.flatMap((lease) => lease.mock.results.map(({ value }) => value as Promise<boolean>)),
    )
    expect(took.filter(Boolean)).toHaveLength(2)
    expect(log).toHaveLength(1)
  })

  test('what one heard of a session later is not written over by what another heard before', async () => {
    const { processes } = await start()
    const [first, last] = [must(processes[0]), must(processes.at(-1))]
    await seedReference(first, createPasswords({ memoryCost: 64, timeCost: 1 }), now(), { countryCount: 3 })
    await startSession(first, 5, 'test')
    const session = async () =>
      must((await first.store.read({ reads: { sessions: many('sessions', {}) } })).sessions[0])
    const { id } = await session()
    const earlier = createSeen({ ...first, now: () => '2026-03-10T14:00:00.000Z' }, 'sessions')
    const later = createSeen({ ...last, now: () => '2026-03-10T14:04:00.000Z' }, 'sessions')
    earlier.note(id)
    later.note(id)
    await later.write()
    await earlier.write()
    expect((await session()).seenDate).toBe('2026-03-10T14:04:00.000Z')
    expect([earlier.unwritten(), later.unwritten()]).toEqual([[], []])
    earlier.stop()
    later.stop()
  })

  test('a session that is ended at one closes its stream at all others within five seconds, and no other stream', async () => {
    const { processes } = await start()
    const servers: Awaited<ReturnType<typeof testServer>>[] = []
    for (const [at, { store }] of processes.entries()) {
      const server = await testServer({ store, seed: at === 0 ? 'small' : 'none' })
      closing.push(() => server.close())
      servers.push(server)
    }
    const [first, ...others] = servers
    const listen = async (server: (typeof servers)[number], token: string) => {
      const answer = await server.fetch('/api/sync/live', { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status).toBe(200)
      const reader = must(answer.body).getReader()
      const ended = (async () => {
        while (!(await reader.read()).done);
        return performance.now()
      })()
      return { ended, isOpen: () => Promise.race([ended.then(() => false), Promise.resolve(true)]) }
    }
    const [ending, staying] = [await must(first).signIn('pete'), await must(first).signIn('mia')]
    const streams = await Promise.all(others.map((server) => listen(server, ending)))
    const kept = await Promise.all(others.map((server) => listen(server, staying)))
    const since = performance.now()
    await must(first).fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${ending}` } })
    for (const { ended } of streams) expect((await ended) - since).toBeLessThan(5_000)
    for (const { isOpen } of kept) expect(await isOpen()).toBe(true)
  })
})
