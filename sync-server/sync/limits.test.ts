import { afterEach, describe, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { PROTOCOL, type RoundResponse } from '#shared/protocol/sync.ts'
import { usualRate } from '../http/limits.ts'
import { isServers, LAST_DEVICE } from '../store/ids.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { testServer, type TestServer, type TestServerOptions } from '../testing/server.ts'
import { createNews } from './live.ts'
import { usualSyncLimits } from './mount.ts'

let server: TestServer
const aServer = async (options: TestServerOptions = {}) => (server = await testServer(options))
afterEach(() => server.close())

const asking = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const get = (token: string, path: string) => server.fetch(`/api/${path}`, { headers: asking(token) })
async function round(token: string, request: object = {}) {
  const answer = await server.fetch('/api/sync', {
    method: 'POST',
    headers: asking(token),
    body: JSON.stringify({ protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 100, ...request }),
  })
  const body = (answer.status === 204 ? {} : await answer.json()) as RoundResponse & { message?: string }
  return { status: answer.status, body, retryAfter: Number(answer.headers.get('retry-after')) }
}
const counter = async () =>
  (await server.store.read({ reads: { rows: many('counters', { id: 1 }) } })).rows[0]?.value ?? 0

describe('requests', () => {
  test('of one person are limited, rounds and news and REST together; others go on, and so does the one in time', async () => {
    await aServer({ limits: { requests: usualRate } })
    const [pete, ana] = [await server.signIn('pete'), await server.signIn('ana')]
    const again = await server.signIn('pete')
    const ask = (n: number) =>
      n % 3 === 0
        ? round(pete).then(({ status }) => status)
        : get(n % 2 ? pete : again, n % 3 === 1 ? 'session' : 'sync/taskings/1').then(({ status }) => status)
    const statuses = []
    for (let n = 0; n < usualRate.atOnce; n++) statuses.push(await ask(n))
    expect(statuses.filter((status) => status === 429)).toEqual([])
    for (const path of ['session', 'sync/live', 'nothing']) {
      const refused = await get(pete, path)
      expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
        429,
        '1',
        'close',
      ])
      expect(((await refused.json()) as { message: string }).message).toBe(
        'Too many requests: 600 at once, then 20 a second. Go on in 1 s.',
      )
    }
    expect([(await round(again)).status, (await get(ana, 'session')).status]).toEqual([429, 200])
    server.clock.advance(1_000)
    for (let n = 0; n < usualRate.perSecond; n++) expect((await get(pete, 'session')).status).toBe(200)
    expect((await get(pete, 'session')).status).toBe(429)
    // A clock that is set back neither fills the bucket nor locks anybody out for longer.
    server.clock.advance(-3_600_000)
    expect((await get(pete, 'session')).status).toBe(429)
    server.clock.advance(1_000)
    expect((await get(pete, 'session')).status).toBe(200)
  })

  test('of nobody are not counted: a token that is none takes nothing from anybody', async () => {
    await aServer({ limits: { requests: { atOnce: 2, perSecond: 1 } } })
    const pete = await server.signIn('pete')
    for (let n = 0; n < 5; n++) expect((await get(`${pete}x`, 'session')).status).toBe(401)
    expect((await get(pete, 'session')).status).toBe(200)
  })
})

test('a cursor beyond all that there is belongs to a history that is gone: the device begins anew', async () => {
  await aServer()
  const ana = await server.signIn('ana')
  const begun = (await round(ana, { limit: 2_000 })).body
  const { device } = begun
  let { cursor, more } = begun
  while (more) ({ cursor, more } = (await round(ana, { limit: 2_000, device, cursor })).body)
  const beyond = String(cursor).replace(/\d+$/, (version) => String(Number(version) + 1_000))
  const [here, gone] = [await round(ana, { device, cursor }), await round(ana, { device, cursor: beyond })]
  expect([here.status, gone.status, gone.body.reset]).toEqual([204, 200, true])
})

