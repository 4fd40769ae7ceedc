import { afterEach, beforeEach, expect, test } from 'vitest'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import type { SessionSeen } from '#shared/protocol/session.ts'
import { everyRole, restServer, roleNames, type RestServer } from '../testing/rest.ts'
import { browserName } from './browser-name.ts'

let server: RestServer
beforeEach(async () => void (server = await restServer()))
afterEach(() => server.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const login = async (email: string, agent: string): Promise<string> => {
  const answer = await server.fetch('/api/login', {
    method: 'POST',
    body: JSON.stringify({ email, password: 'fieldpost-demo' }),
    headers: { 'content-type': 'application/json', 'user-agent': agent },
  })
  return ((await answer.json()) as { token: string }).token
}
const call = async (token: string, method: string, path: string) => {
  const answer = await server.fetch(`/api/${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: await answer.json() }
}
const list = async (token: string, path = 'sessions') => (await call(token, 'GET', path)).body as SessionSeen[]
const isSignedIn = async (token: string) => (await call(token, 'GET', 'session')).status === 200

test('one sees where one is signed in, and ends one of them or all others', async () => {
  const [first, second, third] = [
    await login('pete@fieldpost.example', chrome),
    await server.signIn('pete'),
    await server.signIn('pete'),
  ]
  const seen = await list(first)
  expect(seen.map(({ label, current }) => [label, current])).toEqual([
    ['test', false],
    ['test', false],
    ['Chrome on Windows', true],
  ])
  expect(Date.parse(seen[0]?.expireDate ?? '') - Date.parse(seen[0]?.createDate ?? '')).toBe(SESSION_LIFE_MS)
  expect(seen.map(({ seenDate }) => seenDate)).toEqual([null, null, server.clock.now()])
  expect(JSON.stringify(seen)).not.toMatch(/token/i)

  expect(await call(first, 'DELETE', `sessions/${seen[0]?.id}`)).toEqual({ status: 200, body: { ended: 1 } })
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, true, false])
  expect((await call(first, 'DELETE', `sessions/${seen[0]?.id}`)).status).toBe(404)
  expect((await call(first, 'DELETE', 'sessions')).body).toEqual({ ended: 1 })
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
  expect((await list(first)).length).toBe(1)
})

test('sessions of others do not exist, and what is over is not listed', async () => {
  const [pete, mia] = [await server.signIn('pete'), await server.signIn('mia')]
  const [foreign] = await list(pete)
  for (const id of [String(foreign?.id), '999999', '0', 'x', '1e3']) {
    expect((await call(mia, 'DELETE', `sessions/${id}`)).status).toBe(404)
  }
  expect(await isSignedIn(pete)).toBe(true)
  server.clock.advance(SESSION_LIFE_MS)
  expect((await list(await server.signIn('pete'))).length).toBe(1)
})

test('an Admin sees and ends anybody’s; nobody else does, not even their own this way', async () => {
  const [ada, pete, there] = [await server.signIn('ada'), await server.signIn('pete'), await server.signIn('pete')]
  const [one] = await list(ada, 'resources/users/5/sessions')
  expect((await list(ada, 'resources/users/5/sessions')).map(({ current }) => current)).toEqual([false, false])
  await call(ada, 'DELETE', `sessions/${one?.id}`)
  expect([await isSignedIn(pete), await isSignedIn(there)]).toEqual([true, false])
  expect((await call(ada, 'DELETE', 'resources/users/5/sessions')).body).toEqual({ ended: 1 })
  expect([await isSignedIn(pete), await isSignedIn(ada)]).toEqual([false, true])
  expect((await call(ada, 'GET', 'resources/users/999/sessions')).status).toBe(404)
  for (const role of roleNames) {
    const path = 'resources/users/5/sessions'
    const allowed = role === 'Admin' ? 200 : 403
    expect((await server.get(everyRole[role], path)).status, role).toBe(allowed)
    expect((await server.as(everyRole[role], 'DELETE', path)).status, role).toBe(allowed)
  }
})

test('the news streams of twenty sessions that are ended, or whose person is deactivated, close', async () => {
  const tokens = [
    ...(await Promise.all(Array.from({ length: 10 }, () => server.signIn('pete')))),
    ...(await Promise.all(Array.from({ length: 10 }, () => server.signIn('cora')))),
  ]
  const staying = await server.signIn('mia')
  const open = async (token: string) => {
    const answer = await server.fetch('/api/sync/live', { headers: { authorization: `Bearer ${token}` } })
    if (!answer.body) throw new Error('There is no stream')
    return answer.body.getReader()
  }
  const readToEnd = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    while (!(await reader.read()).done);
  }
  const streams = await Promise.all(tokens.map(open))
  const other = await open(staying)
  let isOtherClosed = false
  void readToEnd(other).then(() => (isOtherClosed = true))

  const ada = await server.signIn('ada')
  await call(ada, 'DELETE', 'resources/users/5/sessions')
  await server.patch('ada', 'resources/users', { id: 4, active: false })
  for (const token of tokens) expect(await isSignedIn(token)).toBe(false)
  await Promise.all(streams.map(readToEnd))
  expect([isOtherClosed, await isSignedIn(staying)]).toEqual([false, true])
})

test.each([
  [chrome, 'Chrome on Windows'],
  [`${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Mac'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['<script>', 'Unknown'],
  ['', 'Unknown'],
])('%s is %s', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})
