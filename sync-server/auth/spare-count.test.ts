import { afterEach, beforeEach, expect, test } from 'vitest'
import { StoreUnavailable } from '../store/unavailable.ts'
import { testServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  const { store } = server
  const { transact } = store
  // The rows of the throttle cannot be written; all else can.
  store.transact = (plan, decide) =>
    'accounts' in plan.reads ? Promise.reject(new StoreUnavailable('The disk is full.')) : transact(plan, decide)
})
afterEach(() => server.close())

const signIn = async (password: string, address = '10.0.0.1', email = 'pete@fieldpost.example') => {
  const answer = await server.fetch('/api/login', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  return answer.status
}

test('who has the right password gets in although attempts cannot be counted in the database', async () => {
  expect([await signIn('fieldpost-demo'), await signIn('wrong-password')]).toEqual([200, 401])
})

test('whoever guesses gets no more out of it: ten a minute at an account, thirty from an address', async () => {
  const guesses: number[] = []
  for (let n = 0; n < 12; n++) guesses.push(await signIn('wrong-password', `10.0.1.${n}`))
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  expect(await signIn('fieldpost-demo')).toBe(429)
  server.clock.advance(60_000)
  expect(await signIn('fieldpost-demo')).toBe(200)

  const many: number[] = []
  for (let n = 0; n < 32; n++) many.push(await signIn('wrong-password', '10.0.0.2', `nobody${n}@fieldpost.example`))
  expect(many.filter((status) => status === 401)).toHaveLength(30)
})
