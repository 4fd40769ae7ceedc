import { afterEach, describe, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { ApiError, Session } from '#shared/protocol/session.ts'
import { aPost } from '../testing/post.ts'
import { internal } from '../testing/rest.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { createPasswords } from './passwords.ts'
import { newToken, tokenHash } from './tokens.ts'

let open: TestServer | undefined
afterEach(() => open?.close())
const aServer = async () => (open = await testServer())

const login = (server: TestServer, email: string, password = 'fieldpost-demo', address = '10.0.0.1', shown = '') =>
  server.fetch('/api/login', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(shown ? { authorization: `Bearer ${shown}` } : {}),
    },
  })
const whoAmI = (server: TestServer, token: string) =>
  server.fetch('/api/session', { headers: { authorization: `Bearer ${token}` } })
async function change(server: TestServer, id: number, fields: Partial<User>): Promise<void> {
  const reads = { user: one('users', id) }
  await server.store.transact({ reads }, ({ user }) => ({
    changes: [put('users', { ...must(user), ...fields })],
    value: 0,
  }))
}

test('the right password gives a token, the user and the organisation', async () => {
  const server = await aServer()
  const answer = await login(server, 'Ana@Fieldpost.example')
  const session = (await answer.json()) as Session
  expect([answer.status, session.user.fullName, session.organisation.appName]).toEqual([
    200,
    'Ana Whitfield',
    'Fieldpost',
  ])
  expect(Date.parse(session.expires) - Date.parse(server.clock.now())).toBe(SESSION_LIFE_MS)
  expect(((await (await whoAmI(server, session.token)).json()) as Session).user.id).toBe(1)
})

test('the store holds a hash of the token and never the token', async () => {
  const server = await aServer()
  const { token } = (await (await login(server, 'ana@fieldpost.example')).json()) as Session
  const { sessions } = await server.store.read({ reads: { sessions: many('sessions', {}) } })
  expect(sessions.map((row) => row.tokenHash)).toEqual([tokenHash(token)])
  expect(JSON.stringify(sessions)).not.toContain(token)
})

test('a wrong password, a stranger, an inactive person and a body of nonsense get the same answer', async () => {
  const server = await aServer()
  const answers = [
    await login(server, 'ana@fieldpost.example', 'not-the-password'),
    await login(server, 'nobody@fieldpost.example'),
    await login(server, 'luis@fieldpost.example'),
    await login(server, 'not an address', 'short'),
    await server.fetch('/api/login', { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } }),
  ]
  for (const answer of answers) {
    const error = (await answer.json()) as ApiError
    expect([answer.status, error.message, error.code]).toEqual([
      401,
      'Incorrect email address or password.',
      'SIGN_IN_FAILED',
    ])
  }
})

test('a session ends after 69,000,000 ms, and not before', async () => {
  const server = await aServer()
  const token = await server.signIn('mia')
  server.clock.advance(SESSION_LIFE_MS - 1)
  expect((await whoAmI(server, token)).status).toBe(200)
  server.clock.advance(1)
  expect((await whoAmI(server, token)).status).toBe(401)
})

