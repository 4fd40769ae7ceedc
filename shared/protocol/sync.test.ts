import { expect, test } from 'vitest'
import { loginSchema } from './session.ts'
import { callSchema, roundRequestSchema } from './round.ts'
import { PROTOCOL, versionOf } from './sync.ts'

const call = { seq: 1, id: 'a1B2c3D4e5F6g7H8', name: 'addComment', input: {}, at: '2026-03-10T15:00:00.000Z' }

test.each([
  ['a call as it is made', {}, true],
  ['a call with any input, which its command judges', { input: null }, true],
  ['a sequence that starts at zero', { seq: 0 }, false],
  ['an id that could be guessed', { id: 'short' }, false],
  ['an id with other letters', { id: 'a1B2c3D4e5F6g7H/' }, false],
  ['an id of an upload', { id: `tus-${'0123456789abcdef'.repeat(2)}` }, false],
  ['an id that only begins like one', { id: 'tus-0123456789ab' }, true],
  ['a time without its zone', { at: '2026-03-10T15:00:00.000' }, false],
  ['a time in another zone', { at: '2026-03-10T15:00:00.000+01:00' }, false],
  ['a field nobody knows', { roles: 'Admin' }, false],
])('%s', (_, more, accepted) => {
  expect(callSchema.safeParse({ ...call, ...more }).success).toBe(accepted)
})

const round = { protocol: PROTOCOL, device: 42, cursor: null, from: 1, calls: [call], limit: 2_000 }

test.each([
  ['a round that asks for everything', {}, true],
  ['a round of a new device', { device: 0, calls: [] }, true],
  ['fifty calls at once', { calls: Array.from({ length: 50 }, () => call) }, true],
  ['fifty-one calls at once', { calls: Array.from({ length: 51 }, () => call) }, false],
  ['a negative device', { device: -1 }, false],
  ['more rows than an answer carries', { limit: 20_001 }, false],
  ['a round without a cursor', { cursor: undefined }, false],
  ['a cursor longer than any we gave', { cursor: 'x'.repeat(201) }, false],
  ['a field nobody knows', { userId: 1 }, false],
])('%s', (_, more, accepted) => {
  expect(roundRequestSchema.safeParse({ ...round, ...more }).success).toBe(accepted)
})

test.each([
  ['ana@fieldpost.example', 'secret', []],
  ['ana', 'secret', ['Invalid email']],
  ['ana@fieldpost', 'secret', ['Invalid email']],
  ['a b@fieldpost.example', 'secret', ['Invalid email']],
  ['ana@fieldpost.example', '12345', ['Password must be at least 6 characters']],
])('signing in as %j with %j says %j', (email, password, messages) => {
  const parsed = loginSchema.safeParse({ email, password })
  expect(parsed.error?.issues.map((issue) => issue.message) ?? []).toEqual(messages)
})

test.each([
  [null, 0],
  ['e1.0', 0],
  ['e1.57', 57],
  ['e1.57.projects:42', 0],
])('a device at cursor %j stands at version %i', (cursor, version) => {
  expect(versionOf(cursor)).toBe(version)
})
