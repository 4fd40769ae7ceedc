import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { put, remove } from '#shared/kernel/change.ts'
import { many, page } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { tables, type TableName } from '#shared/model/tables.ts'
import { aBareProject, aComment } from '#shared/testing/samples.ts'
import { openFolder } from '../store/blobs/folder.ts'
import { withDatabase } from '../store/database/client.ts'
import { beginNewLives, openStore, type Home } from '../store/open.ts'
import { wrongListCountsSql } from '../store/postgres/list-counts.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import type { Store } from '../store/store.ts'
import { startPostgres } from '../testing/postgres.ts'
import { testServer } from '../testing/server.ts'
import { moveOrganisation } from './move.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const opened: Store[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const KEY = Buffer.alloc(32, 7)
const aShared = async () => ({ url: await postgres.database(), org: 1, requireReplica: false })
const blobsAt = (name: string) => openFolder(join(folder, 'files', name))
const open = async (home: Home) => {
  const store = await openStore(home, { mode: 'demo' })
  opened.push(store)
  return store
}
const closed = async () => {
  for (const store of opened.splice(0)) await store.close()
}

/** All that a store tells, of rows that devices have and of those that only a server has. */
async function allOf(store: Store) {
  const reads = Object.fromEntries((Object.keys(tables) as TableName[]).map((name) => [name, many(name, {})]))
  const rows = await store.read({ reads })
  const changes = await store.changesSince({ after: 0, sight: () => [], limit: 1e9 })
  return { rows, changes, standing: [await store.position(), await store.news(), store.earlier] }
}
const sought = (store: Store) =>
  Promise.all(
    ['zanz', 'bk 100', 'work', 't', 'nairobi'].map(async (words) => {
      const read = page('projects', [{}], { words, number: 1, size: 50 })
      return (await store.read({ reads: { read } })).read
    }),
  )

