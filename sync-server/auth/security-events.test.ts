import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { tagOf } from '../http/note.ts'
import { aPost, tokenIn } from '../testing/post.ts'
import { restServer, type RestServer } from '../testing/rest.ts'
import { firstAdminToken } from './first-admin.ts'

type Line = Record<string, unknown>
let server: RestServer
let log: Line[]
let letters: ReturnType<typeof aPost>['letters']
beforeEach(async () => {
  log = []
  const mail = aPost()
  letters = mail.letters
  server = await restServer({ log: (line) => log.push(line), post: mail.post })
})
afterEach(() => server.close())

const OWLS = 'seven brown owls'
const from = { 'x-forwarded-for': '10.0.0.7' }
const users = 'resources/users'
/** The events since the last look, without what each must have and is looked at here. */
function events(): Line[] {
  const requests = new Set(log.filter(({ event }) => !event).map(({ requestId }) => requestId))
  const found = log.filter(({ event }) => event)
  log.length = 0
  return found.map(({ requestId, address, level, ...line }) => {
    expect([level, address, typeof requestId]).toEqual(['info', '10.0.0.7', 'string'])
    // The line of the request has the same id; what is worked on after the answer may come before it or after it.
    if (requests.size > 0) expect(requests).toContain(requestId)
    return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined))
  })
}
const send = async (path: string, body: unknown, more: Record<string, string> = {}) =>
  server.fetch(`/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...from, ...more },
  })
const save = (who: string, body: object, search = '') => server.as(who, 'PATCH', users + search, body, from)

test('a failed sign-in has the person where there is one, and of what was typed a tag', async () => {
  await send('login', { email: 'Cora@fieldpost.example', password: 'not-the-password' })
  await send('login', { email: 'nobody@fieldpost.example', password: 'not-the-password' })
  await send('login', { email: 'luis@fieldpost.example', password: 'fieldpost-demo' })
  const cora = tagOf('cora@fieldpost.example')
  expect(cora).toMatch(/^[0-9a-f]{12}$/)
  expect(events()).toEqual([
    { event: 'sign-in-failed', user: 4, account: cora },
    { event: 'sign-in-failed', account: tagOf('nobody@fieldpost.example') },
    { event: 'sign-in-failed', user: 39, account: tagOf('luis@fieldpost.example') },
  ])
  for (let n = 0; n < 5; n++) await send('login', { email: 'cora@fieldpost.example', password: 'not-the-password' })
  expect(events().at(-1)).toEqual({ event: 'throttled', account: cora, wait: 5 })
  await send('login', { email: 'mia@fieldpost.example', password: 'fieldpost-demo' })
  expect(events()).toEqual([])
})

test('a wrong present password, and guessing it', async () => {
  for (let n = 0; n < 6; n++) await save('pete', { id: 5, password: OWLS, currentPassword: 'not-the-password' })
  expect(events()).toEqual([
    ...Array.from({ length: 5 }, () => ({ event: 'wrong-password', user: 5, by: 5 })),
    { event: 'throttled', user: 5, by: 5, wait: 5 },
  ])
})

test('what is refused by right, over REST once and in a round for each call', async () => {
  await server.as('pete', 'GET', `${users}?page=1`, undefined, from)
  await save('mia', { id: 4, password: OWLS })
  const token = await server.signIn('pete')
  const sync = async (body: object) =>
    (
      await send(
        'sync',
        { protocol: PROTOCOL, cursor: null, from: 1, limit: 9, ...body },
        { authorization: `Bearer ${token}` },
      )
    ).json() as Promise<{ device: number }>
  const { device } = await sync({ device: 0, calls: [] })
  const calls = ['amendProject', 'saveUser', 'addComment'].map((name, index) => ({
    ...{ seq: index + 1, id: `bbbbbbbbbbbbbbb${index}`, name, at: server.clock.now() },
    input: index === 1 ? { id: 5, fullName: 'Peter O.' } : {},
  }))
  await sync({ device, calls })
  await sync({ device, calls })
  expect(events()).toEqual([
    { event: 'not-allowed', by: 5, method: 'GET', path: `/api/${users}` },
    { event: 'not-allowed', by: 2, method: 'PATCH', path: `/api/${users}` },
    { event: 'not-allowed', by: 5, call: 'saveUser' },
  ])
})

test('what happens to an account, by whom', async () => {
  const { id } = (
    await server.as(
      'mia',
      'POST',
      `${users}?invite=true`,
      {
        ...{ fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' },
      },
      from,
    )
  ).body
  expect(events()).toEqual([
    { event: 'account-made', user: id, by: 2, roles: 'Analyst' },
    { event: 'invited', user: id, by: 2 },
  ])
  await send('login/accept', { token: tokenIn(must(letters[0]).text), password: OWLS })
  expect(events()).toEqual([{ event: 'password-changed', user: id }])

  await server.signIn('pete')
  await save('mia', { id: 5, roles: 'PO;AD', fullName: 'Peter Okafor' })
  expect(events()).toEqual([
    { event: 'roles-changed', user: 5, by: 2, from: 'PO', to: 'PO;AD' },
    { event: 'sessions-ended', user: 5, by: 2, ended: 1 },
  ])
  await save('ada', { id: 5, password: OWLS, email: 'p@fieldpost.example' }, '?invite=true')
  expect(events().map(({ event }) => event)).toEqual(['invited', 'password-changed', 'email-changed'])
  await save('mia', { id: 5, active: false })
  await save('mia', { id: 5, active: true })
  await save('cora', { id: 4, email: 'c@fieldpost.example', currentPassword: 'fieldpost-demo' })
  await save('cora', { id: 4, fullName: 'Cora B.' })
  expect(events()).toEqual([
    { event: 'account-closed', user: 5, by: 2 },
    { event: 'account-opened', user: 5, by: 2 },
    { event: 'email-changed', user: 4, by: 4 },
  ])
})

test('sessions that somebody else ended, and resets that were asked for', async () => {
  const token = await server.signIn('pete')
  const own = { authorization: `Bearer ${token}` }
  await server.signIn('pete')
  await server.fetch('/api/sessions', { method: 'DELETE', headers: { ...own, ...from } })
  const [one] = (await server.as('ada', 'GET', `${users}/5/sessions`, undefined, from)).list
  await server.as('ada', 'DELETE', `sessions/${one?.id}`, undefined, from)
  await server.signIn('pete')
  await server.as('ada', 'DELETE', `${users}/5/sessions`, undefined, from)
  const ended = { event: 'sessions-ended', user: 5, by: 7, ended: 1 }
  expect(events()).toEqual([ended, ended])

  await send('login/reset', { email: 'cora@fieldpost.example' })
  await vi.waitFor(() => expect(letters.length).toBe(1), 20_000)
  await send('login/reset', { email: 'nobody@fieldpost.example' })
  await vi.waitFor(() => expect(log.filter(({ event }) => event).length).toBe(2), 20_000)
  await server.as('mia', 'POST', `${users}/4/reset`, undefined, from)
  await vi.waitFor(() => expect(letters.length).toBe(2), 20_000)
  const cora = { event: 'reset-asked', user: 4, account: tagOf('cora@fieldpost.example'), sent: true }
  expect(events()).toEqual([
    cora,
    { event: 'reset-asked', account: tagOf('nobody@fieldpost.example'), sent: false },
    { ...cora, by: 2 },
  ])
})

test('the first administrator', async () => {
  const empty = await restServer({ seed: 'none', log: (line) => log.push(line) })
  const body = {
    ...{ fullName: 'Ada Novak', email: 'ada@fieldpost.example', password: OWLS },
    token: await firstAdminToken(empty.server),
  }
  await empty.fetch('/api/login/first', {
    ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...from } },
  })
  expect(events()).toEqual([{ event: 'account-made', roles: 'Admin' }])
  await empty.close()
})

test('no line has a password, a token, a body or an address of a person', async () => {
  const token = await server.signIn('pete')
  await send('login', { email: 'hunter2@secret.example', password: 'hunter2-typed' })
  await send(
    'login',
    { email: 'pete@fieldpost.example', password: 'hunter2-typed' },
    { authorization: `Bearer ${token}` },
  )
  await send(
    users,
    { id: 5, password: OWLS, email: 'new@fieldpost.example', currentPassword: 'fieldpost-demo' },
    {
      authorization: `Bearer ${token}`,
    },
  )
  await server.as('ada', 'PATCH', `${users}?invite=true`, { id: 4, fullName: 'Secret Name' }, from)
  await send('login/accept', { token: tokenIn(must(letters.at(-1)).text), password: OWLS })
  await send('login/reset', { email: 'hunter2@secret.example' })
  await vi.waitFor(() => expect(log.some(({ event }) => event === 'reset-asked')).toBe(true), 20_000)
  const text = JSON.stringify(log)
  expect(log.filter(({ event }) => event).length).toBeGreaterThan(6)
  const secrets = ['hunter2', OWLS, 'fieldpost-demo', 'fieldpost.example', 'Secret Name', token]
  for (const secret of [...secrets, ...letters.flatMap((letter) => letter.text.match(/#token=\S+/g) ?? [])])
    expect(text).not.toContain(secret)
})
