import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/testing/server.ts'
import { Device } from '../data/device.ts'
import type { Fetch } from '../net/api.ts'
import { askServer } from './ask-server.ts'

let server: TestServer
let device: Device
let token: string
let rounds: number

beforeEach(async () => {
  server = await testServer()
  device = new Device('asking', { indexedDB: new IDBFactory(), IDBKeyRange })
  token = await server.signIn('mia')
  rounds = 0
})
afterEach(async () => {
  device.close()
  await server.close()
})

const ask = (path: string, fetch: Fetch) => askServer({ device, token, round: () => void rounds++, fetch }, path)
const wire: Fetch = async (path, init) => server.app.request(path, init)
const known = async () => [(await device.get('contact')).failures, rounds]

test('what the server says, and that it will not say, shows that the link is there', async () => {
  expect(await ask('sessions', wire)).toMatchObject({ body: [{ current: true }] })
  expect(await ask('resources/users/999/sessions', wire)).toBe('refused')
  expect(await known()).toEqual([0, 0])
})

test.each([401, 408, 429, 503])('what is answered %i is not refused: it may be asked again', async (status) => {
  const body = JSON.stringify({ code: 'NO', message: 'Not now.' })
  expect(await ask('sessions', () => Promise.resolve(new Response(body, { status })))).toBe('none')
})

test('after an answer that does not come a round asks first whether the server is there, as after a save', async () => {
  expect(await ask('sessions', () => Promise.reject(new DOMException('Timed out', 'TimeoutError')))).toBe('none')
  expect(await known()).toEqual([1, 1])
})