describe('a move', () => {
  test('from a file to PostgreSQL and back brings every row, version, word, removal, file and key, and devices go on', async () => {
    const file = join(folder, 'demo.sqlite')
    const blobs = blobsAt('demo')
    const before = await testServer({ seed: 'demo', store: openSqlite({ path: file, mode: 'demo' }), blobs })
    const { projects } = await before.store.read({ reads: { projects: many('projects', {}) } })
    await before.store.transact({ reads: {} }, () => ({
      changes: [put('comments', aComment({ id: 42_000_001, projectId: must(projects[0]).id }))],
      value: 0,
    }))
    await before.store.transact({ reads: {} }, () => ({ changes: [remove('comments', 42_000_001)], value: 0 }))
    const cursor = (await before.store.position()).version
    await before.store.transact({ reads: {} }, () => ({
      changes: [put('projects', aBareProject({ id: 42_000_002, description: 'Zanzibar' }))],
      value: 0,
    }))
    await before.store.transact({ reads: {} }, () => ({
      changes: [put('projects', { ...must(projects[1]), teamId: must(projects[1]).teamId === 3 ? 4 : 3 })],
      value: 0,
    }))
    const [was, words] = [await allOf(before.store), await sought(before.store)]
    const hashes = was.rows['files'] as unknown as { hash: string; stored: boolean }[]
    await before.store.close()
    const keyFile = join(folder, 'letters.key')
    writeFileSync(keyFile, KEY)

    const shared = await aShared()
    const there = { home: shared, blobs: blobsAt('shared') }
    const said = await moveOrganisation({ home: { file }, blobs }, there, 'demo', keyFile)
    expect(said).toMatch(new RegExp(`projects +${(was.rows['projects'] as unknown[]).length}\n`))
    expect(said).toContain(`version ${cursor + 2}`)
    rmSync(keyFile)

    const known = await withDatabase(shared.url, (client) => client.query('SELECT DISTINCT tablename FROM pg_stats'))
    expect(known.rows).toContainEqual({ tablename: 'projects' })
    const wrong = await withDatabase(shared.url, (client) => client.query(wrongListCountsSql(1)))
    expect(wrong.rows).toEqual([])
    const moved = await open(shared)
    expect(words.filter(({ totalItems }) => totalItems > 0).length > 1).toBe(true)
    expect(await sought(moved)).toEqual(words)
    const { serverKeys, ...rows } = (await allOf(moved)).rows as Record<string, unknown>
    const { serverKeys: _, ...rowsBefore } = was.rows as Record<string, unknown>
    expect(rows).toEqual(rowsBefore)
    expect(serverKeys).toContainEqual({ id: 3, publicKey: '', privateKey: KEY.toString('base64') })
    expect([await moved.position(), moved.earlier]).toEqual([was.standing[0] as object, was.standing[2]])
    const since = async (store: Store) => {
      const page = must(await store.changesSince({ after: cursor, sight: () => [], limit: 100 }))
      return [Object.entries(page.rows).flatMap(([, all]) => all.map(({ id }) => id)), page.removed]
    }
    expect(await since(moved)).toEqual([[42_000_002, must(projects[1]).id].sort((a, b) => b - a), {}])
    const byHand = must(await moved.changesSince({ after: cursor - 1, sight: () => [], limit: 100 }))
    expect(byHand.removed).toEqual({ comments: [42_000_001] })
    await closed()

    const back = join(folder, 'back.sqlite')
    await moveOrganisation(there, { home: { file: back }, blobs: blobsAt('back') }, 'demo', keyFile)
    const again = await open({ file: back })
    expect([await allOf(again), await sought(again)]).toEqual([was, words])
    expect(readFileSync(keyFile)).toEqual(KEY)
    const stored = new Set(hashes.filter(({ stored }) => stored).map(({ hash }) => hash))
    expect(stored.size).toBeGreaterThan(0)
    for (const hash of stored)
      expect(
        createHash('sha256')
          .update(readFileSync(blobsAt('back').pathOf(hash)))
          .digest('hex'),
      ).toBe(hash)
  }, 120_000)

  const aFile = async (name: string, write = true) => {
    const file = join(folder, `${name}.sqlite`)
    const store = openSqlite({ path: file, mode: 'demo' })
    const row = put('counters', { id: 9, name, value: 1 })
    if (write) await store.transact({ reads: {} }, () => ({ changes: [row], value: 0 }))
    return { file, store }
  }
  const failureOf = (from: Home, to: Home) =>
    moveOrganisation(
      { home: from, blobs: blobsAt('a') },
      { home: to, blobs: blobsAt('b') },
      'demo',
      join(folder, 'no.key'),
    ).then(
      () => '',
      (error: unknown) => (error as Error).message,
    )

  test('goes only where nothing is, and only from what nobody works with', async () => {
    const { file, store } = await aFile('running')
    const shared = await aShared()
    expect(await failureOf({ file }, shared)).toContain('already using')
    await store.close()
    expect(await failureOf({ file }, shared)).toBe('')
    expect(await failureOf({ file }, shared)).toContain('is not empty')
    expect(await failureOf(shared, { file })).toContain('already')
    const target = { file: join(folder, 'target.sqlite') }
    await open(shared)
    expect(await failureOf(shared, target)).toContain('is in use')
    expect(existsSync(target.file)).toBe(false)
    await closed()
    expect(await failureOf(shared, target)).toBe('')
  })

  test('leaves the other organisations of a database as they are', async () => {
    const { file, store } = await aFile('one')
    await store.close()
    const first = await aShared()
    const second = { ...first, org: 2 } as Home
    const other = await open(second)
    await other.transact({ reads: {} }, () => ({
      changes: [put('counters', { id: 9, name: 'two', value: 2 })],
      value: 0,
    }))
    const before = await allOf(other)
    await closed()
    expect(await failureOf({ file }, first)).toBe('')
    expect(await allOf(await open(second))).toEqual(before)
  })

  test('of a history that lost its primary a file tells nobody what is new who saw what is gone: they begin anew', async () => {
    const shared = await aShared()
    const store = await open(shared)
    const row = put('counters', { id: 9, name: 'gaps', value: 1 })
    await store.transact({ reads: {} }, () => ({ changes: [row], value: 0 }))
    const { version } = await store.position()
    await closed()
    const [from, to] = [version, version + 1_000_000]
    await withDatabase(shared.url, (client) =>
      client.query('UPDATE organisations SET version = $1, gaps = $2', [to + 1, JSON.stringify([[from, to]])]),
    )
    const file = join(folder, 'gaps.sqlite')
    expect(await failureOf(shared, { file })).toBe('')
    const moved = await open({ file })
    const since = (after: number) => moved.changesSince({ after, sight: () => [], limit: 100 })
    expect(await since(from + 5)).toBeNull()
    expect(await since(to)).not.toBeNull()
  })

  test('refuses bytes that are not those that were stored', async () => {
    const blobs = blobsAt('changed')
    const received = await blobs.receive(Readable.from([Buffer.from('as it was')]), 100)
    await blobs.keep(received)
    blobs.discard(received)
    writeFileSync(blobs.pathOf(received.hash), 'something else')
    const source = await testServer({
      seed: 'small',
      store: openSqlite({ path: join(folder, 'bytes.sqlite'), mode: 'demo' }),
      blobs,
    })
    const { aFile: aFileRow } = await import('#shared/testing/samples.ts')
    await source.store.transact({ reads: {} }, () => ({
      changes: [
        put('projects', aBareProject({ id: 42_000_003 })),
        put('files', aFileRow({ projectId: 42_000_003, hash: received.hash, stored: true })),
      ],
      value: 0,
    }))
    await source.store.close()
    const to = { home: await aShared(), blobs: blobsAt('elsewhere') }
    await expect(
      moveOrganisation({ home: { file: join(folder, 'bytes.sqlite') }, blobs }, to, 'demo', join(folder, 'no.key')),
    ).rejects.toThrow('have changed where they were')
  })
})

