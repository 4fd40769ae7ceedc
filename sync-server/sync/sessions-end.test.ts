import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '../testing/server.ts'

/** The longest that a stream may outlive its session. */
const SOON_MS = 5_000

let server: TestServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await testServer()
})
afterEach(async () => {
  await server.close()
  vi.useRealTimers()
})

const asking = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** A session with its news stream open. */
const listening = async (who: string) => listeningWith(who, await server.signIn(who))
async function listeningWith(who: string, token: string) {
  const answer = await server.fetch('/api/sync/live', { headers: asking(token) })
  const state = { who, token, open: answer.status === 200 }
  const reader = answer.body?.getReader()
  const listen = async (): Promise<void> => {
    const next = await reader?.read()
    if (next?.done === false) return listen()
    state.open = false
  }
  void listen()
  return state
}
const statusOf = async (token: string, method: string, path: string, body?: unknown): Promise<number> =>
  (
    await server.fetch(`/api/${path}`, {
      method,
      headers: asking(token),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  ).status

async function soon(): Promise<void> {
  await vi.advanceTimersByTimeAsync(SOON_MS)
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done))
}

test('of twenty sessions those that were ended are refused at once and hear nothing more; the others go on', async () => {
  const people = ['ana', 'mia', 'adam', 'cora', 'pete']
  const sessions = await Promise.all(people.flatMap((who) => [1, 2, 3, 4].map(() => listening(who))))
  await soon()
  expect(sessions.filter(({ open }) => open)).toHaveLength(20)

  // One session of each signs out; then Pete's account is closed, and with it the rest of his.
  const signedOut = sessions.filter((_, index) => index % 4 === 0)
  for (const { token } of signedOut) expect(await statusOf(token, 'POST', 'logout')).toBe(200)
  const ada = await server.signIn('ada')
  expect(await statusOf(ada, 'PATCH', 'resources/users', { id: 5, active: false })).toBe(200)

  const over = sessions.filter((session) => signedOut.includes(session) || session.who === 'pete')
  expect(over).toHaveLength(8)
  for (const session of sessions) {
    const expected = over.includes(session) ? 401 : 200
    expect(await statusOf(session.token, 'GET', 'session'), session.who).toBe(expected)
    expect(await statusOf(session.token, 'GET', 'dashboard/overview'), session.who).toBe(expected)
    expect(await statusOf(session.token, 'GET', 'sync/taskings/1'), session.who).toBe(expected === 401 ? 401 : 404)
  }
  await soon()
  for (const session of sessions) expect(session.open, session.who).toBe(!over.includes(session))
})

test.each<[string, string, object]>([
  ['their roles', 'mia', { roles: 'PO;Analyst' }],
  ['their password', 'ada', { password: 'seven brown owls' }],
  ['their address', 'ada', { email: 'p@fieldpost.example' }],
])('of whom somebody else changes %s, no stream is heard any more; the others’ go on', async (_, who, body) => {
  const [one, two, other] = [await listening('pete'), await listening('pete'), await listening('cora')]
  await soon()
  const keeper = await listening(who)
  expect(await statusOf(keeper.token, 'PATCH', 'resources/users', { id: 5, ...body })).toBe(200)
  for (const { token } of [one, two]) {
    expect(await statusOf(token, 'GET', 'session')).toBe(401)
    expect(await statusOf(token, 'GET', 'sync/live')).toBe(401)
  }
  await soon()
  expect([one.open, two.open, other.open, keeper.open]).toEqual([false, false, true, true])
})

test.each([{ password: 'seven brown owls' }, { email: 'p@fieldpost.example' }])(
  'who changes their own %j is heard here and nowhere else',
  async (body) => {
    const [here, there] = [await listening('pete'), await listening('pete')]
    const whole = { id: 5, ...body, currentPassword: 'fieldpost-demo' }
    expect(await statusOf(here.token, 'PATCH', 'resources/users', whole)).toBe(200)
    await soon()
    expect([here.open, there.open]).toEqual([true, false])
    expect([await statusOf(here.token, 'GET', 'session'), await statusOf(there.token, 'GET', 'session')]).toEqual([
      200, 401,
    ])
  },
)

test('a session that ends between the question who asks and the opening of its stream does not keep it', async () => {
  const { open: others } = await listening('mia')
  const token = await server.signIn('ana')
  const { news } = server.store
  server.store.news = async () => {
    server.store.news = news
    expect(await statusOf(token, 'POST', 'logout')).toBe(200)
    await soon()
    return news()
  }
  const late = await listeningWith('ana', token)
  expect([others, late.open]).toEqual([true, true])
  await soon()
  expect(late.open).toBe(false)
})

test('a stream whose session ran out is closed within the minute', async () => {
  const session = await listening('ana')
  server.clock.advance(69_000_001)
  for (let n = 0; n < 13; n++) await soon()
  expect(session.open).toBe(false)
})
