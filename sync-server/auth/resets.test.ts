import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { startSession } from './sessions.ts'
import { aPost, tokenIn } from '../testing/post.ts'
import { testServer, type TestServer, type TestServerOptions } from '../testing/server.ts'

let open: TestServer | undefined
afterEach(() => open?.close())

async function aServer(options: TestServerOptions = {}) {
  const { letters, post } = aPost()
  const server = (open = await testServer({ post, ...options }))
  const send = (path: string, body: unknown, address = '10.0.0.1') =>
    server.fetch(`/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })
  const ask = async (email: string, address?: string) => {
    const answer = await send('login/reset', { email }, address)
    return [answer.status, await answer.json()]
  }
  /** Asks, and waits for the letter, which is written after the answer. */
  const asked = async (email: string, address?: string) => {
    const before = letters.length
    const answer = await ask(email, address)
    await vi.waitFor(() => expect(letters.length).toBeGreaterThan(before), { interval: 5, timeout: 20_000 })
    return answer
  }
  /** Asks for an address that gets no letter, and waits until it was counted. */
  const askedInVain = async (email: string) => {
    const before = (await server.store.position()).version
    const answer = await ask(email)
    await vi.waitFor(async () => expect((await server.store.position()).version).toBeGreaterThan(before), {
      interval: 5,
      timeout: 20_000,
    })
    return answer
  }
  const accept = async (token: string, password = 'seven brown owls') => {
    const answer = await send('login/accept', { token, password })
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }
  const login = async (email: string, password: string) => (await send('login', { email, password })).status
  const newestToken = () => tokenIn(must(letters.at(-1)).text)
  return { ...server, letters, send, ask, asked, askedInVain, accept, login, newestToken }
}
const sent = [200, { message: 'Password reset email sent, click back to return to login' }]
const over = [404, 'This link is no longer valid. Please ask for a new one.']

test('a reset link comes by mail, sets the password, ends every session and signs nobody in', async () => {
  const server = await aServer()
  const token = await server.signIn('pete')
  expect(await server.asked('Pete@Fieldpost.example')).toEqual(sent)
  expect(server.letters).toMatchObject([{ to: 'pete@fieldpost.example', subject: 'Set a new password for Fieldpost' }])
  expect(server.letters[0]?.text).toContain('https://fieldpost.example.org/reset#token=')

  expect(await server.accept(server.newestToken(), 'short')).toEqual([422, 'Password must be at least 6 characters'])
  expect((await server.accept(server.newestToken(), 'Pete1984'))[0]).toBe(422)
  expect(await server.accept(server.newestToken())).toEqual([200, 'Your password is set. You can sign in now.'])
  expect((await server.fetch('/api/session', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  expect(await server.login('pete@fieldpost.example', 'fieldpost-demo')).toBe(401)
  expect(await server.login('pete@fieldpost.example', 'seven brown owls')).toBe(200)
})

test('who signs in with the old password while it is being replaced is not signed in', async () => {
  const server = await aServer()
  await server.asked('pete@fieldpost.example')
  const { credential } = await server.store.read({ reads: { credential: one('credentials', 5) } })
  const guesses = Array.from({ length: 4 }, () =>
    server.send('login', { email: 'pete@fieldpost.example', password: 'fieldpost-demo' }),
  )
  const [accepted, ...answers] = await Promise.all([server.accept(server.newestToken()), ...guesses])
  expect(accepted[0]).toBe(200)
  for (const answer of answers) {
    const { token = 'not-signed-in' } = (await answer.json()) as { token?: string }
    const session = await server.fetch('/api/session', { headers: { authorization: `Bearer ${token}` } })
    expect(session.status).toBe(401)
  }
  expect(await startSession(server.server, 5, 'late', must(credential).hash)).toBeNull()
})

test('strangers, inactive people and nonsense get the same answer and no letter', async () => {
  const server = await aServer()
  for (const email of ['nobody@nowhere.example', 'luis@fieldpost.example'])
    expect(await server.askedInVain(email)).toEqual(sent)
  expect(await server.ask('rubbish')).toEqual(sent)
  await server.asked('ana@fieldpost.example')
  expect(server.letters.map(({ to }) => to)).toEqual(['ana@fieldpost.example'])
  const { links } = await server.store.read({ reads: { links: many('links', {}) } })
  expect(links.map((row) => [row.userId, row.purpose])).toEqual([[1, 'reset']])
  expect(JSON.stringify(links)).not.toContain(server.newestToken())
})

test('the answer has gone before anything is looked up', async () => {
  const server = await aServer()
  const before = (await server.store.position()).version
  const answer = await server.send('login/reset', { email: 'ana@fieldpost.example' })
  expect([answer.status, (await server.store.position()).version, server.letters]).toEqual([200, before, []])
  await vi.waitFor(() => expect(server.letters.length).toBe(1), 20_000)
})

test('a link is over after 30 minutes, after another one, after deactivation, and for nonsense', async () => {
  const server = await aServer()
  await server.asked('pete@fieldpost.example')
  const first = server.newestToken()
  await server.asked('pete@fieldpost.example')
  expect(await server.accept(first)).toEqual(over)
  server.clock.advance(30 * 60_000)
  expect(await server.accept(server.newestToken())).toEqual(over)
  for (const token of ['', 'x', 'y'.repeat(300)]) expect(await server.accept(token)).toEqual(over)
})

test('a link that went to an address of before is over', async () => {
  const server = await aServer()
  await server.asked('pete@fieldpost.example')
  const pete = await server.signIn('pete')
  const save = (body: object) =>
    server.fetch('/api/resources/users', {
      method: 'PATCH',
      body: JSON.stringify({ id: 5, ...body }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${pete}` },
    })
  await save({ fullName: 'Peter Okafor' })
  expect((await server.accept(server.newestToken(), 'short'))[0]).toBe(422)
  const token = server.newestToken()
  await save({ email: 'pete.okafor@fieldpost.example', currentPassword: 'fieldpost-demo' })
  expect(await server.accept(token)).toEqual(over)
})