describe('after the database’s own restore', () => {
  test('each organisation has a new epoch, remembers the life before, gives out no number twice and sends no old letter', async () => {
    const first = await aShared()
    const homes = [first, { ...first, org: 2 } as Home]
    for (const home of homes) {
      const store = await open(home)
      const letter = {
        id: 1,
        kind: 'letter',
        receiver: '',
        sealed: '',
        attempts: 0,
        createDate: '2026-03-10T14:00:00.000Z',
        dueDate: '2026-03-10T14:00:00.000Z',
        expireDate: '2026-03-11T14:00:00.000Z',
      } as const
      const counters = [
        put('counters', { id: 1, name: 'devices', value: 40 }),
        put('counters', { id: 2, name: 'ids', value: 300 }),
      ]
      await store.transact({ reads: {} }, () => ({ changes: [...counters, put('effects', letter)], value: 0 }))
    }
    await expect(beginNewLives((first as { url: string }).url)).rejects.toThrow('is in use')
    const before = await Promise.all(opened.map((store) => store.position()))
    await closed()
    const lives = await beginNewLives((first as { url: string }).url)
    expect(lives.map(({ org }) => org)).toEqual([1, 2])
    for (const [at, home] of homes.entries()) {
      const store = await open(home)
      const { epoch, version } = await store.position()
      expect([epoch, version]).toEqual([lives[at]?.epoch, before[at]?.version])
      expect(epoch).not.toBe(before[at]?.epoch)
      expect(store.earlier).toMatchObject([{ epoch: before[at]?.epoch, devices: 40, reserved: 1_040 }])
      const { counters, effects } = await store.read({
        reads: { counters: many('counters', {}), effects: many('effects', {}) },
      })
      expect([counters.map(({ value }) => value), effects]).toEqual([[1_040, 10_300], []])
    }
  })
})
