import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject, aComment, putsOf, references } from '#shared/testing/samples.ts'
import { sessionOf, startSession } from '../../auth/sessions.ts'
import type { Sight } from '#shared/model/sight.ts'
import { PROTOCOL, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'
import { execute } from '../../execute/execute.ts'
import { newDevice } from '../../sync/device-numbers.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { startProxy, type Proxy } from '../../testing/proxy.ts'
import { testServer } from '../../testing/server.ts'
import type { Store } from '../store.ts'
import { traffic } from './connection.ts'
import { openPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

let url: string
let proxy: Proxy
let store: Store
beforeEach(async () => {
  url = await postgres.database()
  proxy = await startProxy(url)
  store = await openPostgres({ url: proxy.url, mode: 'demo' })
  const device = newDevice(40, { id: 1 }, '2026-03-01T14:00:00.000Z')
  const changes = [...putsOf(references), put('devices', device), put('projects', aBareProject())]
  await store.transact({ reads: { device: one('devices', 40) } }, () => ({ changes, value: null }))
})
afterEach(async () => {
  await store.close()
  await proxy.close()
})

const counted = async (work: () => Promise<unknown>) => {
  const [{ statements, flights }, turns] = [{ ...traffic }, proxy.turns()]
  await work()
  return {
    statements: traffic.statements - statements,
    flights: traffic.flights - flights,
    turns: proxy.turns() - turns,
  }
}
const sight = () => []

test('one command up and what it tells down is at most fourteen statements in five flights, and no more turns of the wire', async () => {
  const server = { store, organisation: defaultOrganisation, now: () => '2026-03-10T14:00:00.000Z' }
  const { version } = await store.position()
  const cost = await counted(async () => {
    const input = { id: 40_000_077, projectId: 40_000_001, comment: 'ok then' }
    const call = { userId: 1, device: 40, seq: 1, callId: 'call-number-one-1', name: 'addComment', input, at: '' }
    expect(await execute(server, call)).toEqual({ verdict: 'applied' })
    const page = await store.changesSince({ after: version, sight, limit: 50 })
    expect(page?.rows.comments).toHaveLength(1)
  })
  console.info(`one command up and down: ${JSON.stringify(cost)}`)
  expect(cost.statements).toBeLessThanOrEqual(14)
  expect(cost.flights).toBeLessThanOrEqual(5)
  expect(cost.turns).toBeLessThanOrEqual(cost.flights)
})

test('a whole round over HTTP, who asks included, is five flights with one call, and two when it brings nothing', async () => {
  const server = await testServer({ store })
  const token = await server.signIn('ana')
  const round = async (asked: Partial<RoundRequest>): Promise<RoundResponse | null> => {
    const request = { protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 5_000, ...asked }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await server.fetch('/api/sync', { method: 'POST', headers, body: JSON.stringify(request) })
    return answer.status === 204 ? null : ((await answer.json()) as RoundResponse)
  }
  let at = must(await round({}))
  while (at.more) at = must(await round({ device: at.device, cursor: at.cursor }))
  await server.store.transact({ reads: {} }, () => ({ changes: [put('projects', aBareProject())], value: null }))
  const comment = (seq: number) => {
    const input = { id: at.device * 1_000_000 + seq, projectId: 40_000_001, comment: `number ${seq}` }
    return { seq, id: `a-call-of-a-round-${seq}`, name: 'addComment', input, at: '2026-03-10T14:00:00.000Z' }
  }
  const next = async (seq: number) => {
    at = must(await round({ device: at.device, cursor: at.cursor, from: seq, calls: [comment(seq)] }))
    expect(at).toMatchObject({ lastSeq: seq, outcomes: [{ seq, verdict: 'applied' }] })
    expect(at.changes.comments?.rows).toBe(1)
  }
  // The least of several, of each: what is new in the first is who asks, and in between the server asks what others have written.
  const leastOf = async (rounds: (() => Promise<unknown>)[]) => {
    const costs: Awaited<ReturnType<typeof counted>>[] = []
    for (const play of rounds) costs.push(await counted(play))
    const least = (of: keyof (typeof costs)[number]) => Math.min(...costs.map((cost) => cost[of]))
    return { statements: least('statements'), flights: least('flights'), turns: least('turns') }
  }
  const cost = await leastOf([1, 2, 3, 4, 5, 6, 7, 8].map((seq) => () => next(seq)))
  console.info(`a round of one call: ${JSON.stringify(cost)}`)
  expect(cost).toEqual({ statements: 14, flights: 5, turns: 5 })
  const quietly = async () => expect(await round({ device: at.device, cursor: at.cursor, from: 9 })).toBeNull()
  expect(await leastOf([quietly, quietly, quietly, quietly, quietly, quietly])).toEqual({
    statements: 3,
    flights: 2,
    turns: 2,
  })
  await server.close()
})

test('twenty calls of a round ask together what they ask alike: they are as many statements as two', async () => {
  const server = { store, organisation: defaultOrganisation, now: () => '2026-03-10T14:00:00.000Z' }
  const comment = async (seq: number) => {
    const input = { id: 40_000_100 + seq, projectId: 40_000_001, comment: `number ${seq}` }
    const call = { userId: 1, device: 40, seq, callId: `call-number-${seq}-of-all`, name: 'addComment', input, at: '' }
    expect(await execute(server, call)).toEqual({ verdict: 'applied' })
  }
  const [two, twenty] = [2, 20].map((count) => Array.from({ length: count }, (_, n) => (count === 2 ? 1 : 3) + n))
  const few = await counted(() => Promise.all(must(two).map(comment)))
  const many = await counted(() => Promise.all(must(twenty).map(comment)))
  expect(many.flights).toBe(few.flights)
  expect(many.statements).toBe(few.statements)
})

test('who asks is one statement, from the second time on, and is read anew each time', async () => {
  const server = { store, organisation: defaultOrganisation, now: () => '2026-03-10T14:00:00.000Z' }
  const { token } = must(await startSession(server, 1, 'a browser'))
  const asks = () => sessionOf(server, token)
  expect((await asks())?.actor?.id).toBe(1)
  const cost = await counted(async () => expect((await asks())?.actor?.id).toBe(1))
  expect(cost).toMatchObject({ statements: 1, flights: 1 })
  const left = { ...must(references.users.find(({ id }) => id === 1)), active: false }
  await store.transact({ reads: {} }, () => ({ changes: [put('users', left)], value: null }))
  expect(await asks()).toBeNull()
})

test('of what is asked together each call finds what it asked for, and nothing of the others', async () => {
  const counter = (n: number) => ({ id: n + 10, name: `c${n}`, value: n })
  const numbers = [1, 2, 3, 4, 5]
  await store.transact({ reads: {} }, () => ({ changes: numbers.map((n) => put('counters', counter(n))), value: 0 }))
  const found = await Promise.all(
    numbers.map((n) =>
      store.transact(
        { reads: { row: one('counters', n + 10), alike: many('counters', { value: [n, n + 1] }) } },
        (rows) => ({
          changes: [],
          value: rows,
        }),
      ),
    ),
  )
  expect(found).toEqual(
    numbers.map((n) => ({ row: counter(n), alike: [n, n + 1].filter((one) => one <= 5).map(counter) })),
  )
})

test('where there is nothing new, one statement says so', async () => {
  const { version } = await store.position()
  const cost = await counted(() => store.changesSince({ after: version, sight, limit: 50 }))
  expect(cost).toEqual({ statements: 1, flights: 1, turns: 1 })
})

test('calls that are handed over together share their flights, however many they are', async () => {
  const writing = (n: number) =>
    store.transact({ reads: { row: one('counters', n) } }, () => ({
      changes: [put('counters', { id: n, name: `c${n}`, value: n })],
      value: n,
    }))
  const before = (await store.position()).version
  const cost = await counted(() => Promise.all(Array.from({ length: 50 }, (_, n) => writing(n + 10))))
  expect(cost.flights).toBeLessThanOrEqual(3)
  expect((await store.position()).version).toBe(before + 50)
})

test('of a device’s queue each call is decided over what the one before it writes, and still they share a flight', async () => {
  const counting = () =>
    store.transact({ reads: { row: one('counters', 1), all: many('counters', { value: 999 }) } }, ({ row }) => {
      const value = (row?.value ?? 0) + 1
      return { changes: [put('counters', { id: 1, name: 'devices', value })], value }
    })
  let values: number[] = []
  const cost = await counted(async () => (values = await Promise.all(Array.from({ length: 20 }, counting))))
  expect(values).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(cost.flights).toBeLessThanOrEqual(3)
})

test('of rows that are read together, one is written in the same flight, and another by somebody else: neither is written over', async () => {
  const rival = await openPostgres({ url, mode: 'demo' })
  const raise = (by: Store, id: number) =>
    by.transact({ reads: { row: one('counters', id) } }, ({ row }) => ({
      changes: [put('counters', { id, name: `c${id}`, value: (row?.value ?? 0) + 1 })],
      value: null,
    }))
  for (const id of [1, 2]) await raise(store, id)
  let isHeld = false
  let raised = Promise.resolve<unknown>(null)
  const first = raise(store, 1)
  const both = store.transact({ reads: { rows: many('counters', { id: [1, 2] }) } }, ({ rows }) => {
    if (!isHeld) {
      isHeld = true
      // What this process sends now arrives when the other one has written.
      proxy.hold()
      raised = raise(rival, 2).then(() => proxy.goOn())
    }
    return { changes: rows.map((row) => put('counters', { ...row, name: `seen ${row.id}` })), value: null }
  })
  await Promise.all([first, both])
  await raised
  const { rows } = await store.read({ reads: { rows: many('counters', {}) } })
  expect(rows.map(({ name, value }) => `${name}: ${value}`)).toEqual(['seen 1: 2', 'seen 2: 2'])
  await rival.close()
})

test('who was long alone asks no more for what it has read, and still writes over nobody; what it has not read makes it decide nothing twice', async () => {
  const rival = await openPostgres({ url, mode: 'demo' })
  const raise = (by: Store, id: number, decided: () => void = () => undefined) =>
    by.transact({ reads: { row: one('counters', id) } }, ({ row }) => {
      decided()
      return { changes: [put('counters', { id, name: `c${id}`, value: (row?.value ?? 0) + 1 })], value: null }
    })
  const beAlone = async () => {
    for (let n = 0; n < 120; n++) await raise(store, 3)
  }
  const raisedMeanwhile = async (ofRival: number) => {
    let decisions = 0
    let raised = Promise.resolve<unknown>(null)
    await raise(store, 1, () => {
      if (++decisions > 1) return
      proxy.hold()
      raised = raise(rival, ofRival).then(() => proxy.goOn())
    })
    await raised
    return decisions
  }
  let sent = ''
  proxy.onSent((bytes) => (sent = bytes.toString('latin1')))
  await raise(store, 1)
  await raise(store, 1)
  const isAskedAgain = () => sent.includes('{{1,')
  expect(isAskedAgain()).toBe(true)
  await beAlone()
  await raise(store, 1)
  expect(isAskedAgain()).toBe(false)
  expect(await raisedMeanwhile(2)).toBe(1)
  await beAlone()
  expect(await raisedMeanwhile(1)).toBe(2)
  const { rows } = await store.read({ reads: { rows: many('counters', { id: [1, 2] }) } })
  expect(rows.map(({ value }) => value)).toEqual([6, 1])
  await rival.close()
})

/** Of what is found in the second step only what is the same object has not been asked for. */
const listOf = (store: Store, add = 0) =>
  store.transact(
    { reads: { row: one('counters', 1) }, follow: () => ({ all: everybody }) },
    ({ row, all }: { row: { value: number } | undefined; all: { fullName: string }[] }) => ({
      changes: add ? [put('counters', { id: 1, name: 'c1', value: (row?.value ?? 0) + add })] : [],
      value: all,
    }),
  )
const everybody = many('users', { active: true }, { only: ['id', 'fullName'] })
const called = (fullName: string) => put('users', { ...must(references.users[0]), fullName })

test('a list that every call asks for is read once, until somebody writes to its table, here or elsewhere', async () => {
  const rival = await openPostgres({ url, mode: 'demo' })
  const write = (by: Store, fullName: string) =>
    by.transact({ reads: {} }, () => ({ changes: [called(fullName)], value: null }))
  await listOf(store, 1)
  const read = await listOf(store, 1)
  expect(await listOf(store, 1)).toBe(read)
  expect(await listOf(store)).toBe(read)
  await write(store, 'Written Here')
  const here = await listOf(store, 1)
  expect(here[0]?.fullName).toBe('Written Here')
  expect(await listOf(store, 1)).toBe(here)
  await write(rival, 'Written Meanwhile')
  expect((await listOf(store))[0]?.fullName).toBe('Written Meanwhile')
  await write(rival, 'Written Elsewhere')
  // Also where a flight of its own has passed since that has not asked for it.
  await store.transact({ reads: {} }, () => ({
    changes: [put('counters', { id: 2, name: 'c2', value: 1 })],
    value: null,
  }))
  const elsewhere = await listOf(store, 1)
  expect(elsewhere[0]?.fullName).toBe('Written Elsewhere')
  expect(await listOf(store, 1)).toBe(elsewhere)
  await rival.close()
})

test('a row that has been found is not asked for once more; one that is not seen is, by whoever sees all', async () => {
  const found = (sight: Sight) =>
    store.transact(
      {
        reads: { seen: { ...one('projects', 40_000_001), seen: sight } },
        follow: () => ({ again: one('projects', 40_000_001) }),
      },
      (rows) => ({ changes: [], value: rows }),
    )
  const seen = await found([[{ column: 'id', is: 40_000_001 }]])
  expect(seen.seen?.id).toBe(40_000_001)
  expect(seen.again).toBe(seen.seen)
  const unseen = await found([[{ column: 'id', is: 40_000_002 }]])
  expect([unseen.seen, unseen.again?.id]).toEqual([undefined, 40_000_001])
})

test('what is new is looked for in the tables where this process knows of news, and where somebody else has written unheard, in all', async () => {
  const rival = await openPostgres({ url, mode: 'demo' })
  const { version } = await store.position()
  await store.transact({ reads: {} }, () => ({
    changes: [put('comments', aComment({ projectId: 40_000_001 }))],
    value: null,
  }))
  let sent = ''
  proxy.onSent((bytes) => (sent += bytes.toString('latin1')))
  const changes = () => store.changesSince({ after: version, sight, limit: 50 })
  expect(Object.keys(must(await changes()).rows)).toEqual(['comments'])
  expect(sent).toContain('FROM "comments"')
  expect(sent).not.toContain('FROM "files"')
  await rival.transact({ reads: {} }, () => ({
    changes: [put('projects', aBareProject({ description: 'new' }))],
    value: null,
  }))
  expect(Object.keys(must(await changes()).rows).sort()).toEqual(['comments', 'projects'])
  await rival.close()
})