test('an invitation outlives a reset that is only asked for, and a reset that is done uses it up', async () => {
  const server = await aServer()
  const mia = await server.signIn('mia')
  const invite = (body: object) =>
    server.fetch('/api/resources/users?invite=true', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${mia}` },
    })
  const person = { fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' }
  const told = (await (await invite(person)).json()) as { invitation: object }
  expect(told.invitation).toEqual({ sentTo: person.email, expires: '2026-03-17T14:00:00.000Z' })
  expect(server.letters).toMatchObject([{ to: person.email, subject: 'Your account for Fieldpost' }])
  const invitation = server.newestToken()
  await server.asked(person.email)
  const { links } = await server.store.read({ reads: { links: many('links', { used: false }) } })
  expect(links.map((row) => row.purpose)).toEqual(['invitation', 'reset'])
  expect((await server.accept(server.newestToken()))[0]).toBe(200)
  expect(await server.accept(invitation, 'eight brown owls')).toEqual(over)
  expect(await server.login(person.email, 'seven brown owls')).toBe(200)
})

test('three letters an hour for one account; beyond that the answer is the same and nothing is sent', async () => {
  const server = await aServer()
  for (let n = 0; n < 3; n++) await server.asked('ana@fieldpost.example', `10.0.0.${n}`)
  for (let n = 0; n < 4; n++) expect(await server.ask('ANA@fieldpost.example', '10.0.0.9')).toEqual(sent)
  await server.asked('mia@fieldpost.example')
  expect(server.letters.map(({ to }) => to.slice(0, 3))).toEqual(['ana', 'ana', 'ana', 'mia'])
  server.clock.advance(3_600_000)
  await server.asked('ana@fieldpost.example')
  expect(server.letters.length).toBe(5)
})

test('one network address asks for thirty a minute', async () => {
  const server = await aServer()
  for (let n = 0; n < 30; n++) await server.askedInVain(`nobody${n}@fieldpost.example`)
  expect(await server.ask('ana@fieldpost.example')).toEqual(sent)
  await server.asked('mia@fieldpost.example', '10.0.0.2')
  expect(server.letters.map(({ to }) => to)).toEqual(['mia@fieldpost.example'])
})

test('who guessed too often need not wait after a reset', async () => {
  const server = await aServer()
  for (let n = 0; n < 6; n++) await server.login('mia@fieldpost.example', 'wrong-password')
  expect(await server.login('mia@fieldpost.example', 'fieldpost-demo')).toBe(429)
  await server.asked('mia@fieldpost.example')
  await server.accept(server.newestToken())
  expect(await server.login('mia@fieldpost.example', 'seven brown owls')).toBe(200)
})

test('one link used twenty times at once sets one password, also in a database on the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-resets-'))
  try {
    const store = openSqlite({ path: join(folder, 'one.sqlite'), mode: 'demo' })
    const server = await aServer({ store })
    await server.asked('pete@fieldpost.example')
    const token = server.newestToken()
    const passwords = Array.from({ length: 20 }, (_, n) => `brown owls, all ${n + 100} of them`)
    const answers = await Promise.all(passwords.map((password) => server.accept(token, password)))
    const winner = answers.findIndex(([status]) => status === 200)
    expect(answers.filter((answer) => answer[0] === 404).length).toBe(19)
    expect(await server.login('pete@fieldpost.example', must(passwords[winner]))).toBe(200)
    await server.close()
    open = undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('without mail a reset is answered alike, leaves nothing behind, and the log says so once', async () => {
  const log: Record<string, unknown>[] = []
  const server = (open = await testServer({ log: (entry) => void (entry.event && log.push(entry)) }))
  const before = (await server.store.position()).version
  for (const email of ['ana@fieldpost.example', 'nobody@nowhere.example', 'rubbish']) {
    const answer = await server.fetch('/api/login/reset', {
      method: 'POST',
      body: JSON.stringify({ email }),
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, await answer.json()]).toEqual(sent)
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([(await server.store.position()).version, log.map((entry) => entry.event)]).toEqual([
    before,
    ['no-mail', 'reset-asked', 'reset-asked'],
  ])
})