test('logging out ends this session and no other', async () => {
  const server = await aServer()
  const [one, other] = [await server.signIn('mia'), await server.signIn('mia')]
  await server.fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${one}` } })
  expect([(await whoAmI(server, one)).status, (await whoAmI(server, other)).status]).toEqual([401, 200])
})

test('somebody who was deactivated is signed out at the next request', async () => {
  const server = await aServer()
  const token = await server.signIn('pete')
  await change(server, 5, { active: false })
  expect((await whoAmI(server, token)).status).toBe(401)
})

test('a role that was lost counts at the next request', async () => {
  const server = await aServer()
  const token = await server.signIn('ana')
  const addProject = () =>
    server.fetch('/api/projects', {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  expect((await addProject()).status).toBe(422)
  await change(server, 1, { roles: 'Client' })
  const body = (await whoAmI(server, token)).json() as Promise<{ user: User }>
  expect((await body).user.roles).toBe('Client')
  const refused = await server.fetch('/api/projects', {
    method: 'POST',
    body: JSON.stringify(internal),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(refused.status).toBe(403)
})

test('no token, a made-up token and another scheme are all nobody', async () => {
  const server = await aServer()
  for (const authorization of ['', `Bearer ${newToken()}`, 'Basic YTpi', 'Bearer ', `Bearer ${'x'.repeat(5000)}`]) {
    const answer = await server.fetch('/api/session', { headers: { authorization } })
    expect(answer.status).toBe(401)
  }
})

test('after five failures an account must wait, longer each time, and never for ever', async () => {
  const server = await aServer()
  const fail = () => login(server, 'mia@fieldpost.example', 'wrong-password')
  for (let n = 0; n < 5; n++) expect((await fail()).status).toBe(401)
  const first = await fail()
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await login(server, 'mia@fieldpost.example')).status).toBe(429)
  server.clock.advance(5_000)
  expect((await fail()).status).toBe(401)
  expect((await fail()).headers.get('retry-after')).toBe('10')
  server.clock.advance(10_000)
  expect((await login(server, 'mia@fieldpost.example')).status).toBe(200)
  expect((await fail()).status).toBe(401)
  for (let n = 0; n < 20; n++) {
    server.clock.advance(15 * 60_000)
    expect((await fail()).status).toBe(401)
  }
})

test('whoever locks an account by guessing does not lock out the device that its owner has used before', async () => {
  const server = await aServer()
  const own = await server.signIn('mia')
  await server.fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${own}` } })
  const guess = (token: string, password = 'wrong-password') =>
    login(server, 'mia@fieldpost.example', password, '10.0.0.1', token && tokenHash(token))
  for (let n = 0; n < 5; n++) await guess('')
  expect([(await guess('')).status, (await guess(newToken())).status]).toEqual([429, 429])
  expect((await guess(await server.signIn('pete'), 'fieldpost-demo')).status).toBe(429)
  expect((await whoAmI(server, tokenHash(await server.signIn('mia')))).status).toBe(401)
  expect((await guess(own, 'fieldpost-demo')).status).toBe(200)
  // The device has guesses of its own, and they are counted too; the account's are not forgiven by it.
  for (let n = 0; n < 5; n++) expect((await guess(own)).status).toBe(401)
  expect([(await guess(own, 'fieldpost-demo')).status, (await guess('', 'fieldpost-demo')).status]).toEqual([429, 429])
})

test('a device that its owner has used before is not locked out by its neighbours, and has a limit of its own', async () => {
  const server = await aServer()
  const own = tokenHash(await server.signIn('mia'))
  const guess = (password: string, shown = own) => login(server, 'mia@fieldpost.example', password, '10.0.0.1', shown)
  for (let n = 0; n < 30; n++) await login(server, `nobody${n}@fieldpost.example`)
  expect((await guess('fieldpost-demo', '')).status).toBe(429)
  expect((await guess('fieldpost-demo')).status).toBe(200)
  // What it does counts for nobody else who sits behind the same address, and the other way round.
  for (let n = 0; n < 5; n++) expect((await guess('wrong-password')).status).toBe(401)
  expect((await guess('fieldpost-demo')).status).toBe(429)
  server.clock.advance(60_000)
  expect((await login(server, 'ana@fieldpost.example')).status).toBe(200)
  // Even with the right password, and on many devices, a person signs in thirty times a minute.
  const hashes = await Promise.all(Array.from({ length: 6 }, async () => tokenHash(await server.signIn('mia'))))
  server.clock.advance(60_000)
  const statuses: number[] = []
  for (let n = 0; n < 36; n++) statuses.push((await guess('fieldpost-demo', hashes[n % 6])).status)
  expect(statuses.filter((status) => status === 200).length).toBe(30)
  expect((await login(server, 'ana@fieldpost.example')).status).toBe(200)
})