describe('device numbers', () => {
  test('are granted so many at once, and then one every five minutes; others are granted theirs', async () => {
    await aServer({ limits: { devices: usualSyncLimits.devices } })
    const [pete, ana] = [await server.signIn('pete'), await server.signIn('ana')]
    for (let n = 0; n < 50; n++) expect((await round(pete)).status).toBe(200)
    const before = await counter()
    const refused = await round(pete)
    expect(refused).toMatchObject({ status: 429, retryAfter: 300 })
    expect(refused.body.message).toBe('Too many new devices under your name. Another one can be added in 300 s.')
    // Neither a number that is somebody else's nor one that nobody has is a way around.
    const other = (await round(ana)).body.device
    expect((await round(pete, { device: other })).status).toBe(429)
    expect((await round(pete, { device: 4_711 })).status).toBe(429)
    expect(await counter()).toBe(before + 1)
    server.clock.advance(300_000)
    expect([(await round(pete)).status, (await round(pete)).status]).toEqual([200, 429])
  })

  test('cannot be run to their end with cursors and numbers of one’s own making', async () => {
    await aServer()
    const pete = await server.signIn('pete')
    const { device } = (await round(pete)).body
    const { epoch } = await server.store.position()
    for (const cursor of ['forged.1', `${epoch}x.5`, '.', 'a.b.c.d', epoch])
      for (const number of [device + 1_000, device + 90_000, 9_007_199_254, Number.MAX_SAFE_INTEGER]) {
        const before = await counter()
        const { status, body } = await round(pete, { device: number, cursor })
        expect([status, body.device], `${cursor} ${number}`).toEqual([200, before + 1])
        expect(await counter()).toBe(before + 1)
      }
  })

  test('end before those that are the server’s own', async () => {
    await aServer()
    const last = LAST_DEVICE
    const row = put('counters', { id: 1, name: 'devices', value: last - 1 })
    await server.store.transact({ reads: {} }, () => ({ changes: [row], value: 0 }))
    const pete = await server.signIn('pete')
    expect((await round(pete)).body.device).toBe(last)
    expect([isServers(last), isServers(last + 1)]).toEqual([false, true])
    const refused = await round(pete)
    expect([refused.status, refused.body.message]).toEqual([
      503,
      'No more devices can be added. Tell your administrator.',
    ])
    expect(await counter()).toBe(last)
  })
})

test('two devices of a person fetch everything at once, a third one comes again, and other people are not held up', async () => {
  await aServer()
  const [pete, ana] = [await server.signIn('pete'), await server.signIn('ana')]
  const { newestProjects } = server.store
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let waiting = 0
  server.store.newestProjects = async (options) => (waiting++, await held, newestProjects(options))
  const two = [round(pete), round(pete)]
  await expect.poll(() => waiting).toBe(2)
  let third: Awaited<ReturnType<typeof round>> | undefined
  void round(pete).then((answer) => (third = answer))
  await expect.poll(() => waiting > 2 || third).toBeTruthy()
  expect(third).toMatchObject({ status: 429, retryAfter: 2 })
  expect(third?.body.message).toContain('This one goes on shortly.')
  const other = round(ana)
  await expect.poll(() => waiting).toBe(3)
  release()
  expect((await Promise.all([...two, other])).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await round(pete)).status).toBe(200)
})

describe('news streams', () => {
  const read = async (answer: Response) => {
    const reader = answer.body?.getReader()
    const state = { isOpen: answer.status === 200 }
    const listen = async (): Promise<void> => {
      const next = await reader?.read()
      if (next?.done === false) return listen()
      state.isOpen = false
    }
    void listen()
    return Promise.resolve(state)
  }

  test('of all people together are as many as there may be; who is one too many is told, and loses nothing', async () => {
    await aServer({ limits: { streams: 2, streamsOfAll: 5 } })
    const people = await Promise.all(['ana', 'mia', 'pete'].map((who) => server.signIn(who)))
    const states: { isOpen: boolean }[] = []
    for (const token of [...people, ...people]) {
      const answer = await get(token, 'sync/live')
      if (states.length === 5) {
        expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
          503,
          '60',
          'application/json',
        ])
        break
      }
      states.push(await read(answer))
    }
    expect(states.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true, true])
    // One's own oldest makes room.
    expect((await get(people[0] ?? '', 'sync/live')).status).toBe(200)
    await expect.poll(() => states.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true, true])
  })

  test('whose reader does not read are cut when they have ended', async () => {
    const store = openSqlite({ path: ':memory:' })
    await aServer({ store, seed: 'none' })
    const news = createNews(store, { streams: 1, streamsOfAll: 9 }, () => Promise.reject(new Error('none')))
    const cuts: number[] = []
    news.open({ sessionId: 1, userId: 1, cursor: null }, 1, () => cuts.push(1))
    news.open({ sessionId: 2, userId: 2, cursor: null }, 1, () => cuts.push(2))
    news.open({ sessionId: 3, userId: 1, cursor: null }, 1, () => cuts.push(3))
    await expect.poll(() => cuts, { timeout: 5_000 }).toEqual([1])
    news.closeWhere(({ sessionId }) => sessionId === 2)
    await expect.poll(() => cuts, { timeout: 5_000 }).toEqual([1, 2])
    expect(news.count()).toBe(1)
    news.stop()
  })
})
