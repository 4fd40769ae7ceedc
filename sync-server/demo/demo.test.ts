import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { phases } from '#shared/model/status.ts'
import { shareOf } from '#shared/rules/funding.ts'
import { tableNames } from '#shared/model/tables.ts'
import { roles, rolesOf } from '#shared/rules/access.ts'
import type { Store } from '../store/store.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import { problemOfContent } from '../files/content.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { DAY } from './calendar.ts'
import { countries, emailOf, personas } from './people.ts'
import { tellStory } from './story.ts'

let demo: TestServer
beforeAll(async () => {
  demo = await testServer({ seed: 'demo' })
}, 60_000)
afterAll(() => demo.close())

async function printOf(store: Store): Promise<string> {
  const hash = createHash('sha256')
  // A password's hash has its own salt each time.
  for (const table of tableNames.filter((name) => name !== 'credentials' && name !== 'sessions' && name !== 'attempts'))
    hash.update(JSON.stringify((await store.read({ reads: { rows: many(table, {}) } })).rows))
  return hash.digest('hex')
}

test('the same day gives the same rows, whatever the hour', { timeout: 60_000 }, async () => {
  const again = await testServer({ seed: 'demo', now: '2026-03-10T23:59:00.000Z' })
  expect(await printOf(again.store)).toBe(await printOf(demo.store))
  await again.close()
})

test('every day tells the same story, of other days', () => {
  const since = (day: string, date: string) => (Date.parse(date) - Date.parse(day)) / DAY
  const [first, ...others] = ['2026-03-02', '2026-03-03', '2026-11-08', '2028-02-29'].map((day) =>
    tellStory(`${day}T00:00:00.000Z`).map(({ at, input, ...deed }) => {
      const { dueDate, ...rest } = input
      return { ...deed, at: since(day, at), due: dueDate && since(day, String(dueDate)), rest }
    }),
  )
  expect(first?.length).toBeGreaterThan(8000)
  for (const other of others) expect(other).toEqual(first)
})

test('1,200 taskings in every state, overdue, due soon and waiting for a COR among them', async () => {
  const { projects } = await demo.store.read({ reads: { projects: many('projects', {}) } })
  expect(projects.length).toBe(1200)
  for (const phase of phases) expect(projects.filter((row) => row.phase === phase).length, phase).toBeGreaterThan(2)
  const open = projects.filter((row) => row.phase === 'progress')
  expect(open.filter((row) => row.dueDate < '2026-03-10').length).toBeGreaterThan(5)
  expect(open.filter((row) => row.dueDate >= '2026-03-10' && row.dueDate <= '2026-03-17').length).toBeGreaterThan(0)
  expect(projects.filter((row) => row.phase === 'authorization' && row.approved).length).toBeGreaterThan(0)
  expect(projects.filter((row) => (row.completedDate ?? '') > '2026-02-24').length).toBeGreaterThan(3)
  expect(projects.filter((row) => !row.requested).length).toBeGreaterThan(50)
})

test('descriptions are prose of a believable length, and hardly two are alike', async () => {
  const { projects } = await demo.store.read({ reads: { projects: many('projects', {}) } })
  const texts = projects.map((row) => row.description)
  expect(texts.every((text) => text.length >= 60 && text.length <= 240)).toBe(true)
  expect(new Set(texts).size).toBeGreaterThan(1100)
  expect(texts.join(' ')).not.toMatch(/[{}]|lorem/i)
})

test('the running totals of every pool are what its taskings add up to', async () => {
  const { projects, pools } = await demo.store.read({
    reads: { projects: many('projects', {}), pools: many('poolCodes', {}) },
  })
  expect(pools.length).toBe(40)
  for (const pool of pools) {
    const shares = projects.filter((row) => row.poolCode === pool.poolCode).map(shareOf)
    const sum = (key: 'actual' | 'estimated' | 'pending') => shares.reduce((total, share) => total + share[key], 0)
    expect([pool.actual, pool.estimated, pool.pending], pool.poolCode).toEqual([
      sum('actual'),
      sum('estimated'),
      sum('pending'),
    ])
  }
})

test('the pools of the examples are there', async () => {
  const { pools, types } = await demo.store.read({
    reads: { pools: many('poolCodes', { poolCode: ['BK-100', 'RV-220'] }), types: many('projectTypes', {}) },
  })
  const shown = pools.map((pool) => [
    pool.poolCode,
    pool.shipNumber,
    pool.funds,
    types.find((type) => type.id === pool.projectTypeId)?.name,
  ])
  expect(shown).toEqual([
    ['BK-100', 12, 10_000_000, 'Banking TA'],
    ['RV-220', 5120, 42_000_000, 'Revenue TA'],
  ])
})

test('every persona can sign in with the password that is printed', async () => {
  for (const person of personas) {
    const answer = await demo.fetch('/api/login', {
      method: 'POST',
      body: JSON.stringify({ email: emailOf(person), password: 'fieldpost-demo' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status, person.fullName).toBe(200)
  }
})

test('forty people hold every role, in forty countries and more', async () => {
  const { users } = await demo.store.read({ reads: { users: many('users', {}) } })
  expect(users.length).toBe(40)
  const held = new Set(users.flatMap((user) => [...rolesOf(user)]))
  expect([...held].sort()).toEqual([...roles].sort())
  expect(new Set(countries).size).toBeGreaterThanOrEqual(40)
})

test('Adam has a draft at each stage', async () => {
  const { drafts } = await demo.store.read({ reads: { drafts: many('requests', { draftOf: 3 }) } })
  expect(drafts.map((draft) => draft.stage).sort()).toEqual([0, 1, 2])
})

test('devices 20 to 45 made the past, and the next device gets 46', async () => {
  const { projects, counters, devices } = await demo.store.read({
    reads: {
      projects: many('projects', {}),
      counters: many('counters', { name: 'devices' }),
      devices: many('devices', {}),
    },
  })
  const numbers = projects.map((row) => Math.floor(row.id / 1_000_000))
  expect([Math.min(...numbers) >= 20, Math.max(...numbers) <= 45, counters[0]?.value, devices.length]).toEqual([
    true,
    true,
    45,
    26,
  ])
  expect(Math.max(...projects.map((row) => row.id % 1_000_000))).toBeLessThan(2000)
})

test('nothing was refused on the way, and nothing happened in the future', async () => {
  const { calls } = await demo.store.read({ reads: { calls: many('calls', {}) } })
  expect(calls.filter((call) => call.verdict === 'refused')).toEqual([])
  expect(calls.every((call) => call.at < '2026-03-10T00:00:00.000Z')).toBe(true)
  expect(calls.every((call, index) => index === 0 || (calls[index - 1]?.at ?? '') <= call.at)).toBe(true)
})

test('taskings and drafts have papers, and each can be had with its own bytes (C-238)', async () => {
  const { files } = await demo.store.read({ reads: { files: many('files', {}) } })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => file.projectId > 0).length).toBeGreaterThan(30)
  expect(files.filter((file) => !file.published).length).toBeGreaterThan(0)
  const published = files.filter((file) => file.published)
  const authorization = `Bearer ${await demo.signIn('ana')}`
  const types = new Set<string>()
  for (const file of published.slice(0, 30)) {
    const answer = await demo.fetch(pathOfFile(file), { headers: { authorization } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, bytes.length]).toEqual([200, file.size])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.hash)
    expect(await problemOfContent(demo.blobs.pathOf(file.hash), file.name)).toBeNull()
    types.add(file.type)
  }
  expect([...types].sort()).toEqual(['application/pdf', 'image/png', 'text/csv', 'text/plain'])
})
