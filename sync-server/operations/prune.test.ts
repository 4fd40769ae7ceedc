import { afterEach, beforeEach, expect, test } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { openSqlite, type SqliteStore } from '../store/sqlite.ts'
import { aComment, aProject, references } from '../testing/engine-rows.ts'
import { prune } from './prune.ts'

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
  await write(...references, put('projects', aProject({ id: PROJECT })), ...comments)
})
afterEach(() => store.close())
const later = (days: number) => void (time += days * DAY_MS)

test('how far removals are forgotten is known after a restart, and a row that came back is none', async () => {
  await write(remove('comments', PROJECT + 1))
  const version = await store.version()
  await write(remove('comments', PROJECT + 2))
  await write(put('comments', aComment({ id: PROJECT + 2, projectId: PROJECT })))
  later(200)
  expect((await prune(server())).removals).toBe(1)
  const since = (after: number) => store.changesSince({ after, user: { id: 1 }, limit: 10 })
  expect([await since(version - 1), (await since(version))?.removed]).toEqual([null, {}])
  expect(await store.version()).toBe(version + 2)
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
    })
  const attempt = (id: number, since: string) =>
    put('attempts', { id, key: `account:${id}`, failures: 3, since, waitUntil: since })
  const old = Array.from({ length: 1_200 }, (_, n) => session(n + 1, at(31)))
  const link = (id: number, expireDate: string, used: boolean) =>
    put('links', { id, tokenHash: `link-${id}`, userId: 1, purpose: 'reset', createDate: at(8), expireDate, used })
  const links = [link(1, at(0.1), false), link(2, at(1), true), link(3, at(-1), false)]
  await write(...old, session(2_001, at(29)), session(2_002, at(-0.5)), ...links)
  await write(attempt(1, at(3)), attempt(2, at(1)))
  const before = await store.version()
  expect(await prune(server())).toEqual({ removals: 0, sessions: 1_200, links: 2, attempts: 1 })
  expect((await store.version()) - before).toBe(5)
  const kept = await store.read({
    reads: { sessions: many('sessions', {}), attempts: many('attempts', {}), links: many('links', {}) },
  })
  expect([kept.sessions, kept.attempts, kept.links].map((rows) => rows.map((row) => row.id))).toEqual([
    [2_001, 2_002],
    [2],
    [3],
  ])
})
