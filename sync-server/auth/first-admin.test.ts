import { afterEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { aUser } from '#shared/testing/samples.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { firstAdminToken } from './first-admin.ts'

let open: TestServer | undefined
afterEach(() => open?.close())
const anEmptyServer = async () => (open = await testServer({ seed: 'none' }))

const form = { email: 'Ada@Example.org', fullName: 'Ada Novak', password: 'seven brown owls' }
const send = async (server: TestServer, path: string, body: unknown) => {
  const answer = await server.fetch(`/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const people = async (server: TestServer) =>
  (await server.store.read({ reads: { users: many('users', {}) } })).users.map(({ email, roles }) => [email, roles])

test('the link makes the first administrator, who signs in, and it is dead after that', async () => {
  const server = await anEmptyServer()
  const token = must(await firstAdminToken(server.server))
  const { links } = await server.store.read({ reads: { links: many('links', {}) } })
  expect(links).toMatchObject([{ userId: 0, purpose: 'first-admin', used: false }])
  expect(JSON.stringify(links)).not.toContain(token)

  const made = await send(server, 'login/first', { ...form, token })
  expect([made.status, made.body]).toEqual([200, { message: 'Your password is set. You can sign in now.' }])
  expect((await send(server, 'login', { email: form.email, password: form.password })).status).toBe(200)
  expect(await people(server)).toEqual([['ada@example.org', 'Admin']])
  const again = await send(server, 'login/first', { ...form, email: 'eve@example.org', token })
  expect([again.status, again.body.code]).toEqual([404, 'LINK_OVER'])
  expect(await firstAdminToken(server.server)).toBeNull()
})

test('used twenty times at once it makes one administrator', async () => {
  const server = await anEmptyServer()
  const token = must(await firstAdminToken(server.server))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(server, 'login/first', { ...form, email: `ada${n}@example.org`, token })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  expect((await people(server)).length).toBe(1)
})

test('everything that is wrong is said, and the link stays good', async () => {
  const server = await anEmptyServer()
  const token = must(await firstAdminToken(server.server))
  const wrong = async (body: object) => {
    const { status, body: answer } = await send(server, 'login/first', { ...form, token, ...body })
    return [status, (answer.errors as { field: string }[]).map(({ field }) => field)]
  }
  expect(await wrong({ email: 'ada', fullName: ' a ', password: 'short' })).toEqual([
    422,
    ['email', 'fullName', 'password'],
  ])
  expect(await wrong({ password: 'Ada-Novak-1984' })).toEqual([422, ['password']])
  expect(await wrong({ password: 'password123' })).toEqual([422, ['password']])
  expect((await wrong({ roles: 'Finance' }))[0]).toBe(422)
  expect(await people(server)).toEqual([])
  expect((await send(server, 'login/first', { ...form, token })).status).toBe(200)
})

test('it is over after a day, after the next start, once there is an account, and for nonsense', async () => {
  const server = await anEmptyServer()
  const use = async (token: string) => (await send(server, 'login/first', { ...form, token })).status
  const earlier = must(await firstAdminToken(server.server))
  const token = must(await firstAdminToken(server.server))
  expect([await use(earlier), await use(''), await use('y'.repeat(43))]).toEqual([404, 404, 404])
  server.clock.advance(24 * 3_600_000)
  expect(await use(token)).toBe(404)
  const fresh = must(await firstAdminToken(server.server))
  // However the account came.
  await server.store.transact({ reads: {} }, () => ({ changes: [put('users', aUser({ id: 9 }))], value: 0 }))
  expect(await use(fresh)).toBe(404)
})

test('it sets nobody’s password', async () => {
  const server = await anEmptyServer()
  const token = must(await firstAdminToken(server.server))
  expect((await send(server, 'login/accept', { token, password: 'seven brown owls' })).status).toBe(404)
  expect((await send(server, 'login/first', { ...form, token })).status).toBe(200)
})
