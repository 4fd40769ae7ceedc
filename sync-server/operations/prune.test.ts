import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aComment, aFile, aNotification, aBareProject, putsOf, references } from '#shared/testing/samples.ts'
import { openFolder, type FolderBlobs } from '../store/blobs/folder.ts'
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts'
import { prune, pruneDaily, sweepFiles } from './prune.ts'

const DAY_MS = 86_400_000
const PROJECT = 40_000_001
let time = 0
let store: SqliteStore
const now = () => new Date(time).toISOString()
const server = () => ({ store, organisation: defaultOrganisation, now })
const write = (...changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: 0 }))

beforeEach(async () => {
  time = Date.parse('2026-03-10T14:00:00.000Z')
  store = openSqlite({ path: ':memory:', now })
  const comments = [1, 2].map((n) => put('comments', aComment({ id: PROJECT + n, projectId: PROJECT })))
  await write(...putsOf(references), put('projects', aBareProject({ id: PROJECT })), ...comments)
})
afterEach(() => store.close())
const later = (days: number) => void (time += days * DAY_MS)

test('how far removals are forgotten is known after a restart, and a row that came back is none', async () => {
  await write(remove('comments', PROJECT + 1))
  const version = (await store.position()).version
  await write(remove('comments', PROJECT + 2))
  await write(put('comments', aComment({ id: PROJECT + 2, projectId: PROJECT })))
  later(200)
  expect((await prune(server())).removals).toBe(1)
  const since = (after: number) => store.changesSince({ after, sight: () => [], limit: 10 })
  expect([await since(version - 1), (await since(version))?.removed]).toEqual([null, {}])
  expect((await store.position()).version).toBe(version + 2)
})

test('what says that a tasking is muted is kept, however old; once it is not, it goes', async () => {
  const told = aNotification({ userId: 1, projectId: PROJECT, actorId: 1, date: now() })
  await write(put('notifications', { ...told, id: 1, muted: true }), put('notifications', { ...told, id: 2 }))
  later(400)
  expect((await prune(server())).notifications).toBe(1)
  const { left } = await store.read({ reads: { left: many('notifications', {}) } })
  expect(left.map(({ id }) => id)).toEqual([1])
  await write(...left.map((row) => put('notifications', { ...row, muted: false })))
  expect((await prune(server())).notifications).toBe(1)
})

test('old sessions, links that are over and forgotten failures are deleted in small commits, and nothing that counts', async () => {
  const at = (days: number) => new Date(time - days * DAY_MS).toISOString()
  const session = (id: number, expireDate: string) =>
    put('sessions', {
      id,
      tokenHash: `hash-${id}`,
      userId: 1,
      createDate: at(60),
      expireDate,
      ended: id % 2 === 0,
      label: '',
      seenDate: null,
      endedById: 0,
      endedDate: null,
      endedWhy: '',
    })
  const attempt = (id: number, since: string) =>
    put('attempts', { id, key: `account:${id}`, failures: 3, since, waitUntil: since })
  const old = Array.from({ length: 1_200 }, (_, n) => session(n + 1, at(31)))
  const link = (id: number, expireDate: string, used: boolean) =>
    put('links', { id, tokenHash: `link-${id}`, userId: 1, purpose: 'reset', createDate: at(8), expireDate, used })
  const links = [link(1, at(0.1), false), link(2, at(1), true), link(3, at(-1), false)]
  await write(...old, session(2_001, at(29)), session(2_002, at(-0.5)), ...links)
  await write(attempt(1, at(3)), attempt(2, at(1)))
  const before = (await store.position()).version
  expect(await prune(server())).toEqual({ removals: 0, notifications: 0, sessions: 1_200, links: 2, attempts: 1 })
  expect((await store.position()).version - before).toBe(5)
  const kept = await store.read({
    reads: { sessions: many('sessions', {}), attempts: many('attempts', {}), links: many('links', {}) },
  })
  expect([kept.sessions, kept.attempts, kept.links].map((rows) => rows.map((row) => row.id))).toEqual([
    [2_001, 2_002],
    [2],
    [3],
  ])
})

describe('bytes of files', () => {
  let blobs: FolderBlobs
  beforeEach(() => {
    time = Date.now()
    blobs = openFolder(mkdtempSync(join(tmpdir(), 'fieldpost-prune-')))
  })
  afterEach(() => rmSync(blobs.folder, { recursive: true, force: true }))

  async function kept(text: string): Promise<string> {
    const received = await blobs.receive(Readable.from([Buffer.from(text)]), 100)
    await blobs.keep(received)
    blobs.discard(received)
    return received.hash
  }
  const aRow = (id: number, hash: string, removedDate: string | null = null) =>
    put('files', aFile({ id, projectId: PROJECT, createdById: 1, hash, active: removedDate === null, removedDate }))
  const isThere = (hash: string) => existsSync(blobs.pathOf(hash))
  const ago = (days: number) => new Date(time - days * DAY_MS).toISOString()

  test('stay for thirty days after the file was removed, and as long as another file has the same', async () => {
    const [used, shared, recent, old] = [
      await kept('used'),
      await kept('shared'),
      await kept('recent'),
      await kept('old'),
    ]
    await write(
      aRow(1, used),
      aRow(2, shared, ago(90)),
      aRow(3, shared),
      aRow(4, recent, ago(29)),
      aRow(5, old, ago(31)),
    )
    later(2)
    expect(await sweepFiles(server(), blobs)).toBe(1)
    expect([used, shared, recent, old].map(isThere)).toEqual([true, true, true, false])
    const { files } = await store.read({ reads: { files: many('files', {}) } })
    expect(files).toHaveLength(5)
    later(10)
    expect(await sweepFiles(server(), blobs)).toBe(1)
    expect([shared, recent].map(isThere)).toEqual([true, false])
  })

  test('whose row was never written, because the server was killed in between, go after a day', async () => {
    const orphan = await kept('orphan')
    expect(await sweepFiles(server(), blobs)).toBe(0)
    later(1.1)
    expect(await sweepFiles(server(), blobs)).toBe(1)
    expect(isThere(orphan)).toBe(false)
  })

  test('are swept with everything else, and it is told how many', async () => {
    await kept('orphan')
    later(2)
    const told = await new Promise<Record<string, unknown>>((resolve) => {
      const stop = pruneDaily(server(), blobs, (entry) => (stop(), resolve(entry)))
    })
    expect(told).toMatchObject({ event: 'pruned', files: 1, removals: 0 })
  })
})