describe('whatever the clock does, nobody waits longer than their failures say', () => {
  const DAY_MS = 24 * 3_600_000
  const LONGEST_S = 15 * 60
  const waitOf = (answer: Response) => Number(answer.headers.get('retry-after') ?? 0)
  const locked = async (failures: number) => {
    const server = await aServer()
    for (let n = 0; n < failures; n++) {
      await login(server, 'mia@fieldpost.example', 'wrong-password')
      if (n >= 4) server.clock.advance(n === failures - 1 ? 0 : LONGEST_S * 1000)
    }
    return server
  }

  test.each([
    ['a second', 1_000],
    ['an hour', 3_600_000],
    ['three days', 3 * DAY_MS],
    ['ten years', 3_650 * DAY_MS],
  ])('set back by %s', async (_, ms) => {
    for (const [failures, longest] of [
      [5, 5],
      [20, LONGEST_S],
    ] as const) {
      const server = await locked(failures)
      server.clock.advance(-ms)
      const wait = waitOf(await login(server, 'mia@fieldpost.example'))
      expect([wait > 0, wait <= longest]).toEqual([true, true])
      // Asking again does not begin the wait anew, and what was said is what it takes.
      server.clock.advance((wait - 1) * 1000)
      expect(waitOf(await login(server, 'mia@fieldpost.example'))).toBe(1)
      server.clock.advance(1000)
      expect((await login(server, 'mia@fieldpost.example')).status).toBe(200)
      await server.close()
      open = undefined
    }
  })

  test('gone forward for a while, with failures meanwhile', async () => {
    const server = await locked(5)
    const strange = 20 * 3_600_000
    server.clock.advance(strange)
    for (let n = 0; n < 10; n++) {
      await login(server, 'mia@fieldpost.example', 'wrong-password')
      server.clock.advance(60_000)
    }
    server.clock.advance(-strange)
    const wait = waitOf(await login(server, 'mia@fieldpost.example'))
    expect(wait).toBeLessThanOrEqual(LONGEST_S)
    server.clock.advance(wait * 1000)
    expect((await login(server, 'mia@fieldpost.example')).status).toBe(200)
  })

  test('nor does a network address, nor who asks for a reset', async () => {
    const { letters, post } = aPost()
    const server = (open = await testServer({ post }))
    const reset = () =>
      server.fetch('/api/login/reset', {
        method: 'POST',
        body: '{"email":"mia@fieldpost.example"}',
        headers: { 'content-type': 'application/json' },
      })
    for (let n = 0; n < 30; n++) await login(server, `nobody${n}@fieldpost.example`)
    for (let n = 0; n < 3; n++) await reset()
    await vi.waitFor(() => expect(letters.length).toBe(3), 20_000)
    server.clock.advance(-3 * DAY_MS)
    expect(waitOf(await login(server, 'ana@fieldpost.example'))).toBe(60)
    const before = (await server.store.position()).version
    await reset()
    await vi.waitFor(async () => expect((await server.store.position()).version).toBeGreaterThan(before), 20_000)
    server.clock.advance(60_000)
    expect((await login(server, 'ana@fieldpost.example')).status).toBe(200)
    server.clock.advance(59 * 60_000)
    await reset()
    await vi.waitFor(() => expect(letters.length).toBe(4), 20_000)
  })
})

test('waiting is the same for an address that nobody has', async () => {
  const server = await aServer()
  for (let n = 0; n < 5; n++) await login(server, 'nobody@fieldpost.example')
  expect((await login(server, 'nobody@fieldpost.example')).status).toBe(429)
})

test('one network address gets thirty attempts a minute', async () => {
  const server = await aServer()
  for (let n = 0; n < 30; n++) expect((await login(server, `nobody${n}@fieldpost.example`)).status).toBe(401)
  expect((await login(server, 'ana@fieldpost.example')).status).toBe(429)
  expect((await login(server, 'ana@fieldpost.example', 'fieldpost-demo', '10.0.0.2')).status).toBe(200)
  server.clock.advance(60_000)
  expect((await login(server, 'ana@fieldpost.example')).status).toBe(200)
})

test('who has a network of IPv6 addresses has thirty attempts a minute as well, and another network its own', async () => {
  const server = await aServer()
  const from = (network: string, n: number) =>
    login(server, `nobody-${n}@fieldpost.example`, 'not-the-password', `2001:db8:1:${network}::${n.toString(16)}`)
  for (let n = 0; n < 30; n++) expect((await from('a', n)).status).toBe(401)
  expect([(await from('a', 30)).status, (await from('b', 31)).status]).toEqual([429, 401])
})

test('twenty guesses at once count as twenty', async () => {
  const server = await aServer()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => login(server, 'mia@fieldpost.example', 'wrong-password')),
  )
  expect(answers.filter((answer) => answer.status === 401).length).toBe(5)
})

test('passwords are argon2id, and a stranger costs the same work', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1 })
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(await passwords.verify(stored, 'correct horse')).toBe(true)
  expect(await passwords.verify(stored, 'wrong horse')).toBe(false)
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
})

test('two passwords are judged at a time; a crowd waits and the rest is asked to come back', async () => {
  const passwords = createPasswords({ memoryCost: 4096, timeCost: 2 }, { atOnce: 2, waiting: 3 })
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.verify(null, 'guess')))
  expect(all.map((one) => (one.status === 'fulfilled' ? 'judged' : (one.reason as { status: number }).status))).toEqual(
    [...Array.from({ length: 5 }, () => 'judged'), 503, 503, 503],
  )
  expect(await passwords.verify(null, 'guess')).toBe(false)
})
